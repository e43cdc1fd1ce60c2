"""A shared library out of native x86-64 objects without a linker: what the translator's own objects need, no more.

All code and constants go into one segment behind the tables that the dynamic linker reads. References between the
objects are relative to the place that refers, so nothing is left to relocate. Starting a linker takes longer than
translating a small kernel.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import SHF_ALLOC, SHT_PROGBITS, SHT_RELA, SHT_SYMTAB, Elf

_ALIGNMENT = 64
_PAGE = 4096
_X86_64, _DYNAMIC_LIBRARY = 62, 3
_WRITABLE = 1
_PC32, _PLT32, _PC64 = 2, 4, 24
_LOAD, _DYNAMIC, _STACK = 1, 2, 0x6474E551
_HASH, _STRTAB, _SYMTAB, _STRSZ, _SYMENT = 4, 5, 6, 10, 11
_SYMBOL = "<IBBHQQ"
_GLOBAL_FUNCTION = 0x12


@dataclass(slots=True)
class _Image:
    """The segment as it grows, and where the global symbols of all objects are."""

    data: bytearray
    symbols: dict[str, int] = field(default_factory=dict)

    def append(self, content: bytes) -> int:
        """Put a section at the end; its address."""
        self.data += bytes(-len(self.data) % _ALIGNMENT)
        self.data += content
        return len(self.data) - len(content)


@dataclass(frozen=True, slots=True)
class _Symbol:
    name: str
    section: int
    value: int
    is_global: bool


def _symbols(elf: Elf, table: int) -> list[_Symbol]:
    section = elf.sections[table]
    names = elf.content(elf.linked(section))
    found = []
    for name, info, _, index, value, _ in struct.iter_unpack(_SYMBOL, elf.content(section)):
        found.append(_Symbol(names[name : names.index(b"\0", name)].decode(), index, value, bool(info >> 4)))
    return found


def _place(image: _Image, elf: Elf) -> dict[int, int] | None:
    """Append an object's sections and note its symbols: section number -> address. None if one must be writable."""
    places = {}
    for number, section in enumerate(elf.sections):
        if not section.flags & SHF_ALLOC or not section.size or section.name == ".eh_frame":
            continue  # nothing unwinds through a kernel
        if section.kind != SHT_PROGBITS or section.flags & _WRITABLE:
            return None
        places[number] = image.append(elf.content(section))
    for number, section in enumerate(elf.sections):
        if section.kind == SHT_SYMTAB:
            for symbol in _symbols(elf, number):
                if symbol.is_global and symbol.section in places:
                    image.symbols[symbol.name] = places[symbol.section] + symbol.value
    return places


def _relocate(image: _Image, elf: Elf, places: dict[int, int]) -> bool:
    """Fill in an object's references; False at one that needs more than the objects."""
    for section in elf.sections:
        if section.kind != SHT_RELA:
            continue
        base = places.get(section.info)
        if base is None:
            continue
        symbols = _symbols(elf, section.link)
        for offset, info, addend in struct.iter_unpack("<QQq", elf.content(section)):
            symbol, kind = symbols[info >> 32], info & 0xFFFFFFFF
            local = places.get(symbol.section)
            address = local + symbol.value if local is not None else image.symbols.get(symbol.name)
            if address is None or kind not in (_PC32, _PLT32, _PC64):
                return False
            at = base + offset
            struct.pack_into("<q" if kind == _PC64 else "<i", image.data, at, address + addend - at)
    return True


def library(objects: Sequence[bytes], symbol: str) -> bytes | None:
    """The objects as one library that exports the function `symbol`; None where a real linker is needed (functions of
    the C library, variables, another processor). CassError when something is no object."""
    elves = [Elf(data, "the native object") for data in objects]
    if any(elf.machine != _X86_64 for elf in elves):
        return None
    tables = _Tables(symbol)
    image = _Image(bytearray(tables.size))
    placed = []
    for elf in elves:
        places = _place(image, elf)
        if places is None:
            return None
        placed.append(places)
    for elf, places in zip(elves, placed, strict=True):
        if not _relocate(image, elf, places):
            return None
    if symbol not in image.symbols:
        raise CassError(f"the native object has no function {symbol}")
    return tables.around(image)


class _Tables:
    """What the dynamic linker reads: headers, one symbol, its hash table; all before the code."""

    def __init__(self, symbol: str) -> None:
        self.names = b"\0" + symbol.encode() + b"\0"
        self.symtab = 64 + 4 * 56
        self.strtab = self.symtab + 48
        self.hash = self.strtab + len(self.names) + (-len(self.names) % 8)
        self.symbol = symbol
        self.size = self.hash + 5 * 4

    def around(self, image: _Image) -> bytes:
        """The whole file."""
        data = image.data
        data += bytes(-len(data) % _PAGE)  # the dynamic linker may write to the dynamic section: a page of its own
        dynamic = len(data)
        entries = ((_HASH, self.hash), (_STRTAB, self.strtab), (_SYMTAB, self.symtab), (_STRSZ, len(self.names)))
        for entry in (*entries, (_SYMENT, 24), (0, 0)):
            data += struct.pack("<QQ", *entry)
        size = len(data) - dynamic
        identity = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
        header = struct.pack("<HHIQQQIHHHHHH", _DYNAMIC_LIBRARY, _X86_64, 1, 0, 64, 0, 0, 64, 56, 4, 64, 0, 0)
        segments = ((_LOAD, 5, 0, dynamic, _PAGE), (_LOAD, 6, dynamic, size, _PAGE), (_DYNAMIC, 6, dynamic, size, 8))
        for kind, flags, start, length, alignment in (*segments, (_STACK, 6, 0, 0, 16)):
            header += struct.pack("<IIQQQQQQ", kind, flags, start, start, start, length, length, alignment)
        data[: 64 + 4 * 56] = identity + header
        found = struct.pack(_SYMBOL, 1, _GLOBAL_FUNCTION, 0, 1, image.symbols[self.symbol], 0)
        data[self.symtab + 24 : self.symtab + 48] = found
        data[self.strtab : self.strtab + len(self.names)] = self.names
        struct.pack_into("<5I", data, self.hash, 1, 2, 1, 0, 0)
        return bytes(data)
