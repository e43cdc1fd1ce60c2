"""Floating point by exact rational numbers: the oracle of what NVIDIA's arithmetic gives, in any format and rounding.

Numbers are bit patterns. A NaN that is a result is the format's `nan`; `same` takes any NaN for another one.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray

Exact = tuple[bool, Fraction | float | None]  # whether negative, and the size; None for a NaN


@dataclass(frozen=True)
class Format:
    """`width` bits of which `fraction` are behind the point."""

    width: int
    fraction: int

    @property
    def sign(self) -> int:
        """The sign's bit."""
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        """Its bits; the number below is the largest, the ones above are NaNs."""
        return self.sign - (1 << self.fraction)

    @property
    def nan(self) -> int:
        """NVIDIA's."""
        return self.sign - 1

    @property
    def lowest(self) -> int:
        """The exponent of the last bit of denormal numbers."""
        return 2 - (1 << (self.width - 2 - self.fraction)) - self.fraction

    @property
    def one(self) -> int:
        """1.0."""
        return self.rounded((False, Fraction(1)))

    def exact(self, bits: int) -> Exact:
        """The number that bits are."""
        negative, rest = bool(bits & self.sign), bits & ~self.sign
        if rest >= self.infinity:
            return negative, inf if rest == self.infinity else None
        exponent, fraction = rest >> self.fraction, rest & ((1 << self.fraction) - 1)
        if exponent:
            fraction |= 1 << self.fraction
        return negative, Fraction(fraction) * Fraction(2) ** (max(exponent, 1) - 1 + self.lowest)

    def rounded(self, number: Exact, mode: str = "RN") -> int:
        """The bits of a number: RN, RZ, RM (down) or RP (up)."""
        negative, size = number
        if size is None:
            return self.nan
        sign = self.sign if negative else 0
        if size == inf:
            return sign | self.infinity
        size = Fraction(size)
        lowest = self.lowest
        if size:
            guess = size.numerator.bit_length() - size.denominator.bit_length()
            highest = guess if size >= Fraction(2) ** guess else guess - 1
            lowest = max(lowest, highest - self.fraction)
        units = size / Fraction(2) ** lowest
        kept, rest = divmod(units, 1)
        if mode == "RN":
            kept += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and kept % 2 == 1)
        elif mode in ("RM", "RP"):
            kept += rest > 0 and (mode == "RM") == negative
        bits = ((lowest - self.lowest) << self.fraction) + int(kept)
        if bits >= self.infinity:
            bits = self.infinity
            if mode == "RZ" or (mode in ("RM", "RP") and (mode == "RM") != negative):
                bits -= 1
        return sign | bits

    def result(self, number: Exact, mode: str = "RN", *, ftz: bool = False) -> int:
        """The bits of a number; with FTZ 0 for one that is denormal when rounded as if there were no least exponent."""
        bits = self.rounded(number, mode)
        least = 1 << self.fraction
        if ftz and number[1] and bits & ~self.sign <= least:
            negative, size = number
            assert size is not None
            double = self.rounded((negative, size * 2), mode) & ~self.sign
            return bits & self.sign if double < 2 * least else bits
        return bits

    def fma(self, a: int, b: int, c: int, mode: str = "RN", *, ftz: bool = False) -> int:
        """a * b + c, rounded once."""
        number = total(product(self.exact(a), self.exact(b)), self.exact(c), mode)
        return self.result(number, mode, ftz=ftz)

    def mul(self, a: int, b: int, mode: str = "RN", scale: Fraction | int = 1, *, ftz: bool = False) -> int:
        """a * b * scale."""
        return self.result(product(self.exact(a), self.exact(b), scale), mode, ftz=ftz)

    def add(self, a: int, b: int, mode: str = "RN", *, ftz: bool = False) -> int:
        """a + b."""
        return self.result(total(self.exact(a), self.exact(b), mode), mode, ftz=ftz)

    def is_nan(self, bits: int) -> bool:
        """Whether bits are no number."""
        return bits & ~self.sign > self.infinity

    def flushed(self, bits: int) -> int:
        """0 with its sign for a denormal number."""
        return bits & self.sign if bits & ~self.sign < 1 << self.fraction else bits

    def extreme(self, a: int, b: int, *, smaller: bool, nan: bool = False) -> int:
        """The smaller or the larger number; -0 is below +0."""
        if self.is_nan(a) or self.is_nan(b):
            others = [x for x in (a, b) if not self.is_nan(x)]
            return self.nan if nan or not others else others[0]

        def key(bits: int) -> tuple[Fraction | float, bool]:
            return signed(self.exact(bits)), not bits & self.sign

        return min(a, b, key=key) if smaller else max(a, b, key=key)

    def compared(self, name: str, a: int, b: int) -> bool:
        """NVIDIA's comparisons by name."""
        if name in "TF":
            return name == "T"
        unordered = self.is_nan(a) or self.is_nan(b)
        if name in ("NUM", "NAN"):
            return unordered == (name == "NAN")
        if unordered:
            return len(name) == 3
        x, y = signed(self.exact(a)), signed(self.exact(b))
        return {"LT": x < y, "EQ": x == y, "LE": x <= y, "GT": x > y, "NE": x != y, "GE": x >= y}[name[:2]]


HALF, BFLOAT, SINGLE, DOUBLE = Format(16, 10), Format(16, 7), Format(32, 23), Format(64, 52)


def signed(number: Exact) -> Fraction | float:
    """A number that is none of the NaNs."""
    negative, size = number
    assert size is not None
    return -size if negative else size


def product(a: Exact, b: Exact, scale: Fraction | int = 1) -> Exact:
    """An exact product; infinity times 0 is NaN."""
    negative = a[0] != b[0]
    if a[1] is None or b[1] is None or (a[1] == inf and b[1] == 0) or (a[1] == 0 and b[1] == inf):
        return negative, None
    return negative, inf if a[1] == inf or b[1] == inf else Fraction(a[1]) * Fraction(b[1]) * scale


def total(a: Exact, b: Exact, mode: str) -> Exact:
    """An exact sum; that of zeros, or of x and -x, has the sign that the rounding gives it."""
    if a[1] is None or b[1] is None or (a[1] == inf and b[1] == inf and a[0] != b[0]):
        return False, None
    if a[1] == inf:
        return a
    if b[1] == inf:
        return b
    result: Fraction | float = signed(a) + signed(b)
    if result == 0:
        return (a[0] if a[0] == b[0] else mode == "RM"), Fraction(0)
    return result < 0, -result if result < 0 else result


def same(format_: Format, found: NDArray[np.generic], expected: list[int]) -> None:
    """Bits are equal, or both are NaNs."""
    for row, (got, wanted) in enumerate(zip(found.tolist(), expected, strict=True)):
        both = format_.is_nan(got) and format_.is_nan(wanted)
        assert got == wanted or both, f"row {row}: {got:#x} instead of {wanted:#x}"
