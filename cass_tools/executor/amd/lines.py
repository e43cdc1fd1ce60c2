"""Source lines of machine code: the line table (DWARF 4 and 5, .debug_line) of an ELF file.

Only what a message needs is read: the file and line of one address. The table is a program for a small machine whose
registers are an address, a file and a line; each unit has its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath

from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf

_END, _SET_ADDRESS = 1, 2
_COPY, _ADVANCE_PC, _ADVANCE_LINE, _SET_FILE, _CONST_ADD_PC, _FIXED_ADVANCE_PC = 1, 2, 3, 4, 8, 9
_PATH, _DIRECTORY = 1, 2
_STRING, _LINE_STRP, _STRP, _UDATA, _DATA16 = 0x08, 0x1F, 0x0E, 0x0F, 0x1E
_DATA = {0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8}
_OLDEST, _NEWEST, _WITH_FORMATS = 2, 5, 5


class _Reader:
    """Numbers and strings from a position on; IndexError behind the end."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def number(self, size: int) -> int:
        """An unsigned little-endian number."""
        if self.at + size > len(self.data):
            raise IndexError
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def leb(self, *, signed: bool = False) -> int:
        """A number in base 128."""
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def text(self) -> str:
        """A string that ends with a zero byte."""
        end = self.data.index(0, self.at)
        found = self.data[self.at : end].decode(errors="replace")
        self.at = end + 1
        return found


@dataclass(slots=True)
class _Unit:
    """The head of one unit's table."""

    minimum: int
    line_base: int
    line_range: int
    lengths: list[int]
    folders: list[str] = field(default_factory=list)
    files: list[tuple[str, int]] = field(default_factory=list)
    first_file: int = 1

    def path(self, number: int) -> str:
        """A file by its number in the table."""
        name, folder = self.files[number - self.first_file]
        return str(PurePosixPath(self.folders[folder], name)) if folder < len(self.folders) else name


class _Sections:
    """The contents of sections by name; nothing where there is no such section."""

    def __init__(self, elf: Elf) -> None:
        self.contents = {s.name: elf.data[s.offset : s.offset + s.size] for s in elf.sections}

    def text(self, section: str, offset: int) -> str:
        """A string in a section."""
        return _Reader(self.contents.get(section, b""), offset).text()


def _formatted(r: _Reader, sections: _Sections) -> Iterator[tuple[str, int]]:
    """The entries (path, directory) of a version 5 list of directories or files."""
    formats = [(r.leb(), r.leb()) for _ in range(r.number(1))]
    for _ in range(r.leb()):
        path, folder = "", 0
        for content, form in formats:
            value: str | int
            if form == _STRING:
                value = r.text()
            elif form in (_LINE_STRP, _STRP):
                value = sections.text(".debug_line_str" if form == _LINE_STRP else ".debug_str", r.number(4))
            elif form == _UDATA:
                value = r.leb()
            else:
                value = r.number(16 if form == _DATA16 else _DATA[form])
            if content == _PATH:
                path = str(value)
            elif content == _DIRECTORY:
                folder = int(value)
        yield path, folder


def _head(r: _Reader, sections: _Sections) -> tuple[_Unit, int]:
    """The head of the table at the reader, which goes on to the program, and where the unit ends."""
    end = r.number(4) + r.at
    version = r.number(2)
    if not _OLDEST <= version <= _NEWEST:
        raise CassError(f"line tables of DWARF {version} are not known")
    if version >= _WITH_FORMATS:
        r.number(2)  # sizes of an address and of a segment selector
    program = r.number(4) + r.at
    minimum = r.number(1)
    if version > 3:
        r.number(1)  # operations of an instruction
    r.number(1)
    base, range_, count = r.number(1), r.number(1), r.number(1)
    unit = _Unit(minimum, base - 256 if base > 127 else base, range_, [r.number(1) for _ in range(count - 1)])
    if version >= _WITH_FORMATS:
        unit.folders = [path for path, _ in _formatted(r, sections)]
        unit.files = list(_formatted(r, sections))
        unit.first_file = 0
    else:
        unit.folders.append("")
        while name := r.text():
            unit.folders.append(name)
        while name := r.text():
            unit.files.append((name, r.leb()))
            r.leb(), r.leb()
    r.at = program
    return unit, end


