"""AMD GPU assembly as statements with their places in the file: whatever it holds, without assembling it.

LLVM's syntax: one statement a line, labels before it, comments from `;` or `//`, and `/* */`. Offsets are bytes.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from cass_tools.model import Span


class Form(StrEnum):
    """What a statement is; an `ASSIGNMENT` is `name = value`."""

    LABEL = "label"
    INSTRUCTION = "instruction"
    DIRECTIVE = "directive"
    ASSIGNMENT = "assignment"


class Statement(NamedTuple):
    """`name` is the label, mnemonic or directive; `operands` the text behind it, which begins at offset `at`."""

    form: Form
    line: int
    span: Span
    name: str
    operands: str = ""
    at: int = 0

    @property
    def name_span(self) -> Span:
        """Where the name is."""
        return Span(self.span.start, self.span.start + len(self.name.encode("latin-1")))


METADATA = {".amdgpu_metadata": ".end_amdgpu_metadata", ".amd_amdgpu_hsa_metadata": ".end_amd_amdgpu_hsa_metadata"}
_COMMENT = re.compile(rb'"(?:[^"\\\n]|\\.)*"|/\*.*?(?:\*/|\Z)|(?:;|//)[^\n]*', re.DOTALL)
_LABEL = re.compile(r'[ \t\r]*([A-Za-z_.$][\w.$@]*|\d+|"[^"]*")[ \t]*:(?!:)')
_ASSIGNMENT = re.compile(r"([A-Za-z_.$][\w.$]*)[ \t]*=(?!=)")
_NAME = re.compile(r"[A-Za-z_.$][\w.$]*|\S+")


def without_comments(data: bytes) -> bytes:
    """The same number of bytes with comments as spaces."""

    def blank(found: re.Match[bytes]) -> bytes:
        text = found[0]
        return text if text.startswith(b'"') else re.sub(rb"[^\n]", b" ", text)

    return _COMMENT.sub(blank, data)


def statements(data: bytes) -> list[Statement]:
    """All statements of a file, but for what stands in blocks of metadata."""
    return list(_statements(without_comments(data).decode("latin-1")))


def _statements(text: str) -> Iterator[Statement]:
    at, end_of_block = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        word = line.strip()
        if end_of_block:
            if word == end_of_block:
                end_of_block = ""
        elif word in METADATA:
            end_of_block = METADATA[word]
        else:
            yield from _line(line, number, at)
        at += len(line) + 1


def _line(line: str, number: int, at: int) -> Iterator[Statement]:
    position = 0
    while label := _LABEL.match(line, position):
        start = at + label.start(1)
        yield Statement(Form.LABEL, number, Span(start, at + label.end(1)), label[1].strip('"'))
        position = label.end()
    rest = line[position:]
    body = rest.strip()
    if not body:
        return
    start = at + position + len(rest) - len(rest.lstrip())
    span = Span(start, start + len(body))
    if assigned := _ASSIGNMENT.match(body):
        yield Statement(Form.ASSIGNMENT, number, span, assigned[1], body[assigned.end() :].strip(), start)
        return
    name = _NAME.match(body)
    word = name[0] if name else body
    behind = body[len(word) :]
    operands = behind.strip()
    form = Form.DIRECTIVE if word.startswith(".") else Form.INSTRUCTION
    yield Statement(form, number, span, word, operands, start + len(word) + len(behind) - len(behind.lstrip()))


class Operand(NamedTuple):
    """One operand as it is written, at its place."""

    text: str
    span: Span


def operands(statement: Statement) -> list[Operand]:
    """The operands of an instruction, cut at commas outside of brackets; words of modifiers stay with the last."""
    found, depth, start = list[Operand](), 0, 0
    text = statement.operands
    for position, character in enumerate(f"{text},"):
        depth += (character in "[(") - (character in "])")
        if character == "," and (depth <= 0 or position == len(text)):
            piece = text[start:position]
            if piece.strip():
                first = statement.at + start + len(piece) - len(piece.lstrip())
                found.append(Operand(piece.strip(), Span(first, first + len(piece.strip()))))
            start = position + 1
    return found


class Registers(NamedTuple):
    """`width` registers of `file` (s, v, a, ttmp) from number `first` on, as named at a place of the text."""

    file: str
    first: int
    width: int
    span: Span

    @property
    def numbers(self) -> frozenset[tuple[str, int]]:
        """Each as (file, number)."""
        return frozenset((self.file, self.first + n) for n in range(self.width))


_REGISTER = re.compile(
    r"(?<![\w.$@])(?:(?P<file>ttmp|s|v|a|acc)(?:(?P<one>\d+)|\[\s*(?P<from>\d+)\s*(?::\s*(?P<to>\d+)\s*)?\])"
    r"|(?P<name>vcc_lo|vcc_hi|vcc|exec_lo|exec_hi|exec|m0))(?:\.[lh])?(?![\w$@])"
)
_NAMED = {"vcc_lo": (106, 1), "vcc_hi": (107, 1), "vcc": (106, 2), "m0": (125, 1)} | {
    "exec_lo": (126, 1),
    "exec_hi": (127, 1),
    "exec": (126, 2),
}
WIDEST = 32  # registers of the longest tuple


def registers(statement: Statement) -> list[Registers]:
    """Every register that an instruction names, in the order of its text; vcc, m0 and exec are SGPRs 106 to 127."""
    return list(registers_in(statement.operands, statement.at))


def registers_in(text: str, at: int = 0) -> Iterator[Registers]:
    """Registers named in a text that begins at offset `at`; ranges that are none are left out."""
    for found in _REGISTER.finditer(text):
        span = Span(at + found.start(), at + found.end())
        if found["name"]:
            yield Registers("s", *_NAMED[found["name"]], span)
            continue
        first = int(found["one"] or found["from"])
        last = int(found["to"] or first)
        if 0 <= last - first < WIDEST:
            yield Registers({"acc": "a"}.get(found["file"], found["file"]), first, last - first + 1, span)


class Function(NamedTuple):
    """The statements of one function or kernel; `name` is empty for code before any such label."""

    name: str
    body: tuple[Statement, ...]


_SECTIONS = frozenset((".text", ".section", ".data", ".bss", ".pushsection", ".popsection", ".previous"))


def functions(every: list[Statement]) -> list[Function]:
    """The code of a file cut into functions: at labels of type @function, of kernels, and at those that are global."""
    heads = set()
    for each in every:
        words = each.operands.replace(",", " ").split()
        is_head = each.name in (".globl", ".global", ".weak", ".amdhsa_kernel") or (
            each.name == ".type" and words[-1:] == ["@function"]
        )
        if each.form is Form.DIRECTIVE and is_head and words:
            heads.add(words[0])
    found: list[tuple[str, list[Statement]]] = [("", [])]
    for each in every:
        if each.form is Form.LABEL and each.name in heads:
            found.append((each.name, []))
        elif each.form is Form.DIRECTIVE and (each.name in _SECTIONS or each.name == ".size"):
            found.append(("", []))
        if each.form is not Form.DIRECTIVE:
            found[-1][1].append(each)
    return [Function(name, tuple(body)) for name, body in found if any(each.form is Form.INSTRUCTION for each in body)]
