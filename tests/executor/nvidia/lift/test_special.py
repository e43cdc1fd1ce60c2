"""Special registers of lifted code."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.written import lifted, loaded

pytestmark = pytest.mark.gpu_code
MASKS = ("EQ", "LT", "LE", "GT", "GE")
READ: tuple[str, ...] = (
    "SR_TID.X",
    "SR_TID.Y",
    "SR_TID.Z",
    "SR_CTAID.X",
    "SR_CTAID.Y",
    "SR_CTAID.Z",
    "SR_LANEID",
    "SR_VIRTID",
)
READ += tuple(f"SR_{mask}MASK" for mask in MASKS)
KERNEL = (
    "S2R R10, SR_TID.Y",
    "IMAD R10, R10, 0x8, R0",
    "S2R R11, SR_CTAID.Y",
    "IMAD R10, R11, 0x40, R10",
    "IMAD.WIDE R6, R10, 0x80, c[0x0][0x170]",
    *(line for at, name in enumerate(READ) for line in (f"S2R R12, {name}", f"STG.E [R6.64+{4 * at:#x}], R12")),
    "CS2R R12, SR_CLOCKLO",
    "S2UR UR4, SR_CLOCKLO",
    "NANOSLEEP 0x10",
    "CS2R.32 R14, SR_CLOCKLO",
    "CS2R R18, SR_CLOCKLO",
    "STG.E.64 [R6.64+0x58], R18",
    "STG.E.64 [R6.64+0x40], R12",
    "STG.E [R6.64+0x48], R14",
    "CS2R R16, SRZ",
    "STG.E.64 [R6.64+0x50], R16",
    "CS2R R16, SR_GLOBALTIMERLO",
)


def test_places_and_masks() -> None:
    out = np.full((2, 64, 32), 99, np.uint32)
    launch(loaded({"special": KERNEL}), "special", (1, 2), (8, 8), np.zeros(8), np.zeros(8), out, 0)
    threads = np.arange(64)
    lane = threads % 32
    own = 1 << lane
    columns = [threads % 8, threads // 8, 0 * lane, 0 * lane, 0 * lane, 0 * lane, lane, threads // 32 << 8]
    columns += [own, own - 1, 2 * own - 1, 0xFFFFFFFF - (2 * own - 1), 0xFFFFFFFF - (own - 1)]
    for block in range(2):
        columns[4] = 0 * lane + block
        assert np.array_equal(out[block, :, : len(READ)], np.stack(columns, 1))
    clocks = out[:, :, 16:18].copy().view(np.uint64)[..., 0]
    later = out[:, :, 22:24].copy().view(np.uint64)[..., 0]
    assert ((out[:, :, 18] - clocks) % (1 << 32) <= later - clocks).all()  # however busy the machine
    assert not out[:, :, 20:22].any()


@pytest.mark.parametrize("line", ["S2R R0, SR_SMEMSZ", "CS2R.32 R0, SR_SMEMSZ"])
def test_refused(line: str) -> None:
    assert line.rsplit(maxsplit=1)[-1] in lifted({"no": (line,)}).refused["no"]


def test_blocks_of_a_grid_share_memory_that_starts_as_zeros() -> None:
    """What cooperative groups count in: every thread adds one, and the numbers found there are all different."""
    lines = (
        "IMAD.MOV.U32 R10, RZ, RZ, c[0x0][0x90]",
        "IMAD.MOV.U32 R11, RZ, RZ, c[0x0][0x8c]",
        "IMAD.MOV.U32 R13, RZ, RZ, 0x1",
        "ATOMG.E.ADD.STRONG.GPU PT, R12, [R10.64+0x4], R13",
        "STG.E [R6.64], R12",
    )
    out = np.full(64, 99, np.uint32)
    launch(loaded({"counts": lines}), "counts", (1,), (64,), np.zeros(64), np.zeros(64), out, 0)
    assert sorted(out) == list(range(64))
