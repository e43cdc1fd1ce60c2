"""Byte offsets to lines and columns, for people and for editors that count from one."""

from array import array
from bisect import bisect_right
from typing import NamedTuple


class Position(NamedTuple):
    """Line and column, both from 1; a column counts characters (bytes, where a line is not UTF-8)."""

    line: int
    column: int


def line_starts(data: bytes) -> "array[int]":
    """Where each line begins; an array, for there may be as many as bytes."""
    starts, at = array("Q", [0]), data.find(b"\n")
    while at >= 0:
        starts.append(at + 1)
        at = data.find(b"\n", at + 1)
    return starts


class Lines:
    """The line table of one file. A line ends after its newline byte, so offsets stay the user's with CRLF too."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._ascii = data.isascii()
        self._counted = (0, 0, 0)  # a line's number, a byte of it, and the characters before that
        self._last = (0, "")  # a line's number and its text
        self.starts = line_starts(data)

    def at(self, offset: int) -> Position:
        """The position of the byte at `offset`; an offset at the end of the file is allowed."""
        line = bisect_right(self.starts, offset)
        start = self.starts[line - 1]
        if self._ascii:
            return Position(line, offset - start + 1)
        start += 3 if line == 1 and self.data.startswith(b"\xef\xbb\xbf") and offset >= 3 else 0
        return Position(line, self._characters(line, start, offset) + 1)

    def _characters(self, line: int, start: int, offset: int) -> int:
        """How many there are in bytes [start, offset): counted on from the last place, for lines may be megabytes."""
        counted, at, before = self._counted
        if counted != line or at > offset or at < start:
            at, before = start, 0
        try:
            before += len(self.data[at:offset].decode())
        except UnicodeDecodeError:
            return offset - start
        self._counted = (line, offset, before)
        return before

    def text(self, line: int) -> str:
        """The line with that number, without its end; bytes that are not UTF-8 are replaced."""
        if self._last[0] != line:
            start, end = self.span(line)
            content = self.data[start:end].rstrip(b"\r\n")
            self._last = (line, content.decode(errors="replace").removeprefix("\ufeff"))
        return self._last[1]

    def span(self, line: int) -> tuple[int, int]:
        """The bytes of the line with that number, its end included."""
        return self.starts[line - 1], self.starts[line] if line < len(self.starts) else len(self.data)
