"""The `asm` statement as C++ has it: template text, operands with constraint and expression, clobbers.

Structure is read from blanked code, where literals and comments cannot confuse; texts come from the user's bytes.
"""

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.cuda.asm_macros import expanded
from cass_tools.cuda.context import Context
from cass_tools.model import Source, Span
from cass_tools.ptx.refusal import Refusal

_HEAD = re.compile(rb"(?:asm|__asm__|__asm)((?:\s|\\\r?\n|volatile|__volatile__|__volatile|inline|__inline__|goto)*)\(")
_STRING = re.compile(rb'(?:u8|[uUL])?(?:R"(?P<tag>[^()\\\s"]{0,16})\((?P<raw>.*?)\)(?P=tag)"|"(?P<text>[^"]*)")', re.S)
_SPACE = re.compile(rb"(?:\s|\\\r?\n)+")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_ESCAPE = re.compile(r"\\(?:\r?\n|x([0-9a-fA-F]+)|([0-7]{1,3})|(.))", re.S)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}
_DIRECTIVE = re.compile(rb"^[ \t]*#", re.M)
_OPENING, _CLOSING = b"([{", b")]}"


class Operand(NamedTuple):
    """`text` is the C++ expression, comments taken out; `constraint` the register class (`r`), without `=` and `+`."""

    name: str
    constraint: str
    text: str
    output: bool
    read: bool  # of an output: "+r", or an input is tied to it


class Statement(NamedTuple):
    """`operands` in the order of their numbers; `ties` are inputs that begin in the register of an output."""

    template: str
    operands: tuple[Operand, ...]
    ties: tuple[tuple[int, str], ...]
    clobbers: tuple[str, ...]
    volatile: bool

    def number(self, name: str) -> int:
        """The number of the operand `%[name]`."""
        for index, operand in enumerate(self.operands):
            if operand.name == name:
                return index
        raise Refusal(f"The statement has no operand named {name}.")


def read_written(text: bytes) -> Statement:
    """The parts of a statement that macros have made."""
    return read_statement(Context(Source(Path("statement.cu"), text), Config()), Span(0, len(text)))


def read_statement(context: Context, span: Span) -> Statement:
    """The parts of the statement at `span`; Refusal where the preprocessor makes some of it, or it is broken."""
    code = context.code[span.start : span.end]
    if _DIRECTIVE.search(code, code.find(b"(")):
        raise Refusal("The preprocessor changes parts of this statement.")
    if (text := expanded(context, span)) != context.data[span.start : span.end]:
        return read_written(text)
    return _read(code, text)


@functools.lru_cache(maxsize=256)
def _read(code: bytes, data: bytes) -> Statement:
    """The statement of these bytes, blanked and as written."""
    return _Reader(code, data).read()


