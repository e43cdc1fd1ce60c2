"""Reading 64-bit little-endian ELF files with every access checked: a truncated or hostile file ends in a sentence."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cass_tools.errors import CassError

PT_LOAD, PT_NOTE = 1, 4
SHT_PROGBITS, SHT_SYMTAB, SHT_RELA, SHT_NOTE, SHT_NOBITS, SHT_REL, SHT_DYNSYM, SHT_RELR = 1, 2, 4, 7, 8, 9, 11, 19
SHF_ALLOC, SHF_EXECINSTR = 2, 4
SYMBOL_KINDS = {0: "none", 1: "object", 2: "function", 3: "section", 4: "file", 6: "tls", 10: "kernel"}


@dataclass(frozen=True, slots=True)
class Segment:
    """One program header; addresses and sizes in bytes."""

    kind: int
    flags: int
    offset: int
    address: int
    file_size: int
    memory_size: int


@dataclass(frozen=True, slots=True)
class Section:
    """One section header."""

    name: str
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    entry_size: int
    info: int = 0
    """For relocations: the number of the section that they apply to."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name with its address and size in bytes; ``kind`` is object, function, ..., ``is_global`` its binding.

    A linker lets another definition stand beside one that ``is_weak`` (and such a symbol is global too).
    """

    name: str
    address: int
    size: int
    kind: str
    is_global: bool
    defined: bool
    is_weak: bool = False


@dataclass(frozen=True, slots=True)
class Relocation:
    """A place that the loader fills in: ``kind`` is the machine's relocation number."""

    address: int
    kind: int
    symbol: str
    addend: int


class Elf:
    """The tables of an ELF file; CassError names the file by ``what``."""

    def __init__(self, data: bytes, what: str = "the ELF file") -> None:
        self.data = data
        self.what = what
        if data[:4] != b"\x7fELF":
            raise CassError(f"{what} is no ELF file: it starts with {data[:4].hex() or 'nothing'}")
        if data[4:6] != b"\x02\x01":
            raise CassError(f"{what} is not 64-bit little-endian ELF")
        header = self.unpack("<HHIQQQIHHHHHH", 16, "the header")
        self.type, self.machine, _, self.entry, phoff, shoff, self.flags, _, phsize, phnum, shsize, shnum, names = (
            header
        )
        self.abi, self.abi_version = data[7], data[8]
        self.segments = tuple(self._segments(phoff, phsize, phnum))
        self.sections = tuple(self._sections(shoff, shsize, shnum, names))

    def take(self, offset: int, size: int, part: str) -> bytes:
        """Bytes of the file, all of them there."""
        if offset < 0 or size < 0 or offset + size > len(self.data):
            raise CassError(
                f"{self.what} is truncated: {part} needs bytes {offset:#x} to {offset + size:#x} of {len(self.data):#x}"
            )
        return self.data[offset : offset + size]

    def unpack(self, form: str, offset: int, part: str) -> tuple[Any, ...]:
        """Fields of a structure in the file."""
        return struct.unpack(form, self.take(offset, struct.calcsize(form), part))

    def _segments(self, offset: int, size: int, count: int) -> Iterator[Segment]:
        for index in range(count):
            kind, flags, at, address, _, file_size, memory_size, _ = self.unpack(
                "<IIQQQQQQ", offset + index * size, f"program header {index}"
            )
            yield Segment(kind, flags, at, address, file_size, memory_size)

    def _sections(self, offset: int, size: int, count: int, names: int) -> Iterator[Section]:
        rows = [self.unpack("<IIQQQQIIQQ", offset + index * size, f"section header {index}") for index in range(count)]
        table = b""
        if names < len(rows) and rows[names][1] != SHT_NOBITS:
            table = self.take(rows[names][4], rows[names][5], "the table of section names")
        for name, kind, flags, address, at, length, link, info, _, entry_size in rows:
            yield Section(self._text(table, name), kind, flags, address, at, length, link, entry_size, info)

    def _text(self, table: bytes, at: int) -> str:
        end = table.find(b"\0", at)
        return table[at : end if end >= 0 else len(table)].decode("utf-8", "replace")

    def content(self, section: Section) -> bytes:
        """Bytes of a section."""
        if section.kind == SHT_NOBITS:
            return b""
        return self.take(section.offset, section.size, f"section {section.name}")

    def linked(self, section: Section) -> Section:
        """The section that ``sh_link`` names."""
        if section.link >= len(self.sections):
            raise CassError(
                f"{self.what} is damaged: section {section.name} refers to section {section.link}, which is missing"
            )
        return self.sections[section.link]

    def symbol_table(self, section: Section) -> list[Symbol]:
        """All symbols of a symbol table section, the empty first one included."""
        names = self.content(self.linked(section))
        content = self.content(section)
        found = []
        for name, info, _, index, address, size in struct.iter_unpack("<IBBHQQ", content[: len(content) // 24 * 24]):
            kind = SYMBOL_KINDS.get(info & 15, "other")
            found.append(
                Symbol(self._text(names, name), address, size, kind, bool(info >> 4), index != 0, info >> 4 == 2)
            )
        return found

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """Named symbols of all tables, the dynamic table first."""
        tables = [section for kind in (SHT_DYNSYM, SHT_SYMTAB) for section in self.sections if section.kind == kind]
        return tuple(symbol for table in tables for symbol in self.symbol_table(table) if symbol.name)

    @cached_property
    def relocations(self) -> tuple[Relocation, ...]:
        """All relocations of a linked file."""
        found = []
        for section in self.sections:
            if section.kind in {SHT_REL, SHT_RELR}:
                raise CassError(
                    f"{self.what} has relocations without addends in {section.name}, which are not supported"
                )
            if section.kind != SHT_RELA:
                continue
            symbols = self.symbol_table(self.linked(section))
            content = self.content(section)
            for address, info, addend in struct.iter_unpack("<QQq", content[: len(content) // 24 * 24]):
                if info >> 32 >= len(symbols):
                    raise CassError(f"{self.what} is damaged: a relocation in {section.name} names symbol {info >> 32}")
                found.append(Relocation(address, info & 0xFFFFFFFF, symbols[info >> 32].name, addend))
        return tuple(found)

    def notes(self) -> Iterator[tuple[str, int, bytes]]:
        """Owner, type and content of each note."""
        places = [(each.offset, each.file_size) for each in self.segments if each.kind == PT_NOTE]
        for offset, size in places or [(each.offset, each.size) for each in self.sections if each.kind == SHT_NOTE]:
            content = self.take(offset, size, "the notes")
            at = 0
            while at + 12 <= len(content):
                name_size, length, kind = struct.unpack_from("<III", content, at)
                start = at + 12 + (name_size + 3 & ~3)
                if start + length > len(content):
                    raise CassError(f"{self.what} is damaged: a note at {offset + at:#x} is longer than its segment")
                yield (
                    content[at + 12 : at + 12 + name_size].rstrip(b"\0").decode("latin-1"),
                    kind,
                    content[start : start + length],
                )
                at = start + (length + 3 & ~3)
