"""Patterns that are compiled when first used: most files need few of those that all rules together have."""

import functools
import re
from collections.abc import Iterator
from sys import maxsize


def every(code: bytes, text: bytes) -> Iterator[int]:
    """Where a text is in code, each place behind the one before: for a text without a pattern the fastest way."""
    at = code.find(text)
    while at >= 0:
        yield at
        at = code.find(text, at + len(text))


class Pattern:
    """A regular expression over bytes with the methods of `re.Pattern`."""

    def __init__(self, text: bytes, flags: int = 0) -> None:
        self.pattern = text
        self._flags = flags

    @functools.cached_property
    def _compiled(self) -> re.Pattern[bytes]:
        return re.compile(self.pattern, self._flags)

    def search(self, data: bytes, start: int = 0, end: int = maxsize) -> re.Match[bytes] | None:
        """The first place in [start, end) where the pattern is."""
        return self._compiled.search(data, start, end)

    def match(self, data: bytes, start: int = 0, end: int = maxsize) -> re.Match[bytes] | None:
        """The pattern at `start`."""
        return self._compiled.match(data, start, end)

    def fullmatch(self, data: bytes, start: int = 0, end: int = maxsize) -> re.Match[bytes] | None:
        """The pattern over all of [start, end)."""
        return self._compiled.fullmatch(data, start, end)

    def finditer(self, data: bytes, start: int = 0, end: int = maxsize) -> Iterator[re.Match[bytes]]:
        """Every place in [start, end), in order."""
        return self._compiled.finditer(data, start, end)

    def findall(self, data: bytes, start: int = 0, end: int = maxsize) -> list[bytes]:
        """The texts of every place: the first group, or all where there is none."""
        return [match[1 if match.re.groups else 0] for match in self._compiled.finditer(data, start, end)]

    def pairs(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """The texts of a pattern's two groups at every place, empty where one takes no part."""
        return self._compiled.findall(data)

    def sub(self, replacement: bytes, data: bytes) -> bytes:
        """`data` with every place replaced."""
        return self._compiled.sub(replacement, data)
