"""Device code inside of host objects for separable compilation, in LLVM's own container (`.llvm.offloading`).

clang puts the container there with -fembed-offload-object; a linker that knows nothing of it leaves the section out.
"""

import struct
from collections.abc import Iterator

from cass_tools.errors import CassError

SECTION = ".llvm.offloading"
MAGIC = b"\x10\xff\x10\xad"
HEADER, ENTRY, STRING = struct.Struct("<4sIQQQ"), struct.Struct("<HHIQQQQ"), struct.Struct("<QQ")
BITCODE, HIP = 2, 3  # LLVM's ImageKind and OffloadKind
ALIGNMENT = 8


def packed(bitcode: dict[str, bytes]) -> bytes:
    """One container for each GPU, one behind the other, as a linker that joins sections would put them."""
    return b"".join(_one(arch, data) for arch, data in bitcode.items())


def _one(arch: str, image: bytes) -> bytes:
    texts = [b"arch", arch.encode(), b"triple", b"amdgcn-amd-amdhsa"]
    strings_at = HEADER.size + ENTRY.size
    text_at = strings_at + 2 * STRING.size
    offsets = [text_at + sum(len(text) + 1 for text in texts[:number]) for number in range(len(texts))]
    table = b"".join(STRING.pack(*offsets[number : number + 2]) for number in (0, 2))
    text = b"".join(text + b"\0" for text in texts)
    image_at = -(-(text_at + len(text)) // ALIGNMENT) * ALIGNMENT
    size = -(-(image_at + len(image)) // ALIGNMENT) * ALIGNMENT
    head = HEADER.pack(MAGIC, 1, size, HEADER.size, ENTRY.size)
    entry = ENTRY.pack(BITCODE, HIP, 0, strings_at, 2, image_at, len(image))
    return ((head + entry + table + text).ljust(image_at, b"\0") + image).ljust(size, b"\0")


def unpacked(content: bytes, what: str) -> Iterator[tuple[str, bytes]]:
    """(GPU, bitcode) of every container in a section; CassError names `what` where it is damaged."""
    at = 0
    while at < len(content):
        if content[at : at + 1] == b"\0":  # padding
            at += 1
            continue
        try:
            yield _read(content, at)
            at += max(HEADER.unpack_from(content, at)[2], HEADER.size)
        except (struct.error, ValueError) as error:
            raise CassError(f"{what}: its device code is damaged: {error}") from None


def _read(content: bytes, at: int) -> tuple[str, bytes]:
    magic, _, size, entry_at, _ = HEADER.unpack_from(content, at)
    if magic != MAGIC or at + size > len(content):
        raise ValueError("no container of device code")
    _, _, _, strings_at, count, image_at, image_size = ENTRY.unpack_from(content, at + entry_at)
    if image_at + image_size > size or count > size:
        raise ValueError("its image lies outside")
    strings = {}
    for number in range(count):
        key, value = STRING.unpack_from(content, at + strings_at + number * STRING.size)
        strings[_text(content, at + key)] = _text(content, at + value)
    return strings.get("arch", ""), content[at + image_at : at + image_at + image_size]


def _text(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode("utf-8", "replace")
