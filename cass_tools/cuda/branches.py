"""The branches of `#if` and its like: the code that a condition lets through, and what is read in its place."""

import re
from itertools import pairwise
from typing import NamedTuple

from cass_tools.cuda.lines import logical_start
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Span

_DIRECTIVE = Pattern(rb"^[ \t]*#[ \t]*(if|elif|else|endif)[a-z]*\b(?:[^\\\n]|\\\r?\n|\\)*", re.MULTILINE)
# What a branch says that is for GPUs which lack something: it stops, complains, or does nothing.
_REFUSAL = re.compile(
    rb"\s*(?:#[ \t]*(?:error|warning|pragma)\b[^\n]*\n|return\s*;|\(\s*void\s*\)\s*[\w.\->\[\]]+\s*;|[{};]"
    rb'|asm\s+(?:volatile\s*)?\(\s*"[^"]*"[^;]*;'
    rb"|\w*(?:trap|abort|assert|printf|unreachable|error|ERROR|ASSERT|INVALID|UNSUPPORTED|UNUSED|NOT_IMPLEMENTED"
    rb"|NO_DEVICE_CODE|NOT_SUPPORTED)\w*\s*(?:\((?:[^()]|\([^()]*\))*\))?\s*;?)"
)
_PREPROCESSOR = re.compile(rb"\s*#(?:[^\\\n]|\\\r?\n|\\)*")


class Branches(NamedTuple):
    """The code behind a condition, and the code of the next branch (None where the condition has no other)."""

    taken: Span
    other: Span | None


def branches_at(offset: int, code: bytes) -> Branches | None:
    """The branches of the condition that holds byte `offset`; None for an `#if` without its `#endif`."""
    lines = _DIRECTIVE.finditer(code, logical_start(code, offset))
    condition = next(lines, None)
    if condition is None:
        return None
    depth, edges = 1, [condition.span()]
    for line in lines:
        depth += {b"if": 1, b"endif": -1}.get(line[1], 0)
        if depth == 0 or (depth == 1 and line[1] in (b"elif", b"else")):
            edges.append(line.span())
        if depth == 0 or len(edges) == 3:
            break
    if len(edges) == 1:
        return None
    spans = [Span(before[1], after[0]) for before, after in pairwise(edges)]
    return Branches(spans[0], spans[1] if len(spans) == 2 else None)


def refuses(span: Span | None, code: bytes) -> bool:
    """Whether a branch only stops, complains or is empty, so that what it stands for is not there."""
    at, end = (span.start, span.end) if span else (0, 0)
    while at < end and code[at:end].strip():
        statement = _REFUSAL.match(code, at, end)
        if statement is None:
            return False
        at = statement.end()
    return True


def has_statements(span: Span, code: bytes) -> bool:
    """Whether a branch holds anything but directives, such as `#define`, and space."""
    at = span.start
    while (line := _PREPROCESSOR.match(code, at, span.end)) is not None:
        at = line.end()
    return bool(code[at : span.end].strip())
