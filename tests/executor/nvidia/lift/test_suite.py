"""Kernels that make ptxas emit most of what the table of forms knows: lifted, they do what they did on an H200."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pytest

from cass_tools.executor.nvidia.lift.platform import AMD_WIDE
from tests.executor.nvidia.lift.lifted import lifted, on_cpu
from tests.executor.nvidia.lift.suite import SOURCES, Words, digest, is_for, output, record

pytestmark = pytest.mark.gpu_code
Word = tuple[int, int]  # the column (of 128 rows) and the word in it


class Rough(NamedTuple):
    """How far results may be from the GPU's: `ulps` of all words, or other numbers for some; or that far in all."""

    ulps: int
    others: Mapping[Word, int] = MappingProxyType({})
    absolute: Mapping[Word, float] = MappingProxyType({})
    halves: bool = False


# What MUFU gives is approximate on the GPU too, and other bits than ours are as near to the exact number: we round the
# exact one. NVIDIA states 2 ulp for exponentials and roots, 2**-22 and 2**-20.5 in all for logarithms and waves, 2**-11
# of the number for tanh.
ROUGH = {
    "f_approximate": Rough(2, absolute={(0, 1): 2.0**-22, (1, 1): 2.0**-22}),
    "f_approximate_waves": Rough(2, {(0, 2): 128}, dict.fromkeys(((0, 0), (0, 1), (0, 3)), 2.0**-20.5)),
    "f_special_approximations": Rough(1),
    "f_library": Rough(2, {(3, 3): 256}, {(3, 2): 2.0**-21}),
    "d_approximate": Rough(1),
    "h_approximate": Rough(1, halves=True),
    "h_approximate_brains_90": Rough(1, halves=True),
}
# Threads of a warp that wait for each other never end on AMD's hardware.
NATIVE_ONLY = frozenset(("t_lock_in_a_warp",))
# Warps that wait for each other are not lifted where they share a wavefront.
NOT_WIDE = frozenset(("t_named_barriers",))
PLATFORMS = [
    *(("amd", source, sm) for source in SOURCES for sm in (80, 89, 90)),
    *(("native", "suite_numbers", sm) for sm in (80, 90)),
    ("native", "suite_memory", 80),
    ("native", "suite_threads", 90),
    ("gfx90a", "suite_threads", 80),  # two warps in a wavefront
    ("gfx942", "suite_memory", 90),
    ("gfx90a", "suite_numbers", 80),
]


def names(platform: str, source: str, sm: int) -> list[str]:
    """The kernels that are tried: all, but for AMD each one of the many about numbers for one architecture in turn."""
    every = sorted((*lifted(source, sm).kernels, *lifted(source, sm).refused))
    if platform == "amd":
        every = every[(80, 89, 90).index(sm) :: 3] if source == "suite_numbers" else every
    return [
        kernel
        for kernel in every
        if is_for(kernel, sm)
        and not (kernel in NATIVE_ONLY and platform != "native")
        and not (kernel in NOT_WIDE and platform.startswith("gfx9"))
    ]


