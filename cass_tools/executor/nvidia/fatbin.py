"""NVIDIA's fat binaries: the cubins and PTX texts inside host objects, programs, libraries and archives.

One fat binary is a header (magic, version, header size, size of what follows) and entries; each entry has a header
with its kind, architecture, flags and sizes. What nvcc 13 writes: `-compress-mode` speed packs with LZ4 (a bare block),
size, balance and the default with Zstandard, none not at all; cubins only for size. Found by trying each mode.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import lz4.block
import zstandard

from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf

MAGIC = 0xBA55ED50
KINDS = {1: "ptx", 2: "cubin"}
LZ4, ZSTD = 0x2000, 0x8000
OLD_COMPRESSION = 0x1000
SECTIONS = (".nv_fatbin", "__nv_relfatbin")
ARCHIVE = b"!<arch>\n"
LARGEST = 1 << 31  # bytes of one entry after decompression
HEADER, ENTRY = struct.Struct("<IHHQ"), struct.Struct("<HHIQIIHHIQQQQ")


@dataclass(frozen=True, slots=True)
class Entry:
    """One image: `kind` is cubin or ptx, `sm` 80 for sm_80, `data` unpacked. `is_linked` is False for -rdc objects."""

    kind: str
    sm: int
    data: bytes
    is_linked: bool = True


def entries(data: bytes, what: str = "the program") -> list[Entry]:
    """All images in a fat binary, in an ELF file's sections for them, or in the members of an archive.

    A bare cubin is one entry. CassError where there are none, or where the file is damaged.
    """
    if data.startswith(ARCHIVE):
        found = [entry for member in _members(data, what) for entry in _of_elf(member, what)]
    elif data.startswith(b"\x7fELF"):
        found = list(_of_elf(data, what))
    else:
        found = list(_images(data, what))
    if not found:
        raise CassError(f"{what} holds no NVIDIA code")
    return found


def refuse(entries: list[Entry], what: str, sm: int | None) -> NoReturn:
    """The CassError that a file has no linked machine code, or none for `sm`."""
    held = ", ".join(dict.fromkeys(f"sm_{entry.sm}" for entry in entries))
    if held and sm is not None:
        raise CassError(f"{what} holds machine code for {held}, not for sm_{sm}")
    raise CassError(f"{what} holds no linked machine code, only PTX or objects of -rdc=true; nvcc -cubin makes some")


def containers(data: bytes, what: str = "the program") -> list[tuple[int, list[Entry]]]:
    """Each fat binary of a linked program or library: the address where it begins, and its images."""
    elf = Elf(data, what)
    found: list[tuple[int, list[Entry]]] = []
    for section in elf.sections:
        if section.name == SECTIONS[0]:
            content = elf.content(section)
            for at, body in _bodies(content, f"{what}, section {section.name}"):
                found.append((section.address + at, list(_entries(body, what))))
    return found


def _of_elf(data: bytes, what: str) -> Iterator[Entry]:
    if not data.startswith(b"\x7fELF"):
        return
    elf = Elf(data, what)
    if elf.machine == 190:
        sm = elf.flags >> 8 & 0xFF if elf.abi_version >= 8 else elf.flags & 0xFF
        yield Entry("cubin", sm, data, is_linked=elf.type == 2)
        return
    for section in elf.sections:
        if section.name in SECTIONS:
            for entry in _images(elf.content(section), f"{what}, section {section.name}"):
                yield Entry(entry.kind, entry.sm, entry.data, section.name == SECTIONS[0])


def _members(data: bytes, what: str) -> Iterator[bytes]:
    """The files in an archive of the System V kind."""
    at = len(ARCHIVE)
    while at + 60 <= len(data):
        size_text = data[at + 48 : at + 58].strip()
        if data[at + 58 : at + 60] != b"`\n" or not size_text.isdigit():
            raise CassError(f"{what} is damaged: no member of the archive starts at {at:#x}")
        size = int(size_text)
        at += 60
        if at + size > len(data):
            raise CassError(f"{what} is truncated: a member of the archive has {len(data) - at} of {size} bytes")
        yield data[at : at + size]
        at += size + (size & 1)


def _images(data: bytes, what: str) -> Iterator[Entry]:
    """The entries of fat binaries that stand one behind the other."""
    for _, body in _bodies(data, what):
        yield from _entries(body, what)


def _bodies(data: bytes, what: str) -> Iterator[tuple[int, bytes]]:
    """Where each fat binary begins, and its entries; between them stand zeros."""
    at = 0
    while at + HEADER.size <= len(data):
        magic, version, header_size, size = HEADER.unpack_from(data, at)
        if magic == 0:
            at += 4
            continue
        if magic != MAGIC:
            raise CassError(f"{what} is damaged: there is no fat binary at {at:#x}")
        if version != 1 or header_size < HEADER.size:
            raise CassError(f"{what}: fat binaries of version {version} are not known")
        start, end = at + header_size, at + header_size + size
        if end > len(data):
            raise CassError(f"{what} is truncated: the fat binary at {at:#x} has {len(data) - start} of {size} bytes")
        yield at, data[start:end]
        at = end


def _entries(body: bytes, what: str) -> Iterator[Entry]:
    at = 0
    while at + ENTRY.size <= len(body):
        fields = ENTRY.unpack_from(body, at)
        kind, _, header_size, size, packed, _, _, _, sm, _, flags, _, unpacked = fields
        start = at + header_size
        if header_size < ENTRY.size or start + size > len(body):
            raise CassError(f"{what} is damaged: an entry claims {header_size} and {size} of {len(body) - at} bytes")
        if kind not in KINDS:
            raise CassError(f"{what}: entries of kind {kind} in a fat binary are not known")
        content = body[start : start + size]
        yield Entry(KINDS[kind], sm, _unpacked(content, packed, unpacked, flags, what))
        at = start + size


def _unpacked(content: bytes, packed: int, unpacked: int, flags: int, what: str) -> bytes:
    if flags & OLD_COMPRESSION and not flags & (LZ4 | ZSTD):
        raise CassError(f"{what} is compressed in a way that is not known; build it with CUDA 13")
    if not flags & (LZ4 | ZSTD):
        return content
    if packed > len(content) or unpacked > LARGEST:
        raise CassError(f"{what} is damaged: an entry of {packed} bytes claims to unpack to {unpacked}")
    try:
        if flags & ZSTD:
            data = zstandard.ZstdDecompressor().decompress(content[:packed], max_output_size=unpacked)
        else:
            data = lz4.block.decompress(content[:packed], uncompressed_size=unpacked)
    except (zstandard.ZstdError, lz4.block.LZ4BlockError, ValueError, MemoryError) as error:
        raise CassError(f"{what} is damaged: an entry cannot be unpacked: {error}") from None
    if len(data) != unpacked:
        raise CassError(f"{what} is damaged: an entry has {len(data)} bytes where it claims {unpacked}")
    return bytes(data)
