"""Where lines begin: found once for a file, since it may be one line of many megabytes with a question at each byte."""

import functools
from bisect import bisect_right
from collections.abc import Sequence

from cass_tools.positions import line_starts


@functools.lru_cache(maxsize=2)
def _starts(code: bytes) -> Sequence[int]:
    return line_starts(code)


@functools.lru_cache(maxsize=2)
def _logical_starts(code: bytes) -> Sequence[int]:
    if b"\\\n" not in code and b"\\\r" not in code:  # as in most files
        return _starts(code)
    continued = (code[max(0, start - 3) : start].rstrip(b"\r\n").endswith(b"\\") for start in _starts(code))
    return [start for start, goes_on in zip(_starts(code), continued, strict=True) if start <= 1 or not goes_on]


def line_number(code: bytes, offset: int) -> int:
    """1-based number of the line that holds byte `offset`."""
    return bisect_right(_starts(code), offset)


def line_start(code: bytes, offset: int) -> int:
    """Where the line that holds byte `offset` begins."""
    return _starts(code)[line_number(code, offset) - 1]


def logical_start(code: bytes, offset: int) -> int:
    """The same for lines that a backslash at their end joins."""
    starts = _logical_starts(code)
    return starts[bisect_right(starts, offset) - 1]
