"""VALU dot products of small packed elements, added to an accumulator.

Integer sums are exact, then wrapped, or saturated with clamp. Float sums are fused float steps from the low element up,
rounded to the result's type at the end; hardware is not documented between the steps.
"""

from cass_tools.executor.amd.ops.integer import saturated, wide
from cass_tools.executor.amd.ops.table import Function, Simple, Value, VectorOp, vector
from cass_tools.executor.ir.floating import fma

Pair = tuple[Value, Value]


def elements(a: Value, bits: int, signed: bool) -> list[Value]:
    """The packed integers of an i32, low first, widened to i32."""
    if signed:
        return [(a << (32 - bits - at)).sar(32 - bits) for at in range(0, 32, bits)]
    return [(a >> at) & ((1 << bits) - 1) for at in range(0, 32, bits)]


def halves(a: Value) -> Pair:
    """Both halves of an i32 as half floats, low first."""
    return a.trunc("i16").bitcast("half"), (a >> 16).trunc("i16").bitcast("half")


def bfloats(a: Value) -> Pair:
    """Both bfloat16 of an i32 as floats, low first."""
    return (a << 16).bitcast("float"), (a & 0xFFFF0000).bitcast("float")


def to_bfloat(f: Function, a: Value) -> Value:
    """Float to bfloat16 bits (i16), to nearest even; NaN stays NaN."""
    raw = a.bitcast("i32")
    near = (raw + ((raw >> 16) & 1) + 0x7FFF) >> 16
    return a.cmp("uno", a).select((raw >> 16) | 0x40, near).trunc("i16")


def integer_dot(bits: int, signed: tuple[bool, bool]) -> Simple:
    """Sum of products plus accumulator, wrapping."""

    def fn(f: Function, a: Value, b: Value, accumulator: Value) -> Value:
        total = accumulator
        for x, y in zip(elements(a, bits, signed[0]), elements(b, bits, signed[1]), strict=True):
            total = total + x * y
        return total

    return fn


def integer_dot_saturated(bits: int, signed: tuple[bool, bool], result_signed: bool) -> Simple:
    """The exact sum, saturated."""

    def fn(f: Function, a: Value, b: Value, accumulator: Value) -> Value:
        total = wide(accumulator, result_signed)
        for x, y in zip(elements(a, bits, signed[0]), elements(b, bits, signed[1]), strict=True):
            total = total + wide(x, signed[0]) * wide(y, signed[1])
        return saturated(f, total, "i32", result_signed)

    return fn


def float_sum(f: Function, a: Pair, b: Pair, accumulator: Value) -> Value:
    """Products of elements, exact in float, added one after the other in float."""
    total = accumulator
    for x, y in zip(a, b, strict=True):
        total = fma(f, x.resize_float("float"), y.resize_float("float"), total)
    return total


def dot2_f32_f16(f: Function, a: Value, b: Value, accumulator: Value) -> Value:
    """Two halves each, float accumulator."""
    return float_sum(f, halves(a), halves(b), accumulator)


def dot2_f16_f16(f: Function, a: Value, b: Value, accumulator: Value) -> Value:
    """Two halves each, half accumulator."""
    return float_sum(f, halves(a), halves(b), accumulator.resize_float("float")).resize_float("half")


def dot2_f32_bf16(f: Function, a: Value, b: Value, accumulator: Value) -> Value:
    """Two bfloat16 each, float accumulator."""
    return float_sum(f, bfloats(a), bfloats(b), accumulator)


def dot2_bf16_bf16(f: Function, a: Value, b: Value, accumulator: Value) -> Value:
    """Two bfloat16 each, bfloat16 accumulator (i16)."""
    return to_bfloat(f, float_sum(f, bfloats(a), bfloats(b), (accumulator.zext("i32") << 16).bitcast("float")))


def _integers(names: str, accumulating: str, bits: int, signed: bool) -> None:
    fn, clamped = integer_dot(bits, (signed, signed)), integer_dot_saturated(bits, (signed, signed), signed)
    vector(names, "u", "ppu", fn, clamped=clamped)
    if accumulating:
        vector(accumulating, "u", "pp", fn, accumulates=True, clamped=clamped)


def _mixed(name: str, bits: int) -> None:
    """Sources are signed where their neg bit is set."""
    kinds = [(bool(neg & 1), bool(neg & 2)) for neg in range(4)]
    variants = tuple(
        VectorOp("u", "ppu", integer_dot(bits, kind), clamped=integer_dot_saturated(bits, kind, True)) for kind in kinds
    )
    vector(name, "u", "ppu", variants[0].fn, clamped=variants[0].clamped, by_neg=variants)


_integers("v_dot2_i32_i16", "v_dot2c_i32_i16", 16, True)
_integers("v_dot2_u32_u16", "", 16, False)
_integers("v_dot4_i32_i8", "v_dot4c_i32_i8", 8, True)
_integers("v_dot4_u32_u8", "", 8, False)
_integers("v_dot8_i32_i4", "v_dot8c_i32_i4", 4, True)
_integers("v_dot8_u32_u4", "", 4, False)
_mixed("v_dot4_i32_iu8", 8)
_mixed("v_dot8_i32_iu4", 4)
vector("v_dot2_f32_f16", "f", "ppf", dot2_f32_f16)
vector("v_dot2c_f32_f16 v_dot2acc_f32_f16", "f", "pp", dot2_f32_f16, accumulates=True)
vector("v_dot2_f16_f16", "h", "pph", dot2_f16_f16)
vector("v_dot2_f32_bf16", "f", "ppf", dot2_f32_bf16)
vector("v_dot2_bf16_bf16", "w", "ppw", dot2_bf16_bf16)
