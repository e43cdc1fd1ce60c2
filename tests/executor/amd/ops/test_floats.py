"""Floating-point VALU arithmetic against rationals that are rounded once."""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.executor.amd.ops.checking import Reference, check
from tests.executor.amd.ops.numbers import SHAPES, add, fma, mul, nearest, signed
from tests.executor.amd.ops.rig import Rig

KINDS = {"h": "f16", "f": "f32", "d": "f64"}


def least(a: float, b: float) -> float:
    """The lesser number; NaN only when both are; -0 below +0."""
    if math.isnan(a) or math.isnan(b):
        return b if math.isnan(a) else a
    if a == b:
        return a if math.copysign(1, a) < 0 else b
    return min(a, b)


def greatest(a: float, b: float) -> float:
    return -least(-a, -b)


def med3(a: float, b: float, c: float) -> float:
    if any(map(math.isnan, (a, b, c))):
        return least(least(a, b), c)
    return sorted((a, b, c), key=lambda x: (x, math.copysign(1, x)))[1]


def whole(rounding: Callable[[float], int]) -> Callable[[float], float]:
    """A rounding to integers that keeps what is not finite, and the sign of zero."""
    return lambda a: math.copysign(float(rounding(a)), a) if math.isfinite(a) else a


def fract(code: str) -> Reference:
    below_one = 1 - 2.0 ** -(SHAPES[code].mantissa + 1)
    return lambda a: min(add(a, -whole(math.floor)(a), code), below_one) if math.isfinite(a) else math.nan


def frexp_mantissa(a: float) -> float:
    return math.frexp(a)[0] if math.isfinite(a) else a


def frexp_exponent(a: float) -> int:
    return math.frexp(a)[1] if math.isfinite(a) else 0


def ldexp(code: str, width: int) -> Reference:
    def scaled(a: float, exponent: int) -> float:
        power = max(-2300, min(2300, signed(exponent, width)))
        if a == 0 or not math.isfinite(a):
            return a
        return nearest(Fraction(a) * Fraction(2) ** power, code)

    return scaled


def mullit(a: float, b: float, c: float) -> float:
    lowest = -float(2**128 - 2**104)
    if b <= lowest or math.isnan(b) or not c > 0:
        return lowest
    return 0.0 if a == 0 or b == 0 else mul(a, b, "f")


REFERENCES: dict[str, Reference] = {
    "v_frexp_exp_i16_f16": frexp_exponent,
    "v_frexp_exp_i32_f32": frexp_exponent,
    "v_frexp_exp_i32_f64": frexp_exponent,
    "v_ldexp_f16": ldexp("h", 16),
    "v_ldexp_f32": ldexp("f", 32),
    "v_ldexp_f64": ldexp("d", 32),
    "v_mullit_f32": mullit,
}


def _every_width(code: str) -> dict[str, Reference]:
    return {
        "add": lambda a, b: add(a, b, code),
        "mul": lambda a, b: mul(a, b, code),
        "fma": lambda a, b, c: fma(a, b, c, code),
        "fmac": lambda a, b, old: fma(a, b, old, code),
        "min": least,
        "max": greatest,
        "rndne": whole(round),
        "trunc": whole(math.trunc),
        "floor": whole(math.floor),
        "ceil": whole(math.ceil),
        "fract": fract(code),
        "frexp_mant": frexp_mantissa,
    }


def _to_32_bits(code: str) -> dict[str, Reference]:
    def mad(a: float, b: float, c: float) -> float:
        return add(mul(a, b, code), c, code)

    def fused(a: float, b: float, c: float) -> float:
        return fma(a, b, c, code)

    return {
        "sub": lambda a, b: add(a, -b, code),
        "subrev": lambda a, b: add(b, -a, code),
        "fmaak": fused,
        "fmamk": fused,
        "mad": mad,
        "madak": mad,
        "madmk": mad,
        "mac": mad,
        "min3": lambda a, b, c: least(least(a, b), c),
        "max3": lambda a, b, c: greatest(greatest(a, b), c),
        "minmax": lambda a, b, c: greatest(least(a, b), c),
        "maxmin": lambda a, b, c: least(greatest(a, b), c),
        "med3": med3,
    }


def _legacy() -> dict[str, Reference]:
    def dx9_fma(a: float, b: float, c: float) -> float:
        return c if a == 0 or b == 0 else fma(a, b, c, "f")

    def product(a: float, b: float) -> float:
        return 0.0 if a == 0 or b == 0 else mul(a, b, "f")

    return {
        "v_mul_legacy_f32": product,
        "v_mul_dx9_zero_f32": product,
        "v_fma_legacy_f32": dx9_fma,
        "v_fma_dx9_zero_f32": dx9_fma,
        "v_fmac_legacy_f32": dx9_fma,
        "v_fmac_dx9_zero_f32": dx9_fma,
        "v_mad_legacy_f32": lambda a, b, c: add(product(a, b), c, "f"),
        "v_mad_legacy_f16": lambda a, b, c: add(mul(a, b, "h"), c, "h"),
        "v_fma_legacy_f16": lambda a, b, c: fma(a, b, c, "h"),
    }


for _code, _kind in KINDS.items():
    REFERENCES |= {f"v_{name}_{_kind}": reference for name, reference in _every_width(_code).items()}
    if _code != "d":
        REFERENCES |= {f"v_{name}_{_kind}": reference for name, reference in _to_32_bits(_code).items()}
REFERENCES |= _legacy()


@pytest.mark.parametrize("name", REFERENCES)
def test_is_rounded_once(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])
