"""Memory that is addressed by the number of the lane, two exchanges at once, and results of a byte or four dwords."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.harness import lanes_of, run
from tests.executor.amd.test_registers import ARCHES
from tests.executor.amd.wave import WaveState, lds

SOME = 0xFFFF_0F0F_7FFF_3FF7


def wave_of(arch: str, size: int = 2048) -> WaveState:
    """Some lanes are active; v1 = 4 * lane, v2 and v3 hold numbers."""
    wave = WaveState(lanes_of(arch), lds_size=size)
    wave.exec = SOME & ((1 << wave.lanes) - 1)
    wave.vgpr[1] = 4 * np.arange(wave.lanes)
    wave.vgpr[2] = 1000 + np.arange(wave.lanes)
    wave.vgpr[3] = 2000 + np.arange(wave.lanes)
    wave.vgpr[4:16] = 7
    return wave


def shared(words: int = 512) -> NDArray[np.uint32]:
    """The LDS, filled with the numbers of its dwords."""
    memory = lds(4 * words).view(np.uint32)
    memory[:] = np.arange(words)
    return memory


def masked(wave: WaveState, values: Any, old: Any = 7) -> NDArray[np.int64]:
    """The values in the active lanes."""
    result: NDArray[np.int64] = np.where(wave.active, values, old)
    return result


@pytest.mark.parametrize("arch", ARCHES)
def test_lds_by_lane(arch: str) -> None:
    wave, memory = wave_of(arch), shared()
    wave.sgpr[125] = 64
    load, store = ("load", "store") if arch == "gfx1100" else ("read", "write")
    run(f"ds_{load}_addtid_b32 v4 offset:16\nds_{store}_addtid_b32 v2 offset:1024", arch, wave)
    lane = np.arange(wave.lanes)
    assert (wave.vgpr[4] == masked(wave, 20 + lane)).all()
    assert (memory[16 + 256 + lane] == masked(wave, wave.vgpr[2], 272 + lane)).all()


@pytest.mark.parametrize("arch", ["gfx1030", "gfx1100"])
def test_global_by_lane(arch: str) -> None:
    wave, memory = wave_of(arch), np.arange(256, dtype=np.uint32)
    wave.set_pair(2, memory.ctypes.data)
    load, store = (f"{verb}_addtid_b32" if arch == "gfx1100" else f"{verb}_dword_addtid" for verb in ("load", "store"))
    run(f"global_{load} v4, s[2:3] offset:8\nglobal_{store} v3, s[2:3] offset:512", arch, wave)
    lane = np.arange(wave.lanes)
    assert (wave.vgpr[4] == masked(wave, 2 + lane)).all()
    assert (memory[128 + lane] == masked(wave, wave.vgpr[3], 128 + lane)).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_buffer_into_lds(arch: str) -> None:
    wave, memory = wave_of(arch), np.arange(900, 1156, dtype=np.uint32)
    target = shared()
    wave.sgpr[125] = 128
    wave.set_pair(4, memory.ctypes.data)
    wave.sgpr[6:8] = [100, 0]
    operands = "v1, s[4:7], 0 offen offset:4"
    if arch == "gfx1100":
        run(f"buffer_load_lds_b32 {operands}", arch, wave)
    else:
        run(f"buffer_load_dword {operands} lds", arch, wave)
    lane = np.arange(wave.lanes)
    read = np.where(lane < 24, 901 + lane, 0)
    assert (target[33 + lane] == masked(wave, read, 33 + lane)).all()


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("far", [False, True])
def test_two_exchanges(arch: str, far: bool) -> None:
    wave, memory = wave_of(arch), shared()
    near = {True: ("stride64", "st64"), False: ("", "")}[far]
    name = f"ds_storexchg_2addr_{near[0]}{'_' if far else ''}rtn_b32" if arch == "gfx1100" else ""
    run(f"{name or f'ds_wrxchg2{near[1]}_rtn_b32'} v[4:5], v1, v2, v3 offset0:1 offset1:3", arch, wave)
    lane, unit = np.arange(wave.lanes), 64 if far else 1
    old = np.arange(512)
    for offset, register, result in ((1, 2, 4), (3, 3, 5)):
        places = lane + offset * unit
        assert (wave.vgpr[result] == masked(wave, old[places])).all()
        old[places[wave.active]] = wave.vgpr[register][wave.active]
    assert (memory == old).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_wrapping_subtraction(arch: str) -> None:
    wave, memory = wave_of(arch), shared()
    wave.vgpr[2] = 20
    run("ds_wrap_rtn_b32 v4, v1, v2, v3", arch, wave)
    lane = np.arange(wave.lanes)
    wrapped = np.where(lane >= 20, lane - 20, lane + 2000 + lane)
    assert (wave.vgpr[4] == masked(wave, lane)).all()
    assert (memory[lane] == masked(wave, wrapped, lane)).all()


@pytest.mark.parametrize("arch", ["gfx90a", "gfx1030", "gfx1100"])
@pytest.mark.parametrize("clamp", ["", " clamp"])
def test_masked_sums_of_a_window(arch: str, clamp: str) -> None:
    wave = wave_of(arch)
    draw = np.random.default_rng(4).integers
    window = draw(0, 256, (wave.lanes, 8), dtype=np.uint8)
    reference = draw(0, 3, (wave.lanes, 4), dtype=np.uint8) * np.uint8(90)
    sums = draw(0, 1 << 32, (4, wave.lanes), dtype=np.uint32)
    sums[:, ::3] = 0xFFFF_FFF0
    wave.vgpr[4:6] = window.view(np.uint32).T
    wave.vgpr[6], wave.vgpr[8:12] = reference.view(np.uint32).T[0], sums
    run(f"v_mqsad_u32_u8 v[12:15], v[4:5], v6, v[8:11]{clamp}", arch, wave)
    for n in range(4):
        distance = np.abs(window[:, n : n + 4].astype(int) - reference)
        total = np.where(reference, distance, 0).sum(1) + sums[n]
        total = np.minimum(total, 0xFFFF_FFFF) if clamp else total & 0xFFFF_FFFF
        assert (wave.vgpr[12 + n] == masked(wave, total)).all()


@pytest.mark.parametrize("place", range(4))
def test_random_rounding_writes_one_byte(place: int) -> None:
    wave = wave_of("gfx942")
    wave.vgpr[2] = np.float32(1.5).view(np.uint32)
    wave.vgpr[4] = 0xA1B2C3D4
    bits = f"op_sel:[0,0,{place & 1},{place >> 1}]"
    run(f"v_cvt_sr_fp8_f32 v4, v2, v3 {bits}", "gfx942", wave)
    expected = 0xA1B2C3D4 & ~(0xFF << 8 * place) | 0x44 << 8 * place
    assert (wave.vgpr[4] == masked(wave, expected, 0xA1B2C3D4)).all()
