"""Branches, loops that pause, traps, jumps through registers, and refusals."""

import numpy as np
import pytest

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.abi import Status
from cass_tools.executor.amd.unsupported import Unsupported
from tests.executor.amd.harness import native, run
from tests.executor.amd.wave import WaveState

COUNT_DOWN = """
    s_mov_b32 s2, 0
again:
    s_add_i32 s2, s2, 3
    s_sub_i32 s3, s3, 1
    s_cmp_lg_u32 s3, 0
    s_cbranch_scc1 again
"""


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_loop_pauses_when_its_budget_is_spent(arch: str) -> None:
    wave = WaveState(32 if arch == "gfx1100" else 64)
    wave.sgpr[3] = 10
    entries, status = 0, Status.YIELDED
    while status is Status.YIELDED:
        wave.set32(abi.BUDGET, 3)
        status = run(COUNT_DOWN, arch, wave)
        entries += 1
    assert (status, wave.sgpr[2], wave.sgpr[3]) == (Status.BARRIER, 30, 0)
    assert entries == 3


def test_sleep_and_barrier_are_points_to_come_back_to() -> None:
    wave = WaveState(32)
    text = "v_mov_b32 v0, 1\ns_sleep 1\nv_add_nc_u32 v0, v0, 1\ns_barrier\nv_add_nc_u32 v0, v0, 1"
    assert [run(text, "gfx1100", wave) for _ in range(4)] == [
        Status.YIELDED,
        Status.BARRIER,
        Status.BARRIER,
        Status.ENDED,
    ]
    assert set(wave.vgpr[0]) == {3}


@pytest.mark.parametrize(
    ("branch", "taken"),
    [("scc0", False), ("scc1", True), ("vccz", True), ("vccnz", False), ("execz", False), ("execnz", True)],
)
def test_conditions(branch: str, taken: bool) -> None:
    wave = WaveState(32)
    wave.scc = 1
    run(f"s_mov_b32 s2, 1\ns_cbranch_{branch} over\ns_mov_b32 s2, 0\nover:", "gfx1100", wave)
    assert wave.sgpr[2] == taken


def test_trap_says_its_number() -> None:
    wave = WaveState(32)
    assert run("s_mov_b32 s2, 5\ns_trap 2", "gfx1100", wave) is Status.TRAPPED
    assert (wave.get64(abi.FAULT), wave.sgpr[2]) == (2, 5)


def test_breakpoint_is_passed_over() -> None:
    wave = WaveState(32)
    assert run("s_trap 3\ns_mov_b32 s2, 5", "gfx1100", wave) is Status.BARRIER
    assert wave.sgpr[2] == 5


CALL = """
    s_getpc_b64 s[4:5]
here:
    s_add_u32 s4, s4, function-here
    s_addc_u32 s5, s5, 0
    s_swappc_b64 s[30:31], s[4:5]
    s_add_i32 s2, s2, 1
    s_branch end
function:
    s_mul_i32 s2, s2, 10
    s_setpc_b64 s[30:31]
end:
"""


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_call_and_return_at_any_address(arch: str) -> None:
    wave = WaveState(32 if arch == "gfx1100" else 64)
    wave.set64(abi.IMAGE, 0x7F00_1234_5000)
    wave.sgpr[2] = 4
    assert run(CALL, arch, wave) is Status.BARRIER
    assert wave.sgpr[2] == 41
    assert wave.pair(30) == 0x7F00_1234_5000 + 20


def test_jump_to_nowhere_is_reported() -> None:
    wave = WaveState(32)
    wave.set_pair(4, 0x1234)
    assert run("s_swappc_b64 s[30:31], s[4:5]", "gfx1100", wave) is Status.TRAPPED
    assert wave.get64(abi.FAULT) == abi.WILD_JUMP


