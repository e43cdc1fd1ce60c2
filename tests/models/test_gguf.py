"""Heads of GGUF files: real, cut short, and hostile."""

import os
import struct
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.errors import CassError
from cass_tools.models import gguf
from tests.models.hub import tiny_gguf

WHOLE = tiny_gguf(payload=64)


def test_a_head(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(WHOLE)
    head = gguf.read(path)
    assert (head.architecture, head.quantisation, head.parameters) == ("llama", "Q4_K_M", 64)
    assert head.text("general.license") == "mit"


@pytest.mark.parametrize("length", [*range(0, len(WHOLE), 7), len(WHOLE) - 1])
def test_a_file_that_is_cut_short_says_so(tmp_path: Path, length: int) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(WHOLE[:length])
    with pytest.raises(CassError, match=r"cut short|no GGUF file"):
        gguf.read(path)


@pytest.mark.parametrize(
    "data",
    [
        b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 0),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 60),
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 62),  # a key longer than any file
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 0, 1 << 62),
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<I", 77),
        b"GGUF" + struct.pack("<IQQ", 99, 0, 0),
        b"GGUF" + struct.pack("<IQQQ", 3, 1, 0, 1) + b"t" + struct.pack("<I", 1 << 30),
    ],
)
def test_a_hostile_head_is_refused_quickly(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(data + b"x" * 64)
    with pytest.raises(CassError):
        gguf.read(path)


@given(at=st.integers(0, 200), byte=st.integers(0, 255))
def test_one_changed_byte_never_does_more_than_an_error(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.gguf"
    data = bytearray(WHOLE)
    data[at] = byte
    path.write_bytes(data)
    try:
        gguf.read(path)
    except CassError as error:
        assert str(path) in str(error)


def key(kind: int, value: bytes, name: bytes = b"k") -> bytes:
    return struct.pack("<Q", len(name)) + name + struct.pack("<I", kind) + value


def headed(*pairs: bytes) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs)


def test_long_arrays_are_passed_over(tmp_path: Path) -> None:
    numbers = key(9, struct.pack("<IQ", 5, 1000) + struct.pack("<1000i", *range(1000)), b"numbers")
    strings = key(9, struct.pack("<IQ", 8, 100) + (struct.pack("<Q", 3) + b"abc") * 100, b"strings")
    arrays = key(9, struct.pack("<IQ", 9, 70) + (struct.pack("<IQ", 0, 2) + b"xy") * 70, b"arrays")
    path = tmp_path / "a.gguf"
    path.write_bytes(headed(numbers, strings, arrays, key(4, struct.pack("<I", 7), b"last")) + bytes(32))
    values = gguf.read(path).values
    assert values["numbers"] == list(range(64))
    assert values["strings"] == ["abc"] * 64
    assert values["arrays"] == [[120, 121]] * 64
    assert values["last"] == 7


def test_a_large_array_costs_neither_time_nor_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    with path.open("wb") as file:
        file.write(headed(key(9, struct.pack("<IQ", 0, 1 << 35))))
        file.truncate(1 << 36)  # holes: no byte on the disk
    began = time.process_time()
    assert gguf.read(path).values == {"k": [0] * 64}
    assert time.process_time() - began < 1


@pytest.mark.parametrize("form", ["text", "names", "strings"])
def test_all_that_is_read_has_a_limit(tmp_path: Path, form: str) -> None:
    path = tmp_path / "a.gguf"
    with path.open("wb") as file:
        if form == "strings":
            file.write(headed(key(9, struct.pack("<IQ", 8, 1 << 30))))
        else:  # strings of 16 MiB each, in holes
            tensors, keys = (8, 0) if form == "names" else (0, 8)
            file.write(b"GGUF" + struct.pack("<IQQ", 3, tensors, keys))
            for _ in range(8):
                file.write(struct.pack("<Q", 1 << 24))
                file.seek(1 << 24, 1)
                file.write(struct.pack("<IIQ", 0, 0, 0) if form == "names" else struct.pack("<IB", 0, 0))
        file.truncate(1 << 36)
    with pytest.raises(CassError, match=r"its strings have more than 64 MiB|hold more than"):
        gguf.read(path)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 1e308, -5.0])
def test_a_number_that_counts_nothing_is_none(tmp_path: Path, value: float) -> None:
    text = key(8, struct.pack("<Q", 5) + b"llama", b"general.architecture")
    names = ("context_length", "embedding_length", "block_count", "attention.head_count", "attention.head_count_kv")
    numbers = [key(12, struct.pack("<d", value), f"llama.{name}".encode()) for name in names]
    path = tmp_path / "a.gguf"
    path.write_bytes(headed(text, *numbers) + bytes(64))
    head = gguf.read(path)
    assert (head.context, head.cache_bytes) == (0, 0)


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    (tmp_path / "folder.gguf").mkdir()
    for name in ("pipe.gguf", "folder.gguf"):
        with pytest.raises(CassError, match="not a regular file"):
            gguf.read(tmp_path / name)
