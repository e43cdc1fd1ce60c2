"""Plain lexing of C++ bytes: blank what is not code, find `#define` bodies, at unchanged offsets.

Everything after this module may use simple patterns on `blank(data)`: comments, the text inside string and character
literals, and the message of `#error`/`#warning` are spaces there, line ends are kept. All patterns are linear in time.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, KeysView, Mapping
from typing import NamedTuple, cast

from cass_tools.cuda.pieces import Piece, Pieces, pieces

_BOM = b"\xef\xbb\xbf"
# Every alternative begins with a fixed byte, so that the search skips all other bytes at the speed of C. What stands
# before a quote decides what it means: `R"`, `u8R"` open a raw string, a digit before an apostrophe separates digits.
_SKIP = re.compile(
    rb"//[^\\\n]*(?:\\(?:\r?\n)?[^\\\n]*)*"
    rb"|/\*(?s:.*?)(?:\*/|\Z)"
    rb'|"(?<=R")(?:(?<![A-Za-z0-9_]R")|(?<=u8R")|(?<=[uUL]R"))(?P<tag>[^()\\\s"]{0,16})\((?s:.*?)(?:\)(?P=tag)"|\Z)'
    rb'|"[^"\\\n]*(?:\\(?:\r?\n|.)?[^"\\\n]*)*"?'
    rb"|'(?<=[0-9a-fA-F]')(?=[0-9a-fA-F])"
    rb"|'[^'\\\n]*(?:\\(?:\r?\n|.)?[^'\\\n]*)*'?"
    rb"|#[ \t]*(?:error|warning)\b(?P<message>[^\\\n/]*(?:(?:\\(?:\r?\n)?|/(?![/*]))[^\\\n/]*)*)"
)
_ALL_BUT_LINE_ENDS = bytes(c if c in b"\r\n" else 0x20 for c in range(256))
# Bytes that are no C++ outside literals must not end or upset the parse: NUL is end of input to a C lexer.
_PLAIN = bytes(0x20 if c < 0x20 and c not in b"\t\n\r" else 0x5F if c > 0x7F else c for c in range(256))
_DEFINE = re.compile(
    rb"#[ \t]*define[ \t]+(?P<name>[A-Za-z_]\w*)(?P<parameters>\([^()\n]*\))?"
    rb"(?P<body>[^\\\n]*(?:\\(?:\r?\n)?[^\\\n]*)*)"
)
_CONTINUATION = re.compile(rb"\\(?=\r?\n)")
IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")
_OF_WORDS = bytes(c if (chr(c).isalnum() and c < 0x80) or c == 0x5F else 0x20 for c in range(256))
_OF_PLAIN_WORDS = _PLAIN.translate(_OF_WORDS)


def _spaces(text: bytes) -> bytes:
    return text.translate(_ALL_BUT_LINE_ENDS)


def _blank_match(match: re.Match[bytes]) -> bytes:
    text = match.group()
    first = text[:1]
    if first == b"/":
        return _spaces(text)
    if first == b'"' and match["tag"] is not None and text.endswith(b'"'):
        edge = len(match["tag"]) + 2  # a raw string keeps its delimiters, by which the grammar knows it
        return text[:edge] + _spaces(text[edge:-edge]) + text[-edge:]
    if first == b'"':
        return b'"' + _spaces(text[1:-1]) + b'"' if len(text) > 1 and text.endswith(b'"') else _spaces(text)
    if first == b"'":
        if len(text) == 1:
            return b"0" if match.string[match.start() - 1 : match.start()].isalnum() else b" "
        return b"'" + _spaces(text[1:-1]).replace(b" ", b"x") + b"'" if text.endswith(b"'") else _spaces(text)
    kept = match.start("message") - match.start()
    return text[:kept] + _spaces(text[kept:])


def blank(data: bytes) -> bytes:
    """`data` with everything that is not code turned into spaces: same length, same line ends, pure ASCII."""
    body = without_mark(data)
    out = bytearray(body)  # no list of parts: of a line of literals these would be many times the text
    for match in _SKIP.finditer(body):
        start, end = match.span()
        out[start:end] = _blank_match(match)
    return bytes(out.translate(_PLAIN))


def without_mark(data: bytes) -> bytes:
    """`data` with spaces for a byte order mark."""
    return b"   " + data[len(_BOM) :] if data.startswith(_BOM) else data


def plain(text: bytes) -> bytes:
    """Code as ASCII."""
    return text.translate(_PLAIN)


def skipped(body: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """What `blank` blanks, from a byte on that is in none of it."""
    return _SKIP.finditer(body, start)


def blanked(match: re.Match[bytes]) -> bytes:
    """What `blank` puts there."""
    return plain(_blank_match(match))


def across_lines(data: bytes) -> list[tuple[int, int]]:
    """Where comments and literals are that hold a line end, as bytes [start, end)."""
    return [match.span() for match in _SKIP.finditer(data) if b"\n" in match.group()]


def comments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The comments of a file with the offsets where they start."""
    for match in _SKIP.finditer(data):
        if match.group().startswith(b"/"):
            yield match.start(), match.group()


