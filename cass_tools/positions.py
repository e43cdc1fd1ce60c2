"""Byte offsets to lines and columns, for people and for editors that count from one."""

from bisect import bisect_right
from typing import NamedTuple


class Position(NamedTuple):
    """Line and column, both from 1; a column counts characters (bytes, where a line is not UTF-8)."""

    line: int
    column: int


class Lines:
    """The line table of one file. A line ends after its newline byte, so offsets stay the user's with CRLF too."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.starts = [0]
        at = data.find(b"\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = data.find(b"\n", at + 1)

    def at(self, offset: int) -> Position:
        """The position of the byte at `offset`; an offset at the end of the file is allowed."""
        line = bisect_right(self.starts, offset)
        before = self.data[self.starts[line - 1] : offset]
        if line == 1:
            before = before.removeprefix(b"\xef\xbb\xbf")
        try:
            return Position(line, len(before.decode()) + 1)
        except UnicodeDecodeError:
            return Position(line, len(before) + 1)

    def text(self, line: int) -> str:
        """The line with that number, without its end; bytes that are not UTF-8 are replaced."""
        end = self.starts[line] if line < len(self.starts) else len(self.data)
        content = self.data[self.starts[line - 1] : end].rstrip(b"\r\n")
        return content.decode(errors="replace").removeprefix("\ufeff")
