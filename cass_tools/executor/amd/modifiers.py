"""What surrounds a VALU operation: source modifiers before it, output modifiers and the write after it."""

from cass_tools.executor.amd import abi, dpp, sdwa
from cass_tools.executor.amd.instruction import Instruction, Operand
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.ops import TYPES
from cass_tools.executor.amd.sources import integer_of, lane_mask, scalar
from cass_tools.executor.ir.value import Value, bits

_AS_FLOAT = {"i16": "half", "i32": "float", "i64": "double"}
_KEEPING = (
    "v_mad_f16 v_fma_f16 v_mad_u16 v_mad_i16 v_div_fixup_f16 v_add_i16 v_sub_i16 v_min3_f16 v_max3_f16 v_med3_f16 "
    "v_min3_i16 v_max3_i16 v_med3_i16 v_min3_u16 v_max3_u16 v_med3_u16 "
    "v_fma_mixlo_f16 v_mad_mixlo_f16"
)
_KEEPS_HIGH_HALF = frozenset(_KEEPING.split())
"""The gfx9 operations of 16 bits that keep the other half of the destination; the rest write zeros there."""


def sign_modified(instruction: Instruction, number: int, value: Value, *, neg: int | None = None) -> Value:
    """`abs`, then `neg`, of source `number`; on integers these act on the sign bit of the float of that width."""
    negate = (instruction.neg if neg is None else neg) >> number & 1
    absolute = instruction.abs >> number & 1
    if not (negate or absolute):
        return value
    number_ = value if value.is_float else value.bitcast(_AS_FLOAT[value.type])
    if absolute:
        number_ = value.function.intrinsic("fabs", number_)
    return (-number_ if negate else number_).bitcast(value.type)


def _rows(m: Machine, instruction: Instruction, number: int, operand: Operand, count: int) -> list[Value]:
    """The first `count` registers of a vector source, after DPP (source 0) or SDWA."""
    rows = m.rows(operand, count)
    if instruction.dpp is not None and number == 0:
        return [dpp.move(m, instruction, m.vectors.whole(row)) for row in rows]
    found = [m.vectors.word(row) for row in rows]
    if instruction.sdwa is not None and number < 2:
        found[0] = sdwa.select_source(instruction.sdwa, number, found[0])
    return found


def _raw(m: Machine, instruction: Instruction, number: int, code: str) -> Value:
    """A source as its integer type, before abs and neg."""
    operand = instruction.src[number]
    type_ = integer_of(TYPES[code][0])
    narrow = type_ == "i16"
    high = narrow and bool(instruction.op_sel >> number & 1)
    if not is_vector(operand):
        signed = instruction.name.endswith("_i64")
        if instruction.sdwa is not None and number < 2:
            word = sdwa.select_source(instruction.sdwa, number, scalar(m, operand, "u"))
            return word.trunc(type_)
        return scalar(m, operand, code, signed=signed, high=high).bitcast(type_)
    if type_ == "i64" and instruction.dpp is None:
        return m.vectors.pair(m.row(operand))
    found = _rows(m, instruction, number, operand, TYPES[code][1])
    if type_ == "i64":
        return found[0].zext("i64") | (found[1].zext("i64") << 32)
    return ((found[0] >> 16) if high else found[0]).trunc(type_)


def source(m: Machine, instruction: Instruction, number: int, code: str) -> Value:
    """Source `number` of a VALU instruction in every lane, with all its modifiers, as type `code`."""
    if code == "m":
        return lane_mask(m, instruction.src[number])
    value = m.splat(_raw(m, instruction, number, code).bitcast(TYPES[code][0]), m.lanes)
    return value if code == "p" else sign_modified(instruction, number, value)


def writes_high_half(instruction: Instruction) -> bool:
    """Whether a result of 16 bits goes to the upper half of its register."""
    return bool(instruction.op_sel & 8) or "_mixhi_" in instruction.name


def old_destination(m: Machine, operand: Operand, code: str, high: bool) -> Value:
    """The destination's present value, for operations that accumulate."""
    if TYPES[code][1] == 2:
        return m.vectors.pair(m.row(operand)).bitcast(TYPES[code][0])
    word = m.vectors.word(m.row(operand))
    return (word >> 16 if high else word).trunc(integer_of(TYPES[code][0])).bitcast(TYPES[code][0])


def shaped(instruction: Instruction, value: Value) -> Value:
    """omod, then clamp to 0..1, of a float result (NaN clamps to 0)."""
    f = value.function
    if not value.is_float:
        return value
    if instruction.omod:
        value = value * {1: 2.0, 2: 4.0, 3: 0.5}[instruction.omod]
    if instruction.clamp:
        value = f.intrinsic("minimumnum", f.intrinsic("maximumnum", value, 0.0), 1.0)
    return value


def _merged(m: Machine, instruction: Instruction, row: int, value: Value) -> Value:
    """The whole new register for a result of 16 or 32 bits."""
    if instruction.sdwa is not None:
        return sdwa.merge_result(instruction.sdwa, value, m.vectors.word(row))
    if bits(value.type) == 32:
        return value
    word = value.zext("i32")
    if writes_high_half(instruction):
        return (m.vectors.word(row) & 0xFFFF) | (word << 16)
    if instruction.isa == "gfx9" and instruction.name not in _KEEPS_HIGH_HALF:
        return word
    return (m.vectors.word(row) & 0xFFFF0000) | word


def write(m: Machine, instruction: Instruction, operand: Operand, value: Value) -> None:
    """Write a result (any type code's type, or i1 per lane) to a destination in the lanes that may be written."""
    allowed = dpp.write_mask(m, instruction)
    value = m.splat(value, m.lanes)
    if value.type == "i1":
        write_mask(m, operand, value if allowed is None else value & allowed)
        return
    value = value.bitcast(integer_of(value.type))
    row = m.row(operand)
    if allowed is None and value.type == "i64":
        m.vectors.set_pair(row, value)
    elif allowed is None:
        m.vectors.set_word(row, _merged(m, instruction, row, value))
    elif value.type == "i64":
        m.vectors.set_masked(row, value.trunc("i32"), allowed)
        m.vectors.set_masked(row + 1, (value >> 32).trunc("i32"), allowed)
    else:
        m.vectors.set_masked(row, _merged(m, instruction, row, value), allowed)


def write_mask(m: Machine, operand: Operand, value: Value) -> None:
    """Write i1 per lane to a lane mask register; inactive lanes give 0."""
    if operand.index <= abi.EXEC_LO + 1 and operand.kind == "s":
        m.scalars.set_mask(operand.index, value & m.exec_mask())
