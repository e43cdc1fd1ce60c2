"""Barriers of lifted code: of the block, of some warps by number, with results; and orders of memory."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.written import lifted, loaded

pytestmark = pytest.mark.gpu_code
# R10 the place of the own word in shared memory, R11 of another's, R13 a barrier's number
PLACES = ("IMAD.SHL.U32 R10, R0, 0x4, RZ", "LDG.E R11, [R4.64]", "LDG.E R13, [R6.64]")
TRUE = "ISETP.GT.AND P1, PT, R8, 0x5, PT"
KERNELS = {
    # warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2; three rounds
    "numbered": (
        *PLACES,
        *(
            "STS [R10], R8",
            "BAR.SYNC.DEFER_BLOCKING R13, 0x40",
            "LDS R8, [R11]",
            "IADD3 R8, R8, R0, RZ",
            "BAR.SYNC.DEFER_BLOCKING R13, 0x40",
        )
        * 3,
        "STG.E [R6.64], R8",
    ),
    # the first warp tells, the other three wait
    "told": (
        "ISETP.GT.U32.AND P1, PT, R0, 0x1f, PT",
        *PLACES,
        "@!P1 STS [R10], R8",
        "@!P1 BAR.ARV 0xf, 0x80",
        "@P1 BAR.SYNC.DEFER_BLOCKING 0xf, 0x80",
        "LDS R9, [R11]",
        "@P1 STG.E [R6.64], R9",
    ),
    # number and count in one register
    "packed": (
        "IMAD.MOV.U32 R9, RZ, RZ, 0x800003",
        *PLACES,
        "STS [R10], R8",
        "BAR.SYNC.DEFER_BLOCKING R9, R9",
        "LDS R9, [R11]",
        "STG.E [R6.64], R9",
    ),
    # the count alone in a register
    "counted": (
        "IMAD.MOV.U32 R9, RZ, RZ, 0x80",
        *PLACES,
        "STS [R10], R8",
        "BAR.SYNC.DEFER_BLOCKING 0x3, R9",
        "LDS R9, [R11]",
        "STG.E [R6.64], R9",
    ),
    "results": (
        TRUE,
        "BAR.RED.POPC.DEFER_BLOCKING 0x0, P1",
        "B2R.RESULT R10",
        "BAR.RED.AND.DEFER_BLOCKING 0x0, P1",
        "B2R.RESULT RZ, P2",
        "BAR.RED.OR.DEFER_BLOCKING 0x0, P1",
        "B2R.RESULT R11, P3",
        "@P2 IADD3 R10, R10, 0x1000, RZ",
        "@P3 IADD3 R10, R10, 0x2000, RZ",
        "IMAD R10, R11, 0x10000, R10",
        "STG.E [R6.64], R10",
    ),
    "results_of_some": (
        *PLACES,
        TRUE,
        *("BAR.RED.POPC.DEFER_BLOCKING R13, 0x40, P1", "B2R.RESULT R10", "ISETP.LE.AND P1, PT, R8, 0x5, PT") * 2,
        "BAR.RED.AND.DEFER_BLOCKING R13, 0x40, P1",
        "B2R.RESULT RZ, P2",
        "@P2 IADD3 R10, R10, 0x1000, RZ",
        "STG.E [R6.64], R10",
    ),
    # the second warp waits for a word of shared memory that the first one writes later
    "spins": (
        "ISETP.EQ.AND P1, PT, R0, RZ, PT",
        "@P1 STS [0x10], RZ",
        "BAR.SYNC.DEFER_BLOCKING 0x0",
        "ISETP.GT.U32.AND P2, PT, R0, 0x1f, PT",
        "@P2 BRA 0x120",
        "NANOSLEEP 0x10",
        "WARPSYNC 0xffffffff",
        "MEMBAR.SC.CTA",
        "@P1 STS [0x10], R8",
        "BRA 0x160",
        "NOP",
        "LDS R9, [0x10]",
        "YIELD",
        "ISETP.NE.AND P3, PT, R9, RZ, PT",
        "@!P3 BRA 0x120",
        "STG.E [R6.64], R9",
    ),
    # three rounds of a lock in shared memory for each thread; those that do not get it go back, those that did as well
    "locks": (
        "ISETP.EQ.AND P1, PT, R0, RZ, PT",
        *("@P1 STS [0x10], RZ", "@P1 STS [0x20], RZ", "BAR.SYNC.DEFER_BLOCKING 0x0"),
        *("IMAD.MOV.U32 R12, RZ, RZ, RZ", "IMAD.MOV.U32 R11, RZ, RZ, 0x1", "IMAD.MOV.U32 R13, RZ, RZ, 0x10"),
        *("IMAD.MOV.U32 R10, RZ, RZ, RZ", "YIELD", "ATOMS.CAS R9, [R13], R10, R11"),
        *("ISETP.NE.AND P2, PT, R9, RZ, PT", "@P2 BRA 0x180"),
        *("LDS R9, [0x20]", "IADD3 R9, R9, R8, RZ", "STS [0x20], R9"),
        *("MEMBAR.SC.CTA", "ATOMS.EXCH R9, [R13], RZ"),
        "@P2 BRA 0xe0",
        *("IADD3 R12, R12, 0x1, RZ", "ISETP.GE.AND P3, PT, R12, 0x3, PT", "@!P3 BRA 0xe0"),
        *("BAR.SYNC.DEFER_BLOCKING 0x0", "LDS R9, [0x20]", "STG.E [R6.64], R9"),
    ),
    # a sum over the warp's first lanes, as was written before __syncwarp: they are together, and memory is volatile
    "in_step": (
        "IMAD.SHL.U32 R10, R0, 0x4, RZ",
        "STS [R10], RZ",
        "STS [R10+0x80], R8",
        *(
            line
            for back in (1, 2, 4, 8, 16)
            for line in (
                f"LDS R9, [R10+{0x80 - 4 * back:#x}]",
                "LDS R8, [R10+0x80]",
                "IADD3 R8, R8, R9, RZ",
                "STS [R10+0x80], R8",
            )
        ),
        "LDS R8, [R10+0x80]",
        "STG.E [R6.64], R8",
    ),
    "orders": (
        *tuple(f"MEMBAR.{order}.{reach}" for order in ("SC", "ALL") for reach in ("CTA", "GPU", "SYS")),
        "ERRBAR",
        "CCTL.IVALL",
        "STG.E [R6.64], R8",
    ),
}
VALUES = np.random.default_rng(13).integers(0, 1000, 128, np.int32)
THREADS = np.arange(128)


def run(name: str, values: np.ndarray = VALUES, other: np.ndarray = THREADS) -> np.ndarray:
    """`other`: whose word each thread reads. Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2."""
    out = (1 + np.arange(len(values)) // 64).astype(np.int32)
    launch(loaded(KERNELS), name, (1,), (len(values),), values, (4 * other).astype(np.int32), out, 0)
    return out


def test_numbered_barriers() -> None:
    wanted = VALUES
    for _ in range(3):
        wanted = wanted[THREADS ^ 33] + THREADS
    assert np.array_equal(run("numbered", VALUES, THREADS ^ 33), wanted)


def test_arrival_without_waiting() -> None:
    assert np.array_equal(run("told", VALUES, THREADS % 32)[32:], np.tile(VALUES[:32], 3))


def test_count_in_a_register() -> None:
    assert np.array_equal(run("counted", VALUES, THREADS ^ 33), VALUES[THREADS ^ 33])
    assert np.array_equal(run("packed", VALUES, THREADS ^ 33), VALUES[THREADS ^ 33])


@pytest.mark.parametrize("limit", [3, 10, 1000])
@pytest.mark.parametrize("threads", [128, 80])
def test_results(limit: int, threads: int) -> None:
    values = VALUES[:threads] % limit + (5 if limit == 1000 else 0)
    true = values > 5
    wanted = true.sum() + 0x1000 * true.all() + (0x2000 + 0x10000) * true.any()
    assert set(run("results", values).tolist()) == {wanted}


def test_results_of_some_warps() -> None:
    values = np.where(THREADS < 64, 3, VALUES % 11)
    out, more = run("results_of_some", values), values > 5
    assert set(out[:64].tolist()) == {64 + 0x1000}
    assert set(out[64:].tolist()) == {(~more[64:]).sum()}


def test_a_loop_reads_shared_memory_each_round() -> None:
    assert np.array_equal(run("spins", VALUES[:64] + 1)[32:], np.full(32, VALUES[0] + 1))


def test_a_lock_is_passed_on_between_the_lanes_of_a_warp() -> None:
    """LLVM must not make two loops of it, of which those that got the lock leave one to release it in the other."""
    values = VALUES[:80]
    assert set(run("locks", values).tolist()) == {3 * values.sum()}


def test_only_a_sleep_lets_other_warps_run() -> None:
    """Were another warp let in by a YIELD between a read and the swap that relies on it, few swaps would succeed."""
    assert "nv_yield" not in lifted({"a": ("YIELD",)}).text
    assert "nv_yield" in lifted({"a": ("NANOSLEEP 0x10",)}).text


def test_a_warp_reads_what_its_lanes_have_just_written() -> None:
    assert np.array_equal(run("in_step", VALUES[:32]), np.cumsum(VALUES[:32]))


def test_orders_of_memory() -> None:
    assert np.array_equal(run("orders"), VALUES)


def test_an_arrival_needs_a_count() -> None:
    assert "two registers" in lifted({"no": ("BAR.SYNC R2, R3",)}).refused["no"]
    assert "BAR.ARV" in lifted({"no": ("BAR.ARV 0x1",)}).refused["no"]
