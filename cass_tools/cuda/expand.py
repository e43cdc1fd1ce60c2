"""Expands the macros that a file defines itself, as a preprocessor would: arguments, `#`, `##`, rescanning.

What other files define stays as it is. Every token that `##` has made knows the `##` that made it.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.lex import IDENTIFIER, Define
from cass_tools.cuda.lines import line_start
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_TOKEN = Pattern(
    rb"(?P<space>(?:[ \t\r\n]|\\\r?\n)+)|(?P<name>[A-Za-z_]\w*)|\.?\d(?:[eEpP][+-]|[\w.'])*"
    rb'|(?:u8|[uUL])?R"[^()\\\s"]{0,16}\([^"]*"|"[^"\n]*"?|\'[^\'\n]*\'?|##|.',
    re.S,
)
_MOST = 20_000  # tokens: macros can grow without end
_PASTE, _STRINGIZE, _SPACE = b"##", b"#", b" "


class Token(NamedTuple):
    """`text` as the compiler will see it; `pasted` is the offset of the `##` that made it, or -1."""

    text: bytes
    pasted: int = -1
    hidden: frozenset[bytes] = frozenset()  # macros that it came from, which are not expanded again


class TooLargeError(Exception):
    """The expansion has no end worth waiting for."""


class Macros:
    """The macros of a file by name."""

    def __init__(self, context: "Context") -> None:
        self._code, self._data = context.code, context.data
        self.named: dict[bytes, list[Define]] = {}
        for define in context.defines.all:
            self.named.setdefault(define.name, []).append(define)

    def at(self, name: bytes, offset: int) -> Define | None:
        """The definition that holds at byte `offset`: the last one before it, or the first of the file."""
        found = self.named.get(name, ())
        return next((d for d in reversed(found) if d.start <= offset), found[0] if found else None)

    def settled(self, name: bytes) -> bool:
        """Whether there is one definition, or several of the same text."""
        found = self.named.get(name, ())
        return len({self._code[d.start : d.end].strip() + self._data[d.start : d.end].strip() for d in found}) == 1

    def tokens(self, start: int, end: int) -> list[Token]:
        """The tokens of the user's text, comments and runs of white space as one space."""
        return [Token(text, offset) for text, offset in self._read(start, end)]

    def _read(self, start: int, end: int) -> Iterator[tuple[bytes, int]]:
        for match in _TOKEN.finditer(self._code, start, end):
            if match["space"] is not None:
                yield _SPACE, -1
            elif match.group()[-1:] in b"\"'" and len(match.group()) > 1:
                yield self._data[match.start() : match.end()], -1
            else:
                yield match.group(), match.start() if match.group() == _PASTE else -1

    def expand(self, start: int, end: int) -> list[Token]:
        """What the preprocessor makes of the text in [start, end); TooLargeError where that does not end."""
        return self._expand(self.tokens(start, end), start)

    def expand_outside(self, start: int, end: int) -> list[Token]:
        """The same for what stands in no brackets, or in one pair, and for macros with one meaning only."""
        return self._expand(self.tokens(start, end), start, outside=True)

    def _expand(self, tokens: Sequence[Token], offset: int, *, outside: bool = False) -> list[Token]:
        todo, done, depth = list(reversed(tokens)), list[Token](), 0
        while todo:
            token = todo.pop()
            depth += (token.text == b"(") - (token.text == b")")
            define = self.at(token.text, offset) if token.text not in token.hidden else None
            if outside and (depth > 1 or not self.settled(token.text)):
                define = None
            arguments = _arguments(todo) if define is not None and define.function_like else []
            if define is None or arguments is None:
                done.append(token)
            else:
                made = self._substituted(define, arguments, offset)
                hidden = token.hidden | {define.name}
                todo += reversed([t._replace(hidden=t.hidden | hidden) for t in made])
            if len(done) + len(todo) > _MOST:
                raise TooLargeError
        return done

    def _substituted(self, define: Define, arguments: list[list[Token]], offset: int) -> list[Token]:
        """The replacement text with its arguments, `#` and `##` done."""
        given = dict(zip(define.parameters, _gathered(define, arguments), strict=False))
        body = _stripped(self.tokens(define.start, define.end))
        parts, at = list[list[Token]](), 0
        while at < len(body):
            token = body[at]
            follows = _next(body, at)
            if token.text == _STRINGIZE and follows is not None and body[follows].text in given:
                parts.append([_string(given[body[follows].text])])
                at = follows + 1
                continue
            if token.text in given:
                beside = (follows is not None and body[follows].text == _PASTE) or _after_paste(body, at)
                parts.append(given[token.text] if beside else self._expand(given[token.text], offset))
            else:
                parts.append([token])
            at += 1
        return _pasted(parts)


