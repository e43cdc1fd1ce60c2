"""A text as the engine sees it, in bytes, and as an editor does, in lines and characters of an encoding.

A line ends with `\\n`, `\\r\\n` or `\\r`, as the protocol has it. Characters are counted in units of UTF-8, UTF-16 or
UTF-32, whichever was agreed upon.
"""

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

_BOM = b"\xef\xbb\xbf"


class Place(NamedTuple):
    """A line and a character in it, both from 0."""

    line: int
    character: int


class Text:
    """One version of a text; changing it gives another.

    Halves of surrogate pairs, which JSON can hold, are kept as they are. `data` that is not UTF-8 has a character per
    byte in the lines that are not.
    """

    def __init__(self, data: bytes, encoding: str = "utf-16", *, hide_bom: bool = False) -> None:
        """`hide_bom`: the data is a file's, whose byte order mark editors do not count."""
        self.data = data
        self.encoding = encoding
        self.is_plain = data.isascii()  # a character is a byte
        self._first = len(_BOM) if hide_bom and data.startswith(_BOM) else 0

    @cached_property
    def starts(self) -> list[int]:
        """Where the lines begin."""
        return _starts(self.data, self._first)

    @classmethod
    def of(cls, text: str, encoding: str) -> "Text":
        """The text of an editor."""
        return cls(encoded(text), encoding)

    def place(self, offset: int) -> Place:
        """Where byte `offset` is; within a character: where that begins."""
        line = max(bisect_right(self.starts, offset) - 1, 0)
        start, end = self._line(line)
        if self.is_plain:
            return Place(line, max(0, min(offset, end) - start))
        content = self.data[start:end]
        at = max(0, min(offset - start, len(content)))
        text = None if content.isascii() else _decoded(content)
        if text is None:
            return Place(line, at)
        while at < len(content) and content[at] & 0xC0 == 0x80:
            at -= 1
        if self.encoding == "utf-8":
            return Place(line, at)
        before = content[:at].decode("utf-8", "surrogatepass")
        return Place(line, len(before) + (sum(c > "\uffff" for c in before) if self.encoding == "utf-16" else 0))

    def offset(self, line: int, character: int) -> int:
        """The byte at a place; what is beyond the end of a line or of the text is taken for that end."""
        if line >= len(self.starts):
            return len(self.data)
        start, end = self._line(line)
        content = self.data[start:end]
        text = None if content.isascii() else _decoded(content)
        if text is None:
            return start + min(character, len(content))
        if self.encoding == "utf-8":
            at = min(character, len(content))
            while at < len(content) and content[at] & 0xC0 == 0x80:
                at -= 1
            return start + at
        return start + _bytes(text, character, 2 if self.encoding == "utf-16" else 1)

    def changed(self, start: Place, end: Place, text: str) -> "Text":
        """The text with what is between two places replaced."""
        first, last = self.offset(*start), self.offset(*end)
        return self.replaced(first, max(first, last), encoded(text))

    def replaced(self, first: int, last: int, new: bytes) -> "Text":
        """The text with bytes [first, last) replaced; where its other lines begin need not be found again."""
        text = Text(self.data[:first] + new + self.data[last:], self.encoding)
        by = len(new) - (last - first)
        # A line end before the place, or after it, may be half of `\r\n` now: the lines beside it are read anew.
        low = max(bisect_right(self.starts, first) - 2, 0)
        high = bisect_right(self.starts, last)
        begin = self.starts[low]
        if high < len(self.starts):
            end = self.starts[high] + by
            between = _starts(text.data[begin:end], 0)[:-1]
        else:
            between = _starts(text.data[begin:], 0)
        text.starts = self.starts[:low] + [begin + at for at in between] + [at + by for at in self.starts[high:]]
        return text

    def line(self, number: int) -> bytes:
        """The bytes of a line, without its end."""
        start, end = self._line(number)
        return self.data[start:end]

    def _line(self, number: int) -> tuple[int, int]:
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.data)
        if self.data[end - 1 : end] == b"\n" and end > start:
            end -= 1
        if self.data[end - 1 : end] == b"\r" and end > start:
            end -= 1
        return start, end


def _starts(data: bytes, first: int) -> list[int]:
    """Where the lines of a text begin of which the first does at `first`."""
    starts = [first, *accumulate(map(len, data.splitlines(keepends=True)))]
    if not data.endswith((b"\n", b"\r")):
        starts[1:] = starts[1:-1]  # the last line has no end
    return starts


def _bytes(text: str, units: int, wide: int) -> int:
    """How many bytes the characters within `units` take; one beyond the basic plane takes `wide` of them."""
    count = 0
    for index, char in enumerate(text):
        count += wide if char > "\uffff" else 1
        if count > units:
            return len(encoded(text[:index]))
    return len(encoded(text))


def encoded(text: str) -> bytes:
    """A client's text in bytes."""
    return text.encode("utf-8", "surrogatepass")


def decoded(data: bytes) -> str:
    """Bytes as text for a client; what is no UTF-8 is replaced."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _decoded(content: bytes) -> str | None:
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
