"""Values that move between lanes, and between lanes and scalar registers."""

import numpy as np
import pytest

from cass_tools.executor.amd.unsupported import Unsupported
from tests.executor.amd.harness import lanes_of, run
from tests.executor.amd.test_registers import ARCHES, wave_for
from tests.executor.amd.wave import WaveState, lds


@pytest.mark.parametrize("arch", ARCHES)
def test_lanes_to_scalars_and_back(arch: str) -> None:
    wave = wave_for(arch)
    wave.exec = 0xFFF0
    before = wave.vgpr[:16].copy()
    wave.sgpr[4], wave.sgpr[125] = 77, 9
    run(
        """
        v_readfirstlane_b32 s2, v1
        v_readlane_b32 s3, v1, 30
        v_writelane_b32 v0, s4, m0
        v_writelane_b32 v0, s4, 2
        v_readlane_b32 s6, v0, m0
        """,
        arch,
        wave,
    )
    assert wave.sgpr[2] == before[1, 4]
    assert wave.sgpr[3] == before[1, 30]
    assert wave.sgpr[6] == 77
    expected = before[0].copy()
    expected[[2, 9]] = 77
    assert (wave.vgpr[0] == expected).all()


def test_first_lane_without_active_lanes_is_lane_0() -> None:
    wave = wave_for("gfx1100")
    wave.exec = 0
    run("v_mov_b32 v1, 5\nv_readfirstlane_b32 s2, v1", "gfx1100", wave)
    assert wave.sgpr[2] == wave.vgpr[1, 0]


@pytest.mark.parametrize("arch", ARCHES)
def test_count_of_lower_lanes(arch: str) -> None:
    wave = WaveState(lanes_of(arch))
    wave.sgpr[2], wave.sgpr[3] = 0xF0F0_1234, 0x8001_FFFF
    run("v_mbcnt_lo_u32_b32 v0, s2, 10\nv_mbcnt_hi_u32_b32 v0, s3, v0", arch, wave)
    mask = wave.pair(2) if wave.lanes == 64 else int(wave.sgpr[2])
    assert list(wave.vgpr[0]) == [10 + (mask & ((1 << lane) - 1)).bit_count() for lane in range(wave.lanes)]


@pytest.mark.parametrize("arch", ARCHES)
def test_bpermute_and_permute(arch: str) -> None:
    wave = wave_for(arch)
    n = wave.lanes
    before = wave.vgpr[:16].copy()
    targets = np.random.default_rng(1).integers(0, n, n)
    wave.vgpr[2] = targets * 4 + 256 * 4
    run("ds_bpermute_b32 v3, v2, v1 offset:8\nds_permute_b32 v4, v2, v1", arch, wave)
    on = wave.active
    pulled = [before[1, (t + 2) % n] if on[(t + 2) % n] else 0 for t in targets]
    assert (wave.vgpr[3] == np.where(on, pulled, before[3])).all()
    pushed = np.zeros(n, np.uint32)
    for lane in np.flatnonzero(on):
        pushed[targets[lane]] = before[1, lane]
    assert (wave.vgpr[4] == np.where(on, pushed, before[4])).all()


def test_bpermute_in_a_wave_of_64_on_rdna_is_refused() -> None:
    with pytest.raises(Unsupported, match="gfx1100 ds_bpermute_b32"):
        run("ds_bpermute_b32 v3, v2, v1", "gfx1100", WaveState(64))


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize(
    ("pattern", "sources"),
    [
        ("QUAD_PERM,3,3,0,1", [3, 3, 0, 1]),
        ('BITMASK_PERM,"00p1i"', [0, 0, 0, 0]),
        ("SWAP,8", []),
        ("BROADCAST,4,2", []),
    ],
)
def test_swizzle(arch: str, pattern: str, sources: list[int]) -> None:
    wave = WaveState(lanes_of(arch))
    wave.exec = 0x00FF_FFFF_0FFF_FFF7 & ((1 << wave.lanes) - 1)
    wave.vgpr[1] = np.arange(wave.lanes) + 50
    run(f"ds_swizzle_b32 v0, v1 offset:swizzle({pattern})", arch, wave)

    def source(lane: int) -> int:
        if pattern.startswith("QUAD"):
            return lane & ~3 | sources[lane & 3]
        if pattern.startswith("SWAP"):
            return lane ^ 8
        if pattern.startswith("BROADCAST"):
            return lane & ~3 | 2
        return lane & ~31 | (lane & 4) | 2 | (~lane & 1)

    expected = [source(lane) + 50 if wave.active[source(lane)] else 0 for lane in range(wave.lanes)]
    if pattern.startswith("BITMASK"):  # 0, 0, keep, 1, invert of the lane bits 4..0
        expected = [e if wave.active[s] else 0 for e, s in ((x + 50, x) for x in map(bitmask, range(wave.lanes)))]
    assert list(wave.vgpr[0]) == [e if on else 0 for e, on in zip(expected, wave.active, strict=True)]


