"""A section added to an ELF file, behind everything that is there; nothing of it is loaded into memory."""

import struct

from cass_tools.errors import CassError

HEADER = struct.Struct("<IIQQQQIIQQ")
TABLE_OFFSET, COUNT, NAMES = 0x28, 0x3C, 0x3E  # of e_shoff, e_shnum, e_shstrndx in the file's header
PROGBITS = 1
MOST = 0xFF00  # sections that are counted in the header itself
PAGE = 4096


def with_section(data: bytes, name: str, content: bytes, what: str) -> bytes:
    """The file with one more section, at a multiple of a page; CassError where it has no section headers."""
    (table,) = struct.unpack_from("<Q", data, TABLE_OFFSET)
    count, names_at = struct.unpack_from("<HH", data, COUNT)
    if not table or not count or count + 1 >= MOST or table + count * HEADER.size > len(data):
        raise CassError(f"{what} has no section headers; use the file as the linker wrote it")
    headers = [list(HEADER.unpack_from(data, table + number * HEADER.size)) for number in range(count)]
    names = headers[names_at]
    strings = data[names[4] : names[4] + names[5]] + name.encode() + b"\0"
    made = bytearray(data) + bytes(-len(data) % PAGE)
    headers.append([names[5], PROGBITS, 0, 0, len(made), len(content), 0, 0, PAGE, 0])
    made += content
    names[4], names[5] = len(made), len(strings)
    made += strings + bytes(-(len(made) + len(strings)) % 8)
    struct.pack_into("<Q", made, TABLE_OFFSET, len(made))
    struct.pack_into("<H", made, COUNT, count + 1)
    for header in headers:
        made += HEADER.pack(*header)
    return bytes(made)
