"""What a recombined program carries in its section .cass_amd, as asm/shim/payload.hpp reads it."""

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cass_tools.errors import CassError
from cass_tools.executor.amd import fatbin
from cass_tools.executor.amd.elf import Elf

SECTION = ".cass_amd"
MAGIC = b"CASSAMD1"
HEAD, FAT, FUNCTION = struct.Struct("<8sIIII"), struct.Struct("<QQQ"), struct.Struct("<QQ")
BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"
HOST, DEVICE = b"host-x86_64-unknown-linux-gnu", "hipv4-amdgcn-amd-amdhsa--"
PAGE = 4096


class Fat(NamedTuple):
    """The code for AMD's GPUs in the place of the fat binary at `address` of the file; `bundle` as HIP loads it."""

    address: int
    bundle: bytes


def bundle(codes: Mapping[str, bytes]) -> bytes:
    """An offload bundle of code objects, by GPU, as clang makes it; that of the host is empty."""
    entries = [(HOST, b""), *((f"{DEVICE}{arch}".encode(), code) for arch, code in codes.items())]
    head = len(BUNDLE) + 8 + sum(24 + len(name) for name, _ in entries)
    at, table, body = head + -head % PAGE, bytearray(), bytearray()
    for name, code in entries:
        table += struct.pack("<QQQ", at if code else 0, len(code), len(name)) + name
        body += code + bytes(-len(code) % PAGE)
        at += len(code) + -len(code) % PAGE
    start = BUNDLE + struct.pack("<Q", len(entries)) + table
    return bytes(start + bytes(-len(start) % PAGE) + body)


def packed(sm: int, fats: Sequence[Fat], functions: Mapping[str, int]) -> bytes:
    """The section; `functions` are the addresses of those of a CUDA runtime that is linked in, by name."""
    names, places = bytearray(), {}
    names_at = HEAD.size + FAT.size * len(fats) + FUNCTION.size * len(functions)
    for name in functions:
        places[name] = names_at + len(names)
        names += name.encode() + b"\0"
    start = names_at + len(names)
    at, table, body = start + -start % PAGE, bytearray(), bytearray()
    for fat in fats:
        table += FAT.pack(fat.address, at, len(fat.bundle))
        body += fat.bundle + bytes(-len(fat.bundle) % PAGE)
        at += len(fat.bundle) + -len(fat.bundle) % PAGE
    for name, address in functions.items():
        table += FUNCTION.pack(address, places[name])
    head = HEAD.pack(MAGIC, sm, len(fats), len(functions), 0)
    return bytes(head + table + names + bytes(-start % PAGE) + body)


def entries(elf: Elf) -> list[fatbin.Entry]:
    """The code objects of a recombined program, fat binary by fat binary; none where it is no such program."""
    content = next((elf.content(section) for section in elf.sections if section.name == SECTION), b"")
    if not content.startswith(MAGIC) or len(content) < HEAD.size:
        return []
    _, _, count, _, _ = HEAD.unpack_from(content)
    found: list[fatbin.Entry] = []
    for number in range(count):
        place = HEAD.size + FAT.size * number
        if place + FAT.size > len(content):
            raise CassError(f"{elf.what} is damaged: its section {SECTION} has {len(content)} bytes")
        _, offset, size = FAT.unpack_from(content, place)
        found += (entry for entry in fatbin.entries(content[offset : offset + size]) if entry.arch)
    return found


def archs(elf: Elf) -> tuple[str, ...]:
    """The GPUs that a recombined program has code for; empty where it is none."""
    return tuple(dict.fromkeys(entry.arch for entry in entries(elf)))
