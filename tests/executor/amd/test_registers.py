"""Reading and writing registers: exec masks, pairs, lane masks, special sources, literals."""

import numpy as np
import pytest

from cass_tools.executor.amd import abi
from tests.executor.amd.harness import lanes_of, run
from tests.executor.amd.wave import PRIVATE_APERTURE, WaveState

ARCHES = ("gfx1100", "gfx90a")
SOME_LANES = 0xA5A5_00FF_F00F_3C01


def wave_for(arch: str, **options: int) -> WaveState:
    """A wave with different numbers in every lane of the first registers and some lanes inactive."""
    wave = WaveState(lanes_of(arch), **options)
    rng = np.random.default_rng(7)
    wave.vgpr[:16] = rng.integers(0, 1 << 32, (16, wave.lanes), dtype=np.uint32)
    wave.exec = SOME_LANES & ((1 << wave.lanes) - 1)
    return wave


@pytest.mark.parametrize("arch", ARCHES)
def test_inactive_lanes_keep_their_value(arch: str) -> None:
    wave = wave_for(arch)
    before = wave.vgpr[:16].copy()
    run("v_mov_b32 v0, v1\nv_xor_b32 v0, v2, v0\nv_not_b32 v3, v0", arch, wave)
    value = np.where(wave.active, before[1] ^ before[2], before[0])
    assert (wave.vgpr[0] == value).all()
    assert (wave.vgpr[3] == np.where(wave.active, ~value, before[3])).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_exec_changes_between_writes(arch: str) -> None:
    wave = wave_for(arch)
    before = wave.vgpr[:16].copy()
    old = wave.active.copy()
    width = wave.lanes
    run(
        f"v_mov_b32 v0, 1\ns_not_b{width} exec, exec\nv_mov_b32 v0, v1\nv_add_f32 v2, 0, v0", arch, wave
    ) if width == 64 else run(
        "v_mov_b32 v0, 1\ns_not_b32 exec_lo, exec_lo\nv_mov_b32 v0, v1\nv_mov_b32 v2, v0", arch, wave
    )
    assert (wave.active == ~old).all()
    assert (wave.vgpr[0] == np.where(old, 1, before[1])).all()


def test_scalar_halves_and_pairs() -> None:
    wave = WaveState(32)
    wave.set_pair(2, 0x1122334455667788)
    run(
        "s_mov_b64 s[4:5], s[2:3]\ns_mov_b32 s5, 7\ns_mov_b64 s[6:7], s[4:5]\ns_lshl_b64 s[8:9], s[2:3], 8",
        "gfx1100",
        wave,
    )
    assert wave.pair(6) == 7 << 32 | 0x55667788
    assert wave.pair(8) == 0x2233445566778800


def test_half_of_a_pair_is_written() -> None:
    wave = WaveState(32)
    for index in range(2, 8):
        wave.sgpr[index] = index
    moves = ("b64 s[2:3], s[4:5]", "b32 s3, s7", "b64 s[4:5], s[2:3]", "b32 s2, 9", "b64 s[6:7], s[2:3]")
    run("\n".join(f"s_mov_{move}" for move in moves), "gfx1100", wave)
    assert list(wave.sgpr[2:8]) == [9, 7, 4, 7, 9, 7]


@pytest.mark.parametrize("arch", ARCHES)
def test_literals_and_inline_constants(arch: str) -> None:
    wave = WaveState(lanes_of(arch))
    run(
        """
        v_mov_b32 v0, 0x12345678
        v_mov_b32 v1, 1.0
        v_mov_b32 v2, -16
        v_add_f64 v[4:5], v[8:9], 1.0
        v_add_f64 v[6:7], v[8:9], -4
        s_mov_b64 s[2:3], -1
        s_mov_b64 s[4:5], 0.5
        """,
        arch,
        wave,
    )
    assert set(wave.vgpr[0]) == {0x12345678}
    assert set(wave.vgpr[1]) == {0x3F800000}
    assert set(wave.vgpr[2]) == {0xFFFFFFF0}
    assert set(wave.wide(4).view(np.float64)) == {1.0}
    assert set(wave.wide(6)) == {0xFFFFFFFFFFFFFFFC}
    assert wave.pair(2) == 0xFFFFFFFFFFFFFFFF
    assert wave.pair(4) == 0x3FE0000000000000


