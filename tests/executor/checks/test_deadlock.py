"""A launch that can never end is told from one that takes long, and a lock inside one wavefront is named."""

import pytest

from cass_tools.model import Outcome
from tests.executor.checks.programs import ARCHS, ran

pytestmark = pytest.mark.gpu_code


@pytest.mark.parametrize("arch", ARCHS)
def test_a_lock_inside_one_wavefront(arch: str) -> None:
    run = ran("deadlock", arch, "locked")
    lanes = 64 if arch == "gfx90a" else 32
    assert run.outcome is Outcome.CRASHED
    assert f"deadlock inside a wavefront: {lanes - 1} of {lanes} lanes spin for ever" in run.detail
    assert "deadlock.hip:" in run.detail


def test_a_flag_that_nobody_sets() -> None:
    run = ran("deadlock", "gfx1100", "forever")
    assert run.outcome is Outcome.CRASHED
    assert "deadlock: every wave that is left waits for memory to change" in run.detail


@pytest.mark.parametrize("arch", ARCHS)
def test_locks_flags_and_long_loops_end(arch: str) -> None:
    run = ran("deadlock", arch, "right")
    assert (run.outcome, run.stdout) == (Outcome.PASSED, b"128 32\n"), run.detail
