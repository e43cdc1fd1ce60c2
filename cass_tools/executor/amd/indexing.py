"""Registers chosen at run time: v_movrel*, s_movrel* with m0, and gfx9's index mode around v_mov_b32."""

from collections.abc import Callable

from cass_tools.executor.amd import abi, salu
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.sources import ready, scalar, vector_word
from cass_tools.executor.ir.value import Value

_SOURCE, _DESTINATION = 1, 8


def _row_address(m: Machine, operand: Operand, index: Value) -> tuple[Value, Value]:
    """Pointer to the register `index` behind an operand, and whether there is one; else it is v0's.

    No strip may be open. Source: "VGPR Out Of Range" in the ISA documents: sources read v0, no destination is written.
    """
    m.use_rows(range(abi.FIRST_AGPR))
    row = index.zext("i64") + m.row(operand)
    exists = row.cmp("ult", abi.FIRST_AGPR)
    offset = exists.select(row, 0) * (4 * m.lanes)
    return m.emit(f"getelementptr i8, {m.address(0).typed}, {offset.typed}", "ptr"), exists


def _move(m: Machine, instruction: Instruction, source: Value | None, destination: Value | None) -> None:
    """A move, with what is added to the numbers of its registers."""
    operand, target = instruction.src[0], instruction.dst[0]
    ready(m, operand)
    m.close()
    strip = m.strip
    if source is None or not is_vector(operand):
        value = vector_word(m, operand)
    else:
        value = strip.load(_row_address(m, operand, source)[0])
    if destination is None:
        strip.set_word(m.row(target), value)
        return
    place, exists = _row_address(m, target, destination)
    written = strip.active() & exists
    strip.store(place, written.select(value, strip.load(place)))
    m.close()


Indices = tuple[Value | None, Value | None]
"""What is added to the number of the source, and of the destination."""


def indices(m: Machine, instruction: Instruction) -> Indices | None:
    """Of a move of a vector register that is chosen at run time; None for other instructions.

    v_movrel: s, the source moves, d, the destination; sd_2 takes bytes 0 and 2 (10 bits each) of m0 apart.
    """
    if instruction.name == "v_mov_b32" and m.index_mode and not m.index_mode & ~(_SOURCE | _DESTINATION):
        index = m.scalars.word(abi.M0) & 0xFF
        return index if m.index_mode & _SOURCE else None, index if m.index_mode & _DESTINATION else None
    if not instruction.name.startswith("v_movrel"):
        return None
    index = m.scalars.word(abi.M0)
    kind = instruction.name.removeprefix("v_movrel").removesuffix("_b32")
    if kind == "sd_2":
        return index & 0x3FF, (index >> 16) & 0x3FF
    return index if "s" in kind else None, index if "d" in kind else None


def _movrel(m: Machine, instruction: Instruction) -> None:
    found = indices(m, instruction)
    if found is not None:
        _move(m, instruction, *found)


def _scalar_movrel(m: Machine, instruction: Instruction) -> None:
    """s_movrels reads, s_movreld writes the SGPR m0 behind the operand.

    Behind the last SGPR, s0 is read and nothing written ("SGPR Out Of Range" of the ISA documents).
    """
    wide = instruction.name.endswith("_b64")
    type_ = "i64" if wide else "i32"
    m.scalars.flush()
    reads = "movrels" in instruction.name
    operand = instruction.src[0] if reads else instruction.dst[0]
    index = m.scalars.word(abi.M0).zext("i64") + operand.index
    exists = index.cmp("ult", abi.VCC - wide)
    offset = exists.select(index, 0) * 4 + abi.sgpr_offset(0)
    place = m.emit(f"getelementptr i8, ptr %wave, {offset.typed}", "ptr").typed
    if reads:
        salu.write(m, instruction.dst[0], m.emit(f"load {type_}, {place}, align 4", type_))
        return
    kept = m.emit(f"load {type_}, {place}, align 4", type_)
    value = exists.select(scalar(m, instruction.src[0], "q" if wide else "u"), kept)
    m.do(f"store {value.typed}, {place}, align 4")
    m.scalars.forget()


def _index_on(m: Machine, instruction: Instruction) -> None:
    """s_set_gpr_idx_on: m0 gets the index and the mode."""
    mode = instruction.simm16 & 0xF
    index = scalar(m, instruction.src[0], "u") & 0xFF
    m.scalars.set_word(abi.M0, (m.scalars.word(abi.M0) & 0xFFFF0F00) | index | (mode << 12))
    m.index_mode = mode


def _index_off(m: Machine, instruction: Instruction) -> None:
    m.index_mode = 0


def indexed(m: Machine, instruction: Instruction) -> bool:
    """Translate a vector instruction in index mode; whether the mode matters to it."""
    if not m.index_mode or instruction.encoding not in ("VOP1", "VOP2", "VOP3", "VOP3P", "VOPC"):
        return False
    operands = (*instruction.src, *instruction.dst)
    if not any(operand.kind is Reg.VGPR for operand in operands):
        return False
    found = indices(m, instruction)
    if found is None:
        raise m.refuse(instruction, "in index mode")
    _move(m, instruction, *found)
    return True


HANDLERS: dict[str, Callable[[Machine, Instruction], None]] = {
    **dict.fromkeys(("v_movrels_b32", "v_movreld_b32", "v_movrelsd_b32", "v_movrelsd_2_b32"), _movrel),
    **dict.fromkeys(("s_movrels_b32", "s_movrels_b64", "s_movreld_b32", "s_movreld_b64"), _scalar_movrel),
    "s_set_gpr_idx_on": _index_on,
    "s_set_gpr_idx_off": _index_off,
}
"""Instruction translators by mnemonic."""
