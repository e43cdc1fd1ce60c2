"""The `#include`s of a file and the conditions around them, read by lines: no grammar, so broken code does no harm."""

import re
from dataclasses import dataclass

from cass_tools.model import Span

_DIRECTIVE = re.compile(
    rb"#[ \t]*(?P<name>include_next|include|ifndef|ifdef|if|elif\w*|else|endif|define|pragma)\b(?P<rest>[^\n]*)"
)
_PATH = re.compile(rb'[ \t]*(?:<([^>\n]*)>|"([^"\n]*)")')


@dataclass(frozen=True, slots=True)
class Include:
    """`path` as written between the marks at `target` (marks included); `line` is the whole line with its end.

    `branch` numbers the conditional branches around it, outermost first; an include guard does not count.
    """

    path: str
    quoted: bool
    target: Span
    line: Span
    branch: tuple[int, ...]

    def sees(self, earlier: "Include") -> bool:
        """Whether `earlier` is compiled whenever this one is."""
        return self.branch[: len(earlier.branch)] == earlier.branch


@dataclass(frozen=True, slots=True)
class Layout:
    """The includes, where the guard (or `#pragma once`) ends, and the stretches that stand under no condition."""

    includes: tuple[Include, ...]
    after_guard: int | None
    unconditional: tuple[Span, ...]

    def always(self, offset: int) -> bool:
        """Whether byte `offset` is compiled whatever macros are defined."""
        return any(span.start <= offset < span.end for span in self.unconditional)


def read_layout(data: bytes, code: bytes) -> Layout:
    """`code` is `data` blanked (cuda/lex.py)."""
    lines = [line for line in _DIRECTIVE.finditer(code) if _begins_line(code, line.start())]
    guard = _guard(lines)
    includes = []
    after_guard = lines[1].end() + 1 if guard else None
    open_branches: list[int] = []
    spans, since, number = [], 0, 0
    for index, line in enumerate(lines):
        name = line["name"]
        if guard and index in (0, len(lines) - 1):
            continue
        if name.startswith(b"if"):
            if not open_branches:
                spans.append(Span(since, line.start()))
            number += 1
            open_branches.append(number)
        elif name.startswith(b"el") and open_branches:
            number += 1
            open_branches[-1] = number
        elif name == b"endif" and open_branches:
            open_branches.pop()
            since = line.end()
        elif name == b"include":
            path = _PATH.match(data, line.start("rest"))
            if path is not None:
                includes.append(_include(data, line, path, tuple(open_branches)))
        elif name == b"pragma" and line["rest"].strip() == b"once" and not open_branches:
            after_guard = after_guard or min(line.end() + 1, len(data))
    if not open_branches:
        spans.append(Span(since, len(data) + 1))
    return Layout(tuple(includes), after_guard, tuple(spans))


def _begins_line(code: bytes, offset: int) -> bool:
    begin = code.rfind(b"\n", 0, offset) + 1
    return begin == offset or not code[begin:offset].strip()


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


def _include(data: bytes, line: re.Match[bytes], path: re.Match[bytes], branch: tuple[int, ...]) -> Include:
    end = data.find(b"\n", path.end())
    quoted = path[2] is not None
    written = path[2] if quoted else path[1]
    start = path.start() + len(path.group()) - len(path.group().lstrip(b" \t"))
    return Include(
        written.decode("utf-8", "surrogateescape"),
        quoted,
        Span(start, path.end()),
        Span(data.rfind(b"\n", 0, line.start()) + 1, len(data) if end < 0 else end + 1),
        branch,
    )
