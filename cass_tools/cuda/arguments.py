"""Split an argument list at its own commas, on blanked code, without a grammar: works in macros and broken code too."""

import functools
import re
from collections.abc import Iterator
from itertools import pairwise

from cass_tools.cuda.patterns import every
from cass_tools.model import Span

_MARK = re.compile(rb"[()\[\]{},<>;]")
# `<` opens a template argument list if a `>` closes it before anything that cannot stand in one.
_TEMPLATE = re.compile(rb"(?<=[A-Za-z0-9_])\s*<(?!<)")
_PLAIN = re.compile(rb"[^()\[\]{}<>;]*+")
_MAX_TEMPLATE = 512
_BLANK = b" \t\r\n\\"


def split_arguments(code: bytes, start: int, end: int) -> list[Span]:
    """The trimmed arguments in [start, end) of blanked code; an empty list has none."""
    return list(_split(code, start, end))


@functools.lru_cache(maxsize=16)  # each rule about a call asks
def _split(code: bytes, start: int, end: int) -> tuple[Span, ...]:
    text = code[start:end]
    if b"," not in text:
        span = _trim(code, start, end)
        return (span,) if span.start < span.end else ()
    plain = _PLAIN.fullmatch(text) is not None  # as most are
    commas = (start + at for at in every(text, b",")) if plain else _own_commas(code, start, end)
    edges = [start - 1, *commas, end]
    spans = tuple(_trim(code, left + 1, right) for left, right in pairwise(edges))
    return () if len(spans) == 1 and spans[0].start == spans[0].end else spans


def _own_commas(code: bytes, start: int, end: int) -> Iterator[int]:
    depth = 0
    at = start
    while match := _MARK.search(code, at, end):
        at = match.end()
        mark = match.group()
        if mark in b"([{":
            depth += 1
        elif mark in b")]}":
            depth -= 1
        elif mark == b"<" and depth == 0:
            at = template_end(code, match.start(), end) or at
        elif mark == b"," and depth == 0:
            yield match.start()


def closing_bracket(code: bytes, opened: int) -> int | None:
    """Offset of the bracket that closes the one at `opened` in blanked code; None if there is none."""
    depth = 0
    for match in _MARK.finditer(code, opened):
        depth += (match.group() in b"([{") - (match.group() in b")]}")
        if depth == 0:
            return match.start()
    return None


def closing_brackets(code: bytes) -> dict[int, int]:
    """The same for every bracket of blanked code that is closed."""
    closed, opened = {}, []
    for match in _MARK.finditer(code):
        if match.group() in b"([{":
            opened.append(match.start())
        elif match.group() in b")]}" and opened:
            closed[opened.pop()] = match.start()
    return closed


def template_end(code: bytes, opened: int, end: int) -> int | None:
    """Offset after the `>` that closes the template arguments opened at `opened`; None if it is a comparison."""
    before = code[max(0, opened - 1) : opened]
    if not (before.isalnum() or before == b"_"):
        return None
    depth, brackets = 1, 0
    for match in _MARK.finditer(code, opened + 1, min(end, opened + _MAX_TEMPLATE)):
        mark = match.group()
        if mark in b"([{":
            brackets += 1
        elif mark in b")]}":
            brackets -= 1
            if brackets < 0:
                return None
        elif mark == b";":
            return None
        elif brackets == 0 and mark == b"<":
            depth += 1
        elif brackets == 0 and mark == b">" and code[match.start() - 1 : match.start()] != b"-":
            depth -= 1
            if depth == 0:
                return match.end() if _can_follow(code, match.end(), end) else None
    return None


def _can_follow(code: bytes, at: int, end: int) -> bool:
    """Whether what comes after a `>` fits a template argument list and not a comparison such as `a < b, c > d`."""
    rest = code[at : min(end, at + 64)].lstrip()
    return not rest or rest[:1] in b"(,){}:;&*>[" or rest.startswith(b"...")


def _trim(code: bytes, start: int, end: int) -> Span:
    text = code[start:end].rstrip(_BLANK)
    return Span(start + len(text) - len(text.lstrip(_BLANK)), start + len(text))
