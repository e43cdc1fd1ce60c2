"""The container in which a HIP program carries its GPU code: clang's offload bundle, written without the bundler.

clang-offload-bundler comes in a package that few people have beside clang; the format is a small table of contents.
"""

import struct

MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
HOST_ENTRY = b"host-x86_64-unknown-linux-gnu-"
ALIGNMENT = 4096  # the HIP runtime maps code objects by page


def offload_bundle(objects: dict[str, bytes]) -> bytes:
    """A bundle of one code object (ELF) per GPU architecture, behind the empty host entry that the format asks for."""
    entries = [(HOST_ENTRY, b""), *((f"hipv4-amdgcn-amd-amdhsa--{a}".encode(), data) for a, data in objects.items())]
    table = MAGIC + struct.pack("<Q", len(entries))
    contents = b""
    for name, data in entries:
        contents += bytes(-len(contents) % ALIGNMENT)
        table += struct.pack("<QQQ", ALIGNMENT + len(contents), len(data), len(name)) + name
        contents += data
    return table.ljust(ALIGNMENT, b"\0") + contents
