"""Kernels of one PTX instruction each: lifted, they do what they did on an H200.

data/single_h200.npz: `inputs` are three times 2,048 words: numbers of ordinary size, any bits, and special ones. For
each of `names`, `digests` has what `digest` says of the three outputs (1,024 words each), all bits and with one NaN
for all; those in ROUGH have their outputs under `~NAME`. The GPU ran the cubin of single.fatbin for sm_90.
"""

import struct
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.data import single
from tests.executor.nvidia.lift.lifted import lifted, loaded, on_cpu
from tests.executor.nvidia.lift.suite import FACTORS

pytestmark = pytest.mark.gpu_code
Words = NDArray[np.uint32]
WORDS = 1024

# Approximations whose error NVIDIA states: how far from the GPU's, in units of the last place of 32, 16 or (of doubles,
# of which the upper word is computed) 64 bits.
ROUGH = {
    "f_divfull": (32, 2),
    "f_tanh": (32, 1 << 13),
    "f_rcpaf": (64, 1 << 32),
    "f_rsqd": (64, 1 << 32),
    **dict.fromkeys(("f_ex2h2", "f_ex2b", "f_ex2b2", "f_tanhh", "f_tanhh2", "f_tanhb2"), (16, 1)),
}
# An H200 lets the lanes of a warp arrive together; all see the count of before.
NOT_COMPARED = frozenset(("mb_pend",))
# Which NaN comes out differs: x86 keeps another operand's than NVIDIA's units for doubles.
ANY_NAN = frozenset(("g_addd", "g_gaddd", "g_redd", "bulkred_add_f64", "m_f64"))
DOUBLES = frozenset((*ANY_NAN, "m_f64_m16n8k4", "m_f64_m16n8k8", "m_f64_m16n8k16", "f_fmadrm"))
REFUSED = {"g_fencealias"}  # its code reads words of the driver's
# sm_89 has other units for factors of 8 bits (QMMA); sm_90's code makes halves of them.
OTHER_UNITS = {89: ("m_e4m3", "m_e5m2", "sp_e4")}


@cache
def record() -> dict[str, NDArray[np.uint32]]:
    """The file's arrays."""
    with np.load(DATA / "single_h200.npz") as file:
        return dict(file)


def one_nan(words: Words, name: str) -> Words:
    """The same with one NaN for all floats, halves and bfloat16 values (doubles, for some kernels) that are none."""
    if name in DOUBLES or name.startswith("d_"):
        pairs = words.reshape(-1, 2).copy()
        pairs[(pairs[:, 1] & 0x7FFFFFFF) > 0x7FF00000] = 0x7FFFFFFF
        pairs[((pairs[:, 1] & 0x7FFFFFFF) == 0x7FF00000) & (pairs[:, 0] != 0)] = 0x7FFFFFFF
        return pairs.reshape(-1)
    halves = np.ascontiguousarray(words).view(np.uint16)
    singles = np.where((halves & 0x7FFF) > 0x7C00, np.uint16(0x7FFF), halves).view(np.uint32)
    return np.where((singles & 0x7FFFFFFF) > 0x7F800000, np.uint32(0x7FFFFFFF), singles)


def digest(words: Words) -> int:
    """One word."""
    rows = (words.reshape(-1, 4).astype(np.uint64) * FACTORS).sum(1, dtype=np.uint64)
    rows = rows ^ rows >> np.uint64(29)
    mixed = (rows * np.arange(1, 2 * len(rows), 2, dtype=np.uint64)).sum(dtype=np.uint64)
    return int(mixed >> np.uint64(32) ^ mixed & np.uint64(0xFFFFFFFF))


def output(name: str, sm: int, platform: str, words: Words) -> Words:
    """What a kernel leaves behind."""
    done = np.zeros(3 * WORDS, np.uint32)
    done[:WORDS] = words[:WORDS]
    given = words.copy()
    if platform == "native":
        on_cpu("single", sm).launch(name, (1,), (32,), struct.pack("<QQ", done.ctypes.data, given.ctypes.data))
    else:
        launch(loaded("single", sm, platform), name, (1,), (32,), done, given)
    return done[:WORDS]


def is_near(found: Words, wanted: Words, bits: int, most: int) -> bool:
    """Whether all numbers of that many bits are as near as `most` says, or both no number."""
    type_ = {16: np.int16, 32: np.int32, 64: np.int64}[bits]
    pair = [np.ascontiguousarray(words).view(type_) for words in (found, wanted)]
    apart = np.abs(pair[0].astype(object) - pair[1].astype(object))
    return bool((apart <= most).all())


def names(platform: str, sm: int) -> list[str]:
    """The kernels that are tried: all, but for AMD a third for each architecture."""
    every = sorted(set(lifted("single", sm).kernels) - NOT_COMPARED)
    every = [name for name in every if not name.startswith(OTHER_UNITS.get(sm, ()))]
    return every if platform == "native" else every[(80, 89, 90).index(sm) :: 3]


@pytest.mark.parametrize(
    ("platform", "sm"), [("native", 80), ("native", 90), ("gfx1100", 80), ("gfx1100", 89), ("gfx1100", 90)]
)
def test_instructions_do_what_they_did_on_the_gpu(platform: str, sm: int) -> None:
    known = {str(name): number for number, name in enumerate(record()["names"])}
    wrong: dict[str, list[int]] = {}
    for name in names(platform, sm):
        for number, words in enumerate(record()["inputs"]):
            found = output(name, sm, platform, words)
            if name in ROUGH:
                wanted = record()[f"~{name}"][number]
                right = is_near(one_nan(found, name), one_nan(wanted, name), *ROUGH[name])
            elif platform == "native" and not name.startswith(tuple(ANY_NAN)):
                right = digest(found) == record()["digests"][known[name], number, 0]
            else:
                right = digest(one_nan(found, name)) == record()["digests"][known[name], number, 1]
            if not right:
                wrong.setdefault(name, []).append(number)
    assert not wrong


@pytest.mark.parametrize("sm", [80, 89, 90])
def test_nothing_else_is_refused(sm: int) -> None:
    assert set(lifted("single", sm).refused) == REFUSED


def test_every_row_has_a_kernel() -> None:
    known = set(map(str, record()["names"]))
    assert {row.name for row in single.rows()} <= known
    assert set(lifted("single", 90).kernels) | REFUSED == known
