"""The `#include`s of a file and the conditions around them, read by lines: no grammar, so broken code does no harm."""

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

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

    @cached_property
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


def read_layout(data: bytes, code: bytes) -> Layout:
    """`code` is `data` blanked (cuda/lex.py)."""
    lines = [line for line in _DIRECTIVE.finditer(code) if _begins_line(code, line.start())]
    guard = _guard(lines)
    after_guard = lines[1].end() + 1 if guard else None
    includes: list[Include] = []
    branches: list[tuple[int, Branch]] = []
    around: list[int] = []  # the conditionals
    branch: Branch = ()
    number = 0
    fallbacks: set[int] = set()
    for i, line in enumerate(lines[1:-1] if guard else lines, start=int(guard)):
        name = line["name"]
        if name.startswith((b"if", b"el")) or name == b"endif":
            number += 1
            branch = _next_branch(around, name, number, branch)
            branches.append((line.end(), branch))
            if name == b"ifndef" and _defines(lines[i + 1 : i + 2], line["rest"].split()):
                fallbacks.add(number)
        elif name == b"include":
            path = _PATH.match(data, line.start("rest"))
            if path is not None:
                includes.append(_include(data, line, path, branch))
        elif after_guard is None and not branch and line["rest"].strip() == b"once":
            after_guard = min(line.end() + 1, len(data))
    return Layout(includes, after_guard, branches, fallbacks)


def _defines(following: list[re.Match[bytes]], asked: list[bytes]) -> bool:
    """Whether the next directive defines the macro that is asked for."""
    named = [line["rest"].replace(b"(", b" ").split()[:1] for line in following if line["name"] == b"define"]
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


def _begins_line(code: bytes, offset: int) -> bool:
    """Whether only blanks stand before `offset` on its line; so many blanks that nobody writes them count as such."""
    return code[max(0, offset - _MAX_INDENT) : offset].rstrip(b" \t")[-1:] in (b"", b"\n")


def _guard(lines: list[re.Match[bytes]]) -> bool:
    """`#ifndef X`, `#define X` ... `#endif` around all other directives."""
    if len(lines) < 3 or lines[0]["name"] not in (b"ifndef", b"if") or lines[1]["name"] != b"define":
        return False
    defined = lines[1]["rest"].split()
    asked = lines[0]["rest"].replace(b"(", b" ").replace(b")", b" ").split()
    if not defined or defined[0] not in asked or lines[-1]["name"] != b"endif":
        return False
    depth = 0
    for line in lines[:-1]:
        depth += line["name"].startswith(b"if") - (line["name"] == b"endif")
        if depth == 0:
            return False
    return depth == 1


def _mark(data: bytes) -> int:
    """The size of a byte order mark: nothing goes before it."""
    return len(BOM) if data.startswith(BOM) else 0


def _include(data: bytes, line: re.Match[bytes], path: re.Match[bytes], branch: Branch) -> Include:
    end = data.find(b"\n", path.end())
    quoted = path[2] is not None
    written = path[2] if quoted else path[1]
    start = path.start() + len(path.group()) - len(path.group().lstrip(b" \t"))
    line_start = data.rfind(b"\n", 0, line.start()) + 1
    return Include(
        written.decode("utf-8", "surrogateescape"),
        quoted,
        Span(start, path.end()),
        Span(line_start or _mark(data), len(data) if end < 0 else end + 1),
        branch,
    )
