"""Sub-dword addressing of gfx9: a byte or word of a source, and a byte or word of the destination.

Selectors: 0-3 byte n, 4-5 word n, 6 the whole dword.
"""

from cass_tools.executor.amd.instruction import Sdwa
from cass_tools.executor.ir.value import Value, bits

DWORD = 6
_ZERO, _SIGN, _PRESERVE = 0, 1, 2


def _field(select: int) -> tuple[int, int]:
    """First bit and width of a selected part."""
    return (8 * select, 8) if select < 4 else (16 * (select - 4), 16) if select < DWORD else (0, 32)


def select_source(sdwa: Sdwa, number: int, word: Value) -> Value:
    """Source `number` (an i32): the selected part, extended to 32 bits."""
    select, signed = ((sdwa.src0_sel, sdwa.src0_sext), (sdwa.src1_sel, sdwa.src1_sext))[number]
    first, width = _field(select)
    if width == 32:
        return word
    if signed:
        return (word << (32 - width - first)).sar(32 - width)
    return (word >> first) & ((1 << width) - 1)


def merge_result(sdwa: Sdwa, result: Value, old: Value) -> Value:
    """The new destination register from a result of 16 or 32 bits (integer) and the old register."""
    word = result.zext("i32") if bits(result.type) < 32 else result
    first, width = _field(sdwa.dst_sel)
    if width == 32:
        return word
    mask = ((1 << width) - 1) << first
    placed = (word << first) & mask
    if sdwa.dst_unused == _PRESERVE:
        return (old & ~mask) | placed
    if sdwa.dst_unused == _SIGN:
        return (word << (32 - width)).sar(32 - width - first)
    return placed
