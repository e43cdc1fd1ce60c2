"""The steps of IEEE division: div_scale, div_fmas, div_fixup, and reciprocals.

A compiler divides by scaling both numbers away from the ends of the exponent range (div_scale, twice), Newton steps
from the reciprocal, a last fused step that takes the scaling back (div_fmas), and the special cases (div_fixup).
AMD's texts contradict each other on the scaling directions; here they are those that make the whole sequence give the
correctly rounded quotient for all inputs, subnormal ones too, which is what the tests demand.
"""

from dataclasses import dataclass

from cass_tools.executor.amd.ops.table import Function, Result, Value, vector
from cass_tools.executor.ir.floating import FORMATS, fma, rounded


@dataclass(frozen=True, slots=True)
class Scaling:
    """By type: the power of two that scales, the difference of exponent fields from which a quotient is near overflow,
    and the exponent field up to which a numerator is tiny."""

    shift: int
    far: int
    tiny: int


SCALING = {"float": Scaling(64, 96, 23), "double": Scaling(128, 768, 53)}


def exponent_field(a: Value) -> Value:
    """The biased exponent, 0 for zero and subnormals."""
    format_ = FORMATS[a.type]
    return (a.bitcast(format_.integer) & format_.infinity) >> format_.mantissa


def magnitude(f: Function, a: Value) -> Value:
    """|a|."""
    return f.intrinsic("fabs", a)


def div_scale(f: Function, a: Value, denominator: Value, numerator: Value) -> Result:
    """`a`, which is the numerator or the denominator, scaled for the division; and whether div_fmas must scale back."""
    scaling, format_ = SCALING[a.type], FORMATS[a.type]
    up, down = a * 2.0**scaling.shift, a * 2.0**-scaling.shift
    top, bottom = magnitude(f, numerator), magnitude(f, denominator)
    smallest_normal = 2.0 ** (1 - format_.bias)
    is_denominator = a.cmp("oeq", denominator)
    is_numerator = a.cmp("oeq", numerator)
    zero = numerator.cmp("oeq", 0.0) | denominator.cmp("oeq", 0.0)
    huge_quotient = (exponent_field(numerator) - exponent_field(denominator)).cmp("sge", scaling.far)
    small_denominator = bottom.cmp("olt", smallest_normal)
    small_reciprocal = bottom.cmp("oge", 1 / smallest_normal) & bottom.cmp("olt", float("inf"))
    # the product rounds to a float that is never below a numerator whose quotient is subnormal
    small_quotient = top.cmp("ole", bottom * smallest_normal)
    tiny_numerator = exponent_field(numerator).cmp("ule", scaling.tiny)

    result = tiny_numerator.select(up, a)
    result = small_quotient.select(is_numerator.select(up, a), result)
    result = small_reciprocal.select(down, result)
    result = (small_reciprocal & small_quotient).select(is_denominator.select(down, a), result)
    result = small_denominator.select(up, result)
    result = huge_quotient.select(is_denominator.select(up, a), result)
    scales_back = huge_quotient | (~small_denominator & small_quotient)
    return zero.select(float("nan"), result), ~zero & scales_back


def div_fmas(f: Function, a: Value, b: Value, quotient: Value, scales_back: Value) -> Value:
    """a * b + quotient; where `scales_back`, times the power of two that div_scale took away, all rounded once."""
    format_, shift = FORMATS[a.type], SCALING[a.type].shift
    plain = fma(f, a, b, quotient)
    large = magnitude(f, quotient).cmp("oge", 2.0)
    scaled = plain * 2.0**-shift
    # A subnormal result was rounded twice. That is wrong only if the first rounding gave a tie: then go to the side
    # on which the exact value was.
    half_step = 2.0 ** (-format_.bias - format_.mantissa + shift)
    tie = magnitude(f, plain - scaled * 2.0**shift).cmp("oeq", half_step)
    error = fma(f, a, b, quotient - plain)
    raw = plain.bitcast(format_.integer)
    away = ((raw ^ error.bitcast(format_.integer)).sar(format_.width - 1)) | 1
    nudged = (raw + away).bitcast(a.type) * 2.0**-shift
    small = (tie & error.cmp("one", 0.0)).select(nudged, scaled)
    return scales_back.select(large.select(plain * 2.0**shift, small), plain)


