"""A kernel's printf, against the C library's own."""

import ctypes
import struct
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.executor.stand_in import SOURCES
from tests.executor.host.rig import DATA, compiler, succeed

LIBC = ctypes.CDLL(None)


@pytest.fixture(scope="module")
def formatter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("printf") / "printf"
    sources = [DATA / "printf.cpp", SOURCES / "device_printf.cpp"]
    succeed(compiler(), "-std=c++17", "-I", SOURCES, *sources, "-o", program)
    return program


def padded(text: str) -> bytes:
    data = text.encode() + b"\0"
    return data + bytes(-len(data) % 8)


def words(*arguments: int | float | str) -> bytes:
    """Arguments as clang lays them out: each in 8 bytes, strings as their characters."""
    return b"".join(
        padded(a) if isinstance(a, str) else struct.pack("<d" if isinstance(a, float) else "<q", a) for a in arguments
    )


def c_printf(pattern: str, *arguments: int | float | str) -> str:
    buffer = ctypes.create_string_buffer(1000)
    given = [
        a.encode() if isinstance(a, str) else ctypes.c_double(a) if isinstance(a, float) else ctypes.c_longlong(a)
        for a in arguments
    ]
    LIBC.snprintf(buffer, len(buffer), pattern.encode(), *given)
    return buffer.value.decode()


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [
        ("plain text, no arguments\n", ()),
        ("%d %i %u|", (-5, 7, 4000000000)),
        ("%5d|%-5d|%05d|%+d", (42, 42, 42, 42)),
        ("%x %X %#o", (0xDEADBEEF, 255, 8)),
        ("%ld %llu %hd %hhu", (-(1 << 40), (1 << 63) - 1, -3, 200)),
        ("%f %8.3f %e %g %.0f %a", (1.5, -2.25, 12345.678, 1e-10, 2.5, 0.1)),
        ("%s and %10s and %.3s", ("a longer string than eight", "right", "abcdef")),
        ("%c%c%%", (72, 105)),
        ("%*d|%-*.*f", (6, 42, 8, 2, 3.14159)),
        ("%s", ("",)),
    ],
)
def test_text_is_that_of_c(formatter: Path, pattern: str, arguments: tuple[int | float | str, ...]) -> None:
    done = proc.run([formatter], stdin=words(pattern, *arguments))
    assert done.stdout.decode() == c_printf(pattern, *arguments)


def test_a_short_integer_ignores_the_upper_bits(formatter: Path) -> None:
    done = proc.run([formatter], stdin=words("%d %hhd %u", 0x1_0000_0002, 0x1FF, -1))
    assert done.stdout == b"2 -1 4294967295"


def test_missing_arguments_read_nothing(formatter: Path) -> None:
    done = proc.run([formatter], stdin=words("%d %s|"))
    assert done.stdout == b"0 |"
