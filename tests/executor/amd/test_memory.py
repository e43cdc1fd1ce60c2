"""Loads, stores and atomics of every kind of memory against numpy."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.amd import abi
from tests.executor.amd.harness import lanes_of, run
from tests.executor.amd.numbers import decoded, encoded
from tests.executor.amd.test_registers import ARCHES
from tests.executor.amd.wave import PRIVATE_APERTURE, WaveState, lds

SCATTERED = "scattered"
MIXED = "mixed"
LAYOUTS = ("contiguous", "partial", SCATTERED, MIXED)
OLD = 0xDEADBEEF


def buffer() -> NDArray[np.uint8]:
    """Random bytes that memory instructions work on."""
    return np.random.default_rng(11).integers(0, 256, 8192, dtype=np.uint8)


def wave_on(memory: NDArray[np.uint8], arch: str, layout: str, size: int) -> tuple[WaveState, NDArray[np.int64]]:
    """v1 holds byte offsets into `memory`, s[2:3] its address, v[2:3] full addresses; the offsets come back, too."""
    wave = WaveState(lanes_of(arch))
    offsets = np.arange(wave.lanes, dtype=np.int64) * size + 64
    if layout == SCATTERED:
        offsets = np.random.default_rng(2).permutation(256)[: wave.lanes].astype(np.int64) * 16 + 64
    if layout == MIXED:  # each eight lanes: backwards, all at one address, next to each other
        for first in range(0, wave.lanes, 8):
            lanes = offsets[first : first + 8]
            lanes[:] = (lanes[::-1].copy(), lanes[3], lanes)[first // 8 % 3]
    elif layout != "contiguous":
        wave.exec = 0x0123456789ABCDEF & ((1 << wave.lanes) - 1)
    wave.vgpr[:16] = OLD
    wave.vgpr[1] = offsets
    wave.set_pair(2, memory.ctypes.data)
    wave.set_wide(2, (offsets + memory.ctypes.data).astype(np.uint64))
    return wave, offsets


def elements(memory: NDArray[np.uint8], offsets: NDArray[np.int64], type_: str) -> NDArray[np.generic]:
    """Unaligned elements of `memory`."""
    size = np.dtype(type_).itemsize
    return np.array([memory[at : at + size].view(type_)[0] for at in offsets])


def names(arch: str, rdna: str, cdna: str) -> str:
    """The mnemonic's tail on that processor."""
    return rdna if arch == "gfx1100" else cdna


SMALL = [("u8", "ubyte", "u1"), ("i8", "sbyte", "i1"), ("u16", "ushort", "u2"), ("i16", "sshort", "i2")]


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("rdna", "cdna", "type_"), SMALL)
def test_small_loads(arch: str, layout: str, rdna: str, cdna: str, type_: str) -> None:
    memory = buffer()
    wave, offsets = wave_on(memory, arch, layout, int(type_[1]))
    name = names(arch, rdna, cdna)
    run(f"global_load_{name} v4, v1, s[2:3]\nglobal_load_{name} v5, v[2:3], off offset:5", arch, wave)
    for row, shift in ((4, 0), (5, 5)):
        expected = elements(memory, offsets + shift, type_).astype(np.int32).view(np.uint32)
        assert (wave.vgpr[row] == np.where(wave.active, expected, OLD)).all()


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_loads_and_stores_of_dwords(arch: str, layout: str, count: int) -> None:
    memory = buffer()
    wave, offsets = wave_on(memory, arch, layout, 4 * count)
    name = names(arch, f"b{32 * count}", "dword" + (f"x{count}" if count > 1 else ""))
    last = f"v[4:{3 + count}]" if count > 1 else "v4"
    target = memory.copy()
    wave.set_pair(4, target.ctypes.data)
    run(
        f"global_load_{name} {last}, v[2:3], off offset:-4\nglobal_store_{name} v1, {last}, s[4:5] offset:2048",
        arch,
        wave,
    )
    expected = memory.copy()
    for lane in range(wave.lanes):
        at = int(offsets[lane])
        words = memory[at - 4 : at - 4 + 4 * count].view(np.uint32)
        assert list(wave.vgpr[4 : 4 + count, lane]) == (list(words) if wave.active[lane] else [OLD] * count)
        if wave.active[lane]:
            expected[at + 2048 : at + 2048 + 4 * count] = words.view(np.uint8)
    assert (target == expected).all()


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_halves(arch: str, layout: str) -> None:
    memory = buffer()
    wave, offsets = wave_on(memory, arch, layout, 2)
    target = memory.copy()
    wave.set_pair(4, target.ctypes.data)
    low, high = names(arch, "d16_b16", "short_d16"), names(arch, "d16_hi_b16", "short_d16_hi")
    byte = names(arch, "d16_hi_i8", "sbyte_d16_hi")
    run(
        f"""
        global_load_{low} v4, v1, s[2:3]
        global_load_{high} v4, v1, s[2:3] offset:512
        global_load_{byte} v5, v1, s[2:3]
        global_store_{names(arch, "b16", "short")} v1, v4, s[4:5] offset:32
        global_store_{names(arch, "d16_hi_b16", "short_d16_hi")} v1, v4, s[4:5] offset:2048
        """,
        arch,
        wave,
    )
    first, second = elements(memory, offsets, "u2"), elements(memory, offsets + 512, "u2")
    both = first.astype(np.uint32) | second.astype(np.uint32) << 16
    assert (wave.vgpr[4] == np.where(wave.active, both, OLD)).all()
    signed = elements(memory, offsets, "i1").astype(np.int16).view(np.uint16).astype(np.uint32)
    assert (wave.vgpr[5] == np.where(wave.active, OLD & 0xFFFF | signed << 16, OLD)).all()
    expected = memory.copy()
    for shift, half in ((0, first), (2, second)):
        for lane in np.flatnonzero(wave.active):
            at = int(offsets[lane]) + (2048 if shift else 32)
            expected[at : at + 2] = half[lane : lane + 1].view(np.uint8)
    assert (target == expected).all()


