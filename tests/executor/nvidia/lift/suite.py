"""The kernels of data/suite_*.cu and what an H200 made of them.

data/suite_h200.npz: `inputs` are the rows that were given (three times 128 rows of four words). Each kernel has
either a digest for each 16 rows of its output (three times 64 words), or, under `~NAME`, all of the first output, where
not every bit has to be the same. The GPU ran the code for sm_90; all architectures have to agree with it.
"""

import struct
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import DATA
from tests.executor.nvidia.lift.lifted import loaded, on_cpu

SOURCES = ("suite_numbers", "suite_memory", "suite_threads")
ROWS, TOGETHER = 1024, 16
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5], np.uint64)
Words = NDArray[np.uint32]


@cache
def record() -> dict[str, NDArray[np.uint32]]:
    """The file's arrays."""
    with np.load(DATA / "suite_h200.npz") as file:
        return dict(file)


def digest(output: Words) -> Words:
    """One word for each 16 rows of four words."""
    rows = (output.astype(np.uint64) * FACTORS).sum(1, dtype=np.uint64)
    rows = (rows ^ rows >> np.uint64(29)).reshape(-1, TOGETHER)
    mixed = (rows * np.arange(1, 2 * TOGETHER, 2, dtype=np.uint64)).sum(1, dtype=np.uint64)
    return np.asarray((mixed >> np.uint64(32)) ^ (mixed & np.uint64(0xFFFFFFFF)), np.uint32)


def output(source: str, sm: int, platform: str, kernel: str, rows: Words) -> Words:
    """What a kernel leaves behind, 1024 rows of four words, when lifted for a platform."""
    done = np.zeros((ROWS, 4), np.uint32)
    if platform != "native":
        arch = "gfx1100" if platform == "amd" else platform
        launch(loaded(source, sm, arch), kernel, (2,), (64,), rows, done, len(rows))
    else:
        words = struct.pack("<QQi", rows.ctypes.data, done.ctypes.data, len(rows))
        on_cpu(source, sm).launch(kernel, (2,), (64,), words)
    return done


def is_for(kernel: str, sm: int) -> bool:
    """Whether the kernel does something on an architecture: a number at the end of its name is the first one."""
    last = kernel.rpartition("_")[2]
    return not last.isdigit() or sm >= int(last)
