"""VALU media operations on bytes and words: sums of absolute differences, averages, saturating packs."""

from functools import reduce

from cass_tools.executor.amd.ops.integer import saturated
from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector


def field(a: Value, position: int, bits: int) -> Value:
    """`bits` bits at `position`, zero-extended; the type stays."""
    return (a >> position) & ((1 << bits) - 1)


def distance(f: Function, a: Value, b: Value) -> Value:
    """|a - b| of unsigned numbers."""
    return f.intrinsic("umax", a, b) - f.intrinsic("umin", a, b)


def byte_distances(f: Function, a: Value, b: Value, masked: bool = False) -> Value:
    """Sum of |a - b| over four bytes; `masked` leaves out where the byte of `b`, the reference, is 0."""
    terms = []
    for position in range(0, 32, 8):
        x, reference = field(a, position, 8), field(b, position, 8)
        term = distance(f, x, reference)
        terms.append(reference.cmp("eq", 0).select(0, term) if masked else term)
    return reduce(lambda total, term: total + term, terms)


def word_distances(f: Function, a: Value, b: Value) -> Value:
    """Sum of |a - b| over two 16-bit halves."""
    return distance(f, field(a, 0, 16), field(b, 0, 16)) + distance(f, a >> 16, b >> 16)


def windows(masked: bool) -> Simple:
    """Four byte sums of a sliding 4-byte window over 8 bytes, each added to its 16-bit accumulator."""

    def fn(f: Function, window: Value, reference: Value, accumulators: Value) -> Value:
        result = f.const(0, "i64", window.lanes)
        for index in range(4):
            sum_ = byte_distances(f, (window >> (8 * index)).trunc("i32"), reference, masked).zext("i64")
            result = result | (field(sum_ + (accumulators >> (16 * index)), 0, 16) << (16 * index))
        return result

    return fn


def lerp_u8(f: Function, a: Value, b: Value, rounding: Value) -> Value:
    """Average of each byte; bit 0 of the third source's byte rounds up."""
    result = f.const(0, "i32", a.lanes)
    for position in range(0, 32, 8):
        sum_ = field(a, position, 8) + field(b, position, 8) + field(rounding, position, 1)
        result = result | ((sum_ >> 1) << position)
    return result


def sat_pk_u8_i16(f: Function, a: Value) -> Value:
    """Both signed halves saturated to a byte, packed into the low half."""
    low, high = (saturated(f, half.sext("i64"), "i8", False) for half in (a.trunc("i16"), (a >> 16).trunc("i16")))
    return low.zext("i16") | (high.zext("i16") << 8)


def _accumulating(names: str, term: Simple) -> None:
    """`term(a, b) + c`, wrapping, and saturated for clamp."""
    vector(
        names,
        "u",
        "uuu",
        lambda f, a, b, c: term(f, a, b) + c,
        clamped=lambda f, a, b, c: f.intrinsic("uadd.sat", term(f, a, b), c),
    )


_accumulating("v_sad_u8", byte_distances)
_accumulating("v_sad_hi_u8", lambda f, a, b: byte_distances(f, a, b) << 16)
_accumulating("v_sad_u16", word_distances)
_accumulating("v_sad_u32", distance)
_accumulating("v_msad_u8", lambda f, a, b: byte_distances(f, a, b, masked=True))
vector("v_qsad_pk_u16_u8", "q", "quq", windows(masked=False))
vector("v_mqsad_pk_u16_u8", "q", "quq", windows(masked=True))
vector("v_lerp_u8", "u", "uuu", lerp_u8)
vector("v_sat_pk_u8_i16", "w", "u", sat_pk_u8_i16)
