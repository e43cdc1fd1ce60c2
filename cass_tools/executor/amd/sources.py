"""Reading operands: registers, inline constants, literals and special sources as values of a type code.

Type codes are those of `ops/table.py`. Constants follow the type: an inline float is a half, float or double bit
pattern, a 32-bit literal is the high half of a double.
"""

import struct

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Operand, Reg
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.ops import TYPES
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.ir.value import Value, bits

_FLOAT_FORMAT = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}
_APERTURES = {
    Reg.SHARED_BASE: (abi.LDS, 0),
    Reg.SHARED_LIMIT: (abi.LDS, 0xFFFFFFFF),
    Reg.PRIVATE_BASE: (abi.PRIVATE_APERTURE, 0),
    Reg.PRIVATE_LIMIT: (abi.PRIVATE_APERTURE, 0xFFFFFFFF),
}


def integer_of(type_: str) -> str:
    """The integer type of the same width."""
    return f"i{bits(type_)}"


def _float_bits(number: float, width: int) -> int:
    pack, unpack = _FLOAT_FORMAT[width]
    return int(struct.unpack(unpack, struct.pack(pack, number))[0])


def constant_bits(operand: Operand, code: str, signed: bool) -> int | None:
    """The bits of a constant operand as type `code` sees them; None for what is no constant.

    `signed`: 64-bit integer operations on signed numbers extend a literal by its sign.
    """
    width = bits(TYPES[code][0])
    if operand.kind is Reg.NULL:
        return 0
    if operand.kind is Reg.INLINE_INT:
        return operand.index
    if operand.kind is Reg.INLINE_FLOAT:
        return _float_bits(operand.value or 0.0, width)
    if operand.kind is not Reg.LITERAL:
        return None
    if code == "d":
        return operand.index << 32
    if code == "q" and signed and operand.index >> 31:
        return operand.index - (1 << 32)
    return operand.index


def _special(m: Machine, operand: Operand, wide: bool) -> Value:
    """Apertures and flags: i64 when `wide`, else i32."""
    if operand.kind in _APERTURES:
        offset, low = _APERTURES[operand.kind]
        value = m.field(offset) | low
        return value if wide else value.trunc("i32")
    if operand.kind is Reg.SCC:
        flag = m.scalars.scc()
    elif operand.kind in (Reg.VCCZ, Reg.EXECZ):
        flag = m.scalars.bits(abi.VCC if operand.kind is Reg.VCCZ else abi.EXEC_LO).cmp("eq", 0)
    else:
        raise Unsupported(f"{m.arch} operand {operand.kind}")
    return flag.zext("i64" if wide else "i32")


def scalar(m: Machine, operand: Operand, code: str, *, signed: bool = False, high: bool = False) -> Value:
    """A scalar operand as a scalar value; `high` takes the upper half of a 32-bit source for a 16-bit type."""
    if code == "c":
        return m.scalars.scc()
    type_, words = TYPES[code]
    constant = constant_bits(operand, code, signed)
    if constant is not None:
        constant = constant >> 16 if high else constant
        number = m.const(constant, integer_of(type_))
        return m.emit(f"bitcast {number.typed} to {type_}", type_) if number.type != type_ else number
    if operand.kind is Reg.SGPR:
        raw = m.scalars.pair(operand.index) if words == 2 else m.scalars.word(operand.index)
    else:
        raw = _special(m, operand, words == 2)
    if high:
        raw = raw >> 16
    return raw.trunc(integer_of(type_)).bitcast(type_)


def lane_mask(m: Machine, operand: Operand) -> Value:
    """An operand of code m as i1 per lane of the strip."""
    if operand.kind is Reg.SGPR:
        return m.strip.mask(operand.index)
    constant = constant_bits(operand, "q", signed=True)
    if constant is None:
        raise Unsupported(f"{m.arch} operand {operand.kind} as lane mask")
    return m.strip.mask_of(m.const(constant, f"i{m.lanes}"))


def words(m: Machine, operand: Operand) -> list[Value]:
    """A vector or scalar operand as i32 values, one per dword: of the strip where it has lanes."""
    if is_vector(operand):
        return [m.strip.word(row) for row in m.rows(operand)]
    if operand.kind is Reg.SGPR:
        return [m.scalars.word(operand.index + n) for n in range(operand.width)]
    return [scalar(m, operand, "u")] + [m.const(0, "i32")] * (operand.width - 1)


def vector_word(m: Machine, operand: Operand) -> Value:
    """A 32-bit operand in every lane of the strip."""
    return m.strip.spread(words(m, operand)[0])


def ready(m: Machine, *operands: Operand) -> None:
    """Close a strip that still writes one of these scalar sources: done before any of them is read."""
    for operand in operands:
        if operand.kind is Reg.SGPR:
            m.before_scalar_read(operand.index, operand.width)
        elif operand.kind in (Reg.VCCZ, Reg.EXECZ):
            m.before_scalar_read(abi.VCC if operand.kind is Reg.VCCZ else abi.EXEC_LO, m.lanes // 32)
