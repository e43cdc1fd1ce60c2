"""Source lines of a cubin's code, where it was built with -lineinfo.

Its line table is DWARF's; every section of code starts at address 0 there, and relocations tell them apart. So each
section gets an address of its own before the table is read.
"""

from functools import lru_cache

from cass_tools.executor.amd import lines
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.nvidia.cubin import Cubin

TABLE = ".debug_line"
ROOM = 1 << 32  # bytes of address space for a section


@lru_cache(maxsize=4)
def _placed(cubin: Cubin) -> tuple[Elf, dict[str, int]]:
    """The file with an address for each section of code in its line table, and those addresses."""
    sections = {section.name: section for section in cubin.elf.sections}
    code = [name for name in sections if name.startswith(".text.")]
    bases = {name: (number + 1) * ROOM for number, name in enumerate(code)}
    places = {symbol.name: symbol for symbol in cubin.symbols}
    data = bytearray(cubin.elf.data)
    for each in cubin.relocations:
        symbol = places.get(each.symbol)
        if each.section == TABLE and symbol is not None and symbol.section in bases:
            at = sections[TABLE].offset + each.offset
            address = bases[symbol.section] + symbol.value + each.addend
            if at + 8 <= len(data) and 0 <= address < 1 << 64:
                data[at : at + 8] = address.to_bytes(8, "little")
    return Elf(bytes(data), cubin.what), bases


def at(cubin: Cubin, section: str, offset: int) -> str | None:
    """`file:line` of the instruction at `offset` in a section of code; None where the cubin does not say."""
    elf, bases = _placed(cubin)
    return lines.at(elf, bases[section] + offset) if section in bases else None


def table(cubin: Cubin) -> dict[str, list[tuple[int, str]]]:
    """By section of code, where each line's code begins in it (as executor/amd/lines.py has it)."""
    elf, bases = _placed(cubin)
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in bases}
    names = {base // ROOM: name for name, base in bases.items()}
    for address, line in lines.table(elf):
        if address // ROOM in names:
            found[names[address // ROOM]].append((address % ROOM, line))
    return found
