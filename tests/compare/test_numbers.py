"""Tolerances by type, against numpy's own steps between numbers; NaNs, infinities and zeros."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.compare.numbers import could_be_float, same_number, ulp, within
from cass_tools.compare.terms import Terms, Tolerance

STEPS: dict[str, Any] = {"half": np.float16, "float": np.float32, "double": np.float64}


@given(st.sampled_from(list(STEPS)), st.floats(0, 6e4))
def test_steps_are_those_of_numpy(kind: str, value: float) -> None:
    number = STEPS[kind](value)
    assert ulp(float(number), kind) == float(np.spacing(number))


@given(st.floats(-1e30, 1e30), st.floats(-1e30, 1e30), st.floats(0, 1), st.floats(0, 1e3), st.integers(0, 9))
def test_a_tolerance_has_no_side(a: float, b: float, rtol: float, atol: float, ulps: int) -> None:
    tolerance = Tolerance(rtol, atol, ulps)
    assert within(a, b, tolerance, "double") == within(b, a, tolerance, "double")
    assert within(a, a, tolerance, "double")
    if within(a, b, tolerance, "double"):
        assert within(a, b, Tolerance(rtol, atol + 1, ulps), "double")


@given(st.floats(1e-30, 1e30), st.integers(1, 20))
def test_ulps_are_counted(value: float, count: int) -> None:
    a = np.float32(value)
    b = a
    for _ in range(count):
        b = np.nextafter(b, np.float32(np.inf))
    exact, fewer = (Terms(types=(("float", Tolerance(ulp=n)),)) for n in (count, count // 3))
    assert same_number(f"{a:.9e}", f"{b:.9e}", exact)
    assert not same_number(f"{a:.9e}", f"{b:.9e}", fewer)


def test_types_have_their_own_tolerance() -> None:
    terms = Terms(types=(("float", Tolerance(1e-2)), ("double", Tolerance(1e-9))))
    assert same_number("1.005", "1.000", terms)
    assert not same_number("1.000000001234567", "1.000001001234567", terms)
    assert same_number("1.000000000123456", "1.000000000223456", terms)
    assert not same_number("1.005", "1.000", Terms(0.0))
    assert same_number("0.0", "0.0009", Terms(types=(("float", Tolerance(atol=1e-3)),)))


def test_what_is_no_finite_number() -> None:
    plain, strict = Terms(1.0), Terms(1.0, nan_bits=True, signed_zero=True)
    assert same_number("nan", "-nan", plain)
    assert not same_number("nan", "-nan", strict)
    assert not same_number("nan", "1.0", plain)
    assert not same_number("inf", "-inf", plain)
    assert not same_number("inf", "1e30", plain)
    assert same_number("inf", "infinity", plain)
    assert same_number("0.0", "-0.0", plain)
    assert not same_number("0.0", "-0.0", strict)
    assert not same_number("0", "-0", strict)
    assert same_number("0", "-0", plain)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False), st.integers(1, 9))
def test_every_float_could_be_one(value: float, digits: int) -> None:
    if value == 0 or abs(value) > 1e-37 or digits == 9:
        assert could_be_float(f"{value:.{digits}e}") or not math.isfinite(np.float32(f"{value:.{digits}e}"))


@pytest.mark.parametrize("text", ["0.12345678901", "1e300", "1.23456789e-300", "16777217.0"])
def test_these_could_not(text: str) -> None:
    assert not could_be_float(text)
