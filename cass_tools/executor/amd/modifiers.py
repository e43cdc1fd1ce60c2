"""What surrounds a VALU operation: source modifiers before it, output modifiers and the write after it."""

from dataclasses import dataclass

from cass_tools.executor.amd import denormals, dpp, sdwa
from cass_tools.executor.amd.dpp import Moved
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.ops import TYPES
from cass_tools.executor.amd.sources import integer_of, lane_mask, ready, scalar
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


@dataclass(frozen=True, slots=True)
class Access:
    """How the instruction at hand reads and writes: its DPP source, if any, was moved already."""

    m: Machine
    instruction: Instruction
    moved: Moved | None


def begin(m: Machine, instruction: Instruction, codes: str) -> Access:
    """Make everything outside the strip ready that sources of these type codes need."""
    plain = [operand for operand, code in zip(instruction.src, codes, strict=False) if code != "m"]
    ready(m, *plain)
    moved = None
    if instruction.dpp is not None:
        moved = dpp.move(m, instruction, m.rows(instruction.src[0], TYPES[codes[0]][1]))
    return Access(m, instruction, moved)


def _rows(access: Access, number: int, operand: Operand, count: int) -> list[Value]:
    """The first `count` registers of a vector source, after DPP (source 0) or SDWA."""
    m, instruction = access.m, access.instruction
    if access.moved is not None and number == 0:
        return [dpp.word(m, access.moved, n) for n in range(count)]
    found = [m.strip.word(row) for row in m.rows(operand, count)]
    if instruction.sdwa is not None and number < 2:
        found[0] = sdwa.select_source(instruction.sdwa, number, found[0])
    return found


def _raw(access: Access, number: int, code: str) -> Value:
    """A source as its integer type, before abs and neg."""
    m, instruction = access.m, access.instruction
    operand = instruction.src[number]
    type_ = integer_of(TYPES[code][0])
    high = type_ == "i16" and bool(instruction.op_sel >> number & 1)
    if not is_vector(operand):
        signed = instruction.name.endswith("_i64")
        if instruction.sdwa is not None and number < 2:
            word = sdwa.select_source(instruction.sdwa, number, scalar(m, operand, "u"))
            return word.trunc(type_)
        return scalar(m, operand, code, signed=signed, high=high).bitcast(type_)
    if type_ == "i64" and instruction.dpp is None:
        return m.strip.pair(m.row(operand))
    found = _rows(access, number, operand, TYPES[code][1])
    if type_ == "i64":
        return found[0].zext("i64") | (found[1].zext("i64") << 32)
    return ((found[0] >> 16) if high else found[0]).trunc(type_)


def source(access: Access, number: int, code: str) -> Value:
    """Source `number` of a VALU instruction in every lane of the strip, with all its modifiers, as type `code`."""
    if code == "m":
        return lane_mask(access.m, access.instruction.src[number])
    value = denormals.source(access.m, access.instruction, _raw(access, number, code).bitcast(TYPES[code][0]))
    if code != "p":
        value = sign_modified(access.instruction, number, value)
    return access.m.strip.spread(value)


def writes_high_half(instruction: Instruction) -> bool:
    """Whether a result of 16 bits goes to the upper half of its register."""
    return bool(instruction.op_sel & 8) or "_mixhi_" in instruction.name


def old_destination(m: Machine, operand: Operand, code: str, high: bool) -> Value:
    """The destination's present value, for operations that accumulate."""
    if TYPES[code][1] == 2:
        return m.strip.pair(m.row(operand)).bitcast(TYPES[code][0])
    word = m.strip.word(m.row(operand))
    return (word >> 16 if high else word).trunc(integer_of(TYPES[code][0])).bitcast(TYPES[code][0])


def shaped(m: Machine, instruction: Instruction, value: Value) -> Value:
    """Subnormals flushed as the mode says, omod, then clamp to 0..1, of a float result (NaN clamps to 0)."""
    f = value.function
    if not value.is_float:
        return value
    value = denormals.result(m, instruction, value)
    if instruction.omod:
        value = value * {1: 2.0, 2: 4.0, 3: 0.5}[instruction.omod]
    if instruction.clamp:
        value = f.intrinsic("minimumnum", f.intrinsic("maximumnum", value, 0.0), 1.0)
    return value


def _merged(m: Machine, instruction: Instruction, row: int, value: Value) -> Value:
    """The whole new register for a result of 16 or 32 bits, or of a byte that the upper bits of op_sel choose."""
    if instruction.sdwa is not None:
        return sdwa.merge_result(instruction.sdwa, value, m.strip.word(row))
    if instruction.name.startswith("v_cvt_sr_"):
        place = 8 * (instruction.op_sel >> 2 & 3)
        return (m.strip.word(row) & ~(0xFF << place)) | (value << place)
    if bits(value.type) == 32:
        return value
    word = value.zext("i32")
    if writes_high_half(instruction):
        return (m.strip.word(row) & 0xFFFF) | (word << 16)
    if instruction.isa == "gfx9" and instruction.name not in _KEEPS_HIGH_HALF:
        return word
    return (m.strip.word(row) & 0xFFFF0000) | word


def write(access: Access, operand: Operand, value: Value) -> None:
    """Write a result (any type code's type, or i1 per lane) to a destination in the lanes that may be written."""
    m, strip, moved = access.m, access.m.strip, access.moved
    allowed = None if moved is None or moved.writes is None else strip.mask_of(moved.writes)
    value = strip.spread(value)
    if value.type == "i1":
        write_mask(m, operand, value if allowed is None else value & allowed)
        return
    value = value.bitcast(integer_of(value.type))
    row = m.row(operand)
    if allowed is None and value.type == "i64":
        strip.set_pair(row, value)
        return
    parts = [value.trunc("i32"), (value >> 32).trunc("i32")] if value.type == "i64" else [value]
    for n, part in enumerate(parts):
        word = _merged(m, access.instruction, row + n, part)
        strip.set_word(row + n, word if allowed is None else allowed.select(word, strip.word(row + n)))


def write_mask(m: Machine, operand: Operand, value: Value) -> None:
    """Write i1 per lane to a lane mask register; inactive lanes give 0."""
    if operand.kind is Reg.SGPR:
        m.set_mask(operand.index, value & m.strip.active())
