"""Hardware registers, messages and the instructions that change nothing a program can see."""

from cass_tools.executor.amd import abi, salu
from cass_tools.executor.amd.blocks import WORKGROUP
from cass_tools.executor.amd.instruction import Instruction, Reg
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.modes import changed, field_of
from cass_tools.executor.amd.operands import RDNA3_ON
from cass_tools.executor.amd.scalar_memory import cycles, realtime
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value

_NO_EFFECT = (
    "s_nop s_waitcnt s_waitcnt_depctr s_waitcnt_vscnt s_waitcnt_vmcnt s_waitcnt_lgkmcnt s_waitcnt_expcnt s_wait_idle "
    "s_wait_event s_delay_alu s_clause s_set_inst_prefetch_distance s_inst_prefetch s_setprio s_icache_inv s_code_end "
    "s_ttracedata s_ttracedata_imm s_incperflevel s_decperflevel s_wakeup s_version v_nop "
    "v_pipeflush s_trap s_wait_loadcnt s_wait_storecnt s_wait_samplecnt s_wait_bvhcnt s_wait_dscnt s_wait_kmcnt "
    "s_wait_alu s_wait_expcnt s_wait_loadcnt_dscnt s_wait_storecnt_dscnt s_singleuse_vdst"
)
NOTHING = frozenset(_NO_EFFECT.split())
"""Scheduling, caches, tracing and breakpoints."""

_MODE, _STATUS, _TRAP_STATUS, _HARDWARE_ID, _FLAT_SCRATCH_LOW, _FLAT_SCRATCH_HIGH = 1, 2, 3, 4, 20, 21
_HARDWARE_ID1, _HARDWARE_ID2, _SHADER_CYCLES, _XCC_ID = 23, 24, 29, 20
_INTERRUPT, _FREE_REGISTERS = 1, 3
_GET_REALTIME = 0x83


def _hardware_register(m: Machine, instruction: Instruction, register: int) -> Value:
    if register == _MODE:
        return m.field(abi.MODE, "i32")
    if instruction.isa == "gfx12" and register in (_SHADER_CYCLES, _SHADER_CYCLES + 1):
        return (cycles(m) >> 32 * (register - _SHADER_CYCLES)).trunc("i32")
    if register == _SHADER_CYCLES:
        return cycles(m).trunc("i32") & 0xFFFFF
    if register in (_STATUS, _TRAP_STATUS, _HARDWARE_ID, _HARDWARE_ID1, _HARDWARE_ID2):
        return m.const(0, "i32")
    if register == _XCC_ID and instruction.isa == "gfx9":
        return m.const(0, "i32")
    raise m.refuse(instruction, f"hwreg {register}")


def getreg(m: Machine, instruction: Instruction) -> None:
    """s_getreg_b32: a field of a hardware register; every wave seems to run on the same unit."""
    register, first, width = field_of(instruction)
    value = _hardware_register(m, instruction, register)
    salu.write(m, instruction.dst[0], (value >> first) & ((1 << width) - 1))


def setreg(m: Machine, instruction: Instruction) -> None:
    """s_setreg: of MODE, which the rest of the block is translated for; other registers do not change results."""
    register, first, width = field_of(instruction)
    if instruction.isa != "gfx9" and register in (_FLAT_SCRATCH_LOW, _FLAT_SCRATCH_HIGH):
        return
    if register != _MODE:
        raise m.refuse(instruction, f"hwreg {register}")
    _set_mode(m, scalar(m, instruction.src[0], "u"), first, width)
    m.mode = changed(instruction, m.mode) or 0


def _set_mode(m: Machine, value: Value, first: int, width: int) -> None:
    """Write a field of the register that s_getreg reads."""
    mask = ((1 << width) - 1) << first
    m.set_field(abi.MODE, (m.field(abi.MODE, "i32") & ~mask) | ((value << first) & mask))


def set_float_mode(m: Machine, instruction: Instruction) -> None:
    """s_round_mode, s_denorm_mode: fields of MODE."""
    first = 0 if instruction.name == "s_round_mode" else 4
    _set_mode(m, m.const(instruction.simm16 & 0xF, "i32"), first, 4)
    m.mode = changed(instruction, m.mode) or 0


def sendmsg(m: Machine, instruction: Instruction) -> None:
    """s_sendmsg: an interrupt (the runtime polls) and the early return of registers do nothing."""
    message = instruction.simm16 & 0xFF
    if message != _INTERRUPT and (message != _FREE_REGISTERS or instruction.isa not in RDNA3_ON):
        raise m.refuse(instruction, f"{message}")


def sendmsg_rtn(m: Machine, instruction: Instruction) -> None:
    """s_sendmsg_rtn: the clock of 100 MHz."""
    message = instruction.src[0].index if instruction.src else instruction.simm16
    if message & 0xFF != _GET_REALTIME:
        raise m.refuse(instruction, f"{message & 0xFF:#x}")
    value = realtime(m)
    salu.write(m, instruction.dst[0], value if instruction.name.endswith("_b64") else value.trunc("i32"))


def getpc(m: Machine, instruction: Instruction) -> None:
    """s_getpc_b64: the address of the next instruction."""
    salu.write(m, instruction.dst[0], m.field(abi.IMAGE) + (instruction.pc + instruction.size))


def barrier_signal(m: Machine, instruction: Instruction) -> None:
    """s_barrier_signal: of the workgroup's own barrier, at whose s_barrier_wait the wave stops."""
    operand = instruction.src[0]
    if operand.kind is not Reg.INLINE_INT or operand.index != WORKGROUP:
        raise m.refuse(instruction, "of a named barrier")


HANDLERS = {
    "s_barrier_signal": barrier_signal,
    "s_getpc_b64": getpc,
    "s_getreg_b32": getreg,
    "s_setreg_b32": setreg,
    "s_setreg_imm32_b32": setreg,
    "s_round_mode": set_float_mode,
    "s_denorm_mode": set_float_mode,
    "s_sendmsg": sendmsg,
    "s_sendmsg_rtn_b32": sendmsg_rtn,
    "s_sendmsg_rtn_b64": sendmsg_rtn,
}
"""Instruction translators by mnemonic."""
