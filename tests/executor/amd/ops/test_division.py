"""Division: the sequences that compilers emit give IEEE quotients, and their steps and reciprocals do their part."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import cast

import numpy as np
import pytest

from cass_tools.executor.amd.ops import VALU
from cass_tools.executor.ir.value import Function, Value
from tests.executor.amd.ops.checking import Reference, check
from tests.executor.amd.ops.numbers import SHAPES, WIDTHS, differences, inputs, nearest
from tests.executor.amd.ops.rig import DTYPES, Array, Operation, Rig

SUFFIX = {"h": "f16", "f": "f32", "d": "f64"}


def step(name: str) -> Callable[..., Value]:
    """An operation with one result."""
    return cast(Callable[..., Value], VALU[name].fn)


def scaled(name: str) -> Callable[..., tuple[Value, Value]]:
    """A div_scale operation."""
    return cast(Callable[..., tuple[Value, Value]], VALU[name].fn)


def quotient_f32(f: Function, numerator: Value, denominator: Value) -> Value:
    """Single-precision division as LLVM expands it for AMD."""
    fma, one = step("v_fma_f32"), f.const(1.0, "float")
    d, _ = scaled("v_div_scale_f32")(f, denominator, denominator, numerator)
    n, back = scaled("v_div_scale_f32")(f, numerator, denominator, numerator)
    r = step("v_rcp_f32")(f, d)
    r = fma(f, fma(f, -d, r, one), r, r)
    q = step("v_mul_f32")(f, n, r)
    q = fma(f, fma(f, -d, q, n), r, q)
    q = step("v_div_fmas_f32")(f, fma(f, -d, q, n), r, q, back)
    return step("v_div_fixup_f32")(f, q, denominator, numerator)


def quotient_f64(f: Function, numerator: Value, denominator: Value) -> Value:
    """Double-precision division as LLVM expands it for AMD."""
    fma, one = step("v_fma_f64"), f.const(1.0, "double")
    d, _ = scaled("v_div_scale_f64")(f, denominator, denominator, numerator)
    r = step("v_rcp_f64")(f, d)
    r = fma(f, r, fma(f, -d, r, one), r)
    n, back = scaled("v_div_scale_f64")(f, numerator, denominator, numerator)
    r = fma(f, r, fma(f, -d, r, one), r)
    q = step("v_mul_f64")(f, n, r)
    q = step("v_div_fmas_f64")(f, fma(f, -d, q, n), r, q, back)
    return step("v_div_fixup_f64")(f, q, denominator, numerator)


@pytest.fixture(scope="module", params=(32, 64))
def division(request: pytest.FixtureRequest) -> Rig:
    operations = [Operation("f", "ff", "f", quotient_f32), Operation("d", "dd", "d", quotient_f64)]
    return Rig(operations, lanes=request.param, level=1)


def operands(code: str, kind: str, count: int = 1 << 17) -> tuple[Array, Array]:
    """Numerators and denominators: any bits, or such that quotients lie around the subnormal range or overflow."""
    random = np.random.default_rng(7)
    shape, width = SHAPES[code], WIDTHS[code]
    unsigned = {32: np.uint32, 64: np.uint64}[width]
    bits = [random.integers(0, 1 << width, count, dtype=np.uint64).astype(unsigned) for _ in range(2)]
    if kind == "any":
        return bits[0].view(DTYPES[code]), bits[1].view(DTYPES[code])
    ends = {
        "subnormal": (shape.least - shape.mantissa - 3, shape.least + 3),
        "overflow": (shape.greatest - 3, shape.greatest + 4),
    }
    low, high = ends[kind]
    exponents = random.integers(low, high, count)
    at = random.integers(2 * shape.least // 3, 2 * shape.greatest // 3, count)
    fractions = [1 + random.integers(0, 1 << shape.mantissa, count) * 2.0**-shape.mantissa for _ in range(2)]
    # few significant bits in half of them, so that quotients are exact ties
    fractions = [np.where(np.arange(count) % 2, np.round(x * 8) / 8, x) for x in fractions]
    numerator_exponent = np.clip(at + exponents, shape.least - shape.mantissa, shape.greatest)
    top = np.ldexp(fractions[0], numerator_exponent)
    bottom = np.ldexp(fractions[1], numerator_exponent - exponents)
    return top.astype(DTYPES[code]), bottom.astype(DTYPES[code])


@pytest.mark.parametrize("kind", ("any", "subnormal", "overflow"))
@pytest.mark.parametrize("code", ("f", "d"))
def test_sequence_is_ieee_division(division: Rig, code: str, kind: str) -> None:
    with np.errstate(all="ignore"):
        top, bottom = operands(code, kind)
        want = top / bottom
    if kind == "subnormal":
        assert np.mean((np.abs(want) < 2.0 ** SHAPES[code].least) & (want != 0)) > 0.4
    (got,) = division.run(code, top, bottom)
    wrong = differences(got, want)
    assert not len(wrong), [(top[i], bottom[i], got[i], want[i]) for i in wrong[:5]]


@pytest.mark.parametrize("code", ("f", "d"))
def test_sequence_on_edges(division: Rig, code: str) -> None:
    edges: Array = inputs(code)[0][:64]
    top, bottom = np.repeat(edges, len(edges)), np.tile(edges, len(edges))
    (got,) = division.run(code, top, bottom)
    with np.errstate(all="ignore"):
        assert not len(differences(got, top / bottom))


def fixed_half(q: float, denominator: float, numerator: float) -> float:
    """The special values, else the quotient with the right sign (and none where it must vanish)."""
    if math.isnan(denominator) or math.isnan(numerator):
        return math.nan
    sign = math.copysign(1, denominator) * math.copysign(1, numerator)
    if (denominator == 0 and numerator == 0) or (math.isinf(denominator) and math.isinf(numerator)):
        return math.nan
    if denominator == 0 or math.isinf(numerator):
        return sign * math.inf
    top, bottom = (max(math.frexp(x)[1], -14) for x in (numerator, denominator))  # subnormals share an exponent
    if numerator == 0 or math.isinf(denominator) or top - bottom < -25:
        return sign * 0.0
    return sign * (math.inf if math.isnan(q) else abs(q))


def reciprocal(code: str) -> Reference:
    def exact(a: float) -> float:
        if a == 0:
            return math.copysign(math.inf, a)
        if math.isinf(a):
            return math.copysign(0.0, a)
        return a if math.isnan(a) else nearest(1 / Fraction(a), code)

    return exact


def root(code: str) -> Reference:
    def exact(a: float) -> float:
        if not a > 0 or math.isinf(a):
            return a if a >= 0 else math.nan
        x = Fraction(a)
        # 100 bits of the root, and a sticky bit below them
        scale = Fraction(2) ** (100 - math.frexp(a)[1] // 2)
        whole = math.isqrt(math.floor(x * scale * scale))
        return nearest(Fraction(2 * whole + (whole * whole != x * scale * scale), 2) / scale, code)

    return exact


REFERENCES: dict[str, Reference] = {"v_rcp_iflag_f32": reciprocal("f")}
for _code, _kind in SUFFIX.items():
    REFERENCES[f"v_sqrt_{_kind}"] = root(_code)
    if _code != "h":
        REFERENCES[f"v_rcp_{_kind}"] = reciprocal(_code)
STEPS = [f"v_div_{step}_{kind}" for step in ("scale", "fmas", "fixup") for kind in ("f32", "f64")]
APPROXIMATE = [*(f"v_rsq_{kind}" for kind in SUFFIX.values()), "v_rcp_f16"]
FIXUPS = ["v_div_fixup_f16", "v_div_fixup_legacy_f16"]
NAMES = {*REFERENCES, *STEPS, *APPROXIMATE, *FIXUPS}


@pytest.mark.parametrize("name", REFERENCES)
def test_is_correctly_rounded(rig: Rig, name: str) -> None:
    check(rig, name, REFERENCES[name])


@pytest.mark.parametrize("name", FIXUPS)
def test_half_fixup(rig: Rig, name: str) -> None:
    sources = inputs("hhh")
    (got,) = rig.run(name, *sources)
    want = [fixed_half(*row) for row in zip(*(s.astype(float).tolist() for s in sources), strict=True)]
    assert not len(differences(got, np.array(want, np.float16)))


@pytest.mark.parametrize("name", APPROXIMATE)
def test_within_one_ulp(rig: Rig, name: str) -> None:
    code = rig.operations[name].src
    (a,) = inputs(code, 1 << 14)
    (got,) = rig.run(name, a)
    with np.errstate(all="ignore"):
        wide = a.astype(np.longdouble)
        want = 1 / (np.sqrt(wide) if "rsq" in name else wide)
        nearest_float: Array = want.astype(DTYPES[code])
        finite = np.isfinite(nearest_float) & np.isfinite(want)
        assert not len(differences(got[~finite], nearest_float[~finite]))
        error = np.abs(got.astype(np.longdouble) - want)[finite] / np.spacing(np.abs(nearest_float[finite]))
    assert error.max() <= (0.501 if code == "h" else 0.75)


@pytest.mark.parametrize("name", [n for n in STEPS if "scale" in n])
def test_ordinary_numbers_are_not_scaled(rig: Rig, name: str) -> None:
    code = rig.operations[name].src[0]
    random = np.random.default_rng(1)
    numbers: Array = random.uniform(1, 100, (2, 256)).astype(DTYPES[code])
    a, b = numbers
    value, mask = rig.run(name, a, a, b)
    np.testing.assert_array_equal(value, a)
    assert not mask.any()
