"""The tables of instruction forms: `data/ptx/*.tsv`, one row for each form that is one C++ expression.

`form` is the instruction with `{t=u16|u32}` for a part with a name and `[.ftz]` for one that may be missing; `types` is
`destination = sources`, by name (`t`), with `t.u`, `t.s` for the same width and another sign, `t.w` for twice the
width; `becomes` is the expression, in which $a, $b, $c, $e are the sources. Without a destination it is a statement.
"""

import functools
import re
from pathlib import Path
from typing import NamedTuple

from cass_tools.ptx import scalar
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value
from cass_tools.ptx.text import Instruction

FOLDER = Path(__file__).parent.parent / "data" / "ptx"
_SOURCES = "abcefgh"
_PART = re.compile(r"\{(\w)=([^}]*)\}|\[([^\]]*)\]|([^\[{]+)")
_PLACE = re.compile(r"\$([abcefgh])")
_WIDER = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64", "u8": "u16", "s8": "s16"}


class Form(NamedTuple):
    """One row: `pattern` finds the instruction, `target` is the destination's type ("" for statements)."""

    form: str
    pattern: "re.Pattern[str]"
    target: str
    sources: tuple[str, ...]
    becomes: str
    family: str


@functools.cache
def all_forms() -> tuple[Form, ...]:
    """All rows of all tables."""
    return tuple(form for path in sorted(FOLDER.glob("*.tsv")) for form in _read(path))


@functools.cache
def _by_opcode() -> dict[str, list[Form]]:
    table: dict[str, list[Form]] = {}
    for form in all_forms():
        table.setdefault(re.split(r"[.\[{]", form.form)[0], []).append(form)
    return table


_DIRECTIONS = {"m": "-1", "z": "0", "p": "1"}  # of a rounding, as the substitutes count them


def _read(path: Path) -> list[Form]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    found = []
    for form, types, becomes in rows:
        target, _, sources = types.partition("=")
        found.append(Form(form, pattern(form), target.strip(), tuple(sources.split()), becomes, path.stem))
    return found


def pattern(form: str) -> "re.Pattern[str]":
    """The regular expression of a form."""
    parts = []
    for name, choices, optional, plain in _PART.findall(form):
        if name:
            parts.append(f"(?P<{name}>{'|'.join(re.escape(c) for c in choices.split('|'))})")
        elif optional:
            parts.append(f"(?:{'|'.join(re.escape(c) for c in optional.split('|'))})?")
        else:
            parts.append(re.escape(plain))
    return re.compile("".join(parts))


def by_table(instruction: Instruction, registers: Registers) -> list[str] | None:
    """The statements for an instruction of the tables; None if no row is for it."""
    for form in _by_opcode().get(instruction.opcode, ()):
        match = form.pattern.fullmatch(instruction.name)
        count = len(form.sources) + bool(form.target)
        if match is not None and len(instruction.operands) == count:
            return _fill(form, {k: v for k, v in match.groupdict().items() if v}, instruction, registers)
    return None


def _fill(form: Form, named: dict[str, str], instruction: Instruction, registers: Registers) -> list[str]:
    sources = instruction.operands[bool(form.target) :]
    kinds = [_type(kind, named) for kind in form.sources]
    uses = _PLACE.findall(form.becomes)
    texts = {}
    for letter, item, kind in zip(_SOURCES, sources, kinds, strict=False):
        if kind == "any":
            texts[letter] = registers.value(item).text
        else:
            texts[letter] = registers.once(item, kind, letter) if uses.count(letter) > 1 else registers.read(item, kind)
    text = fill(form.becomes, texts)
    for name, value in named.items():
        text = text.replace(f"<{name}>", scalar.C_NAMES.get(scalar.carrier(value), _DIRECTIONS.get(value, value)))
    if not form.target:
        return [f"{text};"]
    return registers.write(instruction.operands[0], Value(text, _type(form.target, named), exact=False))


def _type(kind: str, named: dict[str, str]) -> str:
    """A type of the table for the parts that an instruction has."""
    name, _, change = kind.partition(".")
    plain = named.get(name, name)
    if plain.startswith("b") and plain[1:].isdigit():
        plain = "u" + plain[1:]
    if change == "w":
        if plain not in _WIDER:
            raise Refusal(f"There is no type twice as wide as {plain}.")
        return _WIDER[plain]
    return change + plain[1:] if change else plain


def fill(template: str, texts: dict[str, str]) -> str:
    """`template` with its places filled; brackets where a text is no whole argument and binds less tightly."""

    def put(match: "re.Match[str]") -> str:
        text = texts[match[1]]
        before, after = template[: match.start()].rstrip(), template[match.end() :].lstrip()
        whole = before[-1:] in ("(", ",", "") and after[:1] in (")", ",", "") and not _casts(before)
        return text if whole else scalar.bracketed(text)

    return _PLACE.sub(put, template)


def _casts(before: str) -> bool:
    """Whether the text ends with a cast, which is no opening bracket."""
    return before.endswith(")")
