"""VALU conversions between numbers, and packing two results into one register.

Float to integer rounds toward zero, saturates, and makes NaN 0; integer to float and float to float round to nearest
even. Packed results have the first source's in the low half.
"""

from cass_tools.executor.amd.ops.integer import integer_range
from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector
from cass_tools.executor.ir.floating import half_toward_zero, maximum, minimum


def to_integer(type_: str, signed: bool) -> Simple:
    """A float as an integer of `type_` (i8, i16, i32), toward zero, saturated, NaN 0.

    Not LLVM's saturating conversion, which falls apart into scalars on vectors.
    """
    low, high = integer_range(type_, signed)

    def fn(f: Function, a: Value) -> Value:
        exact = a.resize_float("float") if a.type == "half" else a
        greatest = float(high)
        if exact.type == "float" and type_ == "i32":
            greatest = 2.0**31 - 2.0**7 if signed else 2.0**32 - 2.0**8  # the last float before `high`
        bounded = exact.cmp("ogt", float(low)).select(exact, float(low))
        bounded = bounded.cmp("olt", greatest).select(bounded, greatest)
        number = bounded.cast("fptoui" if high == 2**32 - 1 else "fptosi", "i32")
        if greatest < high:
            number = exact.cmp("ogt", greatest).select(high, number)
        if signed:
            number = exact.cmp("uno", exact).select(0, number)
        return number if type_ == "i32" else number.trunc(type_)

    return fn


def from_integer(type_: str, signed: bool) -> Simple:
    """An integer as a float of `type_`, to nearest even; 16-bit integers are exact in float on their way to half."""

    def fn(f: Function, a: Value) -> Value:
        exact = a.cast("sitofp" if signed else "uitofp", "float" if type_ == "half" else type_)
        return exact.resize_float("half") if type_ == "half" else exact

    return fn


def resized(type_: str) -> Simple:
    """Another float width."""
    return lambda f, a: a.resize_float(type_)


def whole(how: str, shift: float = 0.0) -> Simple:
    """Float to i32 of floor(a + shift) or another rounding."""
    return lambda f, a: to_integer("i32", True)(f, f.intrinsic(how, a + shift))


def unsigned_byte(position: int) -> Simple:
    """Float of one byte of a word."""
    return lambda f, a: ((a >> (8 * position)) & 0xFF).cast("uitofp", "float")


def offset_i4(f: Function, a: Value) -> Value:
    """Float of the low four bits as a signed number of sixteenths: -0.5 to 0.4375."""
    return (a << 28).sar(28).cast("sitofp", "float") * 0.0625


def pair(low: Value, high: Value) -> Value:
    """Two values of 16 bits in one i32."""
    return low.bitcast("i16").zext("i32") | (high.bitcast("i16").zext("i32") << 16)


def packing(convert: Simple) -> Simple:
    """The conversion of both sources, packed."""
    return lambda f, a, b: pair(convert(f, a), convert(f, b))


def normalised(signed: bool) -> Simple:
    """-1..1 (or 0..1) as a fraction of 32767 (65535) in i16, to nearest even; clamped, NaN 0."""

    def fn(f: Function, a: Value) -> Value:
        clamped = minimum(f, maximum(f, a.resize_float("double"), f.const(-1.0 if signed else 0.0, "double")), one(f))
        scaled = f.intrinsic("roundeven", clamped * (32767.0 if signed else 65535.0))
        number = a.cmp("uno", a).select(0, scaled.cast("fptosi", "i32"))
        return number.trunc("i16")

    def one(f: Function) -> Value:
        return f.const(1.0, "double")

    return fn


def narrowed(signed: bool) -> Simple:
    """An i32 saturated to 16 bits."""
    if signed:
        return lambda f, a: f.intrinsic("smin", f.intrinsic("smax", a, -32768), 32767).trunc("i16")
    return lambda f, a: f.intrinsic("umin", a, 65535).trunc("i16")


def insert_byte(f: Function, a: Value, position: Value, old: Value) -> Value:
    """The float as an unsigned byte (toward zero, saturated) in byte `position` (mod 4) of `old`."""
    byte = to_integer("i8", False)(f, a).zext("i32")
    shift = (position & 3) << 3
    return (old & ~(f.const(255, "i32", a.lanes) << shift)) | (byte << shift)


for _code, _kind, _type in (("f", "f32", "float"), ("d", "f64", "double")):
    vector(f"v_cvt_i32_{_kind}", "u", _code, to_integer("i32", True))
    vector(f"v_cvt_u32_{_kind}", "u", _code, to_integer("i32", False))
    vector(f"v_cvt_{_kind}_i32", _code, "u", from_integer(_type, True))
    vector(f"v_cvt_{_kind}_u32", _code, "u", from_integer(_type, False))
vector("v_cvt_i16_f16", "w", "h", to_integer("i16", True))
vector("v_cvt_u16_f16", "w", "h", to_integer("i16", False))
vector("v_cvt_f16_i16", "h", "w", from_integer("half", True))
vector("v_cvt_f16_u16", "h", "w", from_integer("half", False))
vector("v_cvt_f32_f64", "f", "d", resized("float"))
vector("v_cvt_f64_f32", "d", "f", resized("double"))
vector("v_cvt_f32_f16", "f", "h", resized("float"))
vector("v_cvt_f16_f32", "h", "f", resized("half"))
vector("v_cvt_i32_i16", "u", "w", lambda f, a: a.sext("i32"))
vector("v_cvt_u32_u16", "u", "w", lambda f, a: a.zext("i32"))
vector("v_cvt_rpi_i32_f32 v_cvt_nearest_i32_f32", "u", "f", whole("floor", 0.5))
vector("v_cvt_flr_i32_f32 v_cvt_floor_i32_f32", "u", "f", whole("floor"))
vector("v_cvt_off_f32_i4", "f", "u", offset_i4)
for _byte in range(4):
    vector(f"v_cvt_f32_ubyte{_byte}", "f", "u", unsigned_byte(_byte))

vector("v_cvt_norm_i16_f16", "w", "h", normalised(True))
vector("v_cvt_norm_u16_f16", "w", "h", normalised(False))
vector("v_cvt_pknorm_i16_f32 v_cvt_pk_norm_i16_f32", "u", "ff", packing(normalised(True)))
vector("v_cvt_pknorm_u16_f32 v_cvt_pk_norm_u16_f32", "u", "ff", packing(normalised(False)))
vector("v_cvt_pknorm_i16_f16 v_cvt_pk_norm_i16_f16", "u", "hh", packing(normalised(True)))
vector("v_cvt_pknorm_u16_f16 v_cvt_pk_norm_u16_f16", "u", "hh", packing(normalised(False)))
vector("v_cvt_pkrtz_f16_f32 v_cvt_pk_rtz_f16_f32", "u", "ff", packing(half_toward_zero))
vector("v_cvt_pk_i16_i32", "u", "uu", packing(narrowed(True)))
vector("v_cvt_pk_u16_u32", "u", "uu", packing(narrowed(False)))
vector("v_cvt_pk_i16_f32", "u", "ff", packing(to_integer("i16", True)))
vector("v_cvt_pk_u16_f32", "u", "ff", packing(to_integer("i16", False)))
vector("v_cvt_pk_u8_f32", "u", "fuu", insert_byte)
vector("v_cvt_pkaccum_u8_f32", "u", "fu", insert_byte, accumulates=True)
vector("v_pack_b32_f16", "u", "hh", lambda f, a, b: pair(a, b))
