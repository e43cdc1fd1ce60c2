"""What is too deep to read: the grammar's tree takes kilobytes for each level, and no compiler goes there.

clang stops at 256 brackets within each other. Chains without brackets (`a ? b : a ? b :`, `a < b <`, casts of casts)
are cut by their length instead, which no expression of a real program has.
"""

import operator
import re
from collections.abc import Iterator
from itertools import accumulate

from cass_tools.cuda.pieces import pieces

DEEPEST = 256  # brackets, or conditionals, within each other: clang's -fbracket-depth
LONGEST = 1 << 13  # bytes, spaces aside, between two of `;,{}` and directives
_PAIRS = (b"()", b"[]", b"{}")
_OPENED = {pair[1:]: pair[:1] for pair in _PAIRS}
_ALL = bytes(range(256))
_SPACE = b" \t\r\n\f\v"
_BRACKET = re.compile(rb"[()\[\]{}]")
_ENDS = bytes(0x3B if c in b";,{}#" else c for c in range(256))
_EXPRESSION = re.compile(rb"[^;,{}#]+")
_CONDITIONAL = re.compile(rb"^[ \t]*#[ \t]*(if|el|end)\w*[^\\\n]*(?:\\(?:\r?\n)?[^\\\n]*)*", re.M)


def too_deep(code: bytes) -> Iterator[tuple[int, int]]:
    """The parts of blanked code, as bytes [start, end), that a tree should not hold: of almost all files, none."""
    if any(pieces(code).answers(_is_deep)):
        yield from _brackets(code)
    if code.count(b"#") > DEEPEST:
        yield from _conditionals(code)
    if any(pieces(code).answers(_is_long)):
        yield from _expressions(code)


def _is_deep(part: bytes) -> bool:
    """Whether brackets may be open beyond the limit; few parts have so many at all."""
    several = sum(part.count(pair[:1]) for pair in _PAIRS) > DEEPEST
    return several and sum(_most(part, pair) for pair in _PAIRS) > DEEPEST


def _most(code: bytes, pair: bytes) -> int:
    """How many brackets of one kind are open at most."""
    if code.count(pair[:1]) == 0:
        return 0
    kept = code.translate(None, _ALL.replace(pair[:1], b"").replace(pair[1:], b""))
    step = {pair[0]: 1, pair[1]: -1}.__getitem__
    levels, again = (accumulate(map(step, kept), initial=0) for _ in range(2))  # no list: it may be of 50 million
    most: int = max(map(operator.sub, levels, accumulate(again, min)))
    return most


def _brackets(code: bytes) -> Iterator[tuple[int, int]]:
    """What is in more brackets. One that never closes counts up to a `}` that begins a line: a declaration's end."""
    stack, beyond, start = bytearray(), 0, 0
    for match in _BRACKET.finditer(code):
        at, bracket = match.start(), match.group()
        if bracket not in _OPENED:
            if len(stack) < DEEPEST:
                stack += bracket
            else:
                start = at if beyond == 0 else start
                beyond += 1
            continue
        ends = bracket == b"}" and code[at - 1 : at] in (b"\n", b"")
        if ends:
            stack.clear()
        elif not beyond and (opened := stack.rfind(_OPENED[bracket])) >= 0:
            del stack[opened:]
        if beyond:
            beyond = 0 if ends else beyond - 1
            if not beyond:
                yield start, at if ends else at + 1
    if beyond:
        yield start, len(code)


def _conditionals(code: bytes) -> Iterator[tuple[int, int]]:
    """The directives of those within more conditionals; what is between them counts for the innermost that is left."""
    depth = 0
    for match in _CONDITIONAL.finditer(code):
        depth += match[1] == b"if"
        if depth > DEEPEST:
            yield match.span()
        depth -= depth > 0 and match[1] == b"end"


def _is_long(part: bytes) -> bool:
    """Whether some expression is too long."""
    if len(part) <= LONGEST:
        return False
    ended = part.translate(_ENDS, _SPACE)
    start = 0
    while len(ended) - start > LONGEST:
        last = ended.rfind(b";", start, start + LONGEST + 1)
        if last < 0:
            return True
        start = last + 1
    return False


def _expressions(code: bytes) -> Iterator[tuple[int, int]]:
    """The ends of expressions that are too long."""
    for match in _EXPRESSION.finditer(code):
        start, end = match.span()
        left = LONGEST
        while start < end and left > 0:
            next_start = min(end, start + left)
            left -= len(code[start:next_start].translate(None, _SPACE))
            start = next_start
        if start < end:
            yield start, end