def strings(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The string literals of a file, quotes included, with the offsets where they start."""
    for match in _SKIP.finditer(data):
        if match.group().startswith(b'"'):
            yield match.start(), match.group()


def vocabulary(text: bytes) -> frozenset[bytes]:
    """The identifiers of a text."""
    return frozenset(word for word in set(text.translate(_OF_WORDS).split()) if not 0x30 <= word[0] <= 0x39)


def every_word(data: bytes) -> set[bytes]:
    """The identifiers and numbers of a file that is not blanked, those in comments and literals too."""
    return set(data.translate(_OF_PLAIN_WORDS).split())


class Words(Mapping[bytes, list[int]]):
    """Every identifier of blanked code with the offsets where it starts; offsets are found when asked for."""

    def __init__(self, code: bytes, *, edited: bool = False) -> None:
        """`code` is blanked (see `blank`); of one that is being edited, what is known of its pieces is used."""
        self._pieces: Pieces | list[tuple[int, Piece]] = pieces(code) if edited else [(0, Piece(code))]
        self.vocabulary = frozenset().union(*(piece.ask(vocabulary) for _, piece in self._pieces))
        self._places: dict[bytes, list[int]] = {}

    def keys(self) -> KeysView[bytes]:
        """All identifiers, as a set."""
        return cast(KeysView[bytes], self.vocabulary)

    def __contains__(self, name: object) -> bool:
        return name in self.vocabulary

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.vocabulary)

    def __len__(self) -> int:
        return len(self.vocabulary)

    def __getitem__(self, name: bytes) -> list[int]:
        if name not in self.vocabulary:
            raise KeyError(name)
        if name not in self._places:
            having = ((start, piece) for start, piece in self._pieces if name in piece.ask(vocabulary))
            self._places[name] = [start + at for start, piece in having for at in piece.names(name)]
        return self._places[name]


class Define(NamedTuple):
    """A macro: its name, whether it takes arguments and which, and where its replacement text is."""

    name: bytes
    function_like: bool
    start: int
    end: int
    parameters: tuple[bytes, ...] = ()  # the names; `...` is `__VA_ARGS__`


class Defines:
    """The `#define`s of a file in order."""

    def __init__(self, code: bytes) -> None:
        """`code` is blanked (see `blank`)."""
        self.all = [
            Define(m["name"], m["parameters"] is not None, *m.span("body"), _parameters(m["parameters"] or b""))
            for m in _DEFINE.finditer(code)
        ]
        self.names = frozenset(define.name for define in self.all)
        self._code = code
        self._starts = [define.start for define in self.all]

    def text(self, define: Define) -> bytes:
        """The blanked replacement text."""
        return self._code[define.start : define.end]

    def index(self, offset: int) -> int | None:
        """Number of the macro whose replacement text holds byte `offset`."""
        i = bisect_right(self._starts, offset) - 1
        return i if i >= 0 and offset < self.all[i].end else None


def _parameters(listed: bytes) -> tuple[bytes, ...]:
    """`(a, b, rest...)` as names."""
    names = (part.strip(b" \t()") for part in listed.split(b","))
    return tuple(b"__VA_ARGS__" if name == b"..." else name.removesuffix(b"...").strip() for name in names if name)


def join_lines(body: bytes) -> bytes:
    """A macro body with its line continuations turned into spaces, same length."""
    return _CONTINUATION.sub(b" ", body)
