"""Two contents of the same memory: the first element in which they differ by more than rounding.

Types are guessed from the bits of both sides: small integers, floats or doubles of a usual size, else words as they
are. What both sides hold as an address on this machine is not compared.
"""

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

TOLERANCE = {"float": 1e-5, "double": 1e-11}
OF_LARGEST = 0.1  # the part of the tolerance that holds for the largest number
LIKELY = 0.98  # share of numbers that must look like a type
SMALL = 1 << 23  # integers whose bits are no usual float
PLAUSIBLE = 1e12
ADDRESSES = (0x7000_0000_0000, 0x8000_0000_0000)  # where mmap puts memory on x86-64


class Element(NamedTuple):
    """Where two contents differ first: the type, the index among elements of that type, and both sides; `wrong` of
    `total` elements differ."""

    type: str
    at: int
    size: int
    expected: str
    found: str
    wrong: int
    total: int


def first_difference(expected: bytes, found: bytes) -> Element | None:
    """The first element that differs; None where all are equal or near. Both are of the same length."""
    if expected == found:
        return None
    for name, form in (("int", "<i4"), ("float", "<f4"), ("double", "<f8")):
        if len(expected) % np.dtype(form).itemsize == 0:
            a, b = (np.frombuffer(side, form) for side in (expected, found))
            if _looks_like(name, a) and _looks_like(name, b):
                return _element(name, a, b, ~_same(name, a, b))
    name, form = ("word", "<u4") if len(expected) % 4 == 0 else ("byte", "u1")
    a, b = (np.frombuffer(side, form) for side in (expected, found))
    return _element(name, a, b, (a != b) & ~_addresses(expected, found, a.size))


def _looks_like(name: str, numbers: Array) -> bool:
    with np.errstate(all="ignore"):
        if name == "int":
            return bool(np.all(np.abs(numbers.astype(np.int64)) < SMALL))
        size = np.abs(numbers.astype(np.float64))
        usual = (size == 0) | ((size > 1 / PLAUSIBLE) & (size < PLAUSIBLE)) | ~np.isfinite(size)
    return bool(np.count_nonzero(usual) >= LIKELY * numbers.size)


def _same(name: str, a: Array, b: Array) -> Array:
    if name == "int":
        return np.asarray(a == b)
    with np.errstate(all="ignore"):
        x, y = a.astype(np.float64), b.astype(np.float64)
        both = np.isfinite(x) & np.isfinite(y)
        largest = np.max(np.abs(x[both]), initial=0.0)
        near = np.abs(x - y) <= TOLERANCE[name] * (np.maximum(np.abs(x), np.abs(y)) + OF_LARGEST * largest)
    return np.asarray((both & near) | (x == y) | (np.isnan(x) & np.isnan(y)))


def _addresses(expected: bytes, found: bytes, count: int) -> Array:
    """Which of `count` elements are part of what both sides hold as an address."""
    pairs = len(expected) // 8
    both = np.ones(pairs, dtype=bool)
    for side in (expected, found):
        numbers = np.frombuffer(side, "<u8", pairs)
        both &= (numbers >= ADDRESSES[0]) & (numbers < ADDRESSES[1])
    parts = np.zeros(count, dtype=bool)
    repeated = np.repeat(both, max(count // max(pairs, 1), 1))[:count]
    parts[: repeated.size] = repeated
    return parts


def _element(name: str, a: Array, b: Array, wrong: Array) -> Element | None:
    places = np.flatnonzero(wrong)
    if not places.size:
        return None
    at = int(places[0])
    return Element(name, at, a.itemsize, _word(a[at]), _word(b[at]), int(places.size), int(a.size))


def _word(value: Any) -> str:
    if isinstance(value, np.floating):
        return f"{value:.9g}"
    return f"0x{int(value):x}" if isinstance(value, np.unsignedinteger) else str(value)