def test_special_sources() -> None:
    wave = WaveState(32, lds_size=64)
    run("s_mov_b64 s[2:3], src_shared_base\ns_mov_b64 s[4:5], src_private_base\ns_mov_b32 s6, exec_lo", "gfx1100", wave)
    assert wave.pair(2) == wave.get64(abi.LDS)
    assert wave.pair(4) == PRIVATE_APERTURE
    assert wave.sgpr[6] == 0xFFFFFFFF


@pytest.mark.parametrize("arch", ARCHES)
def test_compare_feeds_select(arch: str) -> None:
    wave = wave_for(arch)
    before = wave.vgpr[:16].copy()
    run("v_cmp_lt_u32 vcc, v1, v2\nv_cndmask_b32 v0, v1, v2, vcc".replace("vcc", mask_name(arch)), arch, wave)
    less = (before[1] < before[2]) & wave.active
    bits = sum(1 << lane for lane in range(wave.lanes) if less[lane])
    assert (wave.pair(abi.VCC) if wave.lanes == 64 else wave.sgpr[abi.VCC]) == bits
    assert (wave.vgpr[0] == np.where(wave.active, np.where(less, before[2], before[1]), before[0])).all()


def mask_name(arch: str) -> str:
    """vcc as the assembler wants it for that size of wave."""
    return "vcc" if lanes_of(arch) == 64 else "vcc_lo"


@pytest.mark.parametrize("arch", ARCHES)
def test_cmpx_narrows_exec(arch: str) -> None:
    wave = wave_for(arch)
    before, old = wave.vgpr[:16].copy(), wave.active.copy()
    operands = "v1, v2" if arch == "gfx1100" else "vcc, v1, v2"
    run(f"v_cmpx_gt_i32 {operands}\nv_mov_b32 v0, 5", arch, wave)
    greater = (before[1].view(np.int32) > before[2].view(np.int32)) & old
    assert (wave.active == greater).all()
    assert (wave.vgpr[0] == np.where(greater, 5, before[0])).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_add_with_carry_chain(arch: str) -> None:
    wave = wave_for(arch)
    wave.exec = (1 << wave.lanes) - 1
    a, b = wave.wide(2), wave.wide(4)
    vcc = mask_name(arch)
    second = "v_add_co_ci_u32" if arch == "gfx1100" else "v_addc_co_u32"
    first = "v_add_co_u32 v0, vcc_lo, v2, v4" if arch == "gfx1100" else "v_add_co_u32 v0, vcc, v2, v4"
    run(f"{first}\n{second} v1, {vcc}, v3, v5, {vcc}", arch, wave)
    assert (wave.wide(0) == a + b).all()


def test_saveexec() -> None:
    wave = WaveState(32)
    wave.exec, wave.sgpr[2] = 0xFF, 0x3C
    run("s_and_saveexec_b32 s3, s2\ns_xor_b32 s4, exec_lo, s3", "gfx1100", wave)
    assert (wave.exec & 0xFFFFFFFF, wave.sgpr[3], wave.sgpr[4], wave.scc) == (0x3C, 0xFF, 0xC3, 1)


def test_accumulation_registers() -> None:
    wave = wave_for("gfx90a")
    before = wave.vgpr[:16].copy()
    run("v_accvgpr_write_b32 a3, v1\nv_accvgpr_read_b32 v0, a3", "gfx90a", wave)
    assert (wave.vgpr[abi.FIRST_AGPR + 3] == np.where(wave.active, before[1], 0)).all()
    assert (wave.vgpr[0] == np.where(wave.active, before[1], before[0])).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_exec_is_narrowed_by_its_own_bits(arch: str) -> None:
    wave = wave_for(arch)
    before = wave.exec
    wave.set_pair(2, 0x0F0F_0F0F_3333_3333)
    name = {"gfx1100": "s_and_not0_wrexec_b32 s4, s2", "gfx90a": "s_andn1_wrexec_b64 s[4:5], s[2:3]"}[arch]
    run(name, arch, wave)
    wanted = before & ~0x0F0F_0F0F_3333_3333 if wave.lanes == 64 else before & ~0x3333_3333
    assert wave.exec & ((1 << wave.lanes) - 1) == wanted
    assert wave.scc == (wanted != 0)
