"""Bit layouts of instruction encodings and the opcode tables of each ISA, read from ``data/isa``."""

from dataclasses import dataclass
from functools import cache
from importlib import resources

FAMILIES = {"gfx90a": "gfx9", "gfx940": "gfx9", "gfx10": "gfx10", "gfx11": "gfx11", "gfx12": "gfx12"}
"""ISA (name of an opcode table) to the family whose layouts it uses."""


@dataclass(frozen=True, slots=True)
class Field:
    """Bits of an instruction: (lowest bit, bits) of each part, low part first."""

    parts: tuple[tuple[int, int], ...]

    @property
    def shift(self) -> int:
        """Lowest bit of the first part."""
        return self.parts[0][0]

    @property
    def mask(self) -> int:
        """Largest value."""
        return (1 << sum(bits for _, bits in self.parts)) - 1

    def get(self, word: int) -> int:
        """Value of the field in a 64-bit instruction word."""
        value = position = 0
        for shift, bits in self.parts:
            value |= (word >> shift & (1 << bits) - 1) << position
            position += bits
        return value

    def put(self, value: int) -> int:
        """Instruction word that holds ``value`` in this field and zero elsewhere."""
        word = 0
        for shift, bits in self.parts:
            word |= (value & (1 << bits) - 1) << shift
            value >>= bits
        return word


@dataclass(frozen=True, slots=True)
class Encoding:
    """One instruction format: ``prefix`` is the leading bits as text, ``dwords`` its size without a literal."""

    name: str
    prefix: str
    dwords: int
    fields: dict[str, Field]

    @property
    def base(self) -> int:
        """First dword with the prefix in place and everything else zero."""
        return int(self.prefix, 2) << 32 - len(self.prefix)


@dataclass(frozen=True, slots=True)
class Slot:
    """An operand of a table row: field it is encoded in, dwords (0: a lane mask), whether it is written.

    ``switch``: "a" an accumulation register, "half" half a register, a field's name: the bit that makes it one.
    """

    field: str
    width: int
    written: bool
    switch: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One opcode: ``traits`` are the modifiers it takes (see README.md in ``data/isa``)."""

    name: str
    slots: tuple[Slot, ...]
    traits: dict[str, int]


def _lines(name: str) -> list[list[str]]:
    text = (resources.files("cass_tools") / "data" / "isa" / name).read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return rows[1:]


def _field(text: str) -> Field:
    pairs = (part.split(":") for part in text.split(","))
    return Field(tuple((int(shift), int(bits)) for shift, bits in pairs))


@cache
def encodings(family: str) -> tuple[Encoding, ...]:
    """All formats of a family, longest prefix first."""
    found = []
    for row_family, name, prefix, dwords, text in _lines("encodings.tsv"):
        if row_family == family:
            fields = dict(item.split("=") for item in text.split())
            found.append(Encoding(name, prefix, int(dwords), {key: _field(at) for key, at in fields.items()}))
    return tuple(sorted(found, key=lambda encoding: -len(encoding.prefix)))


def encoding_named(family: str, name: str) -> Encoding:
    """The format of that name."""
    return next(encoding for encoding in encodings(family) if encoding.name == name)


def _slot(text: str) -> Slot:
    name, width, switch = (text.lstrip("=") + "::").split(":")[:3]
    return Slot(name, 0 if width == "m" else int(width or 1), text.startswith("="), switch)


def _traits(text: str) -> dict[str, int]:
    pairs = (item.partition("=") for item in text.split())
    return {name: int(mask or "1", 16) for name, _, mask in pairs}


@cache
def opcodes(isa: str) -> dict[str, dict[int, Row]]:
    """Opcode tables of an ISA: encoding name to opcode to row."""
    tables: dict[str, dict[int, Row]] = {}
    for encoding, opcode, name, slots, traits in (line + [""] * (5 - len(line)) for line in _lines(f"{isa}.tsv")):
        row = Row(name, tuple(_slot(text) for text in slots.split()), _traits(traits))
        tables.setdefault(encoding, {})[int(opcode, 16)] = row
    return tables
