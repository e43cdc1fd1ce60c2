"""Fat binaries: the code objects of all targets in an offload bundle, or in a program that holds bundles."""

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
COMPRESSED = b"CCOB"
ZLIB, ZSTD = 0, 1
TARGET = re.compile(r"(.*?)--?(gfx[0-9a-z:+-]+)")  # older compilers write one dash before the processor
SECTION = ".hip_fatbin"
LARGEST = 1 << 32  # bytes of a bundle after decompression
MOST_ENTRIES = 4096


@dataclass(frozen=True, slots=True)
class Entry:
    """One target's part of a bundle: ``triple`` as written, ``arch`` with its features, "" for the host."""

    triple: str
    arch: str
    data: bytes


def entries(data: bytes) -> list[Entry]:
    """All entries of a bundle, a compressed bundle, or an executable or library that holds bundles in ``.hip_fatbin``.

    A bare code object has no bundle around it and is refused, as is zstd where this Python cannot read it.
    """
    if data[:4] == b"\x7fELF":
        elf = Elf(data, "the program")
        section = next((each for each in elf.sections if each.name == SECTION), None)
        if section is None:
            raise CassError(f"the program has no section {SECTION}: it holds no HIP kernels")
        return [entry for bundle in _bundles(elf.content(section)) for entry in entries(bundle)]
    if data.startswith(COMPRESSED):
        return _entries(_decompressed(data))
    return _entries(data)


def _bundles(content: bytes) -> Iterator[bytes]:
    """The bundles that a linker put one behind the other, with padding between."""
    starts = []
    at = 0
    while at < len(content):
        found = [place for place in (content.find(MAGIC, at), content.find(COMPRESSED, at)) if place >= 0]
        if not found:
            break
        at = min(found)
        starts.append(at)
        at += _length(content, at)
    for start, end in zip(starts, [*starts[1:], len(content)], strict=True):
        yield content[start:end]


def _length(content: bytes, at: int) -> int:
    """Bytes of the bundle at an offset, so that a magic word inside a code object is not taken for a bundle."""
    if content.startswith(COMPRESSED, at):
        version, _, size = _compressed_header(content[at:])
        return size if version > 1 else len(COMPRESSED)
    ends = [offset + size for offset, size, _ in _headers(content[at:])]
    return max(ends, default=len(MAGIC))


def _headers(data: bytes) -> Iterator[tuple[int, int, str]]:
    """(offset, size, target) of each entry."""
    if not data.startswith(MAGIC):
        raise CassError(f"this is no offload bundle: it starts with {data[:24].hex() or 'nothing'}")
    at = len(MAGIC)
    (count,) = _unpack("<Q", data, at)
    if count > MOST_ENTRIES:
        raise CassError(f"the offload bundle is damaged: it claims {count} entries")
    at += 8
    for _ in range(count):
        offset, size, name_size = _unpack("<QQQ", data, at)
        at += 24
        if at + name_size > len(data):
            raise CassError(f"the offload bundle is truncated: a name of {name_size} bytes at {at:#x}")
        name = data[at : at + name_size].decode("utf-8", "replace")
        at += name_size
        if offset + size > len(data):
            raise CassError(f"the offload bundle is truncated: {name} needs {offset + size} bytes of {len(data)}")
        yield offset, size, name


def _unpack(form: str, data: bytes, at: int) -> tuple[int, ...]:
    if at + struct.calcsize(form) > len(data):
        raise CassError(f"the offload bundle is truncated: it ends at {len(data):#x} inside its table")
    return struct.unpack_from(form, data, at)


def _entries(data: bytes) -> list[Entry]:
    found = []
    for offset, size, name in _headers(data):
        triple, arch = name.rstrip("-"), ""
        if match := TARGET.fullmatch(name):
            triple, arch = match[1], match[2]
        found.append(Entry(triple, arch, data[offset : offset + size]))
    return found


def _compressed_header(data: bytes) -> tuple[int, int, int]:
    """Version, method and size in bytes (0 in version 1) of a compressed bundle."""
    version, method = _unpack("<HH", data, 4)
    if version not in {1, 2, 3}:
        raise CassError(f"the compressed offload bundle has version {version}, which is not known")
    size = 0 if version == 1 else _unpack("<Q" if version == 3 else "<I", data, 8)[0]
    return version, method, size


def _decompressed(data: bytes) -> bytes:
    version, method, size = _compressed_header(data)
    if method == ZSTD:
        raise CassError("the offload bundle is compressed with zstd; build with --no-offload-compress")
    if method != ZLIB:
        raise CassError(f"the offload bundle is compressed by method {method}, which is not known")
    start, form = {1: (8, "<IQ"), 2: (12, "<IQ"), 3: (16, "<QQ")}[version]
    length, _ = _unpack(form, data, start)
    if length > LARGEST:
        raise CassError(f"the compressed offload bundle claims {length} bytes, more than {LARGEST}")
    if size > len(data):
        raise CassError(f"the compressed offload bundle is truncated: it has {len(data)} of {size} bytes")
    body = data[start + struct.calcsize(form) : size or len(data)]
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(body, length + 1)
    except zlib.error as error:
        raise CassError(f"the compressed offload bundle is damaged: {error}") from None
    if len(content) != length or not stream.eof:
        raise CassError(f"the compressed offload bundle is damaged: {len(content)} bytes where it claims {length}")
    return content
