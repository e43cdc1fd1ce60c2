"""Fat binaries: each compression, several architectures, PTX, sections of programs, archives."""

import struct
from pathlib import Path

import lz4.block
import pytest
import zstandard

from cass_tools import proc
from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import fatbin
from tests.executor.nvidia.committed import DATA, cubin

PTX = b".version 9.0\n.target sm_80\n.address_size 64\n" * 9


def entry(kind: int, sm: int, data: bytes, flags: int = 0x11) -> bytes:
    packed = data
    if flags & fatbin.LZ4:
        packed = lz4.block.compress(data, store_size=False)
    elif flags & fatbin.ZSTD:
        packed = zstandard.compress(data)
    padded = packed + bytes(-len(packed) % 8)
    is_packed = packed is not data
    sizes = (len(padded), len(packed) if is_packed else 0)
    return fatbin.ENTRY.pack(kind, 257, 64, *sizes, 0, 8, 1, sm, 0, flags, 0, len(data) if is_packed else 0) + padded


def binary(*entries: bytes) -> bytes:
    body = b"".join(entries)
    return fatbin.HEADER.pack(fatbin.MAGIC, 1, 16, len(body)) + body


def member(data: bytes) -> bytes:
    return b"a.o/".ljust(48) + str(len(data)).encode().ljust(10) + b"`\n" + data + b"\n" * (len(data) & 1)


def test_entries_in_every_compression_one_behind_the_other() -> None:
    code = cubin("hard", 80).elf.data
    whole = binary(entry(2, 80, code), entry(1, 80, PTX, 0x2011)) + bytes(12) + binary(entry(2, 90, code, 0x8011))
    assert [(e.kind, e.sm) for e in fatbin.entries(whole)] == [("cubin", 80), ("ptx", 80), ("cubin", 90)]
    assert [e.data for e in fatbin.entries(whole)] == [code, PTX, code]


def test_nvcc_packs_cubins_with_zstandard_where_size_is_asked_for() -> None:
    data = (DATA / "hard.fatbin").read_bytes()
    found = fatbin.entries(data)
    assert [e.sm for e in found if e.kind == "cubin"] == [80, 89, 90, 100, 120]
    assert sum(len(e.data) for e in found) > 5 * len(data)


def test_archives_and_bare_cubins() -> None:
    code = cubin("hard", 80).elf.data
    archive = b"!<arch>\n" + member(b"no object") + member(code) + member(code[:-1] + b"x")
    assert [(e.kind, e.sm, e.is_linked) for e in fatbin.entries(archive)] == [("cubin", 80, True)] * 2
    assert fatbin.entries(code)[0].data == code
    with pytest.raises(CassError, match="truncated: a member of the archive has"):
        fatbin.entries(archive[:-2000])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "holds no NVIDIA code"),
        (b"text that is long enough for a header", "there is no fat binary at 0x0"),
        (binary(entry(7, 80, PTX)), "entries of kind 7"),
        (binary(entry(1, 80, PTX, 0x1011)), "compressed in a way that is not known"),
        (binary(entry(1, 80, PTX))[:-8], "truncated: the fat binary at 0x0"),
        (binary(entry(1, 80, PTX, 0x8011)).replace(b"\x28\xb5\x2f\xfd", b"\0\0\0\0"), "cannot be unpacked"),
        (struct.pack("<IHHQ", fatbin.MAGIC, 9, 16, 0), "version 9 are not known"),
    ],
)
def test_what_cannot_be_read_is_told(data: bytes, said: str) -> None:
    with pytest.raises(CassError, match=said):
        fatbin.entries(data)


@pytest.mark.nvidia_tools
@pytest.mark.parametrize("mode", ["none", "speed", "balance", "size", "default"])
def test_what_nvcc_makes_in_each_mode(tmp_path: Path, mode: str) -> None:
    nvcc = nvidia_tools.find("nvcc")
    assert nvcc is not None
    codes = ["-gencode=arch=compute_80,code=[sm_80,compute_80]", "-gencode=arch=compute_90,code=sm_90"]
    made = tmp_path / "out.o"
    done = proc.run([nvcc, *codes, f"-compress-mode={mode}", "-c", "-o", made, DATA / "lines.cu"])
    assert done.status == 0, done.stderr
    found = fatbin.entries(made.read_bytes())
    assert [(e.kind, e.sm) for e in found] == [("cubin", 80), ("ptx", 80), ("cubin", 90)]
    assert b".target sm_80" in found[1].data
