"""Constant expressions against the values and types that C++ gives them."""

import pytest

from cass_tools.cuda.constants import Constant, Constants, type_bits

SOURCE = b"""
#define WARP_SIZE 32
#define HALF (WARP_SIZE >> 1)
#define FULL 0xffffffffu
#define LOOP LOOP2
#define LOOP2 LOOP
#define TWICE 1
#define TWICE 2
#define SAME 4
#define SAME 4
constexpr int kWarps = 128 / WARP_SIZE;
static const unsigned long long kAll = ~0ull;
const uint32_t kMask = -1;
enum { kA = 5, kB = kA * 2 };
#define LONG (WARP_SIZE \\
  + 1)
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("31", 31),
        ("0x1F", 31),
        ("037", 31),
        ("0b11111", 31),
        ("1'000", 1000),
        ("HALF", 16),
        ("kWarps - 1", 3),
        ("kB", 10),
        ("LONG", 33),
        ("SAME", 4),
        ("(1 << 5) - 1", 31),
        ("2 + 3 * 4 % 5", 4),
        ("-7 / 2", -3),
        ("~0", -1),
        ("~0u", 0xFFFFFFFF),
        ("-1", -1),
        ("(unsigned)-1", 0xFFFFFFFF),
        ("static_cast<unsigned int>(-1)", 0xFFFFFFFF),
        ("unsigned(-1)", 0xFFFFFFFF),
        ("kAll", 2**64 - 1),
        ("kMask", 0xFFFFFFFF),
        ("FULL >> 16", 0xFFFF),
        ("0xffffffff << 4", 0xFFFFFFF0),
        ("UINT_MAX", 0xFFFFFFFF),
    ],
)
def test_values(text: str, value: int) -> None:
    assert Constants(SOURCE).value(text.encode()) == value


@pytest.mark.parametrize(
    "text", ["x", "TWICE", "LOOP", "f(3)", "1 +", "", "warpSize", "3.5", "1.0f", "(3", "sizeof(int)", "1 ? 2 : 3"]
)
def test_what_is_no_constant_here_has_no_value(text: str) -> None:
    assert Constants(SOURCE).value(text.encode()) is None


@pytest.mark.parametrize(
    ("text", "bits", "signed"),
    [
        ("1", 32, True),
        ("1u", 32, False),
        ("1l", 64, True),
        ("1ull", 64, False),
        ("0x7fffffff", 32, True),
        ("0xffffffff", 32, False),
        ("0x100000000", 64, True),
        ("2147483647", 32, True),
        ("4294967295", 64, True),
        ("1 + 1ull", 64, False),
        ("1 << 40ull", 32, True),
    ],
)
def test_types_follow_the_rules_for_literals_and_operators(text: str, bits: int, signed: bool) -> None:
    found = Constants(SOURCE).evaluate(text.encode())
    assert isinstance(found, Constant)
    assert (found.bits, found.signed) == (bits, signed)


def test_the_pattern_of_a_negative_number_is_its_bits() -> None:
    assert Constant(-1).pattern == 0xFFFFFFFF
    assert Constant(-1, 64).pattern == 2**64 - 1


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("int", 32),
        ("const unsigned int", 32),
        ("unsigned long long", 64),
        ("std::uint64_t", 64),
        ("size_t", 64),
        ("float", None),
        ("int *", None),
        ("my_type", None),
    ],
)
def test_bits_of_types(name: str, bits: int | None) -> None:
    assert type_bits(name.encode()) == bits


def test_names_are_known_with_all_their_texts() -> None:
    constants = Constants(SOURCE)
    assert constants.defines(b"TWICE")
    assert not constants.defines(b"absent")
    assert constants.texts(b"TWICE") == (b"1", b"2")
