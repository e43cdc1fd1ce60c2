"""Where a file has `asm` statements, with their text as the macros of the file make it.

The keyword may come from a macro (`#define ASM asm volatile`), so may the instructions (`asm(OP : ...)`), pieces of
them (`"add." #type " %0;"`) or the whole statement (`#define ADD(t) asm("add." #t ...)`, whose
text is known at its uses).
"""

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.arguments import closing_bracket, closing_brackets
from cass_tools.cuda.expand import MacroUse, TooLargeError, macros, uses, with_users, written
from cass_tools.cuda.lex import IDENTIFIER, Define, Defines
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Span

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_WORDS = frozenset({b"asm", b"__asm__", b"__asm"})
_QUALIFIERS = frozenset(b"volatile __volatile__ __volatile inline __inline__ goto".split())
_REST = rb")\b((?:\s|\\\r?\n|" + b"|".join(sorted(_QUALIFIERS, reverse=True)) + rb")*)\("
_PART = Pattern(
    rb'//[^\n]*|/\*.*?\*/|(?:u8|[uUL])?R"([^()\\\s"]{0,16})\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|.', re.S
)
_FOREIGN = Pattern(rb'\b(?!if\b|while\b|switch\b|return\b)([A-Za-z_]\w*)\s*\(\s*(?:"[^"]*"\s*)+:')


class Asm(NamedTuple):
    """A statement at `span` of the file, and its `text`: as written, or with macros expanded.

    `unknown` names what still stands among the literals: parameters of `define`, in whose body it is, or macros of
    other files.
    """

    span: Span
    text: bytes
    unknown: tuple[bytes, ...]
    define: Define | None

    @property
    def from_arguments(self) -> bool:
        """Whether arguments of a macro make the text."""
        return self.define is not None and not set(self.unknown).isdisjoint(self.define.parameters)


def keywords(defines: Defines) -> set[bytes]:
    """The macros without arguments that are `asm` and its qualifiers, nothing else."""
    found = set[bytes]()
    for define in defines.all:
        words = set(defines.text(define).replace(b"\\", b" ").split())
        if not define.function_like and words & (_WORDS | found) and words <= _WORDS | _QUALIFIERS | found:
            found.add(define.name)
    return found


def statements(context: "Context") -> Iterator[Asm]:
    """The statements of the file in order, those in bodies of macros included, not those in operands of another."""
    names = b"|".join(re.escape(name) for name in sorted(_WORDS | keywords(context.defines), key=len, reverse=True))
    closed, last = closing_brackets(context.code), -1
    for match in re.finditer(rb"\b(?:" + names + _REST, context.code):
        end = closed.get(match.end() - 1)
        if end is None or end < last:
            continue
        last = end
        span = Span(match.start(), end + 1)
        index = context.defines.index(span.start)
        define = context.defines.all[index] if index is not None else None
        text = expanded(context, span)
        yield Asm(span, text, _unknown(text), define)


def expanded(context: "Context", span: Span) -> bytes:
    """The statement with the macros in it but for those in its operands; as the user wrote it where there are none."""
    as_written, known = context.data[span.start : span.end], macros(context)
    if known.named.keys().isdisjoint(IDENTIFIER.findall(context.code, span.start, span.end)):
        return as_written
    try:
        tokens = known.expand_outside(span.start, span.end)
    except TooLargeError:
        return as_written
    return written(tokens) if written(tokens) != written(known.tokens(span.start, span.end)) else as_written


@functools.lru_cache(maxsize=256)
def _unknown(statement: bytes) -> tuple[bytes, ...]:
    """The names that stand in the template of a statement, where literals belong."""
    found, depth = list[bytes](), 0
    for match in _PART.finditer(statement):
        part = match.group()
        depth += (part in (b"(", b"{")) - (part in (b")", b"}"))
        if depth == 1 and part == b":":
            break
        if depth == 1 and (part[:1].isalpha() or part[:1] == b"_") and not part.endswith(b'"'):
            found.append(part)
    return tuple(dict.fromkeys(found))


class Expanded(NamedTuple):
    """What a macro with an `asm` statement in it makes of its arguments at a place where it is used."""

    use: MacroUse
    text: bytes

    def comes_from(self, name: bytes, context: "Context") -> bool:
        """Whether the use is that of macro `name`, or reaches it through other macros."""
        return self.use.name in with_users(context, frozenset({name}))


def expansions(context: "Context", named: frozenset[bytes]) -> Iterator[Expanded]:
    """The uses of macros `named`; the text is empty where it has no end."""
    for use in uses(context, named):
        try:
            yield Expanded(use, written(macros(context).expand(use.start, use.end)).strip())
        except TooLargeError:
            yield Expanded(use, b"")


def by_unknown_macro(context: "Context") -> Iterator[Asm]:
    """What has the form of a statement, `NAME("text" : ...)`, under a name that the file does not define."""
    known = _WORDS | _QUALIFIERS | macros(context).named.keys()
    for match in _FOREIGN.finditer(context.code):
        end = closing_bracket(context.code, context.code.index(b"(", match.end(1)))
        if match[1] not in known and end is not None:
            span = Span(match.start(), end + 1)
            yield Asm(span, context.data[span.start : span.end], (), None)
