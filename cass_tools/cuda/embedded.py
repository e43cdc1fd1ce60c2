"""GPU code inside string literals, which a program compiles when it runs (NVRTC, Jitify): as texts of their own.

A raw string is the text as it stands. Literals that follow each other are one text, their escapes read; places and
edits in it are carried back to the bytes of the file.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from cass_tools.cuda.lex import strings
from cass_tools.model import Edit, Finding, Fix, Span

_FUNCTION = re.compile(rb"__(?:global|device)__\s")
_HEAD = 4096  # bytes that the head of a function may have
_AFTER_HEAD = re.compile(rb"[;{}]")
_RAW = re.compile(rb'"([^()\\\s"]{0,16})\(((?s:.*))\)\1"')
_ESCAPE = re.compile(rb"\\(\r?\n|[^0-7xuU\r\n])")
_MEANT = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"f": b"\f", b"a": b"\a", b"b": b"\b"}
_WRITTEN = {b"\n": b"\\n", b"\t": b"\\t", b"\r": b"\\r", b'"': b'\\"', b"\\": b"\\\\"}
_TO_WRITE = re.compile(rb'[\n\t\r"\\]')


class Piece(NamedTuple):
    """Bytes that stand in the file as in the text, or one escape: where in the text, where in the file, how long there.

    `whole`: cannot be cut, since it is an escape. `closing`: of a raw string, where nothing is escaped, what ends it.
    """

    text: int
    file: int
    length: int
    whole: bool
    closing: bytes


@dataclass(frozen=True, slots=True)
class Embedded:
    """One text: what the program compiles, and the pieces of the file that it is made of."""

    data: bytes
    pieces: tuple[Piece, ...]

    def finding(self, found: Finding) -> Finding:
        """The finding where it is in the file; its fix only where each edit is within one piece."""
        start, end = self._place(found.span.start), self._end(found.span.end)
        fix = found.fix and self._fix(found.fix)
        return found._replace(span=Span(start, max(start, end)), fix=fix)

    def _fix(self, fix: Fix) -> Fix | None:
        edits = tuple(self._edit(edit) for edit in fix.edits)
        return fix._replace(edits=tuple(edit for edit in edits if edit)) if all(edits) else None

    def _edit(self, edit: Edit) -> Edit | None:
        first = self._piece(edit.span.start)
        within = edit.span.start - first.text
        if edit.span.start < edit.span.end and self._piece(edit.span.end - 1) is not first:
            return None
        if first.whole and edit.span.start < edit.span.end:
            return None
        if first.closing and first.closing in edit.text:
            return None
        text = edit.text if first.closing else _TO_WRITE.sub(lambda match: _WRITTEN[match[0]], edit.text)
        start = first.file + (first.length if first.whole and within else within)
        return Edit(Span(start, start + edit.span.end - edit.span.start), text)

    def _piece(self, at: int) -> Piece:
        return self.pieces[max(0, bisect_right(self.pieces, at, key=lambda piece: piece.text) - 1)]

    def _place(self, at: int) -> int:
        piece = self._piece(at)
        return piece.file + (0 if piece.whole else at - piece.text)

    def _end(self, at: int) -> int:
        piece = self._piece(max(0, at - 1))
        return piece.file + (piece.length if piece.whole else at - piece.text)


def embedded(data: bytes, code: bytes) -> Iterator[Embedded]:
    """The texts of a file that hold GPU code; `code` is the file with comments and strings blanked."""
    if not _more(data, code, b"__global__") and not _more(data, code, b"__device__"):
        return
    for run in _runs(list(strings(data)), code):
        if any(b"__" in literal for _, literal in run):
            text = _text(run)
            if _has_function(text.data):
                yield text


def _has_function(text: bytes) -> bool:
    """Whether a function of the GPU has its body there: messages speak of `__global__` too."""
    heads = (text[match.end() : match.end() + _HEAD] for match in _FUNCTION.finditer(text))
    return any((end := _AFTER_HEAD.search(head)) and end[0] == b"{" and b"(" in head[: end.start()] for head in heads)


def _more(data: bytes, code: bytes, word: bytes) -> bool:
    return data.count(word) > code.count(word)


def _runs(literals: Sequence[tuple[int, bytes]], code: bytes) -> Iterator[list[tuple[int, bytes]]]:
    """Literals with nothing but space between them, which are one string."""
    run = list(literals[:1])
    for (start, literal), following in pairwise(literals):
        if code[start + len(literal) : following[0]].strip(b" \t\r\nRuUL8"):
            yield run
            run = []
        run.append(following)
    if run:
        yield run


def _text(run: Sequence[tuple[int, bytes]]) -> Embedded:
    parts: list[bytes] = []
    pieces: list[Piece] = []
    size = 0
    for start, literal in run:
        for part, piece in _parts(start, literal):
            pieces.append(piece._replace(text=size))
            parts.append(part)
            size += len(part)
    return Embedded(b"".join(parts), tuple(pieces))


def _parts(start: int, literal: bytes) -> Iterator[tuple[bytes, Piece]]:
    """The pieces of one literal with what they mean."""
    raw = _RAW.fullmatch(literal)
    if raw is not None:
        yield raw[2], Piece(0, start + raw.start(2), len(raw[2]), whole=False, closing=b')%b"' % raw[1])
        return
    inner = literal[1:-1] if literal.endswith(b'"') else literal[1:]
    done = 0
    for match in _ESCAPE.finditer(inner):
        if match.start() > done:
            yield inner[done : match.start()], _plain(start, done, match.start())
        meant = b"" if match[1].endswith(b"\n") else _MEANT.get(match[1], match[1])
        if meant:
            yield meant, Piece(0, start + 1 + match.start(), match.end() - match.start(), whole=True, closing=b"")
        done = match.end()
    if done < len(inner) or not inner:
        yield inner[done:], _plain(start, done, len(inner))


def _plain(start: int, first: int, end: int) -> Piece:
    return Piece(0, start + 1 + first, end - first, whole=False, closing=b"")
