"""Offload bundles: plain, compressed, inside an executable, cut and damaged."""

import hashlib
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.compilers.bundle import offload_bundle
from cass_tools.errors import CassError
from cass_tools.executor.amd.fatbin import Entry, entries
from tests.executor.amd.compiled import tool

TRIPLE = "hipv4-amdgcn-amd-amdhsa"
PARTS = {"gfx90a:sramecc+:xnack-": b"\x7fELF first", "gfx1100": b"\x7fELF second __CLANG_OFFLOAD_BUNDLE__ inside"}
EXPECTED = [
    Entry("host-x86_64-unknown-linux-gnu", "", b""),
    Entry(TRIPLE, "gfx90a:sramecc+:xnack-", PARTS["gfx90a:sramecc+:xnack-"]),
    Entry(TRIPLE, "gfx1100", PARTS["gfx1100"]),
]


def compressed(data: bytes, version: int, method: int = 0) -> bytes:
    """A bundle as clang compresses it: header, hash, and the bundle by zlib (0) or zstd (1)."""
    body = zlib.compress(data)
    digest = hashlib.md5(data, usedforsecurity=False).digest()[:8]
    start = b"CCOB" + struct.pack("<HH", version, method)
    if version == 1:
        return start + struct.pack("<I", len(data)) + digest + body
    form, header = ("<II", 24) if version == 2 else ("<QQ", 32)
    return start + struct.pack(form, header + len(body), len(data)) + digest + body


def program(tmp_path: Path, section: bytes) -> bytes:
    """An ELF file for the host with a .hip_fatbin section."""
    (tmp_path / "section").write_bytes(section)
    tool("llvm-mc", "-triple=x86_64-linux", "-filetype=obj", "-o", str(tmp_path / "a.o"), stdin=b"ret\n")
    source = f'.section .hip_fatbin,"a"\n.incbin "{tmp_path / "section"}"\n'
    tool("llvm-mc", "-triple=x86_64-linux", "-filetype=obj", "-o", str(tmp_path / "b.o"), stdin=source.encode())
    tool("ld.lld", "-shared", str(tmp_path / "a.o"), str(tmp_path / "b.o"), "-o", str(tmp_path / "program"))
    return (tmp_path / "program").read_bytes()


def test_plain_bundle() -> None:
    assert entries(offload_bundle(PARTS)) == EXPECTED


def test_names_of_older_compilers() -> None:
    name = b"hip-amdgcn-amd-amdhsa-gfx906"
    data = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<QQQQ", 1, 84, 4, len(name)) + name + b"code"
    assert entries(data) == [Entry("hip-amdgcn-amd-amdhsa", "gfx906", b"code")]


@pytest.mark.parametrize("version", [1, 2, 3])
def test_compressed_bundle(version: int) -> None:
    assert entries(compressed(offload_bundle(PARTS), version)) == EXPECTED


def test_bundles_in_a_program(tmp_path: Path) -> None:
    first, second = offload_bundle(PARTS), offload_bundle({"gfx942": b"third"})
    section = first.ljust(12288, b"\0") + second.ljust(12288, b"\0") + compressed(first, 2)
    found = entries(program(tmp_path, section))
    assert found == [*EXPECTED, EXPECTED[0], Entry(TRIPLE, "gfx942", b"third"), *EXPECTED]


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    bundle = offload_bundle(PARTS)
    with pytest.raises(CassError, match="zstd"):
        entries(compressed(bundle, 2, method=1))
    with pytest.raises(CassError, match="no offload bundle"):
        entries(b"something else")
    with pytest.raises(CassError, match=r"no section \.hip_fatbin"):
        tool("llvm-mc", "-triple=x86_64-linux", "-filetype=obj", "-o", str(tmp_path / "a.o"), stdin=b"ret\n")
        entries((tmp_path / "a.o").read_bytes())
    with pytest.raises(CassError, match="claims"):
        entries(compressed(bundle, 3)[:16] + struct.pack("<Q", 1 << 60) + compressed(bundle, 3)[24:])
    with pytest.raises(CassError, match="truncated"):
        entries(compressed(bundle, 2)[:-5])
    with pytest.raises(CassError, match="damaged"):
        entries(compressed(bundle, 1)[:-5])


def test_cuts_end_in_a_sentence() -> None:
    for data in (offload_bundle(PARTS), compressed(offload_bundle(PARTS), 2)):
        end = len(data.rstrip(b"\0"))
        for cut in range(1, end, max(1, end // 150)):
            with pytest.raises(CassError):
                entries(data[:cut])


@given(st.booleans(), st.lists(st.tuples(st.integers(0, 199), st.integers(0, 255)), min_size=1, max_size=3))
def test_damage_ends_in_a_sentence_or_nowhere(packed: bool, changes: list[tuple[int, int]]) -> None:
    damaged = bytearray(compressed(offload_bundle(PARTS), 2) if packed else offload_bundle(PARTS))
    for at, value in changes:
        damaged[at % len(damaged)] = value
    try:
        entries(bytes(damaged))
    except CassError as error:
        assert str(error)
