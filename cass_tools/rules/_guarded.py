"""Definitions that AMD's compiler is not to read: where they begin and end, and the lines around them."""

import re

from cass_tools.cuda.context import Context
from cass_tools.cuda.lines import line_start
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Span

_DIRECTIVE = Pattern(rb"^[ \t]*#(?:[^\\\n]|\\\r?\n|\\)*", re.MULTILINE)
_ACCESS = Pattern(rb"(?:\s*(?:public|private|protected)\s*:)?\s*")


def start_of(offset: int, code: bytes) -> int:
    """Where the definition that holds byte `offset` begins, its qualifiers included."""
    before = max(code.rfind(mark, 0, offset) for mark in (b";", b"}", b"{"))
    directives = [line.end() for line in _DIRECTIVE.finditer(code, before + 1, offset)]
    before = max(before, *directives, -1)
    access = _ACCESS.match(code, before + 1, offset)
    return access.end() if access else offset


def guard(start: int, end: int, context: Context, macro: bytes = b"__HIPCC__") -> tuple[Edit, ...]:
    """`#ifndef` of a macro of HIP's and `#endif` on lines of their own; nothing where other code shares the lines."""
    first = line_start(context.code, start)
    last = context.code.find(b"\n", end)
    last = len(context.code) if last < 0 else last
    if context.code[first:start].strip() or context.code[end:last].strip():
        return ()
    newline = b"\r\n" if context.data[last - 1 : last] == b"\r" else b"\n"
    last -= len(newline) - 1
    return (Edit(Span(first, first), b"#ifndef " + macro + newline), Edit(Span(last, last), newline + b"#endif"))
