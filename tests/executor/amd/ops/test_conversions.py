"""Conversions against exact truncation, saturation and correct rounding."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from tests.executor.amd.ops.checking import Reference, check, names_of
from tests.executor.amd.ops.numbers import SHAPES, add, clamp, differences, expected, inputs, nearest, signed
from tests.executor.amd.ops.rig import Rig


def truncated(low: int, high: int) -> Callable[[float], int]:
    """Toward zero and saturated; NaN 0."""

    def convert(a: float) -> int:
        if math.isnan(a):
            return 0
        return (high if a > 0 else low) if math.isinf(a) else clamp(math.trunc(a), low, high)

    return convert


TO_I32, TO_U32 = truncated(-(2**31), 2**31 - 1), truncated(0, 2**32 - 1)
TO_I16, TO_U16 = truncated(-(2**15), 2**15 - 1), truncated(0, 2**16 - 1)


def resized(code: str) -> Reference:
    return lambda a: nearest(Fraction(a), code) if a and math.isfinite(a) else a


def toward_zero(a: float) -> float:
    """The half with the same sign and the greatest magnitude that does not exceed |a|."""
    if a == 0 or not math.isfinite(a):
        return a
    shape = SHAPES["h"]
    exponent = max(math.frexp(a)[1] - 1, shape.least)
    quantum = Fraction(2) ** (min(exponent, shape.greatest) - shape.mantissa)
    return math.copysign(min(float(math.floor(abs(Fraction(a)) / quantum) * quantum), 65504.0), a)


def normalised(low: int, scale: int) -> Callable[[float], int]:
    """round(clamp(a) * scale)."""
    return lambda a: 0 if math.isnan(a) else round(Fraction(clamp_float(a, low)) * scale)


def clamp_float(a: float, low: float) -> float:
    return max(low, min(1.0, a))


def packed(convert: Callable[..., int]) -> Reference:
    return lambda a, b: (convert(a) & 0xFFFF) | (convert(b) & 0xFFFF) << 16


def floor_to_i32(a: float) -> int:
    return TO_I32(float(math.floor(a)) if math.isfinite(a) else a)


def insert_byte(a: float, position: int, old: int) -> int:
    data = bytearray(old.to_bytes(4, "little"))
    data[position % 4] = truncated(0, 255)(a)
    return int.from_bytes(data, "little")


def test_rounding_toward_zero_of_the_oracle() -> None:
    assert [toward_zero(x) for x in (1.9999999, -65519.0, 1e9, 5.9e-8, 6e-8)] == [
        1.9990234375,
        -65504.0,
        65504.0,
        0,
        2**-24,
    ]


REFERENCES = names_of(
    {
        "v_cvt_i32_f32 v_cvt_i32_f64": TO_I32,
        "v_cvt_u32_f32 v_cvt_u32_f64": TO_U32,
        "v_cvt_i16_f16": TO_I16,
        "v_cvt_u16_f16": TO_U16,
        "v_cvt_f32_i32": lambda a: nearest(Fraction(signed(a, 32)), "f"),
        "v_cvt_f32_u32": lambda a: nearest(Fraction(a), "f"),
        "v_cvt_f64_i32": lambda a: float(signed(a, 32)),
        "v_cvt_f64_u32": float,
        "v_cvt_f16_i16": lambda a: nearest(Fraction(signed(a, 16)), "h"),
        "v_cvt_f16_u16": lambda a: nearest(Fraction(a), "h"),
        "v_cvt_f32_f64": resized("f"),
        "v_cvt_f16_f32": resized("h"),
        "v_cvt_f64_f32 v_cvt_f32_f16": lambda a: a,
        "v_cvt_i32_i16": lambda a: signed(a, 16),
        "v_cvt_u32_u16": lambda a: a,
        "v_cvt_rpi_i32_f32 v_cvt_nearest_i32_f32": lambda a: floor_to_i32(add(a, 0.5, "f")),
        "v_cvt_flr_i32_f32 v_cvt_floor_i32_f32": floor_to_i32,
        "v_cvt_off_f32_i4": lambda a: signed(a, 4) / 16,
        "v_cvt_f32_ubyte0": lambda a: float(a & 255),
        "v_cvt_f32_ubyte1": lambda a: float(a >> 8 & 255),
        "v_cvt_f32_ubyte2": lambda a: float(a >> 16 & 255),
        "v_cvt_f32_ubyte3": lambda a: float(a >> 24),
        "v_cvt_norm_i16_f16": normalised(-1, 32767),
        "v_cvt_norm_u16_f16": normalised(0, 65535),
        "v_cvt_pknorm_i16_f32 v_cvt_pk_norm_i16_f32 v_cvt_pknorm_i16_f16 v_cvt_pk_norm_i16_f16": packed(
            normalised(-1, 32767)
        ),
        "v_cvt_pknorm_u16_f32 v_cvt_pk_norm_u16_f32 v_cvt_pknorm_u16_f16 v_cvt_pk_norm_u16_f16": packed(
            normalised(0, 65535)
        ),
        "v_cvt_pk_i16_i32": packed(lambda a: clamp(signed(a, 32), -(2**15), 2**15 - 1)),
        "v_cvt_pk_u16_u32": packed(lambda a: min(a, 2**16 - 1)),
        "v_cvt_pk_i16_f32": packed(TO_I16),
        "v_cvt_pk_u16_f32": packed(TO_U16),
        "v_cvt_pk_u8_f32 v_cvt_pkaccum_u8_f32": insert_byte,
    }
)
PACKED_HALVES = names_of(
    {
        "v_cvt_pkrtz_f16_f32 v_cvt_pk_rtz_f16_f32": toward_zero,
        "v_pack_b32_f16": lambda a: a,
    }
)


@pytest.mark.parametrize("name", REFERENCES)
def test_matches_exact_numbers(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


@pytest.mark.parametrize("name", PACKED_HALVES)
def test_packed_halves(rig: Rig, name: str) -> None:
    """Compared as halves, so that the bits of a NaN do not matter."""
    sources = inputs(rig.operations[name].src)
    (words,) = rig.run(name, *sources)
    for half, source in enumerate(sources):
        got = (words >> np.uint32(16 * half)).astype(np.uint16).view(np.float16)
        (want,) = expected(PACKED_HALVES[name], (source,), "h")
        assert not len(differences(got, want))
