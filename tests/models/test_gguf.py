"""Heads of GGUF files: real, cut short, and hostile."""

import struct
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
