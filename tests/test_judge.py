"""Comparison: what counts as the same, against numbers that were rounded by numpy's own 32-bit floats."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.judge import Terms, compare, compare_file, compare_text, mask_times, same_line
from cass_tools.model import Outcome, Run

DEFAULT = Terms()


def run(stdout: bytes = b"", status: int = 0, **files: bytes | None) -> Run:
    return Run(Outcome.PASSED, "fake", None, status, stdout, files=tuple(files.items()))


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("sum 3.14159", "sum 3.14160"),
        ("x=9.99999 y", "x=10.0000 y"),
        ("   9.99999", "  10.00000"),
        ("-0.000", "0.000"),
        ("nan", "-nan"),
        ("1.5e-07", "1.500001e-07"),
        ("0.123456789012345", "0.123456789012346"),
        ("1", "1.000001"),
        ("inf", "inf"),
    ],
)
def test_the_same(expected: str, found: str) -> None:
    assert same_line(expected, found, DEFAULT)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("sum 3.1415", "sum 3.1417"),
        ("count 100000", "count 100001"),
        ("0.123456789012345", "0.123456789112345"),
        ("a 1.0", "b 1.0"),
        ("1.0 2.0", "1.0"),
        ("1 2", "12"),
        ("0x1f", "0x1e"),
        ("0x10", "10"),
        ("1.0", "-1.0"),
        ("1.0", "nan"),
        ("inf", "-inf"),
        ("v1.2.3", "v1.2.4"),
        ("gfx1100", "gfx1101"),
        ("a  b", "a b"),
    ],
)
def test_not_the_same(expected: str, found: str) -> None:
    assert not same_line(expected, found, DEFAULT)


@given(st.floats(1e-30, 1e30), st.integers(6, 17), st.floats(-2, 2))
def test_floats_are_held_to_their_own_precision(value: float, digits: int, drift: float) -> None:
    """Values of 32 bits may differ by half of 1e-5, whatever number of digits is printed."""
    a = float(np.float32(value))
    b = float(np.float32(a * (1 + drift * 2e-6)))
    assert same_line(f"{a:.{digits}e}", f"{b:.{digits}e}", DEFAULT)
    assert not same_line(f"{a:.{digits}e}", f"{float(np.float32(a * 1.0001)):.{digits}e}", DEFAULT)


@given(st.floats(1e-30, 1e30))
def test_doubles_are_held_to_1e_12(value: float) -> None:
    value = value * (1 + 1e-9)
    assert same_line(f"{value:.17e}", f"{value * (1 + 2e-13):.17e}", DEFAULT)
    if f"{float(np.float32(value)):.17e}" != f"{value:.17e}":
        assert not same_line(f"{value:.17e}", f"{value * (1 + 1e-10):.17e}", DEFAULT)


@given(st.text(), st.text())
def test_every_line_equals_itself_and_comparison_has_no_side(a: str, b: str) -> None:
    assert same_line(a, a, DEFAULT)
    assert same_line(a, b, DEFAULT) == same_line(b, a, DEFAULT)


def test_tolerance_of_the_user() -> None:
    assert same_line("1.00", "1.05", Terms(tolerance=0.1))
    assert not same_line("1.00001", "1.00002", Terms(tolerance=0))


def test_times_only_when_asked() -> None:
    assert not same_line("kernel 3.2 ms", "kernel 4.9 ms", DEFAULT)
    assert same_line("kernel 3.2 ms", "kernel 4.9 ms", Terms(mask_times=True))
    assert same_line("3 bases |   661 ns |", "3 bases |  1014 ns |", Terms(mask_times=True))
    assert not same_line("a   3 ns   b", "a  3 ns  b", Terms(mask_times=True, exact=True))
    assert same_line("Elapsed time: 12", "Elapsed time: 9", Terms(mask_times=True))
    assert same_line("Billion elements per second: 0.2", "Billion elements per second: 0.1", Terms(mask_times=True))
    assert same_line("rate (Melem/s) = 5", "rate (Melem/s) = 7", Terms(mask_times=True))
    assert not same_line("3.2 ms sum 5", "3.2 ms sum 6", Terms(mask_times=True))
    assert mask_times("sum 12.5 of 3 items") == "sum 12.5 of 3 items"


def test_the_difference_names_the_line_and_both_sides() -> None:
    difference = compare_text("stdout", b"a\nsum 5\n", b"a\nsum 6\n", DEFAULT)
    assert str(difference) == 'stdout line 2: expected "sum 5", got "sum 6"'


def test_missing_and_additional_lines() -> None:
    assert str(compare_text("stdout", b"a\nb\n", b"a\n", DEFAULT)) == 'stdout line 2: expected "b", got ""'
    assert str(compare_text("stdout", b"a", b"a\nb", DEFAULT)) == 'stdout line 2: expected the end, got "b"'
    assert compare_text("stdout", b"", b"x", DEFAULT) is not None


def test_exit_status_and_files() -> None:
    assert str(compare(run(b"x", 0), run(b"x", 1), DEFAULT)) == "exit status: expected 0, got 1"
    assert compare(run(out=b"1.00000"), run(out=b"1.000001"), DEFAULT) is None
    assert str(compare(run(out=b"1"), run(out=None), DEFAULT)) == "file out: expected a file, got no such file"
    assert compare(run(out=None), run(out=None), DEFAULT) is None


def test_binary_files_byte_for_byte() -> None:
    assert compare_file("f", b"\0a", b"\0a", DEFAULT) is None
    assert str(compare_file("f", b"\0ab", b"\0ac", DEFAULT)) == "file f, byte 2: expected 62, got 63"
    assert "byte 2" in str(compare_file("f", b"\0a", b"\0ab", DEFAULT))


def test_bytes_that_are_no_text_are_compared_and_quoted() -> None:
    assert compare_text("stdout", b"\xff\n", b"\xff\n", DEFAULT) is None
    assert compare_text("stdout", b"\xff\n", b"\xfe\n", DEFAULT) is not None


def test_a_number_longer_than_python_reads() -> None:
    assert not same_line("9" * 5000, "9" * 4999 + "8", DEFAULT)


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ("Warp size: 32", "Warp size: 64", True),
        ("warpSize=32, lanes 7", "warpSize=64, lanes 7", True),
        ("32 threads per warp", "64 threads per warp", True),
        ("warp size 32, sum 32.5", "warp size 64, sum 33.5", False),
        ("warp size 64", "warp size 32", False),
        ("warps: 32", "warps: 64", False),
        ("sum of a warp: 32", "sum of a warp: 64", False),
    ],
)
def test_lines_that_state_the_warp_size(expected: str, found: str, same: bool) -> None:
    assert same_line(expected, found, Terms(warp_sizes=(32, 64))) is same
    assert not same_line(expected, found, Terms())
