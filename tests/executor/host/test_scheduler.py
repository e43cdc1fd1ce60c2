"""Waves and workgroups get on as on hardware; what cannot get on is named."""

import signal

import pytest

from tests.executor.host.rig import Kernels

pytestmark = pytest.mark.gpu_code


def test_waves_wait_for_each_other_at_a_barrier(wave32: Kernels) -> None:
    ended = wave32.launch("barrier", block=(128, 1, 1))
    assert ended.numbers[:6] == [4, 4, 4, 4, 4, 0]


def test_a_wave_that_ended_holds_up_no_barrier(wave32: Kernels) -> None:
    assert wave32.launch("unequal_barriers", block=(128, 1, 1)).numbers[0] == 4


def test_waves_of_a_block_that_wait_for_each_other_take_turns(wave32: Kernels) -> None:
    assert wave32.launch("yield_within_a_block", block=(128, 1, 1)).numbers[:2] == [1, 4]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_blocks_that_wait_for_a_later_block_let_it_in(wave32: Kernels, threads: str) -> None:
    ended = wave32.launch("flag_of_a_later_block", (41, 1, 1), CASS_EXEC_THREADS=threads)
    assert ended.status == 0
    assert ended.numbers[0] == 1
    assert ended.numbers[1] == 41 or threads != "1"


@pytest.mark.parametrize("threads", ["1", "3"])
def test_no_block_passes_a_grid_barrier_before_all_are_there(wave32: Kernels, threads: str) -> None:
    ended = wave32.launch("grid_barrier", (16, 1, 1), cooperative=True, CASS_EXEC_THREADS=threads)
    assert ended.numbers[:3] == [16, 0, 16]


def test_a_grid_barrier_that_a_block_passes_by_is_a_deadlock(wave32: Kernels) -> None:
    ended = wave32.launch("grid_barrier_passed_by", (5, 1, 1), cooperative=True)
    assert ended.status == 113
    assert ended.reports[0]["kind"] == "deadlock"
    assert ended.reports[0]["kernel"] == "grid_barrier_passed_by"
    assert "4 workgroups wait" in ended.reports[0]["message"]


def test_a_grid_barrier_needs_a_cooperative_launch(wave32: Kernels) -> None:
    ended = wave32.launch("grid_barrier", (16, 1, 1))
    assert (ended.status, ended.reports[0]["kind"]) == (113, "deadlock")
    assert "not cooperative" in ended.reports[0]["message"]


def test_blocks_start_in_order(wave32: Kernels) -> None:
    assert wave32.launch("order", (3, 2, 2), words=13).numbers == [12, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]


def test_a_wild_write_is_reported_with_its_place(wave32: Kernels) -> None:
    ended = wave32.launch("wild_write", (4, 1, 1))
    assert ended.status == 113
    assert ended.stdout == "before\n"
    report = ended.reports[0]
    assert (report["kind"], report["kernel"]) == ("fault", "wild_write")
    assert report["message"].startswith("gfx1100 kernel wild_write: memory fault at 0x")
    assert report["message"].endswith(" (4,144 bytes past the end of a 256-byte hipMalloc), block (2,0,0), wave 0")


def test_a_trap_ends_the_program(wave32: Kernels) -> None:
    ended = wave32.launch("trap", (4, 1, 1))
    assert (ended.status, ended.reports[0]["kind"]) == (-signal.SIGABRT, "trap")
    assert "block (1,0,0)" in ended.reports[0]["message"]


def test_a_breakpoint_is_passed_over(wave32: Kernels) -> None:
    assert wave32.launch("breakpoint").numbers[0] == 1


def test_lds_is_its_own_aperture_and_as_large_as_asked_for(wave32: Kernels) -> None:
    assert wave32.launch("lds", lds=40000).numbers[:3] == [1, 40000, 7]