def bitmask(lane: int) -> int:
    """00p1i: bits 4 and 3 zero, bit 2 kept, bit 1 one, bit 0 inverted."""
    return lane & ~31 | lane & 4 | 2 | ~lane & 1


def test_permlane16() -> None:
    wave = WaveState(32)
    wave.vgpr[1] = np.arange(32)
    wave.sgpr[2], wave.sgpr[3] = 0x76543210, 0x01234567
    wave.exec = 0x7FFFFFFF
    wave.vgpr[0:2] += 0
    run("v_permlane16_b32 v0, v1, s2, s3\nv_permlanex16_b32 v2, v1, s2, s3 op_sel:[1,0]", "gfx1100", wave)
    selector = [0x0123456776543210 >> 4 * (lane % 16) & 15 for lane in range(32)]
    own = [lane & 16 | selector[lane] for lane in range(32)]
    assert list(wave.vgpr[0]) == [s if wave.active[lane] else 0 for lane, s in enumerate(own)]
    assert list(wave.vgpr[2]) == [s ^ 16 if wave.active[lane] else 0 for lane, s in enumerate(own)]


def test_swap() -> None:
    wave = wave_for("gfx90a")
    before = wave.vgpr[:16].copy()
    run("v_swap_b32 v0, v1", "gfx90a", wave)
    assert (wave.vgpr[0] == np.where(wave.active, before[1], before[0])).all()
    assert (wave.vgpr[1] == np.where(wave.active, before[0], before[1])).all()


def test_append_counts_active_lanes() -> None:
    wave = wave_for("gfx90a", lds_size=64)
    lds(64)[:] = 0
    lds(64).view(np.uint32)[4] = 100
    wave.sgpr[125] = 8
    before = wave.vgpr[:2].copy()
    run("ds_append v0 offset:8\nds_consume v1 offset:8", "gfx90a", wave)
    count = int(wave.active.sum())
    assert (wave.vgpr[0] == np.where(wave.active, 100, before[0])).all()
    assert (wave.vgpr[1] == np.where(wave.active, 100 + count, before[1])).all()
    assert lds(64).view(np.uint32)[4] == 100


def test_registers_by_number() -> None:
    wave = wave_for("gfx90a")
    before = wave.vgpr[:16].copy()
    wave.sgpr[2] = 3
    run(
        """
        s_set_gpr_idx_on s2, gpr_idx(SRC0)
        v_mov_b32 v0, v1
        s_set_gpr_idx_off
        s_set_gpr_idx_on s2, gpr_idx(DST)
        v_mov_b32 v2, v1
        s_set_gpr_idx_off
        """,
        "gfx90a",
        wave,
    )
    assert (wave.vgpr[0] == np.where(wave.active, before[4], before[0])).all()
    assert (wave.vgpr[5] == np.where(wave.active, before[1], before[5])).all()


def test_relative_moves() -> None:
    wave = wave_for("gfx1100")
    before = wave.vgpr[:16].copy()
    wave.sgpr[125], wave.sgpr[8:12] = 2, [1, 2, 3, 4]
    run("v_movrels_b32 v0, v1\nv_movreld_b32 v4, v1\ns_movrels_b32 s4, s8\ns_movreld_b32 s12, s9", "gfx1100", wave)
    assert (wave.vgpr[0] == np.where(wave.active, before[3], before[0])).all()
    assert (wave.vgpr[6] == np.where(wave.active, before[1], before[6])).all()
    assert (wave.sgpr[4], wave.sgpr[14]) == (3, 2)


def test_relative_moves_out_of_range() -> None:
    """The ISA documents: a source that does not exist is v0 or s0, a destination that does not exist is not written."""
    wave = wave_for("gfx1100")
    for m0 in (254, 100_000, 0xFFFFFFFF):
        before, scalars = wave.vgpr.copy(), wave.sgpr.copy()
        wave.sgpr[125] = m0
        run("v_movrels_b32 v3, v2\nv_movreld_b32 v2, v1", "gfx1100", wave)
        assert (wave.vgpr[3] == np.where(wave.active, before[0], before[3])).all()
        before[3] = wave.vgpr[3]
        assert (wave.vgpr == before).all()
        run("s_movrels_b32 s4, s8\ns_movreld_b32 s12, s9\ns_movreld_b64 s[12:13], s[8:9]", "gfx1100", wave)
        scalars[125], scalars[4] = m0, scalars[0]
        assert (wave.sgpr[:128] == scalars[:128]).all()
