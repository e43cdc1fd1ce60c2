"""Inputs for every type code, and exact arithmetic to compare with: Python integers and rationals, rounded here."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from tests.executor.amd.ops.rig import DTYPES, Array


@dataclass(frozen=True)
class Shape:
    """An IEEE format: exponents of the least and the greatest normal number, bits after the point."""

    least: int
    greatest: int
    mantissa: int


SHAPES = {"h": Shape(-14, 15, 10), "f": Shape(-126, 127, 23), "d": Shape(-1022, 1023, 52)}
WIDTHS = {"u": 32, "p": 32, "w": 16, "q": 64, "f": 32, "h": 16, "d": 64}


def signed(x: int, width: int) -> int:
    """The two's complement number of `width` low bits."""
    x &= (1 << width) - 1
    return x - (1 << width) if x >> (width - 1) else x


def clamp(x: int, low: int, high: int) -> int:
    """x forced into a range."""
    return max(low, min(high, x))


def nearest(x: Fraction, code: str) -> float:
    """x rounded once to the format, ties to even; the sign of a zero is lost. Half and float are exact in a float."""
    shape = SHAPES[code]
    if x == 0:
        return 0.0
    exponent = x.numerator.bit_length() - x.denominator.bit_length()  # right or one too large
    exponent -= Fraction(2) ** exponent > abs(x)
    quantum = Fraction(2) ** (max(exponent, shape.least) - shape.mantissa)
    rounded = round(x / quantum) * quantum
    if abs(rounded) >= Fraction(2) ** (shape.greatest + 1):
        return math.inf if x > 0 else -math.inf
    return float(rounded) if rounded else math.copysign(0.0, x.numerator)


def fma(a: float, b: float, c: float, code: str) -> float:
    """a * b + c rounded once."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return math.copysign(1.0, a) * math.copysign(0.0, b) + math.copysign(0.0, c) if a * b == 0 == c else 0.0
    return nearest(exact, code)


def add(a: float, b: float, code: str) -> float:
    """a + b rounded once."""
    return fma(a, 1.0, b, code)


def mul(a: float, b: float, code: str) -> float:
    """a * b rounded once."""
    if a == 0 or b == 0 or not (math.isfinite(a) and math.isfinite(b)):
        return a * b
    return nearest(Fraction(a) * Fraction(b), code)


def from_bits(bits: int, code: str) -> float:
    """The float with these bits."""
    unsigned = {16: np.uint16, 32: np.uint32, 64: np.uint64}[WIDTHS[code]]
    return float(np.array([bits], unsigned).view(DTYPES[code])[0])


def _edges(code: str) -> list[int]:
    """Bit patterns worth trying, as integers."""
    width = WIDTHS[code]
    if code in "fhd":
        shape = SHAPES[code]
        top, one = (1 << width - 1) - (1 << shape.mantissa), (shape.greatest << shape.mantissa)
        least, ulp = 1 << shape.mantissa, 1
        near_one = [one - least, one - 1, one, one + 1, one + least // 2, one + least, one + 5 * least + 12345 % least]
        whole = [one + shape.mantissa * least, one + (shape.mantissa + 1) * least + 1]
        ends = [0, ulp, least // 2, least - 1, least, least + 1, top - 1, top, top | 1, top | least // 2]
        positive = near_one + whole + ends
        return [bits | sign for bits in positive for sign in (0, 1 << (width - 1))]
    ones = (1 << width) - 1
    powers = [1 << n for n in range(0, width, 3 if width > 16 else 2)]
    values = [
        0,
        1,
        2,
        3,
        5,
        12,
        31,
        32,
        33,
        ones,
        ones - 1,
        ones >> 1,
        (ones >> 1) + 1,
        *powers,
        *(p - 1 for p in powers),
    ]
    values += [0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x10001, 0x7F80FF01, 0x00FF7F80, 0x80000000FFFFFFFF, 0x7FFFFFFF00000001]
    return [v & ones for v in values]


@cache
def inputs(src: str, count: int = 1536) -> tuple[Array, ...]:
    """Arrays for these type codes: all pairs of edges as far as they go, then random bit patterns and small numbers."""
    random = np.random.default_rng(len(src) * 131 + sum(map(ord, src)))
    arrays: list[Array] = []
    for number, code in enumerate(src):
        if code in "mc":
            arrays.append(random.integers(0, 2, count).astype(bool))
            continue
        width = WIDTHS[code]
        unsigned = {16: np.uint16, 32: np.uint32, 64: np.uint64}[width]
        edges = np.array(_edges(code), unsigned)
        bits = random.integers(0, 1 << width, count, dtype=np.uint64).astype(unsigned)
        half, quarter = count // 2, count // 4
        index = np.arange(half) if number == 0 else random.integers(0, len(edges), half)
        bits[:half] = edges[index % len(edges)]
        if code in "fhd":
            bits[half : half + quarter] = (random.standard_normal(quarter) * 8).astype(DTYPES[code]).view(unsigned)
            arrays.append(bits.view(DTYPES[code]))
        else:
            bits[half : half + quarter] >>= random.integers(0, width, quarter).astype(unsigned)
            arrays.append(bits.astype(DTYPES[code]))
    return tuple(arrays)


def expected(reference: Callable[..., object], sources: tuple[Array, ...], dst: str) -> list[Array]:
    """The reference over Python ints, floats and bools; a tuple for several results. Integer results wrap."""
    with np.errstate(invalid="ignore"):  # signalling NaN
        columns = [s.astype(np.float64).tolist() if s.dtype.kind == "f" else s.tolist() for s in sources]
    rows = [reference(*row) for row in zip(*columns, strict=True)]
    results = [row if isinstance(row, tuple) else (row,) for row in rows]
    arrays: list[Array] = []
    for number, code in enumerate(dst):
        column = [row[number] for row in results]
        if code in "uwqp":
            arrays.append(np.array([x & ((1 << WIDTHS[code]) - 1) for x in column], DTYPES[code]))
        else:
            arrays.append(np.array(column, np.float64 if code in "fhd" else bool).astype(DTYPES[code]))
    return arrays


def differences(got: Array, want: Array) -> Array:
    """Indices where results differ; any NaN equals any NaN, zeros differ by sign."""
    if got.dtype.kind != "f":
        return np.flatnonzero(got != want)
    same = (np.isnan(got) & np.isnan(want)) | ((got == want) & (np.signbit(got) == np.signbit(want)))
    return np.flatnonzero(~same)