def test_load_over_its_own_address() -> None:
    memory = buffer()
    wave, offsets = wave_on(memory, "gfx1100", SCATTERED, 8)
    wave.exec = 0xFFFFFFFF
    run("global_load_b64 v[2:3], v[2:3], off", "gfx1100", wave)
    assert (wave.wide(2) == elements(memory, offsets, "u8")).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_private_memory(arch: str) -> None:
    wave = WaveState(lanes_of(arch), private=256)
    wave.vgpr[1] = np.arange(wave.lanes)
    wave.vgpr[2] = (np.arange(wave.lanes) % 8) * 4
    wave.exec = (1 << (wave.lanes - 3)) - 1
    wave.sgpr[4], wave.sgpr[33] = 16, 16 * wave.lanes
    wave.set_pair(8, 0)
    wave.sgpr[10], wave.sgpr[11] = 0xFFFFFFFF, 1 << 23
    wave.set_wide(6, (wave.vgpr[2].astype(np.uint64) + np.uint64(PRIVATE_APERTURE + 96)))
    scratch = """
        scratch_store_b32 off, v1, s4 offset:8
        scratch_store_b32 v2, v1, off offset:32
        scratch_load_b32 v3, v2, s4 offset:16
        flat_store_b32 v[6:7], v1
        """
    buffers = """
        buffer_store_dword v1, off, s[8:11], s33 offset:8
        buffer_store_dword v1, v2, s[8:11], 0 offen offset:32
        buffer_load_dword v3, v2, s[8:11], s33 offen offset:16
        flat_store_dword v[6:7], v1
        """
    run(scratch if arch == "gfx1100" else buffers, arch, wave)
    stored = wave.private.view(np.uint32)
    for lane in np.flatnonzero(wave.active):
        assert stored[lane, 6] == lane
        assert stored[lane, 8 + lane % 8] == lane
        assert wave.vgpr[3, lane] == lane
        assert stored[lane, 24 + lane % 8] == lane
    assert not stored[~wave.active].any()


def test_raw_buffer_has_bounds() -> None:
    memory = buffer()
    wave, offsets = wave_on(memory, "gfx90a", "contiguous", 4)
    wave.set_pair(8, memory.ctypes.data)
    wave.sgpr[10], wave.sgpr[11] = 160, 0
    run("buffer_load_dword v4, v1, s[8:11], 0 offen", "gfx90a", wave)
    assert (wave.vgpr[4] == np.where(offsets + 4 <= 160, elements(memory, offsets, "u4"), 0)).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_scalar_loads(arch: str) -> None:
    memory = buffer()
    wave = WaveState(lanes_of(arch))
    wave.set_pair(2, memory.ctypes.data)
    wave.set_pair(4, memory.ctypes.data)
    wave.sgpr[6], wave.sgpr[7], wave.sgpr[40] = 40, 0, 32
    load, wide = names(arch, "b32", "dword"), names(arch, "b256", "dwordx8")
    run(
        f"""
        s_load_{load} s10, s[2:3], 0x8
        s_load_{wide} s[12:19], s[2:3], s40
        s_buffer_load_{names(arch, "b128", "dwordx4")} s[20:23], s[4:7], 32
        """,
        arch,
        wave,
    )
    words = memory.view(np.uint32)
    assert wave.sgpr[10] == words[2]
    assert (wave.sgpr[12:20] == words[8:16]).all()
    assert list(wave.sgpr[20:24]) == [words[8], words[9], 0, 0]