Row = tuple[int, int, int]
"""Address, file, line; line -1 is the end of a sequence."""


class _Program:
    """The machine that makes the rows of a unit."""

    def __init__(self, r: _Reader, unit: _Unit) -> None:
        self.r = r
        self.unit = unit
        self.special = len(unit.lengths) + 1
        self.address, self.file, self.line = 0, 1, 1

    def rows(self, end: int) -> Iterator[Row]:
        """Run it up to `end`."""
        while self.r.at < end:
            code = self.r.number(1)
            if code >= self.special:
                self._advance((code - self.special) // self.unit.line_range)
                self.line += self.unit.line_base + (code - self.special) % self.unit.line_range
            elif code == 0:
                ended = self._extended()
                if ended is not None:
                    yield ended
                continue
            elif code != _COPY:
                self._standard(code)
                continue
            yield self.address, self.file, self.line

    def _advance(self, count: int) -> None:
        self.address += count * self.unit.minimum

    def _extended(self) -> Row | None:
        size = self.r.leb()
        behind = self.r.at + size
        code, ended = self.r.number(1), None
        if code == _SET_ADDRESS:
            self.address = self.r.number(size - 1)
        elif code == _END:
            ended = (self.address, self.file, -1)
            self.address, self.file, self.line = 0, 1, 1
        self.r.at = behind
        return ended

    def _standard(self, code: int) -> None:
        if code == _ADVANCE_PC:
            self._advance(self.r.leb())
        elif code == _ADVANCE_LINE:
            self.line += self.r.leb(signed=True)
        elif code == _SET_FILE:
            self.file = self.r.leb()
        elif code == _CONST_ADD_PC:
            self._advance((255 - self.special) // self.unit.line_range)
        elif code == _FIXED_ADVANCE_PC:
            self.address += self.r.number(2)
        else:
            for _ in range(self.unit.lengths[code - 1]):
                self.r.leb()


def _shown(unit: _Unit, row: Row) -> str:
    return f"{unit.path(row[1])}:{row[2]}"


def _is_wanted(unit: _Unit, wanted: Callable[[str], bool], row: Row) -> bool:
    return wanted(_shown(unit, row))


def _line(rows: Iterator[Row], address: int, wanted: Callable[[Row], bool]) -> Row | None:
    """The row that an address belongs to; code of no line (0), or of none that is wanted, counts to the line before."""
    before: Row | None = None
    for row in rows:
        if before is not None and before[2] > 0 and before[0] <= address < row[0]:
            return before
        goes_on = row[2] == 0 or (row[2] > 0 and not wanted(row))
        before = (row[0], *before[1:]) if before is not None and goes_on else row
    return None


def at(elf: Elf, address: int, wanted: Callable[[str], bool] = bool) -> str | None:
    """`file:line` of the code at `address`, or of what is before it, of the last line that is `wanted`.

    None without debug information about it, or with a damaged one.
    """
    sections = _Sections(elf)
    r = _Reader(sections.contents.get(".debug_line", b""))
    try:
        while r.at < len(r.data):
            unit, end = _head(r, sections)
            found = _line(_Program(r, unit).rows(end), address, partial(_is_wanted, unit, wanted))
            if found is not None:
                return _shown(unit, found)
            r.at = end
    except (IndexError, ValueError, KeyError, CassError):
        return None
    return None


def table(elf: Elf) -> list[tuple[int, str]]:
    """Where each line's code begins, sorted, as `file:line`; "" where code ends or has no line.

    Empty without debug information, or with a damaged one.
    """
    sections = _Sections(elf)
    r = _Reader(sections.contents.get(".debug_line", b""))
    found: list[tuple[int, str]] = []
    try:
        while r.at < len(r.data):
            unit, end = _head(r, sections)
            for row in _Program(r, unit).rows(end):
                found.append((row[0], _shown(unit, row) if row[2] > 0 else ""))
            r.at = end
    except (IndexError, ValueError, KeyError, CassError):
        return []
    return sorted(found, key=lambda each: each[0])  # rows of one address in their order: the last one holds
