"""VALU conversions of 8-bit floats (gfx940): fp8 is e4m3, bf8 is e5m2, both "fnuz": no infinity, no -0, NaN is 0x80."""

from dataclasses import dataclass

from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector


@dataclass(frozen=True, slots=True)
class Tiny:
    """An 8-bit format: bits after the point, exponent bias, greatest number."""

    mantissa: int
    bias: int
    greatest: float


FORMATS = {"fp8": Tiny(3, 8, 240.0), "bf8": Tiny(2, 16, 57344.0)}
NAN = 0x80


def to_float(format_: Tiny) -> Simple:
    """The low byte of an i32 as a float; exact."""

    def fn(f: Function, a: Value) -> Value:
        # the bits in a float's places are the number at a float's bias, subnormals too
        magnitude = ((a & 0x7F) << (23 - format_.mantissa)).bitcast("float") * 2.0 ** (127 - format_.bias)
        number = (magnitude.bitcast("i32") | ((a & 0x80) << 24)).bitcast("float")
        return (a & 0xFF).cmp("eq", NAN).select(float("nan"), number)

    return fn


def from_float(format_: Tiny) -> Simple:
    """A float as 8 bits in an i32, to nearest even; NaN for what is too large."""

    def fn(f: Function, a: Value) -> Value:
        size = f.intrinsic("fabs", a)
        bounded = size.cmp("olt", 2 * format_.greatest).select(size, 2 * format_.greatest)
        exponent = f.intrinsic("umax", bounded.bitcast("i32") >> 23, 128 - format_.bias)
        # so large that its last bit is the last bit of the result: adding it rounds
        rounder = ((exponent + (23 - format_.mantissa)) << 23).bitcast("float")
        rounded = (bounded + rounder) - rounder
        byte = (rounded * 2.0 ** (format_.bias - 127)).bitcast("i32") >> (23 - format_.mantissa)
        signed = byte.cmp("eq", 0).select(byte, byte | ((a.bitcast("i32") >> 24) & 0x80))
        bad = rounded.cmp("ogt", format_.greatest) | a.cmp("uno", a)
        return bad.select(NAN, signed)

    return fn


def from_float_at_random(format_: Tiny) -> Simple:
    """A float as 8 bits in an i32: the upper bits of the seed are added to what the result drops, then it is cut."""
    dropped = 23 - format_.mantissa

    def fn(f: Function, a: Value, seed: Value) -> Value:
        size = f.intrinsic("fabs", a)
        bounded = size.cmp("olt", 2 * format_.greatest).select(size, 2 * format_.greatest).bitcast("i32")
        least, exponent = 128 - format_.bias, bounded >> 23
        significand = (bounded & 0x7FFFFF) | exponent.cmp("eq", 0).select(0, f.const(1 << 23, "i32", a.lanes))
        shared = f.intrinsic("umax", exponent, least)
        distance = f.intrinsic("umin", shared - exponent, 31)
        kept = ((significand >> distance) + (seed >> (32 - dropped))) >> dropped
        byte = ((shared - least) << format_.mantissa) + kept
        signed = byte.cmp("eq", 0).select(byte, byte | ((a.bitcast("i32") >> 24) & 0x80))
        return (byte.cmp("ugt", 0x7F) | a.cmp("uno", a)).select(NAN, signed)

    return fn


def pair_to_floats(format_: Tiny) -> Simple:
    """The two low bytes of an i32 as two floats in a register pair."""

    def fn(f: Function, a: Value) -> Value:
        low, high = (to_float(format_)(f, part).bitcast("i32").zext("i64") for part in (a, a >> 8))
        return low | (high << 32)

    return fn


def pair_from_floats(format_: Tiny) -> Simple:
    """Two floats as two bytes in an i16."""
    convert = from_float(format_)
    return lambda f, a, b: (convert(f, a) | (convert(f, b) << 8)).trunc("i16")


for _name, _format in FORMATS.items():
    vector(f"v_cvt_f32_{_name}", "f", "u", to_float(_format))
    vector(f"v_cvt_pk_f32_{_name}", "q", "u", pair_to_floats(_format))
    vector(f"v_cvt_pk_{_name}_f32", "w", "ff", pair_from_floats(_format))
    vector(f"v_cvt_sr_{_name}_f32", "u", "fu", from_float_at_random(_format))