ATOMICS: list[tuple[str, str, Callable[[int, int], int]]] = [
    ("add_u32", "add", lambda old, data: old + data),
    ("sub_u32", "sub", lambda old, data: old - data),
    ("min_i32", "smin", lambda old, data: min(signed(old), signed(data))),
    ("max_u32", "umax", max),
    ("and_b32", "and", lambda old, data: old & data),
    ("xor_b32", "xor", lambda old, data: old ^ data),
    ("swap_b32", "swap", lambda old, data: data),
    ("inc_u32", "inc", lambda old, data: 0 if old >= data else old + 1),
    ("dec_u32", "dec", lambda old, data: data if old == 0 or old > data else old - 1),
]


def signed(value: int) -> int:
    """32 bits as a signed number."""
    return value - (1 << 32) if value >> 31 else value


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize(("rdna", "cdna", "operation"), ATOMICS)
def test_atomics_in_lane_order(arch: str, rdna: str, cdna: str, operation: Callable[[int, int], int]) -> None:
    wave = WaveState(lanes_of(arch), lds_size=64)
    memory = np.random.default_rng(8).integers(0, 1 << 32, 4, dtype=np.uint32)
    shared = lds(64).view(np.uint32)
    shared[:4] = memory
    expected = memory.copy()
    wave.exec = 0x0F0F33335555FF01 & ((1 << wave.lanes) - 1)
    wave.vgpr[1] = (np.arange(wave.lanes) % 4) * 4
    wave.vgpr[2] = np.random.default_rng(9).integers(0, 1 << 32, wave.lanes, dtype=np.uint32)
    wave.vgpr[3:5] = OLD
    wave.set_pair(2, memory.ctypes.data)
    local = {"swap_b32": "storexchg_rtn_b32" if arch == "gfx1100" else "wrxchg_rtn_b32"}
    in_lds = local.get(rdna) or rdna.replace("_", "_rtn_")
    returns = "glc"
    run(f"global_atomic_{names(arch, rdna, cdna)} v3, v1, v2, s[2:3] {returns}\nds_{in_lds} v4, v1, v2", arch, wave)
    for lane in range(wave.lanes):
        place, old = lane % 4, OLD
        if wave.active[lane]:
            old = int(expected[place])
            expected[place] = operation(old, int(wave.vgpr[2, lane])) & 0xFFFFFFFF
        assert wave.vgpr[3, lane] == wave.vgpr[4, lane] == old
    assert (memory == expected).all()
    assert (shared[:4] == expected).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_compare_and_swap(arch: str) -> None:
    wave = WaveState(lanes_of(arch), lds_size=1024)
    memory = np.arange(wave.lanes, dtype=np.uint64) % 3
    shared = lds(1024).view(np.uint64)
    shared[: wave.lanes] = memory
    wave.vgpr[1] = np.arange(wave.lanes) * 8
    wave.set_wide(2, np.full(wave.lanes, 1 << 40 | 5, np.uint64))
    wave.set_wide(4, np.ones(wave.lanes, np.uint64))
    wave.set_pair(2, memory.ctypes.data)
    before = memory.copy()
    local = (
        "ds_cmpstore_rtn_b64 v[8:9], v1, v[2:3], v[4:5]"
        if arch == "gfx1100"
        else "ds_cmpst_rtn_b64 v[8:9], v1, v[4:5], v[2:3]"
    )
    run(f"global_atomic_{names(arch, 'cmpswap_b64', 'cmpswap_x2')} v[6:7], v1, v[2:5], s[2:3] glc\n{local}", arch, wave)
    expected = np.where(before == 1, 1 << 40 | 5, before)
    assert (wave.wide(6) == before).all()
    assert (wave.wide(8) == before).all()
    assert (memory == expected).all()
    assert (shared[: wave.lanes] == expected).all()