def is_near(rough: Rough, found: Words, wanted: Words) -> bool:
    """Whether each word is as near as it has to be."""
    if rough.halves:
        parts = [words.view(np.uint16).astype(np.int64) for words in (found, wanted)]
        return bool((np.abs(parts[0] - parts[1]) <= rough.ulps).all())
    for column, word in np.ndindex(len(found) // 128, 4):
        rows = slice(128 * column, 128 * column + 128)
        pair = [np.ascontiguousarray(words[rows, word]) for words in (found, wanted)]
        apart = np.abs(pair[0].astype(np.int64) - pair[1].astype(np.int64))
        with np.errstate(invalid="ignore"):
            far = np.abs(pair[0].view(np.float32).astype(np.float64) - pair[1].view(np.float32).astype(np.float64))
        near = apart <= rough.others.get((column, word), rough.ulps)
        if not (near | (far <= rough.absolute.get((column, word), -1.0))).all():
            return False
    return True


@pytest.mark.parametrize(("platform", "source", "sm"), PLATFORMS)
def test_kernels_do_what_they_did_on_the_gpu(platform: str, source: str, sm: int) -> None:
    wrong: dict[str, object] = {}
    for kernel in names(platform, source, sm):
        if kernel in ROUGH:
            found = output(source, sm, platform, kernel, record()["inputs"][0])
            if not is_near(ROUGH[kernel], found, record()[f"~{kernel}"]):
                wrong[kernel] = "not near"
            continue
        for number, rows in enumerate(record()["inputs"]):
            differ = np.flatnonzero(digest(output(source, sm, platform, kernel, rows)) != record()[kernel][number])
            if len(differ):
                wrong[kernel] = f"input {number}, 16 rows from {(16 * differ).tolist()}"
    assert not wrong


def test_warps_that_wait_for_each_other_are_refused_in_a_shared_wavefront() -> None:
    wide = lifted("suite_threads", 80, AMD_WIDE)
    assert wide.refused["t_named_barriers"].endswith("warps that wait for each other in one wavefront of 64 lanes")
    assert wide.places["t_named_barriers"] % 16 == 0


def test_signs_are_kept_on_gpus_that_have_vectors_of_floats() -> None:
    rows = record()["inputs"][0]
    narrow, wide = (output("suite_numbers", 80, platform, "f_large_waves", rows) for platform in ("amd", "gfx90a"))
    assert np.array_equal(narrow, wide)


@pytest.mark.parametrize("sm", [80, 89, 90])
def test_nothing_is_refused(sm: int) -> None:
    assert not {kernel: why for source in SOURCES for kernel, why in lifted(source, sm).refused.items()}


def rows_of(kernel: str) -> tuple[Words, Words]:
    """The first input and what the kernel for sm_90 makes of it on this CPU: itself compared with mathematics here."""
    source = next(source for source in SOURCES if kernel in on_cpu(source, 90).cubin.kernels)
    rows = record()["inputs"][0]
    return rows, output(source, 90, "native", kernel, rows)


def test_sums_of_128_bits_against_exact_integers() -> None:
    rows, found = rows_of("n_128_bits")
    for row, (x, y, z, w) in enumerate(rows.tolist()):
        a, b = y << 96 | x << 64 | w << 32 | z, x << 96 | w << 64 | z << 32 | y
        for column, exact in enumerate((a + b, a * b)):
            words = found[128 * column + row].tolist()
            assert sum(word << 32 * at for at, word in enumerate(words)) == exact % (1 << 128)


def test_logic_and_counts_against_numpy() -> None:
    rows, found = rows_of("n_logic")
    x, y, z, w = rows.T
    assert np.array_equal(found[:128, 0], x ^ y ^ z)
    assert np.array_equal(found[:128, 1], x & y | y & z | x & z)
    assert np.array_equal(found[256:384].T, [x & ~y, ~(x | w), x ^ ~z, w == 0])
    rows, found = rows_of("n_extremes")
    x, y = rows.T[:2]
    signed = rows.view(np.int32).T
    assert np.array_equal(found[:128].T[:2], [np.minimum(x, y), np.maximum(x, y)])
    assert np.array_equal(found[:128].T[2:].view(np.int32), [np.minimum(*signed[:2]), np.maximum(*signed[:2])])


def test_sorting_and_scanning_against_numpy() -> None:
    rows, found = rows_of("t_sorted")
    assert np.array_equal(found[:128, 0].reshape(2, 64), np.sort(rows[:, 0].reshape(2, 64), axis=1))
    rows, found = rows_of("t_scan")
    sums = np.cumsum(rows[:, 0].reshape(2, 64), axis=1, dtype=np.uint32)
    assert np.array_equal(found[:128, 0].reshape(2, 64), sums)
    assert np.array_equal(found[:128, 1].reshape(2, 64), np.repeat(sums[:, -1:], 64, axis=1))
