"""Exponentials, logarithms, sines and cosines within 1 ulp of double-precision libm; the bits of 2 / pi exactly."""

import math
from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest

from tests.executor.amd.ops.checking import Reference, check
from tests.executor.amd.ops.numbers import nearest, signed
from tests.executor.amd.ops.rig import DTYPES, Array, Rig

Wide = Callable[[Array], Array]


def turn_sine(turns: Array) -> Array:
    """sin(2 pi x) in double: reduced exactly to an eighth of a turn first."""
    quarters = np.round(4 * (turns - np.round(turns)))
    rest = 2 * np.pi * ((turns - np.round(turns)) - quarters / 4)
    return np.select(
        [quarters % 4 == n for n in range(4)],
        [np.sin(rest), np.cos(rest), -np.sin(rest), -np.cos(rest)],
        default=np.nan,
    )


def turn_cosine(turns: Array) -> Array:
    quarters = np.round(4 * (turns - np.round(turns)))
    rest = 2 * np.pi * ((turns - np.round(turns)) - quarters / 4)
    return np.select(
        [quarters % 4 == n for n in range(4)],
        [np.cos(rest), -np.sin(rest), -np.cos(rest), np.sin(rest)],
        default=np.nan,
    )


FUNCTIONS: dict[str, Wide] = {"exp": np.exp2, "log": np.log2, "sin": turn_sine, "cos": turn_cosine}
CASES = {
    f"v_{name}_{kind}": (code, fn) for name, fn in FUNCTIONS.items() for code, kind in (("f", "f32"), ("h", "f16"))
}
CASES |= {"v_exp_legacy_f32": ("f", np.exp2), "v_log_legacy_f32": ("f", np.log2)}


def arguments(code: str) -> Array:
    """All halves; of floats random bits, the range where results are interesting, and neighbours of special points."""
    if code == "h":
        return np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    random = np.random.default_rng(3)
    points = np.array([0, 0.125, 0.25, 0.375, 0.5, 0.75, 1, 2**-126, 2**-149, -126, -149, 127, 128, 64, np.inf, np.nan])
    near = np.concatenate([points * (1 + k * 2.0**-23) for k in range(-8, 9)])
    parts: list[Array] = [
        random.integers(0, 1 << 32, 1 << 14, dtype=np.uint32).view(np.float32),
        random.uniform(-150, 130, 1 << 14),
        random.uniform(-1, 1, 1 << 14),
        np.exp2(random.uniform(-1, 1, 1 << 14)),
        near,
        -near,
    ]
    return np.concatenate([part.astype(np.float32) for part in parts])


@pytest.mark.parametrize("name", CASES)
def test_within_one_ulp(rig: Rig, name: str) -> None:
    code, function = CASES[name]
    a = arguments(code)
    (got,) = rig.run(name, a)
    with np.errstate(all="ignore"):
        want = function(a.astype(np.float64))
        rounded: Array = want.astype(DTYPES[code])
        special = ~np.isfinite(rounded) | ~np.isfinite(want)
        np.testing.assert_array_equal(got[special], rounded[special])
        error = np.abs(got.astype(np.float64) - want)[~special] / np.spacing(np.abs(rounded[~special])).astype(
            np.float64
        )
    assert error.max() <= (0.51 if code == "h" else 1.0), a[~special][error.argmax()]


@pytest.mark.parametrize("name", ("v_sin_f32", "v_sin_f16"))
def test_sine_keeps_the_sign_of_zero(rig: Rig, name: str) -> None:
    (got,) = rig.run(name, np.array([0.0, -0.0], DTYPES[rig.operations[name].src]))
    assert np.signbit(got).tolist() == [False, True]


def two_over_pi() -> Fraction:
    """To 1500 bits, with pi from the arithmetic-geometric mean."""
    getcontext().prec = 480
    a, b, t, p = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), Decimal(1)
    for _ in range(10):
        a, b, t, p = (a + b) / 2, (a * b).sqrt(), t - p * ((a - b) / 2) ** 2, 2 * p
    return Fraction(2) / Fraction((a + b) ** 2 / (4 * t))


BITS = math.floor(two_over_pi() * 2**1201)


def trig_preop(a: float, segment: int) -> float:
    """As AMD documents it, on a 1201-bit number."""
    exponent = 0x7FF if not math.isfinite(a) else max(math.frexp(a)[1] + 1022, 0) if a else 0
    shift = segment % 32 * 53 + max(exponent - 1077, 0)
    bits = (BITS << shift) % 2**1201 >> (1201 - 53)
    return nearest(Fraction(bits) * Fraction(2) ** (-53 - shift + (128 if exponent >= 1968 else 0)), "d")


def test_segments_of_two_over_pi_add_up() -> None:
    total = sum(Fraction(trig_preop(1.0, segment)) for segment in range(3))
    assert abs(total - two_over_pi()) < Fraction(2) ** -159


EXACT: dict[str, Reference] = {"v_trig_preop_f64": lambda a, segment: trig_preop(a, signed(segment, 32) % 32)}


@pytest.mark.parametrize("name", EXACT)
def test_bits_of_two_over_pi(rig: Rig, name: str) -> None:
    check(rig, name, EXACT[name])


NAMES = {*CASES, *EXACT}