def _gathered(define: Define, arguments: list[list[Token]]) -> list[list[Token]]:
    """The arguments by parameter: what is left over belongs to the last one of a variadic macro."""
    count = len(define.parameters)
    if count == 0 or len(arguments) <= count:
        return [*arguments, *([[]] * (count - len(arguments)))]
    last = arguments[count - 1]
    for more in arguments[count:]:
        last = [*last, Token(b","), Token(_SPACE), *more]
    return [*arguments[: count - 1], last]


def _arguments(todo: list[Token]) -> list[list[Token]] | None:
    """The bracketed arguments that come next, taken off the end of `todo`; None, and nothing taken, without any."""
    at = len(todo) - 1
    while at >= 0 and todo[at].text == _SPACE:
        at -= 1
    if at < 0 or todo[at].text != b"(":
        return None
    found, depth = [list[Token]()], 0
    for index in range(at, -1, -1):
        text = todo[index].text
        depth += (text == b"(") - (text == b")")
        if depth == 0:
            del todo[index:]
            return [_stripped(argument) for argument in found]
        if depth == 1 and text == b",":
            found.append([])
        elif index != at:
            found[-1].append(todo[index])
    return None


def _pasted(parts: list[list[Token]]) -> list[Token]:
    """The parts in one, neighbours of `##` joined to one token."""
    done, at = list[Token](), 0
    while at < len(parts):
        part = parts[at]
        if len(part) != 1 or part[0].text != _PASTE or part[0].pasted < 0:
            done += part
            at += 1
            continue
        at += 1
        while at < len(parts) and parts[at] and parts[at][0].text == _SPACE:
            at += 1
        while done and done[-1].text == _SPACE:
            done.pop()
        right = parts[at] if at < len(parts) else []
        at += 1
        if done and right and done[-1].text != b",":
            left = done.pop()
            done.append(Token(left.text + right[0].text, part[0].pasted, left.hidden | right[0].hidden))
            done += right[1:]
        else:
            done += right
    return done


def _string(tokens: Sequence[Token]) -> Token:
    text = b"".join(token.text for token in tokens).strip()
    return Token(b'"' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"')


def _stripped(tokens: list[Token]) -> list[Token]:
    texts = [token.text == _SPACE for token in tokens]
    if all(texts):
        return []
    return tokens[texts.index(False) : len(texts) - texts[::-1].index(False)]


def _next(tokens: list[Token], at: int) -> int | None:
    return next((i for i in range(at + 1, len(tokens)) if tokens[i].text != _SPACE), None)


def _after_paste(tokens: list[Token], at: int) -> bool:
    before = next((tokens[i] for i in range(at - 1, -1, -1) if tokens[i].text != _SPACE), None)
    return before is not None and before.text == _PASTE


def written(tokens: Sequence[Token]) -> bytes:
    """The tokens as text."""
    return b"".join(token.text for token in tokens)


@functools.lru_cache(maxsize=4)
def macros(context: "Context") -> Macros:
    """The macros of a file, read once."""
    return Macros(context)


class MacroUse(NamedTuple):
    """`name(arguments)`, or `name` alone, at bytes [start, end) outside `#define`s."""

    name: bytes
    start: int
    end: int


def uses(context: "Context", wanted: frozenset[bytes]) -> list[MacroUse]:
    """Where the code uses the macros `wanted`, or macros of the file that use them; the outermost only."""
    known = macros(context)
    names = with_users(context, wanted)
    found = list[MacroUse]()
    for name in names & context.words.keys():
        for start in context.words[name]:
            if context.defines.index(start) is None and not _in_directive(context.code, start):
                end = _end(context.code, start + len(name), known.named[name][0].function_like)
                if end is not None:
                    found.append(MacroUse(name, start, end))
    found.sort(key=lambda use: use.start)
    outer, reached = list[MacroUse](), 0
    for use in found:
        if use.start >= reached:
            outer.append(use)
            reached = use.end
    return outer


def with_users(context: "Context", wanted: frozenset[bytes]) -> set[bytes]:
    """The macros `wanted` and those of the file that use them."""
    found = set(wanted)
    mentioned = {d.name: set(IDENTIFIER.findall(context.code, d.start, d.end)) for d in context.defines.all}
    while more := {name for name, words in mentioned.items() if name not in found and not found.isdisjoint(words)}:
        found |= more
    return found


def _in_directive(code: bytes, start: int) -> bool:
    return code[line_start(code, start) : start].lstrip().startswith(b"#")


def _end(code: bytes, at: int, function_like: bool) -> int | None:
    if not function_like:
        return at
    match = re.compile(rb"(?:\s|\\\r?\n)*\(").match(code, at)
    if match is None:
        return None
    depth = 0
    for bracket in re.compile(rb"[()]").finditer(code, match.end() - 1):
        depth += 1 if bracket.group() == b"(" else -1
        if depth == 0:
            return bracket.end()
    return None
