"""Floating-point building blocks that no LLVM intrinsic lowers well everywhere.

All are elementwise on scalars and vectors, exact or rounded once, and need neither AVX-512 nor a library call.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cass_tools.executor.ir.value import Function, Value


@dataclass(frozen=True, slots=True)
class Format:
    """An IEEE binary format: the integer type of its width, its mantissa field's bits and its exponent bias."""

    integer: str
    mantissa: int
    bias: int

    @property
    def width(self) -> int:
        """All bits."""
        return int(self.integer[1:])

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        """Bits of +infinity, which are the exponent field's mask too."""
        return (self.sign - 1) >> self.mantissa << self.mantissa


FORMATS = {"half": Format("i16", 10, 15), "float": Format("i32", 23, 127), "double": Format("i64", 52, 1023)}


def fma(f: Function, a: Value, b: Value, c: Value) -> Value:
    """a * b + c, rounded once."""
    return fma_half(f, a, b, c) if a.type == "half" else f.intrinsic("fma", a, b, c)


def minimum(f: Function, a: Value, b: Value) -> Value:
    """The lesser number; a NaN loses against a number and -0 is less than +0 (IEEE minimumNumber)."""
    return _through_float(f, "minimumnum", a, b)


def maximum(f: Function, a: Value, b: Value) -> Value:
    """The greater number; a NaN loses against a number and +0 is greater than -0 (IEEE maximumNumber)."""
    return _through_float(f, "maximumnum", a, b)


def rounded(f: Function, how: str, a: Value) -> Value:
    """To a whole number: roundeven, trunc, floor or ceil; also sqrt, which is right for halves through float too."""
    return _through_float(f, how, a)


def _through_float(f: Function, intrinsic: str, *sources: Value) -> Value:
    if sources[0].type != "half":
        return f.intrinsic(intrinsic, *sources)
    wide = [f.intrinsic("arithmetic.fence", a.resize_float("float")) for a in sources]
    # fenced: LLVM would make one operation on halves of it, and scalars of that where halves are not native
    return f.intrinsic("arithmetic.fence", f.intrinsic(intrinsic, *wide)).resize_float("half")


def add_to_odd(f: Function, a: Value, b: Value) -> Value:
    """a + b rounded to odd: a later rounding to a format two or more bits shorter is then as if done once."""
    integer = FORMATS[a.type].integer
    total = a + b
    part = total - a
    error = (a - (total - part)) + (b - part)  # exact (Knuth); NaN where the sum is not finite
    raw = total.bitcast(integer)
    wrong = error.cmp("one", 0.0) & (raw & 1).cmp("eq", 0)
    away = (raw ^ error.bitcast(integer)).sar(FORMATS[a.type].width - 1) | 1
    return wrong.select(raw + away, raw).bitcast(a.type)


def fma_half(f: Function, a: Value, b: Value, c: Value) -> Value:
    """Half a * b + c rounded once: the product of two halves is exact in float, the sum is rounded to odd there."""
    wide_a, wide_b, wide_c = (v.resize_float("float") for v in (a, b, c))
    return add_to_odd(f, wide_a * wide_b, wide_c).resize_float("half")


def half_toward_zero(f: Function, a: Value) -> Value:
    """Float to half, rounded toward zero; what is too large becomes 65504, infinity stays."""
    nearest = a.resize_float("half")
    beyond = f.intrinsic("fabs", nearest.resize_float("float")).cmp("ogt", f.intrinsic("fabs", a))
    return (nearest.bitcast("i16") - beyond.zext("i16")).bitcast("half")


def power_of_two(f: Function, exponent: Value, type_: str) -> Value:
    """2 ** exponent for exponents of normal numbers; `exponent` has the format's integer type."""
    format_ = FORMATS[type_]
    return ((exponent + format_.bias) << format_.mantissa).bitcast(type_)


def ldexp(f: Function, a: Value, exponent: Value) -> Value:
    """a * 2 ** exponent rounded once, for float and double and any exponent of the format's integer type."""
    format_ = FORMATS[a.type]
    most, least = format_.bias, 1 - format_.bias
    guard = format_.mantissa + 1  # a step down leaves the result normal unless it is the last one
    for _ in range(2):
        up, down = exponent.cmp("sgt", most), exponent.cmp("slt", least)
        a = up.select(a * 2.0**most, down.select(a * 2.0 ** (least + guard), a))
        exponent = up.select(exponent - most, down.select(exponent - (least + guard), exponent))
    exponent = f.intrinsic("smin", f.intrinsic("smax", exponent, least), most)
    return a * power_of_two(f, exponent, a.type)


def polynomial(f: Function, x: Value, coefficients: Sequence[float]) -> Value:
    """c0 + c1 x + c2 x**2 ... by Horner's rule with fused steps."""
    *lower, highest = coefficients
    result = f.const(highest, x.type, x.lanes)
    for c in reversed(lower):
        result = f.intrinsic("fma", result, x, c)
    return result
