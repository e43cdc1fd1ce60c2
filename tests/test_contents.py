"""Contents of memory by their summaries, which the runtime's own code makes."""

import itertools
import random
import struct
import tempfile
from functools import cache
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.contents import Content, alike, read
from cass_tools.executor import stand_in

pytestmark = pytest.mark.gpu_code

PROGRAM = """
#include "digest.hpp"
#include <cstdio>
#include <iterator>
#include <iostream>
#include <string>

int main() {
  std::string all{std::istreambuf_iterator<char>(std::cin), {}};
  std::puts(cass::summary(all.data(), all.size()).c_str());
}
"""


@cache
def program() -> Path:
    """Prints the summary of what it reads."""
    folder = Path(tempfile.mkdtemp())
    (folder / "main.cpp").write_text(PROGRAM)
    sources = [folder / "main.cpp", stand_in.SOURCES / "digest.cpp", stand_in.SOURCES / "api_half.cpp"]
    compiler = stand_in.compiler()
    assert compiler is not None
    done = proc.run([compiler, "-std=c++17", "-O1", "-I", stand_in.SOURCES, *sources, "-o", folder / "main"])
    assert done.status == 0, done.stderr.decode()
    return folder / "main"


def content(data: bytes) -> Content:
    done = proc.run([program()], stdin=data)
    found = read(done.stdout.decode())
    assert found is not None
    return found


def ints(*numbers: int) -> bytes:
    return struct.pack(f"{len(numbers)}i", *numbers)


def packed(form: str, numbers: list[float]) -> bytes:
    return struct.pack(f"{len(numbers)}{form}", *numbers)


def brain(floats: bytes) -> bytes:
    """Floats as bfloat16, cut off."""
    return b"".join(floats[at + 2 : at + 4] for at in range(0, len(floats), 4))


SOURCE = random.Random(1)  # noqa: S311
NUMBERS = [SOURCE.uniform(-3, 3) for _ in range(4000)]
ROUNDED = [n * (1 + 1e-7 * (i % 3 - 1)) for i, n in enumerate(NUMBERS)]
WRONG = [n + 0.5 for n in NUMBERS]


@pytest.mark.parametrize(("form", "type_"), [("f", "float"), ("d", "double")])
def test_rounding_does_not_matter_and_errors_do(form: str, type_: str) -> None:
    right, near, wrong = (content(packed(form, each)) for each in (NUMBERS, ROUNDED, WRONG))
    assert right.type == type_
    assert right.digest != near.digest
    assert alike(right, near)
    assert not alike(right, wrong)


def test_halves_may_round_too() -> None:
    right, near = (
        content(packed("e", each)) for each in (NUMBERS, [n * (1 + 5e-4 * (i % 3 - 1)) for i, n in enumerate(NUMBERS)])
    )
    assert right.digest != near.digest
    assert alike(right, near)
    assert not alike(right, content(packed("e", WRONG)))


def test_integers_are_exact_but_may_come_in_another_order() -> None:
    assert content(ints(1, -2, 3)).type == "int"
    assert alike(content(ints(1, -2, 3)), content(ints(3, 1, -2)))
    assert not alike(content(ints(*range(1000))), content(ints(*range(999), 1000)))


def test_one_word_that_is_another_is_not_alike() -> None:
    assert not alike(content(ints(332833500)), content(ints(7000)))


def test_what_is_no_number_may_have_other_bits() -> None:
    nan, other = (struct.pack("100I", *[bits] * 100) for bits in (0x7FC00000, 0xFFC00000))
    assert alike(content(nan), content(other))
    assert not alike(content(nan), content(bytes(400)))


def test_mixed_structures_are_taken_as_any_type() -> None:
    rows = [struct.pack("if", i * 100_000_000 % (1 << 31), 1e6 * n) for i, n in enumerate(NUMBERS)]
    near = [struct.pack("if", i * 100_000_000 % (1 << 31), 1e6 * n) for i, n in enumerate(ROUNDED)]
    assert content(b"".join(rows)).type is None
    assert alike(content(b"".join(rows)), content(b"".join(near)))


def test_errors_that_cancel_out_in_sums_are_seen() -> None:
    rows = [[SOURCE.random() for _ in range(16)] for _ in range(200)]
    softmax = [x / sum(row) for row in rows for x in row]
    assert not alike(content(packed("f", softmax)), content(packed("f", [1 / 16] * 3200)))
    assert not alike(
        content(packed("d", softmax)), content(packed("d", [x + (i % 2 - 0.5) / 99 for i, x in enumerate(softmax)]))
    )
    codes = bytes(min(max(int(SOURCE.gauss(127, 127)), 0), 255) for _ in range(6000))
    assert not alike(content(codes), content(bytes(x or 1 for x in codes)))  # halves and floats of it are huge or tiny


def test_what_is_rounded_to_few_digits_may_be_rounded_otherwise() -> None:
    """Short types by their steps, also where one in four is another, and whatever type they look like."""
    for scale in (1.0, 1e-3):
        halves = [scale * n for n in NUMBERS]
        steps = [x * (1 + (i % 4 == 0) / 1024 * (i % 8 / 2 - 1)) for i, x in enumerate(halves)]
        assert alike(content(packed("e", halves)), content(packed("e", steps)))
        short, other = (
            packed("f", each)
            for each in (halves, [x * (1 + (i % 16 == 0) * (i % 32 / 8 - 1) / 128) for i, x in enumerate(halves)])
        )
        assert alike(content(brain(short)), content(brain(other)))
    grey = bytes(i // 30 % 254 + 1 for i in range(8000))
    assert alike(content(grey), content(bytes(x + (i % 100 == 7) - (i % 100 == 57) for i, x in enumerate(grey))))


def test_rounding_of_what_is_nearly_nothing_does_not_matter() -> None:
    """Where most numbers cancel out, what is left of them is another with each compiler."""
    left, other = ([SOURCE.uniform(-1e-9, 1e-9) for _ in range(5000)] for _ in range(2))
    left[7::500] = other[7::500] = [1.0, -2.0] * 5
    assert alike(content(packed("f", left)), content(packed("f", other)))


def test_a_sample_is_from_all_over_the_content() -> None:
    numbers = [float(i) for i in range(100_000)]
    found = struct.unpack("<256f", content(packed("f", numbers)).sample)
    assert sorted(found) == list(found)
    assert max(b - a for a, b in itertools.pairwise((0, *found, 100_000))) < 2 * 100_000 / 128
    assert len({round(x) // 2 % 16 for x in found}) == 16  # the same column of no matrix
    assert content(b"1234567").sample == b""
    assert content(b"12345678901").sample == b"12345678"


def test_odd_sizes_and_nothing() -> None:
    assert alike(content(b"abc"), content(b"abc"))
    assert not alike(content(b"abc"), content(b"xyz"))
    assert alike(content(b""), content(b""))


@pytest.mark.parametrize("text", ["", "a b c", "a b 1 2 3 x" + " 0" * 18])
def test_what_is_no_summary(text: str) -> None:
    assert read(text) is None
