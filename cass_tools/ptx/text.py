"""PTX text to instructions: predicates, declarations, labels, scopes, operands of every form."""

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.special import SPECIAL

_TOKEN = re.compile(
    r"\s+|//[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|(?P<asm>%(?:\d+|\[\w+\])(?:\.[bh]\d{1,4})?)"
    r"|(?P<float>0[fF][0-9a-fA-F]{8}\b|0[dD][0-9a-fA-F]{16}\b|\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)"
    r"|(?P<int>0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|\d+U?)"
    r"|(?P<word>%{0,2}[A-Za-z_$][\w$]*(?:\.[\w$]+(?:::\w+)*)*)"
    r"|(?P<directive>\.[A-Za-z]\w*)"
    r'|(?P<string>"[^"]*")'
    r"|(?P<mark>[{}\[\](),;|@!+\-:<>~=*&])",
    re.S,
)
_STATE_SPACE = frozenset({"shared", "local", "param", "global", "const", "tex", "extern", "visible", "entry", "func"})


class Asm(NamedTuple):
    """Operand `number` of the statement; `part` is a selector (`b0`, `h1`) of video instructions."""

    number: int
    part: str = ""


class Local(NamedTuple):
    """A register that the text declares, by the name that it has been given."""

    name: str
    part: str = ""


class Special(NamedTuple):
    """A special register such as `laneid` or `tid.x`."""

    name: str


class Number(NamedTuple):
    """A literal: an integer, which the text may write as hexadecimal, or the value of a floating-point literal."""

    value: int | float
    hexadecimal: bool = False


class Vector(NamedTuple):
    """`{a, b}`."""

    items: tuple["Item", ...]


class Address(NamedTuple):
    """`[base + offset]`, `offset` in bytes; `[texture, {x, y}]` has `coordinates` too."""

    base: "Item"
    offset: int
    coordinates: tuple["Item", ...] = ()


class Not(NamedTuple):
    """`!p`, of a predicate."""

    item: "Item"


class Pair(NamedTuple):
    """`d|p`: two destinations."""

    first: "Item"
    second: "Item"


class Sink(NamedTuple):
    """`_`: a destination that nobody reads."""


Item = Asm | Local | Special | Number | Vector | Address | Not | Pair | Sink


class Label(NamedTuple):
    """A place to jump to."""

    name: str


class Instruction(NamedTuple):
    """`name` is the opcode with its modifiers; `predicate` guards it."""

    name: str
    operands: tuple[Item, ...]
    predicate: Item | None = None

    @property
    def opcode(self) -> str:
        """What stands before the first dot."""
        return self.name.partition(".")[0]

    @property
    def modifiers(self) -> tuple[str, ...]:
        """What stands between the dots."""
        return tuple(self.name.split(".")[1:])


class Program(NamedTuple):
    """`registers` are the declared ones with their PTX types."""

    body: tuple[Instruction | Label, ...]
    registers: dict[str, str]


class _Token(NamedTuple):
    kind: str
    text: str


def read_text(text: str, number: dict[str, int]) -> Program:
    """The instructions of a template; `number` maps names of operands to their numbers."""
    return _Parser(list(_tokens(text.replace("%=", "_"))), number).program()


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Refusal(f"The PTX text could not be read at `{text[at : at + 12].strip()}`.")
        if match.lastgroup:
            yield _Token(match.lastgroup, match.group())
        at = match.end()
    yield _Token("end", "")


