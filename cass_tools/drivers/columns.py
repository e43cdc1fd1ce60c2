"""Numbers of one type in two buffers of a driver, compared element by element. Apart from values.py because numpy takes
longer to load than most comparisons: buffers that are equal byte by byte do without."""

from typing import Any, NamedTuple

import numpy as np

from cass_tools.drivers.results import Saved

Array = np.ndarray[Any, np.dtype[Any]]


class Wrong(NamedTuple):
    """The first element that differs, both sides, and how many more there are."""

    at: int
    expected: str
    found: str
    more: int


class Near(NamedTuple):
    """How near two numbers must be: relative to the larger, and to the largest of the buffer; None: equal."""

    relative: float
    of_largest: float


def first_wrong(
    expected: Saved, found: Saved, kind: str, offset: int, count: int, *, near: Near | None, sort: bool
) -> Wrong | None:
    """The first of `count` elements whose number of type `kind` at byte `offset` differs; `sort`: in any order."""
    a, b = (_column(side, kind, offset, count) for side in (expected, found))
    if sort:
        a, b = np.sort(a), np.sort(b)
    wrong = np.flatnonzero(~_same(a, b, near))
    if not wrong.size:
        return None
    at = int(wrong[0])
    return Wrong(at, _word(a[at]), _word(b[at]), int(wrong.size) - 1)


def _column(saved: Saved, kind: str, offset: int, count: int) -> Array:
    """One number of the first `count` elements; 8-bit and brain floats as float32."""
    stored = {"b2": "u2", "x1": "u1"}.get(kind, kind)
    record = np.dtype({"names": ["n"], "formats": [f"<{stored}"], "offsets": [offset], "itemsize": saved.item})
    column: Array = np.frombuffer(saved.data or b"", record, count)["n"]
    if kind == "b2":
        return (column.astype(np.uint32) << 16).view(np.float32)
    return column


def _same(a: Array, b: Array, near: Near | None) -> Array:
    if near is None:
        return np.asarray(a == b)
    with np.errstate(all="ignore"):
        x, y = a.astype(np.float64), b.astype(np.float64)
        both = np.isfinite(x) & np.isfinite(y)
        largest = np.max(np.abs(x[both]), initial=0.0)
        most = near.relative * np.maximum(np.abs(x), np.abs(y)) + near.relative * near.of_largest * largest
        return np.asarray((both & (np.abs(x - y) <= most)) | (x == y) | (np.isnan(x) & np.isnan(y)))


def _word(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, np.floating) else str(value)