def test_program_counter_is_relative_to_the_image() -> None:
    wave = WaveState(32)
    wave.set64(abi.IMAGE, 0x5555_0000_1000)
    run("s_getpc_b64 s[2:3]", "gfx1100", wave)
    assert wave.pair(2) == 0x5555_0000_1004


@pytest.mark.parametrize(
    ("text", "arch", "names"),
    [
        (
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3\nv_div_fmas_f32 v0, v1, v2, v3\ns_setvskip s0, s1",
            "gfx90a",
            ["gfx90a s_setvskip", "gfx90a v_div_fmas_f32 MODE 0xf3"],
        ),
        (
            "image_sample_c_lz v0, v[1:3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D",
            "gfx1100",
            ["gfx1100 image_sample_c_lz"],
        ),
        ("s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)", "gfx90a", ["gfx90a s_sendmsg 3"]),
        ("s_store_dword s1, s[4:5], 0", "gfx90a", ["gfx90a s_store_dword"]),
        ("s_barrier_signal m0", "gfx1200", ["gfx1200 s_barrier_signal of a named barrier"]),
        ("s_barrier_wait 2", "gfx1200", ["gfx1200 s_barrier_wait 2"]),
        ("v_cvt_pk_fp8_f32 v0, v1, v2", "gfx1200", ["gfx1200 v_cvt_pk_fp8_f32"]),
    ],
)
def test_what_is_not_known_is_refused_by_name(text: str, arch: str, names: list[str]) -> None:
    with pytest.raises(Unsupported) as caught:
        native(text, arch, 32 if arch == "gfx1100" else 64)
    assert list(caught.value.names) == names


def test_hardware_registers() -> None:
    wave = WaveState(64)
    wave.set32(abi.MODE, 0x2F0)
    run("s_getreg_b32 s2, hwreg(HW_REG_MODE, 4, 4)\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", "gfx90a", wave)
    assert wave.sgpr[2] == 0xF


def test_clocks_go_forward() -> None:
    wave = WaveState(64)
    run("s_memtime s[2:3]\ns_memtime s[4:5]\ns_memrealtime s[6:7]", "gfx90a", wave)
    assert 0 < wave.pair(2) < wave.pair(4)
    assert wave.pair(6) > 0


def test_inactive_waves_run_scalar_code() -> None:
    wave = WaveState(32)
    wave.exec = 0
    wave.vgpr[0] = np.arange(32)
    run("v_mov_b32 v0, 7\ns_mov_b32 s2, 7", "gfx1100", wave)
    assert (wave.vgpr[0] == np.arange(32)).all()
    assert wave.sgpr[2] == 7


MASKS = """
    v_cmp_lt_u32 vcc, v0, v1
    v_cndmask_b32 v2, v0, v1, vcc
    v_add_co_u32 v3, vcc, v0, v1
    v_addc_co_u32 v4, vcc, v1, v2, vcc
    v_cmp_eq_u32 s[10:11], v3, v4
    v_cmpx_gt_u32 vcc, v1, v0
    v_add_u32 v5, v0, v1
"""


@pytest.mark.parametrize("active", [-1, 0, 0x0123456789ABCDEF])
def test_code_for_all_lanes_does_what_the_other_does(active: int) -> None:
    waves = []
    for split in (False, True):
        wave = WaveState(64)
        wave.vgpr[:2] = np.random.default_rng(5).integers(0, 1 << 32, (2, 64))
        wave.exec = active & 2**64 - 1
        assert wave.call(native(MASKS, "gfx90a", 64, split=split)) is Status.BARRIER
        waves.append(wave)
    plain, full = waves
    expected = plain.vgpr[0].astype(np.uint64) + plain.vgpr[1]
    assert (full.vgpr[3] == np.where([active >> lane & 1 for lane in range(64)], expected.astype(np.uint32), 0)).all()
    assert (plain.vgpr == full.vgpr).all() and (plain.sgpr == full.sgpr).all() and plain.exec == full.exec
