"""`cass verify --explain` on real faults: each names the launch, the element, and the line or the copy to look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cass_tools.cli.verifying import verify_file
from cass_tools.compile_commands import near
from cass_tools.elements import first_difference
from cass_tools.explain_program import explained
from cass_tools.model import Outcome, Target
from cass_tools.shrink import smaller
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, bench

DATA = Path(__file__).parent / "data" / "explain"
KERNEL = "block_sums(int, float const*, float*)"
# The right text, the wrong one, and what is said of it, in this order.
FAULTS = {
    "off_by_one": (
        "if (i < n) y[i]",
        "if (i < n - 1) y[i]",
        (
            "--args '2 kept'",
            "gfx1100: the first kernel that leaves something else is launch 1, square(int, float const*, float*)",
            "allocation 2 (",
            "candidate: no thread writes it in this launch",
            "original: written at ",
            "sums.cu:9 by thread (",
            "if (i < n) y[i] = x[i] * x[i];",
        ),
    ),
    "a_step_too_few": (
        "width > 0",
        "width > 1",
        (
            f"launch 2, {KERNEL}",
            "allocation 3 (4 bytes), float [0]: expected ",
            "candidate: written at ",
            "sums.hip:21",
        ),
    ),
    "no_barrier": (
        "  __syncthreads();\n  for",
        "  for",
        (f"launch 2, {KERNEL}", "sums.hip:20", "--check finds: ", "with no barrier in between, at "),
    ),
    "a_copy_of_elements": (
        "x.data(), n * sizeof(float)",
        "x.data(), n",
        (
            "the original's to launch 1, square(",
            "allocation 1 (8 bytes), float [1]",
            "look at the copies",
        ),
    ),
    "a_short_copy_back": (
        "ds, blocks * sizeof(float), hip",
        "ds, blocks, hip",
        ("all 2 launches leave the same memory; the difference arises on the host", "copy 1 to the host takes 1 bytes"),
    ),
    "the_host_itself": (
        "total += s;",
        "total += 2 * s;",
        ("all 2 launches leave the same memory; the difference arises on the host",),
    ),
    "a_launch_more": (
        "  block_sums<<<",
        "  square<<<blocks, 256>>>(n, dx, dy);\n  block_sums<<<",
        (),
    ),
    "another_kernel": (
        "  square<<<blocks, 256>>>(n, dx, dy);\n",
        "",
        ("no launch can be compared; then the original starts square, grid (1,1,1) and the candidate block_sums",),
    ),
}


@pytest.fixture(scope="module")
def place() -> Iterator[Bench]:
    settings = Settings(targets=(Target("gfx1100"),), args=("900", "kept"), reference="header")
    with bench(Unit(DATA / "sums.cu", (DATA / "sums.cu").read_bytes()), settings) as made:
        yield made


@pytest.mark.gpu_code
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(place: Bench, name: str) -> None:
    right, wrong, sentences = FAULTS[name]
    text = (DATA / "sums.hip").read_text()
    assert right in text
    unit = Unit(DATA / "sums.hip", text.replace(right, wrong, 1).encode())
    verdict = place.verify(unit)
    said = "\n".join(explained(place, unit, verdict))
    assert (verdict.outcome is Outcome.WRONG_OUTPUT) is bool(sentences), verdict
    assert bool(said) is bool(sentences)
    at = 0
    for sentence in sentences:
        at = said.find(sentence, at)
        assert at >= 0, f"{sentence!r} is not in its place in:\n{said}"


def said_of(name: str, arch: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command prints of a candidate that is wrong."""
    file, original = DATA / f"{name}.hip", DATA / f"{name}.cu"
    settings = Settings(targets=(Target(arch),), reference="header")
    assert verify_file(file, original, settings, near(file), as_json=False, explain=True) == 1
    return capsys.readouterr().out


@pytest.mark.gpu_code
def test_a_mask_of_32_bits_is_found_where_there_are_64_lanes(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of("warps", "gfx90a", capsys)
    assert "gfx90a: the first kernel that leaves something else is launch 1, votes(int const*, int*)" in said
    assert "int [1]: expected " in said
    assert "warps.hip:8 by thread (32,0,0) of block (0,0,0) (wave 0, lane 32)" in said


@pytest.mark.gpu_code
def test_a_kernel_by_itself_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    said = said_of("smooth", "gfx1100", capsys)
    assert "gfx1100: kernel smooth, input random, n = 3, grid (" in said
    assert "y[2]: expected " in said
    assert "smooth.hip:5 by thread (2,0,0) of block (0,0,0) (wave 0, lane 2)" in said
    assert "original: no thread writes it in this launch" in said


def test_numbers_become_smaller_while_the_fault_shows() -> None:
    assert smaller(("1000", "x", "7"), lambda words: int(words[0]) >= 30) == ("30", "x", "1")
    assert smaller(("1000",), lambda _: False) == ("1000",)
    assert smaller(("-n", "0", "1.5"), lambda _: True) == ("-n", "0", "1.5")


def test_elements_differ_by_more_than_rounding() -> None:
    import numpy as np

    x = np.linspace(0.1, 5, 100, dtype=np.float32)
    y = x * np.float32(1 + 2e-6)
    assert first_difference(x.tobytes(), y.astype(np.float32).tobytes()) is None
    y[41] += 1
    found = first_difference(x.tobytes(), y.astype(np.float32).tobytes())
    assert found is not None
    assert (found.type, found.at, found.size, found.wrong, found.total) == ("float", 41, 4, 1, 100)
    wide = x.astype(np.float64) ** 1.1
    other = wide.copy()
    other[7] = -1
    assert (found := first_difference(wide.tobytes(), other.tobytes())) is not None
    assert (found.type, found.at, found.found) == ("double", 7, "-1")


def test_integers_bytes_and_addresses() -> None:
    import numpy as np

    a = np.arange(10, dtype=np.int32)
    b = a.copy()
    b[3] = -5
    assert (found := first_difference(a.tobytes(), b.tobytes())) is not None
    assert (found.type, found.at, found.expected, found.found) == ("int", 3, "3", "-5")
    assert (found := first_difference(b"abc", b"abd")) is not None
    assert (found.type, found.at, found.expected) == ("byte", 2, "0x63")
    one, other = (np.array([0x7F00_1234_5678 + k, 5], dtype=np.uint64) for k in (0, 4096))
    assert first_difference(one.tobytes(), other.tobytes()) is None
    other[1] = 6
    assert first_difference(one.tobytes(), other.tobytes()) is not None
