"""VALU exponentials, logarithms and trigonometry.

Hardware approximates these to about 1 ulp and is not documented to the bit; here float results are within 1 ulp of
the exact value (halves: rounded from float), subnormal inputs and results included. The polynomials are minimax fits
made for this file, their leading coefficient split in two floats where its rounding would show.
"""

from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector
from cass_tools.executor.ir.floating import FORMATS, ldexp, polynomial, power_of_two

# 2**r = 1 + r * polynomial(r) for |r| <= 0.5
EXP2 = (
    0.6931471824645996,
    0.24022655189037323,
    0.05550357699394226,
    0.00961756519973278,
    0.0013391808606684208,
    0.00015593216812703758,
)
# log2(1 + x) = x * (LOG2[0] + LOG2[1]) + x * x * polynomial(x) for sqrt(0.5) <= 1 + x <= sqrt(2)
LOG2 = (1.4426950216293335, 1.925963033500011e-08)
LOG2_REST = (
    -0.7213473320007324,
    0.4808982014656067,
    -0.360697865486145,
    0.2885700762271881,
    -0.23959621787071228,
    0.2045455276966095,
    -0.19115900993347168,
    0.18652041256427765,
    -0.11014831066131592,
)
# sin(2 pi t) = t * (TURN[0] + TURN[1]) + t**3 * polynomial(t * t); cos(2 pi t) = 1 + t * t * polynomial(t * t)
# for |t| <= 1/8
TURN = (6.2831854820251465, -1.7484555314695172e-07)
SIN = (-41.3416748046875, 81.59423828125, -75.46627807617188)
COS = (-19.739208221435547, 64.93917083740234, -85.42823028564453, 58.76420593261719)

ROUNDER = 1.5 * 2.0**23


def exp2(f: Function, a: Value) -> Value:
    """2 ** a."""
    bounded = a.cmp("olt", 129.0).select(a, 129.0)
    bounded = bounded.cmp("ogt", -151.0).select(bounded, -151.0)
    whole = f.intrinsic("roundeven", bounded)
    part = bounded - whole
    fraction = f.intrinsic("fma", part, polynomial(f, part, EXP2), f.const(1.0, "float", a.lanes))
    exponent = whole.cast("fptosi", "i32")
    half = exponent.sar(1)  # in two steps, since 2 ** exponent may be subnormal or too large by itself
    result = fraction * power_of_two(f, half, "float") * power_of_two(f, exponent - half, "float")
    return a.cmp("uno", a).select(a, result)


def log2(f: Function, a: Value) -> Value:
    """The binary logarithm; NaN below zero, -infinity at zero."""
    subnormal = a.cmp("olt", 2.0**-126)
    scaled = subnormal.select(a * 2.0**23, a)
    raw = scaled.bitcast("i32")
    root_half = 0x3F3504F3
    exponent = (raw - root_half).sar(23)
    x = (raw - (exponent << 23)).bitcast("float") - 1.0
    exponent = exponent - subnormal.select(f.const(23, "i32"), f.const(0, "i32"))
    rest = f.intrinsic("fma", x * x, polynomial(f, x, LOG2_REST), x * LOG2[1])
    whole = exponent.cast("sitofp", "float")
    # where the mantissa's part could cancel the exponent (x < 0), adding largest to smallest keeps the last bit
    result = whole + f.intrinsic("fma", x, f.const(LOG2[0], "float"), rest)
    result = a.cmp("oeq", float("inf")).select(a, result)
    result = a.cmp("oeq", 0.0).select(float("-inf"), result)
    return a.cmp("ult", 0.0).select(float("nan"), result)


def _quarter_turns(f: Function, a: Value) -> tuple[Value, Value]:
    """Quarter turns nearest to `a` turns (i32, only the low two bits count), and the rest in turns, at most 1/8."""
    turn = a - f.intrinsic("roundeven", a)
    # adding this rounds to a whole number and leaves it in the low bits, whatever NaN does
    shifted = turn * 4.0 + ROUNDER
    return shifted.bitcast("i32"), turn - (shifted - ROUNDER) * 0.25


