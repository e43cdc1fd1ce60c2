"""Cubins in which functions of one name, of units that were linked together, have names of their own.

Such functions are local to their units, as the compiler's own for divisions are. nvdisasm numbers them in its listing,
and leaves some of them out. All but the first become NAME.2, NAME.3 and so on, with their sections.
"""

import struct
from collections import Counter

from cass_tools.executor.amd.elf import SHT_SYMTAB, Elf

CODE = ".text."
ROW, HEADERS, STRIDE, PLACE = 24, 40, 58, 24  # bytes of a symbol; places in the file's header, and in a section's


def distinct(data: bytes, what: str = "the cubin") -> bytes:
    """The cubin with names that are not doubled; as it is where none are. CassError where it is damaged."""
    elf = Elf(data, what)
    seen: Counter[str] = Counter()
    fresh: dict[int, str] = {}  # what to put behind the name of what belongs to this section
    for number, section in enumerate(elf.sections):
        if section.name.startswith(CODE):
            seen[section.name] += 1
            if seen[section.name] > 1:
                fresh[number] = f".{seen[section.name]}"
    return _renamed(elf, fresh) if fresh else data


def _renamed(elf: Elf, fresh: dict[int, str]) -> bytes:
    whole, tables = bytearray(elf.data), dict[int, bytearray]()
    (headers,), (stride, _, names) = struct.unpack_from("<Q", whole, HEADERS), struct.unpack_from("<HHH", whole, STRIDE)

    def name(table: int, text: str) -> int:
        content = tables.setdefault(table, bytearray(elf.content(elf.sections[table])))
        content.extend(f"{text}\0".encode())
        return len(content) - len(text.encode()) - 1

    for number, section in enumerate(elf.sections):
        of_another = section.name.startswith((".nv.info.", ".rel"))
        ending = fresh.get(number) or (fresh.get(section.info) if of_another else None)
        if ending:
            struct.pack_into("<I", whole, headers + stride * number, name(names, section.name + ending))
        if section.kind == SHT_SYMTAB:  # all of it is in the file, or content has said that it is not
            elf.content(section)
            texts = elf.content(elf.linked(section)) + b"\0"
            for at in range(section.offset, section.offset + section.size, ROW):
                start, belongs = struct.unpack_from("<I2xH", whole, at)
                if belongs in fresh and start < len(texts):
                    old = texts[start : texts.index(b"\0", start)].decode("utf-8", "replace")
                    struct.pack_into("<I", whole, at, name(section.link, old + fresh[belongs]))
    for number, content in tables.items():
        struct.pack_into("<QQ", whole, headers + stride * number + PLACE, len(whole), len(content))
        whole += content
    return bytes(whole)
