"""Source and destination modifiers, halves, SDWA and DPP against numpy."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.harness import lanes_of, run
from tests.executor.amd.test_registers import ARCHES, wave_for
from tests.executor.amd.wave import WaveState, Words


def floats(values: Words) -> NDArray[np.float32]:
    """Registers as floats."""
    return values.view(np.float32)


def numbered(arch: str, lanes: int = 0) -> WaveState:
    """v1 holds the lane number + 100, v0 holds 7, all lanes active."""
    wave = WaveState(lanes or lanes_of(arch))
    wave.vgpr[1] = np.arange(wave.lanes) + 100
    wave.vgpr[0] = 7
    return wave


@pytest.mark.parametrize("arch", ARCHES)
def test_abs_neg_omod_clamp(arch: str) -> None:
    wave = WaveState(lanes_of(arch))
    wave.vgpr[1] = np.linspace(-3, 3, wave.lanes, dtype=np.float32).view(np.uint32)
    wave.vgpr[2] = np.full(wave.lanes, 0.25, np.float32).view(np.uint32)
    a = floats(wave.vgpr[1]).copy()
    run(
        """
        v_add_f32 v3, -|v1|, v2
        v_mul_f32 v4, v1, v2 mul:4
        v_add_f32 v5, v1, v2 clamp
        v_add_f32 v6, |v1|, -v2 div:2
        """,
        arch,
        wave,
    )
    assert (floats(wave.vgpr[3]) == 0.25 - abs(a)).all()
    assert (floats(wave.vgpr[4]) == a).all()
    assert (floats(wave.vgpr[5]) == np.clip(a + np.float32(0.25), 0, 1)).all()
    assert (floats(wave.vgpr[6]) == (abs(a) - np.float32(0.25)) / 2).all()


def test_integer_clamp() -> None:
    wave = wave_for("gfx1100")
    before = wave.vgpr[:16].astype(np.int64)
    run("v_add_nc_u32_e64 v0, v1, v2 clamp\nv_sub_nc_u32_e64 v3, v1, v2 clamp", "gfx1100", wave)
    on = wave.active
    assert (wave.vgpr[0][on] == np.minimum(before[1] + before[2], 0xFFFFFFFF)[on]).all()
    assert (wave.vgpr[3][on] == np.maximum(before[1] - before[2], 0)[on]).all()


def test_op_sel_keeps_the_other_half_on_gfx11() -> None:
    wave = wave_for("gfx1100")
    before = wave.vgpr[:16].copy()
    run("v_add_nc_u16 v0, v1, v2 op_sel:[1,0,1]\nv_add_nc_u16 v3, v1, v2", "gfx1100", wave)
    total = ((before[1] >> 16) + before[2]) & 0xFFFF
    assert (wave.vgpr[0] == np.where(wave.active, (before[0] & 0xFFFF) | total << 16, before[0])).all()
    low = (before[3] & 0xFFFF0000) | ((before[1] + before[2]) & 0xFFFF)
    assert (wave.vgpr[3] == np.where(wave.active, low, before[3])).all()


def test_16_bit_results_clear_the_upper_half_on_gfx9() -> None:
    wave = wave_for("gfx90a")
    before = wave.vgpr[:16].copy()
    run("v_add_u16 v0, v1, v2\nv_mad_u16 v3, v1, v2, v4", "gfx90a", wave)
    assert (wave.vgpr[0] == np.where(wave.active, (before[1] + before[2]) & 0xFFFF, before[0])).all()
    kept = (before[3] & 0xFFFF0000) | ((before[1] * before[2] + before[4]) & 0xFFFF)
    assert (wave.vgpr[3] == np.where(wave.active, kept, before[3])).all()


def halves(values: Words) -> NDArray[np.float16]:
    """Registers as pairs of halves: [lane, low/high]."""
    return values.view(np.float16).reshape(-1, 2)


@pytest.mark.parametrize("arch", ARCHES)
def test_packed_halves(arch: str) -> None:
    wave = WaveState(lanes_of(arch))
    rng = np.random.default_rng(3)
    for row in (1, 2):
        wave.vgpr[row] = rng.normal(size=(wave.lanes, 2)).astype(np.float16).view(np.uint32)[:, 0]
    a, b = halves(wave.vgpr[1]).copy(), halves(wave.vgpr[2]).copy()
    run("v_pk_add_f16 v3, v1, v2\nv_pk_mul_f16 v4, v1, v2 op_sel:[1,0] op_sel_hi:[0,1] neg_hi:[1,0]", arch, wave)
    assert (halves(wave.vgpr[3]) == a + b).all()
    assert (halves(wave.vgpr[4]) == np.stack([a[:, 1] * b[:, 0], -a[:, 0] * b[:, 1]], 1)).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_mixed_precision(arch: str) -> None:
    wave = WaveState(lanes_of(arch))
    rng = np.random.default_rng(4)
    wave.vgpr[1] = rng.normal(size=(wave.lanes, 2)).astype(np.float16).view(np.uint32)[:, 0]
    wave.vgpr[2:4] = rng.normal(size=(2, wave.lanes)).astype(np.float32).view(np.uint32)
    wave.vgpr[5] = 0xABCD1234
    a, b, c = halves(wave.vgpr[1])[:, 1].astype(np.float64), floats(wave.vgpr[2]), floats(wave.vgpr[3])
    run(
        """
        v_fma_mix_f32 v4, v1, -v2, |v3| op_sel:[1,0,0] op_sel_hi:[1,0,0]
        v_fma_mixhi_f16 v5, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]
        """,
        arch,
        wave,
    )
    exact = a * -b.astype(np.float64) + abs(c.astype(np.float64))
    assert np.allclose(floats(wave.vgpr[4]), exact, rtol=1e-7)
    assert np.allclose(halves(wave.vgpr[5])[:, 1], a * b + c, rtol=1e-3)
    assert (wave.vgpr[5] & 0xFFFF == 0x1234).all()


def test_packed_dwords_of_gfx90a() -> None:
    wave = WaveState(64)
    rng = np.random.default_rng(5)
    wave.vgpr[2:6] = rng.normal(size=(4, 64)).astype(np.float32).view(np.uint32)
    f = floats(wave.vgpr[2:6]).copy()
    run(
        "v_pk_mul_f32 v[6:7], v[2:3], v[4:5] op_sel_hi:[0,1]\nv_pk_mov_b32 v[8:9], v[2:3], v[4:5] op_sel:[1,0]",
        "gfx90a",
        wave,
    )
    assert (floats(wave.vgpr[6]) == f[0] * f[2]).all()
    assert (floats(wave.vgpr[7]) == f[0] * f[3]).all()
    assert (floats(wave.vgpr[8]) == f[1]).all()
    assert (floats(wave.vgpr[9]) == f[2]).all()


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        ("src0_sel:BYTE_2 src1_sel:DWORD", lambda a, b: ((a >> 16) & 0xFF) + b),
        ("src0_sel:WORD_1 src1_sel:BYTE_0", lambda a, b: (a >> 16) + (b & 0xFF)),
        ("src0_sel:DWORD src1_sel:DWORD", lambda a, b: a + b),
    ],
)
def test_sdwa_sources(select: str, expected: Callable[[Words, Words], Words]) -> None:
    wave = wave_for("gfx90a")
    before = wave.vgpr[:16].copy()
    run(f"v_add_u32_sdwa v0, v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD {select}", "gfx90a", wave)
    assert (wave.vgpr[0] == np.where(wave.active, expected(before[1], before[2]), before[0])).all()


@pytest.mark.parametrize(
    ("unused", "expected"),
    [
        ("UNUSED_PAD", lambda r, old: (r & 0xFF) << 8),
        ("UNUSED_PRESERVE", lambda r, old: (old & 0xFFFF00FF) | (r & 0xFF) << 8),
        ("UNUSED_SEXT", lambda r, old: (r.astype(np.int8).astype(np.int32) << 8).view(np.uint32)),
    ],
)
def test_sdwa_destination(unused: str, expected: Callable[[Words, Words], Words]) -> None:
    wave = wave_for("gfx90a")
    before = wave.vgpr[:16].copy()
    text = f"v_xor_b32_sdwa v0, sext(v1), v2 dst_sel:BYTE_1 dst_unused:{unused} src0_sel:BYTE_3 src1_sel:DWORD"
    run(text, "gfx90a", wave)
    result = (before[1] >> 24).astype(np.int8).astype(np.int32).view(np.uint32) ^ before[2]
    assert (wave.vgpr[0] == np.where(wave.active, expected(result, before[0]), before[0])).all()


PATTERNS: dict[str, Callable[[int], int | None]] = {
    "quad_perm:[3,0,1,2]": lambda lane: lane & ~3 | (3, 0, 1, 2)[lane & 3],
    "row_shl:3": lambda lane: lane + 3 if lane % 16 + 3 < 16 else None,
    "row_shr:1": lambda lane: lane - 1 if lane % 16 else None,
    "row_ror:5": lambda lane: lane & ~15 | (lane - 5) % 16,
    "row_mirror": lambda lane: lane & ~15 | 15 - lane % 16,
    "row_half_mirror": lambda lane: lane & ~7 | 7 - lane % 8,
}
ONLY = {
    "gfx1100": {
        "row_share:9": lambda lane: lane & ~15 | 9,
        "row_xmask:6": lambda lane: lane ^ 6,
    },
    "gfx90a": {
        "row_bcast:15": lambda lane: lane // 16 * 16 - 1 if lane >= 16 else None,
        "row_bcast:31": lambda lane: 31 if lane >= 32 else None,
        "wave_shr:1": lambda lane: lane - 1 if lane else None,
        "wave_rol:1": lambda lane: (lane + 1) % 64,
        "row_newbcast:2": lambda lane: lane & ~15 | 2,
    },
}
CASES = [(arch, text, pattern) for arch in ARCHES for text, pattern in {**PATTERNS, **ONLY[arch]}.items()]


@pytest.mark.parametrize(("arch", "text", "pattern"), CASES)
def test_dpp_patterns(arch: str, text: str, pattern: Callable[[int], int | None]) -> None:
    wave = numbered(arch)
    run(f"v_mov_b32_dpp v0, v1 {text} row_mask:0xf bank_mask:0xf\nv_mov_b32_dpp v2, v1 {text} bound_ctrl:1", arch, wave)
    sources = [pattern(lane) for lane in range(wave.lanes)]
    assert list(wave.vgpr[0]) == [7 if lane is None else lane + 100 for lane in sources]
    assert list(wave.vgpr[2]) == [0 if lane is None else lane + 100 for lane in sources]


@pytest.mark.parametrize("arch", ARCHES)
def test_dpp_from_inactive_lanes(arch: str) -> None:
    wave = numbered(arch)
    wave.exec = int("10110111" * (wave.lanes // 8), 2)
    text = "v_add_u32_dpp {0}, v1, v1 row_shr:1" if arch == "gfx90a" else "v_add_nc_u32_dpp {0}, v1, v1 row_shr:1"
    run(f"{text.format('v0')}\n{text.format('v2')} bound_ctrl:1", arch, wave)
    for lane in range(wave.lanes):
        valid = lane % 16 and wave.active[lane - 1]
        assert wave.vgpr[0, lane] == (199 + 2 * lane if wave.active[lane] and valid else 7)
        alone = (199 + 2 * lane if valid else 100 + lane) if wave.active[lane] else 0
        assert wave.vgpr[2, lane] == alone


def test_dpp_masks() -> None:
    wave = numbered("gfx1100")
    run("v_mov_b32_dpp v0, v1 quad_perm:[0,1,2,3] row_mask:0x2 bank_mask:0x5", "gfx1100", wave)
    expected = [lane + 100 if lane >= 16 and lane // 4 % 4 in (0, 2) else 7 for lane in range(32)]
    assert list(wave.vgpr[0]) == expected


def test_dpp_fetches_inactive_lanes() -> None:
    wave = numbered("gfx1100")
    wave.exec = 0xAAAAAAAA
    run("v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] fi:1", "gfx1100", wave)
    assert list(wave.vgpr[0]) == [(lane ^ 1) + 100 if lane & 1 else 7 for lane in range(32)]


def test_dpp8() -> None:
    wave = numbered("gfx1100")
    wave.exec = 0xFFFFFFFE
    run("v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]\nv_mov_b32_dpp v2, v1 dpp8:[0,0,0,0,0,0,0,0]", "gfx1100", wave)
    assert list(wave.vgpr[0]) == [7] + [(lane ^ 7) + 100 if lane != 7 else 0 for lane in range(1, 32)]
    assert list(wave.vgpr[2]) == [0] * 8 + [lane // 8 * 8 + 100 for lane in range(8, 32)]


def test_dual_issue_reads_before_it_writes() -> None:
    wave = wave_for("gfx1100")
    before = wave.vgpr[:16].copy()
    run("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0", "gfx1100", wave)
    assert (wave.vgpr[0] == np.where(wave.active, before[1], before[0])).all()
    assert (wave.vgpr[1] == np.where(wave.active, before[0], before[1])).all()