def div_fixup(f: Function, quotient: Value, denominator: Value, numerator: Value) -> Value:
    """The quotient with the sign of the division, or the special value that the operands demand."""
    format_, infinity = FORMATS[quotient.type], float("inf")
    sign = (denominator.bitcast(format_.integer) ^ numerator.bitcast(format_.integer)) & format_.sign
    top, bottom = magnitude(f, numerator), magnitude(f, denominator)
    infinite = (sign | format_.infinity).bitcast(quotient.type)
    zero = sign.bitcast(quotient.type)
    finite = (magnitude(f, quotient).bitcast(format_.integer) | sign).bitcast(quotient.type)

    # the Newton steps make NaN of a quotient that is too large: infinity - infinity
    result = quotient.cmp("uno", quotient).select(infinite, finite)
    distance = exponent_field(numerator) - exponent_field(denominator)
    result = distance.cmp("slt", -(format_.bias + format_.mantissa)).select(zero, result)
    result = (bottom.cmp("oeq", infinity) | top.cmp("oeq", 0.0)).select(zero, result)
    result = (bottom.cmp("oeq", 0.0) | top.cmp("oeq", infinity)).select(infinite, result)
    undefined = (bottom.cmp("oeq", 0.0) & top.cmp("oeq", 0.0)) | (
        bottom.cmp("oeq", infinity) & top.cmp("oeq", infinity)
    )
    result = undefined.select(float("nan"), result)
    return denominator.cmp("uno", numerator).select(denominator + numerator, result)


def reciprocal(f: Function, a: Value) -> Value:
    """1 / a, correctly rounded (hardware: within 1 ulp, for double a start value only)."""
    if a.type == "half":
        return reciprocal(f, a.resize_float("float")).resize_float("half")
    return f.const(1.0, a.type, a.lanes) / a


def reciprocal_root(f: Function, a: Value) -> Value:
    """1 / sqrt(a) within 1 ulp: the correctly rounded steps, corrected by what each rounded away."""
    if a.type == "half":
        return reciprocal_root(f, a.resize_float("float")).resize_float("half")
    low, lift = 2.0 ** -(FORMATS[a.type].bias // 2 + 1), FORMATS[a.type].bias // 4 + 1
    small = a.cmp("olt", low)  # where what a rounding loses would be lost itself
    lifted = small.select(a * 2.0 ** (2 * lift), a)
    root = rounded(f, "sqrt", lifted)
    result = reciprocal(f, root)
    lost_by_root = f.intrinsic("fma", -root, root, lifted)
    lost_by_division = f.intrinsic("fma", -root, result, f.const(1.0, a.type, a.lanes))
    correction = lost_by_division - lost_by_root * result * result * 0.5
    better = f.intrinsic("fma", result, correction, result)
    result = magnitude(f, correction).cmp("olt", 1.0).select(better, result)
    return small.select(result * 2.0**lift, result)


def root(f: Function, a: Value) -> Value:
    """sqrt(a), correctly rounded."""
    return rounded(f, "sqrt", a)


for _code, _kind in (("h", "f16"), ("f", "f32"), ("d", "f64")):
    vector(f"v_rcp_{_kind}", _code, _code, reciprocal)
    vector(f"v_rsq_{_kind}", _code, _code, reciprocal_root)
    vector(f"v_sqrt_{_kind}", _code, _code, root)
vector("v_rcp_iflag_f32", "f", "f", reciprocal)

for _code, _kind in (("f", "f32"), ("d", "f64")):
    vector(f"v_div_scale_{_kind}", f"{_code}m", _code * 3, div_scale)
    vector(f"v_div_fmas_{_kind}", _code, f"{_code * 3}m", div_fmas)
    vector(f"v_div_fixup_{_kind}", _code, _code * 3, div_fixup)
vector("v_div_fixup_f16 v_div_fixup_legacy_f16", "h", "hhh", div_fixup)