def test_float_atomics() -> None:
    wave = WaveState(64, lds_size=16)
    total, wide = np.zeros(1, np.float32), np.zeros(1, np.float64)
    lds(16)[:] = 0
    wave.vgpr[1] = 0
    wave.vgpr[2] = (np.arange(64) / np.float32(4)).astype(np.float32).view(np.uint32)
    wave.set_wide(4, (np.arange(64) / 8).view(np.uint64))
    wave.set_pair(2, total.ctypes.data)
    wave.set_pair(4, wide.ctypes.data)
    run(
        """
        global_atomic_add_f32 v1, v2, s[2:3]
        global_atomic_add_f64 v1, v[4:5], s[4:5]
        ds_add_f32 v1, v2
        ds_add_f64 v1, v[4:5] offset:8
        """,
        "gfx90a",
        wave,
    )
    assert total[0] == lds(16)[:4].view(np.float32)[0] == 504
    assert wide[0] == lds(16)[8:].view(np.float64)[0] == 252


def test_packed_half_atomics() -> None:
    wave = WaveState(64, lds_size=16)
    total = np.array([1, 2], np.float16)
    lds(16).view(np.float16)[:2] = total
    wave.vgpr[1] = 0
    wave.vgpr[2] = np.full((64, 2), [0.5, 0.25], np.float16).view(np.uint32)[:, 0]
    wave.set_pair(2, total.ctypes.data)
    run("global_atomic_pk_add_f16 v3, v1, v2, s[2:3] sc0\nds_pk_add_f16 v1, v2", "gfx942", wave)
    assert list(total) == list(lds(16).view(np.float16)[:2]) == [33, 18]
    assert list(wave.vgpr[3].view(np.float16)[:4]) == [1, 2, 1.5, 2.25]


def test_packed_bfloat_atomics() -> None:
    wave = WaveState(64, lds_size=16)
    wave.exec = 0x0000_FFFF_0000_00FF  # 24 lanes
    total = encoded(np.array([1.0, -2.0]), "bf16")
    lds(16).view(np.uint16)[:2] = total
    wave.vgpr[1] = 0
    wave.vgpr[2:5] = np.frombuffer(encoded(np.array([0.5, 1 / 3]), "bf16").tobytes(), np.uint32)
    wave.set_pair(2, total.ctypes.data)
    wave.set_wide(6, np.full(64, total.ctypes.data, np.uint64))
    run(
        """
        global_atomic_pk_add_bf16 v3, v1, v2, s[2:3] sc0
        flat_atomic_pk_add_bf16 v[6:7], v2
        ds_pk_add_rtn_bf16 v4, v1, v2
        ds_pk_add_bf16 v1, v2
        """,
        "gfx942",
        wave,
    )
    steps = [np.array([1.0, -2.0])]
    for _ in range(48):
        exact = steps[-1] + decoded(encoded(np.array([0.5, 1 / 3]), "bf16"), "bf16")
        steps.append(decoded(nearest_bfloat(exact), "bf16"))
    assert list(decoded(total, "bf16")) == list(steps[48])
    assert list(decoded(lds(16).view(np.uint16)[:2], "bf16")) == list(steps[48])
    for number, lane in enumerate(np.flatnonzero(wave.active)):
        for row in (3, 4):
            assert list(decoded(wave.vgpr[row, lane : lane + 1].view(np.uint16), "bf16")) == list(steps[number])


def nearest_bfloat(values: NDArray[np.float64]) -> NDArray[np.uint16]:
    """Bits of the nearest bfloat16, ties to even."""
    raw = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    return np.asarray((raw + 0x7FFF + (raw >> 16 & 1)) >> 16, np.uint16)


@pytest.mark.parametrize("arch", ARCHES)
def test_indexed_buffers(arch: str) -> None:
    memory = np.arange(256, dtype=np.uint32)
    wave = WaveState(lanes_of(arch))
    wave.exec = 0xFFFF_0F0F_7FFF_3FF7 & ((1 << wave.lanes) - 1)
    wave.sgpr[4:9] = [memory.ctypes.data & 0xFFFFFFFF, memory.ctypes.data >> 32 | 12 << 16, 15, 0, 24]
    lane = np.arange(wave.lanes)
    wave.vgpr[10], wave.vgpr[11] = lane % 20, 4 * (lane & 1)
    wave.vgpr[3:5] = 7
    kind = names(arch, "b32", "dword")
    run(
        f"buffer_load_{kind} v3, v10, s[4:7], 0 idxen\nbuffer_load_{kind} v4, v[10:11], s[4:7], 0 idxen offen offset:4",
        arch,
        wave,
    )
    inside, number = lane % 20 < 15, lane % 20 * 3
    assert (wave.vgpr[3] == np.where(wave.active, np.where(inside, number, 0), 7)).all()
    assert (wave.vgpr[4] == np.where(wave.active, np.where(inside, number + 1 + (lane & 1), 0), 7)).all()
    wave.set32(abi.RESUME, 0)
    run(f"buffer_store_{kind} v11, v10, s[4:7], s8 idxen", arch, wave)
    expected = np.arange(256)
    for which in np.flatnonzero(wave.active & inside):
        expected[which % 20 * 3 + 6] = 4 * (which & 1)
    assert (memory == expected).all()