class _Reader:
    def __init__(self, code: bytes, data: bytes) -> None:
        self.code = code
        self.data = data
        self.at = 0

    def read(self) -> Statement:
        head = _HEAD.match(self.code)
        if head is None:
            raise Refusal("The statement could not be read.")
        if b"goto" in head[1]:
            raise Refusal("`asm goto` jumps to labels of the function.")
        self.at = head.end()
        template = self._template()
        outputs = list(self._operands(output=True)) if self._section() else []
        inputs = list(self._operands(output=False)) if self._section() else []
        clobbers = tuple(self._clobbers()) if self._section() else ()
        if self.code[self.at : self.at + 1] != b")":
            raise Refusal("The statement could not be read to its end.")
        ties: list[tuple[int, str]] = []
        for index, operand in enumerate(inputs):
            if operand.constraint.isdigit():
                tied = int(operand.constraint)
                if tied >= len(outputs):
                    raise Refusal(f"Input {operand.text} is tied to output {tied}, which there is not.")
                ties.append((tied, operand.text))
                outputs[tied] = outputs[tied]._replace(read=True)
                inputs[index] = operand._replace(constraint=outputs[tied].constraint, name=operand.name)
        volatile = b"volatile" in head[1]
        return Statement(template, (*outputs, *inputs), tuple(ties), clobbers, volatile)

    def _skip(self) -> bytes:
        """The byte after white space."""
        if space := _SPACE.match(self.code, self.at):
            self.at = space.end()
        return self.code[self.at : self.at + 1]

    def _section(self) -> bool:
        if self._skip() != b":":
            return False
        self.at += 1
        return True

    def _string(self) -> str | None:
        """The string literal here, decoded, or that of a macro of the file."""
        self._skip()
        if literal := _STRING.match(self.code, self.at):
            self.at = literal.end()
            return _decode(self.data[literal.start() : literal.end()])
        if name := _NAME.match(self.code, self.at):
            self.at = name.end()
            return self._macro(name.group())
        return None

    def _macro(self, name: bytes) -> str:
        """Macros of the file are expanded before: what is left is another file's, or has several meanings."""
        raise Refusal(f"The text of the instructions comes from {name.decode()}, whose value is not known here.")

    def _template(self) -> str:
        parts = []
        while self._skip() not in (b":", b")", b""):
            if (text := self._string()) is None:
                raise Refusal("The text of the instructions is no string literal.")
            parts.append(text)
        return "".join(parts)

    def _operands(self, *, output: bool) -> Iterator[Operand]:
        while (byte := self._skip()) not in (b":", b")", b""):
            if byte == b",":
                self.at += 1
                continue
            name = self._bracketed().strip() if byte == b"[" else ""
            constraint = self._string()
            if constraint is None or self._skip() != b"(":
                raise Refusal("An operand of the statement could not be read.")
            text = _plain(self._bracketed())
            yield Operand(name, constraint.strip("=+&% "), text, output, "+" in constraint)

    def _bracketed(self) -> str:
        """What stands in the brackets that open here, without comments."""
        depth, start = 0, self.at
        while self.at < len(self.code):
            byte = self.code[self.at : self.at + 1]
            depth += (byte in _OPENING) - (byte in _CLOSING)
            self.at += 1
            if not depth:
                return self._text(start + 1, self.at - 1)
        raise Refusal("The brackets of the statement do not match.")

    def _text(self, start: int, end: int) -> str:
        """The user's text with comments as in blanked code, where they are spaces; literals as written."""
        parts, at = [], start
        for literal in _STRING.finditer(self.code, start, end):
            parts += [self.code[at : literal.start()], self.data[literal.start() : literal.end()]]
            at = literal.end()
        parts.append(self.code[at:end])
        return b"".join(parts).decode("utf-8", "replace")

    def _clobbers(self) -> Iterator[str]:
        while self._skip() not in (b":", b")", b""):
            if self.code[self.at : self.at + 1] == b",":
                self.at += 1
            elif (text := self._string()) is not None:
                yield text
            else:
                raise Refusal("The clobbers of the statement could not be read.")


_STRING_DATA = re.compile(
    rb'(?:u8|[uUL])?(?:R"(?P<tag>[^()\\\s"]{0,16})\((?P<raw>.*?)\)(?P=tag)"|"(?P<text>(?:[^"\\]|\\.)*)")', re.S
)


def _decode(literal: bytes) -> str:
    match = _STRING_DATA.fullmatch(literal)
    if match is None:
        raise Refusal("A string literal of the statement does not end.")
    if match["raw"] is not None:
        return match["raw"].decode("ascii", "replace")
    return _ESCAPE.sub(_unescape, match["text"].decode("ascii", "replace"))


def _unescape(match: "re.Match[str]") -> str:
    if match[1]:
        return chr(int(match[1], 16) & 0xFF)
    if match[2]:
        return chr(int(match[2], 8) & 0xFF)
    return _NAMED.get(match[3], match[3]) if match[3] else ""


def _plain(text: str) -> str:
    """An expression on one line."""
    return " ".join(re.sub(r"\\\r?\n", " ", text).split())
