"""The `#include`s of a file and the conditions around them, read by lines: no grammar, so broken code does no harm."""

import functools
import re
from bisect import bisect_right
from typing import NamedTuple

from cass_tools.cuda.pieces import pieces
from cass_tools.model import Span

_DIRECTIVE = re.compile(
    rb"#[ \t]*(?P<name>include_next|include|ifndef|ifdef|if|elif\w*|else|endif|define|pragma)\b(?P<rest>[^\n]*)"
)
Branch = tuple[int, ...]
_MAX_INDENT = 1024
_DEEPEST = 256  # conditionals in each other
_PATH = re.compile(rb'[ \t]*(?:<([^>\n]*)>|"([^"\n]*)")')

BOM = b"\xef\xbb\xbf"


class Include(NamedTuple):
    """`path` as written between the marks at `target` (marks included); `line` is the whole line with its end.

    `branch` numbers the conditional branches around it, outermost first; an include guard does not count.
    """

    path: str
    quoted: bool
    target: Span
    line: Span
    branch: Branch

    def sees(self, earlier: "Include") -> bool:
        """Whether `earlier` is compiled whenever this one is."""
        return self.branch[: len(earlier.branch)] == earlier.branch


class Layout:
    """The includes, where the guard (or `#pragma once`) ends, and which conditions stand around an offset."""

    def __init__(
        self, includes: list[Include], after_guard: int | None, branches: list[tuple[int, Branch]], fallbacks: set[int]
    ) -> None:
        """`branches` lists where a branch begins, in order; the file begins under no condition.

        `fallbacks` are those that define what they ask for: `#ifndef X`, `#define X`.
        """
        self.includes = tuple(includes)
        self.after_guard = after_guard
        self._starts = [start for start, _ in branches]
        self._branches = [branch for _, branch in branches]
        self._fallbacks = fallbacks

    @functools.cached_property
    def hip(self) -> bool:
        """Whether a header of HIP is included: the file is HIP already."""
        return any(include.path.startswith("hip/") for include in self.includes)

    def branch(self, offset: int) -> Branch:
        """The numbers of the conditional branches around byte `offset`, outermost first."""
        i = bisect_right(self._starts, offset) - 1
        return self._branches[i] if i >= 0 else ()

    def always(self, offset: int) -> bool:
        """Whether byte `offset` is compiled whatever macros are defined; the defaults of macros count as compiled."""
        return self._fallbacks.issuperset(self.branch(offset))


class _Directive(NamedTuple):
    """A directive from byte `start` to `end`, of which the name is followed by `rest` at byte `after`."""

    name: bytes
    rest: bytes
    start: int
    after: int
    end: int


def _directives(code: bytes, *, edited: bool) -> list[_Directive]:
    """Those of a file; of one that is being edited most pieces were read before."""
    if not edited:
        first, others = _listed(code)
        return [*first, *others]
    found = []
    for number, (base, piece) in enumerate(pieces(code)):
        first, listed = piece.ask(_listed)
        for name, rest, start, after, end in (*first, *listed) if number == 0 else listed:
            found.append(_Directive(name, rest, base + start, base + after, base + end))
    return found


def _listed(text: bytes) -> tuple[list[_Directive], list[_Directive]]:
    """Those of a piece: one in its first line, which is one only if the file begins there, and the others."""
    first, others = list[_Directive](), list[_Directive]()
    for line in _DIRECTIVE.finditer(text):
        before = text[max(0, line.start() - _MAX_INDENT) : line.start()].rstrip(b" \t")[-1:]
        if before in (b"", b"\n"):
            listed = others if before or line.start() >= _MAX_INDENT else first
            listed.append(_Directive(line["name"], line["rest"], line.start(), line.start("rest"), line.end()))
    return first, others


def read_layout(data: bytes, code: bytes, *, edited: bool = False) -> Layout:
    """`code` is `data` blanked (cuda/lex.py)."""
    lines = _directives(code, edited=edited)
    guard = _guard(lines)
    after_guard = lines[1].end + 1 if guard else None
    includes: list[Include] = []
    branches: list[tuple[int, Branch]] = []
    around: list[int] = []  # the conditionals
    branch: Branch = ()
    number = 0
    fallbacks: set[int] = set()
    for i, line in enumerate(lines[1:-1] if guard else lines, start=int(guard)):
        name = line.name
        if name.startswith((b"if", b"el")) or name == b"endif":
            number += 1
            branch = _next_branch(around, name, number, branch)
            branches.append((line.end, branch))
            if name == b"ifndef" and _defines(lines[i + 1 : i + 2], line.rest.split()):
                fallbacks.add(number)
        elif name == b"include":
            include = _include(data, line, branch)
            if include is not None:
                includes.append(include)
        elif after_guard is None and not branch and line.rest.strip() == b"once":
            after_guard = min(line.end + 1, len(data))
    return Layout(includes, after_guard, branches, fallbacks)


def _defines(following: list[_Directive], asked: list[bytes]) -> bool:
    """Whether the next directive defines the macro that is asked for."""
    named = [line.rest.replace(b"(", b" ").split()[:1] for line in following if line.name == b"define"]
    return bool(asked) and named == [asked[:1]]


def _next_branch(around: list[int], directive: bytes, number: int, before: Branch) -> Branch:
    """`around` as it is after the directive; conditionals that nobody can oversee are left out: `before` then stays."""
    if not directive.startswith(b"if"):
        del around[-1:]
    if directive != b"endif":
        around.append(number)
    if len(around) >= _DEEPEST == len(before) and before[-1] == around[_DEEPEST - 1]:
        return before
    return tuple(around[:_DEEPEST])


def _guard(lines: list[_Directive]) -> bool:
    """`#ifndef X`, `#define X` ... `#endif` around all other directives."""
    if len(lines) < 3 or lines[0].name not in (b"ifndef", b"if") or lines[1].name != b"define":
        return False
    defined = lines[1].rest.split()
    asked = lines[0].rest.replace(b"(", b" ").replace(b")", b" ").split()
    if not defined or defined[0] not in asked or lines[-1].name != b"endif":
        return False
    depth = 0
    for line in lines[:-1]:
        depth += line.name.startswith(b"if") - (line.name == b"endif")
        if depth == 0:
            return False
    return depth == 1


def _mark(data: bytes) -> int:
    """The size of a byte order mark: nothing goes before it."""
    return len(BOM) if data.startswith(BOM) else 0


def _include(data: bytes, line: _Directive, branch: Branch) -> Include | None:
    """That of a directive; None where it names no file."""
    end = data.find(b"\n", line.after)
    end = len(data) if end < 0 else end
    named = _named(data[line.after : end])
    if named is None:
        return None
    path, quoted, first, last = named
    begin = data.rfind(b"\n", 0, line.start) + 1
    target = Span(line.after + first, line.after + last)
    return Include(path, quoted, target, Span(begin or _mark(data), min(end + 1, len(data))), branch)


@functools.lru_cache(maxsize=1024)
def _named(rest: bytes) -> tuple[str, bool, int, int] | None:
    """The file that is named behind `#include`, whether in quotes, and where that is with its marks."""
    path = _PATH.match(rest)
    if path is None:
        return None
    quoted = path[2] is not None
    written = path[2] if quoted else path[1]
    first = path.end() - len(path.group().lstrip(b" \t"))
    return written.decode("utf-8", "surrogateescape"), quoted, first, path.end()
