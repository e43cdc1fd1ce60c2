"""VALU floating-point arithmetic of 16, 32 and 64 bits.

Subnormals are kept and every result is rounded once, to nearest even. NaN: the minima and maxima give the number
(a signalling NaN too, where hardware in IEEE mode would give a quiet NaN; compilers quiet their inputs first).
"""

from cass_tools.executor.amd.ops.integer import add, mul, reverse, sub
from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector
from cass_tools.executor.ir.floating import FORMATS, fma, ldexp, maximum, minimum, rounded

KINDS = {"h": "f16", "f": "f32", "d": "f64"}
"""Type code -> how mnemonics end."""


def mad(f: Function, a: Value, b: Value, c: Value) -> Value:
    """Product and sum, each rounded (the gfx9 mad and mac)."""
    return a * b + c


def rounding(how: str) -> Simple:
    """One of the roundings to a whole number, or sqrt."""
    return lambda f, a: rounded(f, how, a)


def fract(f: Function, a: Value) -> Value:
    """a - floor(a), kept below 1; NaN for infinities."""
    part = a - rounded(f, "floor", a)
    below_one = 1.0 - 2.0 ** -(FORMATS[a.type].mantissa + 1)
    return part.cmp("oge", 1.0).select(below_one, part)


def either_nan(a: Value, b: Value) -> Value:
    """Whether one of two is NaN."""
    return a.cmp("uno", b)


def med3(f: Function, a: Value, b: Value, c: Value) -> Value:
    """The middle one of three; the minimum of the numbers when one is NaN."""
    least = minimum(f, a, b)
    middle = maximum(f, least, minimum(f, maximum(f, a, b), c))
    return (either_nan(a, b) | either_nan(c, c)).select(minimum(f, least, c), middle)


def is_zero_product(a: Value, b: Value) -> Value:
    """Whether a factor is zero: 0 * anything is 0 by the rules of DX9."""
    return a.cmp("oeq", 0.0) | b.cmp("oeq", 0.0)


def mul_legacy(f: Function, a: Value, b: Value) -> Value:
    """Product where 0 * infinity and 0 * NaN are +0."""
    return is_zero_product(a, b).select(0.0, a * b)


def fma_legacy(f: Function, a: Value, b: Value, c: Value) -> Value:
    """Fused product and sum; just the addend where a factor is zero, whatever the other is."""
    return is_zero_product(a, b).select(c, fma(f, a, b, c))


def mad_legacy(f: Function, a: Value, b: Value, c: Value) -> Value:
    """Product and sum, each rounded, where 0 * infinity and 0 * NaN are +0."""
    return mul_legacy(f, a, b) + c


def mullit(f: Function, a: Value, b: Value, c: Value) -> Value:
    """The specular term of old lighting: a * b, or the least float where `b` has no finite log or `c` is not > 0."""
    least = -float(2**128 - 2**104)
    dark = b.cmp("ule", least) | c.cmp("ule", 0.0)
    return dark.select(least, mul_legacy(f, a, b))


def ldexp_half(f: Function, a: Value, exponent: Value) -> Value:
    """Half a * 2 ** exponent (i16); exact in float for every exponent that matters, then rounded once."""
    clipped = f.intrinsic("smin", f.intrinsic("smax", exponent, -50), 50).sext("i32")
    return ldexp(f, a.resize_float("float"), clipped).resize_float("half")


def ldexp_double(f: Function, a: Value, exponent: Value) -> Value:
    """Double a * 2 ** exponent (i32)."""
    return ldexp(f, a, exponent.sext("i64"))


def _normal_parts(f: Function, a: Value) -> tuple[Value, Value, Value]:
    """Bits of `a` scaled to a normal number, the exponent added by that, and whether `a` is zero, infinite or NaN."""
    if a.type == "half":
        bits_, scaled, special = _normal_parts(f, a.resize_float("float"))
        return bits_, scaled, special
    format_ = FORMATS[a.type]
    magnitude = f.intrinsic("fabs", a).bitcast(format_.integer)
    subnormal = magnitude.cmp("ult", 1 << format_.mantissa)
    special = magnitude.cmp("uge", format_.infinity) | magnitude.cmp("eq", 0)
    shift = format_.mantissa + 1
    bits_ = subnormal.select(a * 2.0**shift, a).bitcast(format_.integer)
    return bits_, subnormal.select(f.const(shift, format_.integer), f.const(0, format_.integer)), special


