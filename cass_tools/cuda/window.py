"""Where two versions of a text that is being edited differ."""

from collections.abc import Callable
from typing import NamedTuple

_BLOCK = 8192  # bytes that are compared at a time


class Window(NamedTuple):
    """Bytes [start, before) of the earlier version have become [start, after) of the later; all others are equal."""

    start: int
    before: int
    after: int

    def earlier(self, offset: int) -> int:
        """Where a byte of the later version was; only for those outside."""
        return offset if offset <= self.start else offset - self.after + self.before


def window(before: bytes, after: bytes) -> Window:
    """The smallest place in which two texts differ."""
    shorter = min(len(before), len(after))
    start = _common(shorter, lambda at, end: before[at:end] == after[at:end])
    one, other = len(before), len(after)
    rest = _common(shorter - start, lambda at, end: before[one - end : one - at] == after[other - end : other - at])
    return Window(start, one - rest, other - rest)


def _common(limit: int, equal: Callable[[int, int], bool]) -> int:
    """How many of `limit` bytes are equal from the first on; `equal` compares those from one number to another."""
    low = 0
    while low + _BLOCK <= limit and equal(low, low + _BLOCK):
        low += _BLOCK
    high = min(low + _BLOCK, limit)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if equal(low, middle) else (low, middle - 1)
    return low