@pytest.mark.parametrize(("form", "type_"), [("dword", np.uint32), ("ubyte", np.uint8), ("sshort", np.int16)])
def test_loads_into_lds(form: str, type_: type) -> None:
    memory = np.random.default_rng(1).integers(-(1 << 15), 1 << 15, 128).astype(np.uint32)
    wave = WaveState(64, lds_size=512)
    wave.exec = 0xFFFF_0F0F_7FFF_3FF7
    shared = lds(1024)
    shared[:] = 0x55
    wave.sgpr[125] = 64
    wave.set_pair(2, memory.ctypes.data)
    wave.vgpr[1] = 4 * np.arange(64)[::-1]
    run(f"global_load_lds_{form} v1, s[2:3] offset:16", "gfx942", wave)
    expected = np.full(256, 0x5555_5555, np.uint32)
    for lane in np.flatnonzero(wave.active):
        value = memory[63 - lane + 4 : 63 - lane + 5].view(type_)[0]
        expected[(64 + 16) // 4 + lane] = np.int64(value) & 0xFFFFFFFF
    assert (shared.view(np.uint32) == expected).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_lds_two_addresses(arch: str) -> None:
    wave = WaveState(lanes_of(arch), lds_size=4096)
    lds(4096)[:] = buffer()[:4096]
    before = lds(4096).copy()
    lane = np.arange(wave.lanes)
    wave.vgpr[1] = lane * 4
    read, write = names(arch, "load_2addr_b32", "read2_b32"), names(arch, "store_2addr_stride64_b32", "write2st64_b32")
    run(f"ds_{read} v[2:3], v1 offset0:3 offset1:1\nds_{write} v1, v2, v3 offset0:5 offset1:8", arch, wave)
    words, after = before.view(np.uint32), lds(4096).view(np.uint32)
    assert (wave.vgpr[2] == words[lane + 3]).all()
    assert (wave.vgpr[3] == words[lane + 1]).all()
    assert (after[lane + 5 * 64] == words[lane + 3]).all()
    assert (after[lane + 8 * 64] == words[lane + 1]).all()


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("stride", [4, 12])
def test_lds_bounds(arch: str, stride: int) -> None:
    size = stride * (lanes_of(arch) - 5)
    wave = WaveState(lanes_of(arch), lds_size=size)
    memory = lds(4096)
    memory[:] = 0x55
    wave.vgpr[1] = np.arange(wave.lanes) * stride
    wave.vgpr[2:4] = OLD
    read, write = names(arch, "load", "read"), names(arch, "store", "write")
    run(f"ds_{write}_b32 v1, v2\nds_{read}_b32 v3, v1", arch, wave)
    inside = wave.vgpr[1] + 4 <= size
    assert (wave.vgpr[3] == np.where(inside, OLD, 0)).all()
    assert (memory[size:] == 0x55).all()


@pytest.mark.parametrize("arch", ARCHES)
def test_flat_reaches_lds(arch: str) -> None:
    wave = WaveState(lanes_of(arch), lds_size=512)
    lds(512).view(np.uint32)[:] = np.arange(128) * 3
    lane = np.arange(wave.lanes)
    wave.set_wide(2, (lane[::-1] * 4).astype(np.uint64) + np.uint64(wave.get64(abi.LDS)))
    run(f"flat_load_{names(arch, 'b32', 'dword')} v4, v[2:3]", arch, wave)
    assert (wave.vgpr[4] == lane[::-1] * 3).all()


def test_wild_addresses_of_inactive_lanes_are_not_touched() -> None:
    memory = buffer()
    wave, offsets = wave_on(memory, "gfx1100", SCATTERED, 4)
    wave.set_wide(2, np.where(wave.active, offsets + memory.ctypes.data, 1).astype(np.uint64))
    run("global_load_b32 v4, v[2:3], off\nglobal_store_b32 v[2:3], v4, off", "gfx1100", wave)
    assert (wave.vgpr[4] == np.where(wave.active, elements(memory, offsets, "u4"), OLD)).all()