def frexp_exponent(f: Function, a: Value) -> Value:
    """e of a = m * 2**e with 0.5 <= |m| < 1, as i32 (i16 for half); 0 for zero, infinity and NaN."""
    bits_, scaled, special = _normal_parts(f, a)
    format_ = FORMATS["float" if a.type == "half" else a.type]
    field = (bits_ & format_.infinity) >> format_.mantissa
    exponent = special.select(0, field - (format_.bias - 1) - scaled)
    return exponent.trunc("i16" if a.type == "half" else "i32")


def frexp_mantissa(f: Function, a: Value) -> Value:
    """m of a = m * 2**e with 0.5 <= |m| < 1; zero, infinity and NaN stay."""
    bits_, _, special = _normal_parts(f, a)
    format_ = FORMATS["float" if a.type == "half" else a.type]
    half = (bits_ & ~format_.infinity) | ((format_.bias - 1) << format_.mantissa)
    mantissa = half.bitcast("float" if a.type == "half" else a.type)
    return special.select(a, mantissa if a.type != "half" else mantissa.resize_float("half"))


def _all_widths(code: str, kind: str) -> None:
    vector(f"v_add_{kind}", code, code * 2, add)
    vector(f"v_mul_{kind}", code, code * 2, mul)
    vector(f"v_fma_{kind}", code, code * 3, fma)
    vector(f"v_fmac_{kind}", code, code * 2, fma, accumulates=True)
    vector(f"v_min_{kind}", code, code * 2, minimum)
    vector(f"v_max_{kind}", code, code * 2, maximum)
    vector(f"v_rndne_{kind}", code, code, rounding("roundeven"))
    vector(f"v_trunc_{kind}", code, code, rounding("trunc"))
    vector(f"v_floor_{kind}", code, code, rounding("floor"))
    vector(f"v_ceil_{kind}", code, code, rounding("ceil"))
    vector(f"v_fract_{kind}", code, code, fract)
    vector(f"v_frexp_mant_{kind}", code, code, frexp_mantissa)


def _up_to_32_bits(code: str, kind: str) -> None:
    vector(f"v_sub_{kind}", code, code * 2, sub)
    vector(f"v_subrev_{kind}", code, code * 2, reverse(sub))
    vector(f"v_fmaak_{kind} v_fmamk_{kind}", code, code * 3, fma)
    vector(f"v_mad_{kind} v_madak_{kind} v_madmk_{kind}", code, code * 3, mad)
    vector(f"v_mac_{kind}", code, code * 2, mad, accumulates=True)
    vector(f"v_min3_{kind}", code, code * 3, lambda f, a, b, c: minimum(f, minimum(f, a, b), c))
    vector(f"v_max3_{kind}", code, code * 3, lambda f, a, b, c: maximum(f, maximum(f, a, b), c))
    vector(f"v_minmax_{kind}", code, code * 3, lambda f, a, b, c: maximum(f, minimum(f, a, b), c))
    vector(f"v_maxmin_{kind}", code, code * 3, lambda f, a, b, c: minimum(f, maximum(f, a, b), c))
    vector(f"v_med3_{kind}", code, code * 3, med3)


for _code, _kind in KINDS.items():
    _all_widths(_code, _kind)
    if _code != "d":
        _up_to_32_bits(_code, _kind)

vector("v_frexp_exp_i16_f16", "w", "h", frexp_exponent)
vector("v_frexp_exp_i32_f32", "u", "f", frexp_exponent)
vector("v_frexp_exp_i32_f64", "u", "d", frexp_exponent)
vector("v_ldexp_f16", "h", "hw", ldexp_half)
vector("v_ldexp_f32", "f", "fu", ldexp)
vector("v_ldexp_f64", "d", "du", ldexp_double)

# the gfx9 legacy forms of 16 bits differ only in what becomes of the register's other half
vector("v_fma_legacy_f16", "h", "hhh", fma)
vector("v_mad_legacy_f16", "h", "hhh", mad)
vector("v_mul_legacy_f32 v_mul_dx9_zero_f32", "f", "ff", mul_legacy)
vector("v_fma_legacy_f32 v_fma_dx9_zero_f32", "f", "fff", fma_legacy)
vector("v_mad_legacy_f32", "f", "fff", mad_legacy)
vector("v_mullit_f32", "f", "fff", mullit)
vector("v_fmac_legacy_f32 v_fmac_dx9_zero_f32", "f", "ff", fma_legacy, accumulates=True)
