"""Loops whose lanes leave at different times, on both platforms."""

from itertools import pairwise

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.lifted import ARCHITECTURES, loaded

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("sm", ARCHITECTURES)]
RANDOM = np.random.default_rng(11)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_a_merge_that_ends_in_four_places(sm: int, arch: str) -> None:
    ends = np.array([0, 61, 128], np.int32)
    groups, part, half = int(ends[-1]), 16, 4
    rows = RANDOM.random((groups, 4)).astype(np.float32)
    for start, stop in pairwise(ends):
        for at in range(start, stop, half):
            run = rows[at : min(at + half, stop)]
            run[:] = np.sort(run, axis=None).reshape(-1, 4)
    out = np.zeros_like(rows)
    launch(loaded("loops", sm, arch), "l01_merge", (1,), (2 * part,), rows, out, ends, part, half, groups)
    for start, stop in pairwise(ends):
        for at in range(start, stop, 2 * half):
            last = min(at + 2 * half, stop)
            assert out[at:last].ravel().tolist() == sorted(rows[at:last].ravel().tolist())
