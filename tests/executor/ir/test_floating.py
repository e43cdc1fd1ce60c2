"""Rounding once, where a sum is as near to a tie as it can be."""

import ctypes
from fractions import Fraction

import numpy as np
import pytest

from cass_tools.executor.ir import floating
from cass_tools.executor.ir.value import Function
from tests.executor.amd.ops.numbers import nearest
from tests.executor.amd.ops.rig import Array, Operation, Rig

OPERATIONS = [
    Operation("fma_half", "hhh", "h", floating.fma_half),
    Operation("fma_float", "fff", "f", floating.fma),
    Operation("toward_zero", "f", "h", floating.half_toward_zero),
    Operation("to_odd", "ff", "f", floating.add_to_odd),
    Operation("polynomial", "d", "d", lambda f, x: floating.polynomial(f, x, (1.0, -3.0, 0.5))),
]


@pytest.fixture(scope="module", params=(1, 8, 32))
def rig(request: pytest.FixtureRequest) -> Rig:
    return Rig(OPERATIONS, lanes=request.param, level=1)


def near_ties(count: int) -> tuple[Array, Array, Array]:
    """Halves whose product is about half a step of the addend."""
    random = np.random.default_rng(11)
    c = random.integers(0x0001, 0x7800, count).astype(np.uint16).view(np.float16)
    step = np.spacing(c).astype(np.float64) / 2
    exponent = random.integers(-8, 8, count)
    k = random.integers(0, 8, count) * random.choice([-1, 1], count)
    a = (np.exp2(exponent) * (1 + k * 2.0**-10)).astype(np.float16)
    b = (step * np.exp2(-exponent) * (1 - k * 2.0**-10) * random.choice([-1, 1], count)).astype(np.float16)
    return a, b, c


def test_half_fma_near_ties(rig: Rig) -> None:
    a, b, c = near_ties(8192)
    (got,) = rig.run("fma_half", a, b, c)
    rows = zip(a.tolist(), b.tolist(), c.tolist(), strict=True)
    want = [nearest(Fraction(x) * Fraction(y) + Fraction(z), "h") for x, y, z in rows]
    np.testing.assert_array_equal(got, np.array(want, np.float16))
    twice = ((a.astype(np.float32) * b.astype(np.float32)) + c.astype(np.float32)).astype(np.float16)
    assert (twice != got).any(), "the inputs are not hard enough to tell one rounding from two"


def test_round_to_odd(rig: Rig) -> None:
    """An inexact sum is the neighbour whose last bit is 1; an exact one stays."""
    a = np.array([1, 1, 1, 1, 3, -1], np.float32)
    b = np.array([2**-24, -(2**-25), 2**-40, 1, 0.5, -(2**-30)], np.float32)
    (got,) = rig.run("to_odd", a, b)
    assert got.tolist() == [1 + 2**-23, 1 - 2**-24, 1 + 2**-23, 2, 3.5, -1 - 2**-23]


def test_infinities_and_nan_pass(rig: Rig) -> None:
    inf, nan = np.inf, np.nan
    rows = np.array([(inf, 1, 1), (inf, 0, 1), (1, 1, -inf), (nan, 1, 1)], np.float16)
    (got,) = rig.run("fma_half", *rows.T)
    np.testing.assert_array_equal(got, np.array([inf, nan, -inf, nan], np.float16))


def test_half_toward_zero_never_grows(rig: Rig) -> None:
    a = np.random.default_rng(2).integers(0, 1 << 32, 4096, dtype=np.uint32).view(np.float32)
    a = a[np.isfinite(a)]
    (got,) = rig.run("toward_zero", a)
    with np.errstate(over="ignore"):
        next_up = np.nextafter(np.abs(got), np.float16(np.inf))
    assert (np.abs(got) <= np.abs(a)).all()
    assert ((next_up > np.abs(a)) | (np.abs(got) == 65504)).all()
    assert (np.signbit(got) == np.signbit(a)).all()


def test_polynomial(rig: Rig) -> None:
    (got,) = rig.run("polynomial", np.array([0.0, 1.0, 4.0]))
    assert got.tolist() == [1.0, -1.5, -3.0]


def test_scalars() -> None:
    """The same code without lanes."""
    from cass_tools.executor.ir.backend import jit
    from cass_tools.executor.ir.value import Value

    f = Function()
    result = floating.ldexp(f, Value(f, "%a", "double"), Value(f, "%e", "i64"))
    body = "\n".join([*f.lines, f"  ret {result.typed}", "}", *f.declarations.values()])
    native = jit(f"define double @scale(double %a, i64 %e) {{\n{body}\n", "scale")
    scale = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_int64)(native.address)
    assert [scale(1.5, 4), scale(3.0, -1075), scale(1.0, 5000)] == [24.0, 2.0**-1073, float("inf")]
