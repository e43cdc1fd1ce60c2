"""Without any checks, what goes wrong with memory ends in a sentence that says where."""

import re

import pytest

from cass_tools.model import Outcome
from tests.executor.checks.programs import ARCHS, DATA, ran

pytestmark = pytest.mark.gpu_code


def line_of(name: str, text: str) -> int:
    lines = (DATA / f"{name}.hip").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("arch", ARCHS)
def test_a_wild_pointer_is_told_with_line_and_allocation(arch: str) -> None:
    run = ran("wild", arch)
    place = f"{DATA / 'wild.hip'}:{line_of('wild', 'p[i + 1048576]')}"
    where = r"at 0x[0-9a-f]+ \(4,190,\d+ bytes past the end of a 4,096-byte hipMalloc\)"
    wanted = rf"{arch} kernel foo\(float\*, int\): memory fault {where}"
    assert run.outcome is Outcome.CRASHED
    assert re.fullmatch(rf"{wanted}, block \(0,0,0\), wave 0, {re.escape(place)}", run.detail), run.detail


def test_a_stack_overflow_is_called_that() -> None:
    run = ran("stack", "gfx1100")
    assert run.outcome is Outcome.CRASHED
    assert "stack overflow: a lane has" in run.detail


def test_a_call_of_what_is_no_function_is_called_that() -> None:
    run = ran("wild_call", "gfx1100")
    assert run.outcome is Outcome.CRASHED
    assert "a jump or call to an address that is none of its functions, block (0,0,0), wave 0" in run.detail


def test_the_hosts_own_access_near_device_memory_is_named() -> None:
    run = ran("host_wild", "gfx1100")
    assert run.status == -11
    assert (
        b"the host program's own code accesses an address right behind the end of a 4,096-byte hipMalloc" in run.stderr
    )