class _Parser:
    def __init__(self, tokens: list[_Token], number: dict[str, int]) -> None:
        self.tokens = tokens
        self.at = 0
        self.number = number
        self.registers: dict[str, str] = {}
        self.scopes: list[dict[str, str]] = [{}]
        self.body: list[Instruction | Label] = []

    @property
    def now(self) -> str:
        return self.tokens[self.at].text

    @property
    def kind(self) -> str:
        return self.tokens[self.at].kind

    def take(self, text: str | None = None) -> str:
        token = self.tokens[self.at]
        if text is not None and token.text != text:
            raise Refusal(f"The PTX text could not be read: `{text}` is missing before `{token.text}`.")
        self.at += 1
        return token.text

    def program(self) -> Program:
        while self.kind != "end":
            self._statement()
        return Program(tuple(self.body), self.registers)

    def _statement(self) -> None:
        if self.now == ";":
            self.take()
        elif self.now == "{":
            self.take()
            self.scopes.append({})
        elif self.now == "}":
            self.take()
            if len(self.scopes) > 1:
                self.scopes.pop()
        elif self.kind == "directive":
            self._directive()
        elif self.kind == "word" and self.tokens[self.at + 1].text == ":":
            self.body.append(Label(_plain(self.take())))
            self.take(":")
        else:
            self._instruction()

    def _directive(self) -> None:
        word = self.take()
        if word == ".pragma":
            while self.now not in (";", ""):
                self.take()
            return
        if word != ".reg":
            raise Refusal(f"The PTX text declares `{word}`.", word)
        kind = self.take()
        while self.kind == "directive":
            kind = self.take()
        while self.kind == "word":
            name = self.take()
            if self.now == "<":
                self.take("<")
                for index in range(int(self.take(), 0)):
                    self._declare(f"{name}{index}", kind[1:])
                self.take(">")
            else:
                self._declare(name, kind[1:])
            if self.now == ",":
                self.take()

    def _declare(self, name: str, kind: str) -> None:
        plain = unique = _plain(name)
        count = 2
        while unique in self.registers:
            unique, count = f"{plain}{count}", count + 1
        self.registers[unique] = kind
        self.scopes[-1][name.lstrip("%")] = unique

    def _instruction(self) -> None:
        predicate: Item | None = None
        if self.now == "@":
            self.take()
            predicate = self._item()
        if self.kind != "word":
            raise Refusal(f"The PTX text could not be read at `{self.now}`.")
        name = self.take()
        operands: list[Item] = []
        while self.now != ";" and self.kind != "end" and self.now != "}":
            operands.append(self._operand())
            if self.now == ",":
                self.take()
        if self.now == ";":
            self.take()
        self.body.append(Instruction(name, tuple(operands), predicate))

    def _operand(self) -> Item:
        first = self._item()
        if self.now == "|":
            self.take()
            return Pair(first, self._item())
        return first

    def _item(self) -> Item:
        if self.now == "{":
            self.take()
            items = []
            while self.now != "}":
                items.append(self._item())
                if self.now == ",":
                    self.take()
            self.take("}")
            return Vector(tuple(items))
        if self.now == "[":
            return self._address()
        if self.now == "!":
            self.take()
            return Not(self._item())
        if self.now in ("-", "+"):
            sign = -1 if self.take() == "-" else 1
            value = self._item()
            if not isinstance(value, Number):
                raise Refusal("The PTX text computes an operand.")
            return Number(sign * value.value)
        return self._simple()

    def _address(self) -> Address:
        self.take("[")
        base, offset = self._item(), 0
        while self.now in ("+", "-"):
            sign = -1 if self.take() == "-" else 1
            value = self._item()
            if isinstance(value, Number) and isinstance(value.value, int):
                offset += sign * value.value
            elif isinstance(value, Asm) and sign == 1:
                raise Refusal("The PTX text adds operands in an address.")
            else:
                raise Refusal("The PTX text computes an address.")
        coordinates: list[Item] = []
        while self.now == ",":
            self.take()
            coordinates.append(self._item())
        self.take("]")
        return Address(base, offset, tuple(coordinates))

    def _simple(self) -> Item:
        kind, text = self.kind, self.take()
        if kind == "asm":
            number, _, part = text[1:].partition(".")
            if number.startswith("["):
                name = number.strip("[]")
                if name not in self.number:
                    raise Refusal(f"The statement has no operand named {name}.")
                return Asm(self.number[name], part)
            return Asm(int(number), part)
        if kind == "int":
            return Number(int(text.rstrip("U"), 0 if not text.isdigit() else 10), text[:2] in ("0x", "0X"))
        if kind == "float":
            return Number(_float(text))
        if kind == "word":
            return self._name(text)
        raise Refusal(f"The PTX text could not be read at `{text}`.")

    def _name(self, text: str) -> Item:
        bare = text.lstrip("%")
        if bare == "_":
            return Sink()
        for scope in reversed(self.scopes):
            if bare in scope:
                return Local(scope[bare])
            name, _, part = bare.partition(".")
            if name in scope:
                return Local(scope[name], part)
        if bare in SPECIAL or text.startswith("%") or bare == "WARP_SZ":
            return Special(bare)
        return Local(_plain(text))  # a label, or a register that nobody declares: the emitter knows


def _plain(name: str) -> str:
    return name.lstrip("%").replace("$", "_").replace(".", "_")


def _float(text: str) -> float:
    if text[1:2] in "fF" and text.startswith("0"):
        return float(struct.unpack(">f", bytes.fromhex(text[2:]))[0])
    if text[1:2] in "dD" and text.startswith("0"):
        return float(struct.unpack(">d", bytes.fromhex(text[2:]))[0])
    return float(text)
