"""The shadow of registers around each instruction of watched code: by kind of instruction, before it is translated.

What memory holds is the host's part (`host/check_registers.cpp`): it is asked before each access anyway.
"""

from cass_tools.executor.amd import shadow_scalar, shadow_vector
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.shadow import ADDRESS, OPERAND, Shadow, any_of, number_of

_SCALAR = frozenset({"SOP1", "SOP2", "SOPK", "SOPC"})
_VECTOR = frozenset({"VOP1", "VOP2", "VOP3", "VOP3P", "VOPC", "VOPD"})
_ADDRESSED = frozenset({"FLAT", "GLOBAL", "SCRATCH", "MUBUF"})
_NO_ADDRESS = ("addtid", "append", "consume", "_gws_", "nop", "_direct")
_CROSSBAR = ("ds_bpermute", "ds_permute", "ds_swizzle")


def _tell(s: Shadow, operand: Operand, use: int, *, whole: bool = False) -> None:
    """Report active lanes in which a register is undefined, or (`whole`) all of its dwords are."""
    masks = [mask for mask in s.masks(operand) if mask is not None]
    undefined = any_of(masks)
    if undefined is None:
        return
    if whole:
        for mask in masks:
            undefined &= mask
    s.tell(undefined & s.m.exec_bits(), use, number_of(operand))


def _memory(s: Shadow, instruction: Instruction) -> None:
    """Addresses, and what an atomic works with; what is loaded counts as defined until the host says otherwise."""
    name, sources = instruction.name, instruction.src
    local = instruction.encoding == "DS"
    if (local or instruction.encoding in _ADDRESSED) and not any(part in name for part in _NO_ADDRESS):
        if sources and is_vector(sources[0]):
            _tell(s, sources[0], ADDRESS)
        if not local and sources and sources[-1].kind is Reg.SGPR:
            _tell(s, sources[-1], ADDRESS)
        atomic = "atomic" in name or (local and not name.startswith(("ds_read", "ds_write", "ds_load", "ds_store")))
        if atomic and len(sources) > 1 and is_vector(sources[1]):
            _tell(s, sources[1], OPERAND, whole=True)
    shadow_vector.clear(s, instruction)


def follow(m: Machine, instruction: Instruction) -> shadow_scalar.Finish | None:
    """Update the shadow of what an instruction writes and report what it must not read; gives what is left to do when
    it has been translated."""
    s = m.shadow
    if s is None:
        return None
    name = instruction.name
    if name.startswith("s_cbranch_"):
        shadow_scalar.branch(m, s, instruction)
    elif name.startswith(_CROSSBAR):
        shadow_vector.shuffle(m, s, instruction)
    elif instruction.encoding in _SCALAR:
        finish = shadow_scalar.follow(m, s, instruction)
        if finish is None and instruction.dst:
            shadow_vector.clear(s, instruction)
        return finish
    elif instruction.encoding in _VECTOR and not name.startswith("v_s_"):
        shadow_vector.follow(m, s, instruction)
    else:
        _memory(s, instruction)
    return None