def _sine_of_quarter(f: Function, quarter: Value, t: Value) -> Value:
    """sin of `quarter` quarter turns and `t` turns."""
    square = t * t
    cosine = f.intrinsic("fma", square, polynomial(f, square, COS), f.const(1.0, "float", t.lanes))
    rest = f.intrinsic("fma", square * t, polynomial(f, square, SIN), t * TURN[1])
    sine = f.intrinsic("fma", t, f.const(TURN[0], "float"), rest)
    chosen = (quarter & 1).cmp("ne", 0).select(cosine, sine).bitcast("i32")
    return (chosen ^ ((quarter & 2) << 30)).bitcast("float")


def sin(f: Function, a: Value) -> Value:
    """sin(2 pi a): the source is in turns; NaN for infinities."""
    quarter, t = _quarter_turns(f, a)
    return a.cmp("oeq", 0.0).select(a, _sine_of_quarter(f, quarter, t))


def cos(f: Function, a: Value) -> Value:
    """cos(2 pi a): the source is in turns; NaN for infinities."""
    quarter, t = _quarter_turns(f, a)
    return _sine_of_quarter(f, quarter + 1, t)


def in_half(fn: Simple) -> Simple:
    """The half form: computed in float."""
    return lambda f, a: fn(f, a.resize_float("float")).resize_float("half")


def _two_over_pi() -> list[int]:
    """The 1201 bits after the point of 2 / pi that hardware holds, then zeros, as 64-bit words from the top."""
    precision = 1400

    def arctangent_of_inverse(x: int) -> int:
        total = term = (1 << precision) // x
        divisor, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // divisor)
            divisor, sign = divisor + 2, -sign
        return total

    pi = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))
    bits = ((2 << (2 * precision)) // pi) >> (precision - 1201) << (64 * 21 - 1201)
    return [(bits >> (64 * (20 - word))) & (2**64 - 1) for word in range(21)]


def _word(f: Function, table: str, index: Value) -> Value:
    """An element of a constant table of i64, by i32 index in range, per lane."""
    pointer = f.emit(f"getelementptr i64, ptr {table}, {index.typed}", "ptr", index.lanes)
    if not index.lanes:
        return f.emit(f"load i64, {pointer.typed}", "i64")
    mask = f.const(1, "i1", index.lanes)
    return f.call(
        f"llvm.masked.gather.v{index.lanes}i64.v{index.lanes}p0",
        "i64",
        index.lanes,
        pointer,
        f.const(8, "i32"),
        mask,
        f.const(0, "i64", index.lanes),
    )


def trig_preop(f: Function, a: Value, segment: Value) -> Value:
    """53 bits of 2 / pi for range reduction of `a`: those that matter for its exponent, `segment` (mod 32) further."""
    words = _two_over_pi()
    table = "@cass.two_over_pi"
    items = ", ".join(f"i64 {word}" for word in words)
    f.declarations[table] = f"{table} = private unnamed_addr constant [{len(words)} x i64] [{items}]"
    field = ((a.bitcast("i64") & FORMATS["double"].infinity) >> 52).trunc("i32")
    start = (segment & 31) * 53 + f.intrinsic("smax", field - 1077, 0)
    place = f.intrinsic("umin", start, 1216)
    index, offset = place >> 6, (place & 63).zext("i64")
    bits = f.intrinsic("fshl", _word(f, table, index), _word(f, table, index + 1), offset) >> 11
    scale = field.cmp("sge", 1968).select(f.const(128, "i32"), f.const(0, "i32")) - start - 53
    return ldexp(f, bits.cast("uitofp", "double"), scale.sext("i64"))


for _name, _fn in (("exp", exp2), ("log", log2), ("sin", sin), ("cos", cos)):
    vector(f"v_{_name}_f32", "f", "f", _fn)
    vector(f"v_{_name}_f16", "h", "h", in_half(_fn))
vector("v_exp_legacy_f32", "f", "f", exp2)
vector("v_log_legacy_f32", "f", "f", log2)
vector("v_trig_preop_f64", "d", "du", trig_preop)
