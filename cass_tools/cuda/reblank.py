"""Blank a text that is being edited: only what a change can have made of it is read again.

Outside comments and literals the lexer keeps nothing in mind but the four bytes before. So what is behind a change is
as it was from the first comment or literal on that begins where it did, and what is before the changed line stays.
"""

from bisect import bisect_left

from cass_tools.cuda.lex import blanked, plain, skipped, without_mark
from cass_tools.cuda.window import Window, window

_LOOK_BEHIND = 4  # bytes before a comment or literal that can make something else of it: `u8R`


class Blanked:
    """The newest version of a text; the same object serves all its versions, one after the other."""

    def __init__(self) -> None:
        self._body = b""
        self._code = b""
        self._starts: list[int] = []  # of what is skipped: comments, literals, messages
        self._ends: list[int] = []

    def next(self, data: bytes) -> bytes:
        """`lex.blank` of the next version."""
        body = without_mark(data)
        if body != self._body:
            self._change(body, window(self._body, body))
            self._body = body
        return self._code

    def _change(self, body: bytes, at: Window) -> None:
        by = at.after - at.before
        first, kept = self._unchanged(at.start)
        parts, starts, ends = [self._code[:first]], self._starts[:kept], self._ends[:kept]
        tail, read, rest = len(self._starts), first, b""
        for match in skipped(body, first):
            start, end = match.span()
            known = bisect_left(self._starts, start - by) if start >= at.after + _LOOK_BEHIND else tail
            if known < tail and self._starts[known] == start - by:
                parts.append(plain(body[read:start]))
                tail, read, rest = known, start, self._code[start - by :]
                break
            parts += plain(body[read:start]), blanked(match)
            starts.append(start)
            ends.append(end)
            read = end
        self._code = b"".join((*parts, rest or plain(body[read:])))
        self._starts = starts + [start + by for start in self._starts[tail:]]
        self._ends = ends + [end + by for end in self._ends[tail:]]

    def _unchanged(self, offset: int) -> tuple[int, int]:
        """Up to where what is before a byte reads as it did, at most up to its line, and how much is skipped there."""
        start = offset
        while True:
            start = self._body.rfind(b"\n", 0, start) + 1
            number = bisect_left(self._starts, start)
            if number == 0 or self._ends[number - 1] < start:
                return start, number
            start = self._starts[number - 1]
