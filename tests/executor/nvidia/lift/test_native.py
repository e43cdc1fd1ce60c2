"""Lifted kernels on this CPU, thread by thread: threads meet, wait for each other, and never hang silently."""

import struct

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.errors import CassError
from tests.executor.nvidia.lift import written
from tests.executor.nvidia.lift.lifted import on_cpu
from tests.executor.nvidia.lift.test_lanes import GROUPS, kernel

pytestmark = pytest.mark.gpu_code
RANDOM = np.random.default_rng(3)
Words = NDArray[np.int32]


def parameters(*arrays: NDArray[np.generic], count: int = 0) -> bytes:
    return struct.pack("<QQQi", *(array.ctypes.data for array in arrays), count)


def run(lines: tuple[str, ...], first: Words, second: Words, blocks: int = 1, threads: int = 32) -> Words:
    """The third array after a kernel that is written down."""
    third = np.zeros(4096, np.int32)
    loaded = written.on_cpu({"written": lines})
    loaded.launch("written", (blocks,), (threads,), parameters(first, second, third))
    return third


@pytest.mark.parametrize("sm", [90, 120])
def test_a_kernel_of_nvcc(sm: int) -> None:
    a, b = RANDOM.standard_normal((2, 1000), np.float32)
    c = np.zeros(1024, np.float32)
    on_cpu("kernels", sm).launch("k01_vadd", (4,), (256,), parameters(a, b, c, count=1000))
    assert np.array_equal(c[:1000], a + b)
    assert not c[1000:].any()


@pytest.mark.parametrize("variants", GROUPS.values(), ids=GROUPS)
@pytest.mark.parametrize("part", [slice(None), slice(3, 20)])
def test_what_lanes_exchange_is_the_same_as_on_the_gpu(variants: dict[str, tuple[str, ...]], part: slice) -> None:
    values = RANDOM.integers(-9, 9, 32, np.int32)
    active = np.zeros(32, np.int32)
    active[part] = 1
    lines = kernel(variants)
    expected = np.zeros(4096, np.int32)
    written_launch(lines, values, active, expected)
    found = run(lines, values, active)
    lanes = np.arange(32)[part]
    for number in range(len(variants)):
        assert np.array_equal(found[32 * number + lanes], expected[32 * number + lanes]), list(variants)[number]


def written_launch(lines: tuple[str, ...], first: Words, second: Words, third: Words) -> None:
    """The same on gfx1100."""
    from tests.executor.amd.kernels import launch

    launch(written.loaded({"written": lines}), "written", (1,), (32,), first, second, third, 0)


def test_a_thread_waits_for_another_one_of_its_warp() -> None:
    """Lane 0 waits in a loop for what the last lane stores behind the branch: since Volta it sees it."""
    flag, values = np.zeros(32, np.int32), RANDOM.integers(1, 1000, 32, np.int32)
    lines: tuple[str, ...] = (
        "IMAD.MOV.U32 R10, RZ, RZ, c[0x0][0x160]",
        "IMAD.MOV.U32 R11, RZ, RZ, c[0x0][0x164]",
        "ISETP.NE.AND P0, PT, R0, RZ, PT",
        "@P0 BRA 0xc0",
        "LDG.E.STRONG.GPU R12, [R10.64+0x7c]",
        "ISETP.EQ.AND P1, PT, R12, RZ, PT",
    )
    address = 16 * (len(written.START) + 4)
    lines = (*lines[:3], f"@P0 BRA {address + 0x30:#x}", *lines[4:], f"@P1 BRA {address:#x}")
    lines += ("LDG.E R13, [R4.64]", "STG.E.STRONG.GPU [R2.64], R13", "STG.E [R6.64], R13")
    assert np.array_equal(run(lines, flag, values)[:32], values)


def test_threads_that_leave_a_loop_at_different_times_meet_again() -> None:
    """Lane n goes round n times; each round votes, and so do all behind the loop, where BSYNC brings them together."""
    first = 16 * (len(written.START) + 2)
    after = first + 16 * 6
    lines = (
        "IMAD.MOV.U32 R12, RZ, RZ, RZ",
        f"BSSY B0, {after:#x}",
        "ISETP.GE.AND P0, PT, R12, R0, PT",
        f"@P0 BRA {after:#x}",
        "VOTE.ANY R10, PT, PT",
        "IADD3 R12, R12, 0x1, RZ",
        "NOP",
        f"BRA {first:#x}",
        "BSYNC B0",
        "VOTE.ANY R11, PT, PT",
        "STG.E [R6.64], R11",
        "STG.E [R6.64+0x80], R10",
    )
    found = run(lines, np.zeros(32, np.int32), np.zeros(32, np.int32)).view(np.uint32)
    assert found[:32].tolist() == [0xFFFFFFFF] * 32
    assert found[33:64].tolist() == [(0xFFFFFFFF << lane) & 0xFFFFFFFF for lane in range(1, 32)]


