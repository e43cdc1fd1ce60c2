"""Linking the device code of objects that were compiled with -rdc=true, as nvcc's -dlink does it.

Such an object refers to `__hip_fatbin_<unit>`. What is made here defines that name for every unit that has none yet,
all of them for one code object, in which the units' functions and variables for the GPU have found each other.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.compilers import archive
from cass_tools.compilers.host_part import FATBIN
from cass_tools.compilers.offload_binary import SECTION, unpacked
from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf

NAME = SECTION.encode()


class Unit(NamedTuple):
    """An object that waits for its device code: the names it refers to, and its bitcode by GPU."""

    what: str
    names: tuple[str, ...]
    bitcode: dict[str, bytes]


def waiting(files: Sequence[Path]) -> list[Unit]:
    """The units of objects and static libraries whose device code is not linked yet, each once."""
    units: dict[tuple[str, ...] | tuple[bytes, ...], Unit] = {}
    defined: set[str] = set()
    for path in files:
        for what, data in _objects(path):
            if FATBIN.encode() not in data and NAME not in data:
                continue
            elf = Elf(data, what)
            ours = [symbol for symbol in elf.symbols if symbol.name.startswith(FATBIN)]
            defined |= {symbol.name.removeprefix(FATBIN) for symbol in ours if symbol.defined}
            names = tuple(symbol.name.removeprefix(FATBIN) for symbol in ours if not symbol.defined)
            code = _code(elf, what)
            if code:
                units.setdefault(names or tuple(code.values()), Unit(what, names, code))
    left = [unit for unit in units.values() if not unit.names or not defined.issuperset(unit.names)]
    return left if any(unit.names for unit in left) else []  # functions alone are of use to kernels only


def _objects(path: Path) -> Iterator[tuple[str, bytes]]:
    """ELF objects of a file: itself, or a library's members; others are for the host's linker alone."""
    try:
        with path.open("rb") as file:
            magic = file.read(8)
        if magic in (archive.MAGIC, archive.THIN):
            found: Iterator[tuple[str, bytes]] = ((f"{path}({name})", data) for name, data in archive.members(path))
        else:
            found = iter([(str(path), path.read_bytes())] if magic.startswith(b"\x7fELF") else [])
        for what, data in found:
            if data[:6] == b"\x7fELF\x02\x01" and data[16:18] == b"\x01\0":  # 64 bits, relocatable
                yield what, data
    except FileNotFoundError:
        return  # the linker names it
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error


def _code(elf: Elf, what: str) -> dict[str, bytes]:
    sections = [section for section in elf.sections if section.name == SECTION]
    return {arch: data for section in sections for arch, data in unpacked(elf.content(section), what)}


def libraries(words: Sequence[str]) -> Iterator[Path]:
    """The static libraries that -l means, by the -L before and after it; shared ones hold linked code already."""
    folders = [Path(word[2:]) for word in words if word.startswith("-L")]
    for word in words:
        if word.startswith("-l"):
            name = word[2:].removeprefix(":")
            names = [name] if word.startswith("-l:") else [f"lib{name}.so", f"lib{name}.a"]
            found = next((folder / each for folder in folders for each in names if (folder / each).is_file()), None)
            if found is not None and found.suffix == ".a":
                yield found
