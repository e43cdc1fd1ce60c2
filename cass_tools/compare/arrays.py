"""Files that hold numbers of one type, one behind the other."""

from typing import Any

import numpy as np

from cass_tools.compare.terms import DEFAULTS, Difference, FileRule, Terms, Tolerance

NAMES = {"float16": "half", "float32": "float", "float64": "double"}
KINDS = (*NAMES, *(f"{sign}int{bits}" for bits in (8, 16, 32, 64) for sign in ("", "u")))
OF_LARGEST = 0.1  # the part of a default tolerance that holds for the largest number: sums that cancel
Array = np.ndarray[Any, np.dtype[Any]]


def compare_arrays(name: str, expected: bytes, found: bytes, rule: FileRule, terms: Terms) -> Difference | None:
    """Number by number, in any order if the rule says so; what is before them byte for byte."""
    if len(expected) != len(found):
        return Difference(f"file {name}", f"{len(expected)} bytes", f"{len(found)} bytes")
    item = np.dtype(rule.kind).itemsize
    if expected[: rule.offset] != found[: rule.offset]:
        return Difference(f"file {name}, the first {rule.offset} bytes", expected[:8].hex(" "), found[:8].hex(" "))
    if (len(expected) - rule.offset) % item:
        return Difference(f"file {name}", f"numbers of {item} bytes", f"{len(expected)} bytes")
    a, b = (
        np.frombuffer(side, np.dtype(rule.kind).newbyteorder("<"), offset=rule.offset) for side in (expected, found)
    )
    if rule.unordered:
        a, b = np.sort(a), np.sort(b)
    wrong = np.flatnonzero(~same(a, b, rule, terms))
    if not wrong.size:
        return None
    at = int(wrong[0])
    more = f" ({wrong.size - 1} more differ)" if wrong.size > 1 else ""
    order = " in sorted order" if rule.unordered else ""
    return Difference(f"file {name}, {rule.kind} {at}{order}", _word(a[at]), _word(b[at]) + more)


def same(a: Array, b: Array, rule: FileRule, terms: Terms) -> Array:
    """Where two arrays are the same."""
    kind = NAMES.get(rule.kind)
    if kind is None or rule.exact:
        bits = f"u{a.dtype.itemsize}"
        return np.asarray(a.view(bits) == b.view(bits))
    with np.errstate(all="ignore"):
        equal = a == b
        if terms.signed_zero:
            equal &= np.signbit(a) == np.signbit(b)
        both_nan = np.isnan(a) & np.isnan(b)
        if terms.nan_bits:
            bits = f"u{a.dtype.itemsize}"
            both_nan &= a.view(bits) == b.view(bits)
        x, y = a.astype(np.float64), b.astype(np.float64)
        finite = np.isfinite(x) & np.isfinite(y)
        near = finite & (x != y) & (np.abs(x - y) <= _allowed(x, y, finite, kind, rule.tolerance or terms.of(kind)))
        return np.asarray(equal | both_nan | near)


def _allowed(x: Array, y: Array, finite: Array, kind: str, tolerance: Tolerance | None) -> Array:
    """By how much each pair may differ."""
    size = np.maximum(np.abs(x), np.abs(y))
    if tolerance is None:
        largest = np.max(size[finite], initial=0.0)
        return np.asarray(DEFAULTS[kind] * (size + OF_LARGEST * largest))
    allowed = np.maximum(tolerance.atol, tolerance.rtol * size)
    if tolerance.ulp:
        step = {"half": np.float16, "float": np.float32, "double": np.float64}[kind]
        allowed = np.maximum(allowed, tolerance.ulp * np.spacing(size.astype(step)).astype(np.float64))
    return np.asarray(allowed)


def _word(value: Any) -> str:
    return f"{value:.17g}" if value.dtype == np.float64 else f"{value:.9g}" if value.dtype.kind == "f" else str(value)