def test_a_lock_of_threads_of_one_warp() -> None:
    """The one that has the lock waits behind the loop for the others, until they have given way."""
    loop = 16 * (len(written.START) + 6)
    lines = (
        "IMAD.MOV.U32 R10, RZ, RZ, c[0x0][0x170]",
        "IMAD.MOV.U32 R11, RZ, RZ, c[0x0][0x174]",
        "IMAD.MOV.U32 R12, RZ, RZ, RZ",
        "IMAD.MOV.U32 R13, RZ, RZ, 0x1",
        "NOP",
        f"BSSY B0, {loop + 0x40:#x}",
        "YIELD",
        "ATOMG.E.CAS.STRONG.GPU PT, R14, [R10], R12, R13",
        "ISETP.NE.AND P0, PT, R14, RZ, PT",
        f"@P0 BRA {loop:#x}",
        "BSYNC B0",
        "LDG.E R15, [R10.64+0x4]",
        "IADD3 R15, R15, 0x1, RZ",
        "STG.E [R10.64+0x4], R15",
        "ATOMG.E.EXCH.STRONG.GPU PT, RZ, [R10.64], RZ",
    )
    found = run(lines, np.zeros(64, np.int32), np.zeros(64, np.int32), blocks=3, threads=64)
    assert found[:2].tolist() == [0, 3 * 64]


def test_threads_that_wait_for_ever_are_told() -> None:
    lines = ("ISETP.NE.AND P0, PT, R0, RZ, PT", "@!P0 WARPSYNC 0x3", "@P0 BAR.SYNC.DEFER_BLOCKING 0x0")
    with pytest.raises(CassError, match="wait for each other for ever"):
        run(lines, np.zeros(32, np.int32), np.zeros(32, np.int32))


def test_blocks_see_what_others_store() -> None:
    """Every block waits for its successor; the last one waits for nobody."""
    counts, values = np.zeros(256, np.int32), np.zeros(256, np.int32)
    start = 16 * (len(written.START) + 8)
    lines = (
        "S2R R20, SR_CTAID.X",
        "IADD3 R21, R20, 0x1, RZ",
        "IMAD.MOV.U32 R9, RZ, RZ, 0x4",
        "IMAD.WIDE R22, R20, R9, c[0x0][0x160]",
        "ISETP.GE.AND P0, PT, R21, c[0x0][0x178], PT",
        "IMAD.WIDE R24, R20, R9, c[0x0][0x170]",
        "NOP",
        f"@P0 BRA {start + 0x30:#x}",
        "LDG.E.STRONG.GPU R26, [R22.64+0x4]",
        "ISETP.EQ.AND P1, PT, R26, RZ, PT",
        f"@P1 BRA {start:#x}",
        "IMAD.MOV.U32 R27, RZ, RZ, 0x1",
        "STG.E.STRONG.GPU [R22.64], R27",
        "STG.E [R24.64], R27",
    )
    third = np.zeros(64, np.int32)
    loaded = written.on_cpu({"written": lines})
    loaded.launch("written", (40,), (1,), parameters(counts, values, third, count=40))
    assert third[:40].tolist() == [1] * 40


@pytest.mark.parametrize("guard", ["@P0 ", "@!P0 ", ""])
@pytest.mark.parametrize("operand", ["P1", "!P1", ""])
def test_a_thread_ends_where_guard_and_predicate_both_hold(guard: str, operand: str) -> None:
    """Lane n stores n unless it has left before, by its own two lowest bits; the same on gfx1100."""
    lines = (
        "LOP3.LUT R10, R0, 0x1, RZ, 0xc0, !PT",
        "LOP3.LUT R11, R0, 0x2, RZ, 0xc0, !PT",
        "ISETP.NE.AND P0, PT, R10, RZ, PT",
        "ISETP.NE.AND P1, PT, R11, RZ, PT",
        f"{guard}EXIT {operand}".rstrip(),
        "STG.E [R6.64], R0",
    )
    lane = np.arange(32, dtype=np.int32)
    holds = {"@P0 ": lane & 1 != 0, "@!P0 ": lane & 1 == 0, "": lane >= 0}[guard]
    holds = holds & {"P1": lane & 2 != 0, "!P1": lane & 2 == 0, "": lane >= 0}[operand]
    expected = np.where(holds, 0, lane)
    zeros, third = np.zeros(32, np.int32), np.zeros(32, np.int32)
    assert np.array_equal(run(lines, zeros, zeros)[:32], expected)
    written_launch(lines, zeros, zeros, third)
    assert np.array_equal(third, expected)
