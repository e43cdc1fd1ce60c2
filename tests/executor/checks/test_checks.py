"""Each check finds its fault in the faulty twin of a program, at its line, and nothing in the right one."""

import pytest

from cass_tools.model import Outcome
from tests.executor.checks.programs import ARCHS, DATA, checked

pytestmark = pytest.mark.gpu_code

CHECKS = ("bounds", "race", "init", "divergence")
RIGHT = (*CHECKS, "unset")
FAULTY = [
    ("bounds", "past", "scale", "out of bounds: read of 4 bytes", "right behind the end of a 1,200-byte hipMalloc"),
    ("bounds", "before", "shift", "out of bounds: read of 4 bytes", "4 bytes before a 1,200-byte hipMalloc"),
    ("bounds", "lds", "turn", "of LDS at offset 400", "right behind the end of the workgroup's 400 bytes"),
    ("bounds", "atomic", "count", "out of bounds: atomic of 4 bytes", "thread (0,0,0) (wave 0, lane 0)"),
    ("bounds", "freed", "scale", "out of bounds: read", "a 1,200-byte hipMalloc that was freed"),
    ("bounds", "host", "scale", "out of bounds: read", "where the GPU has no memory"),
    ("race", "lds", "reduce", "race: write of 4 bytes of LDS", "with no barrier in between"),
    ("race", "global", "neighbours", "race: write of 4 bytes of global memory", "with no barrier in between"),
    ("race", "lanes", "clash", "race: write of 4 bytes of LDS", "another value there in the same instruction"),
    ("race", "unfenced", "unfenced", "race: read of 4 bytes of global memory", "with nothing that orders the two"),
    ("init", "global", "scaled", "uninitialised: read of 4 bytes", "4,096-byte hipMalloc, that was never written"),
    ("init", "bytes", "bytes", "uninitialised: read of 1 byte", "4,096-byte hipMalloc, that was never written"),
    ("init", "lds", "tile", "of LDS at offset 508", "(and in 27 more lanes)"),
    ("init", "private", "table", "uninitialised: write of 4 bytes of global memory", "whose value was never set"),
    ("divergence", "lanes", "guarded", "divergent barrier: reached by", "lanes"),
    ("divergence", "waves", "early", "divergent barrier", "have ended without reaching it"),
]


def line_of(program: str, text: str) -> int:
    lines = (DATA / f"{program}.hip").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"// {text}"))


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("program", RIGHT)
def test_right_programs_are_silent_under_all_checks(program: str, arch: str) -> None:
    run = checked(program, arch, "right", checks=CHECKS)
    assert (run.outcome, run.status, run.findings) == (Outcome.PASSED, 0, ())


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("case", FAULTY, ids=lambda case: "-".join(case[:2]))
def test_the_fault_is_found_at_its_line(case: tuple[str, str, str, str, str], arch: str) -> None:
    program, mode, line, what, more = case
    run = checked(program, arch, mode, checks=(program,))
    assert run.outcome is Outcome.PASSED
    place = f"{DATA / program}.hip:{line_of(program, line)}"
    matching = [finding for finding in run.findings if what in finding and more in finding and place in finding]
    assert matching, run.findings
    assert matching[0].startswith(f"{arch} kernel {line}")


UNSET = {
    "branch": "a condition depends on v",
    "call": "a condition depends on v",
    "array": "write of 4 bytes of global memory with v",
    "local": "a condition depends on v",
    "vector": "a condition depends on v",
    "scalar": "a condition depends on s",
    "address": "the address of an access is v",
    "lanes": "a condition depends on v",
}


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("kernel", UNSET)
def test_a_value_that_was_never_set_is_found_where_it_matters(kernel: str, arch: str) -> None:
    findings = checked("unset", arch, kernel, checks=("init",)).findings
    assert len(findings) == 1, findings
    assert f"uninitialised: {UNSET[kernel]}" in findings[0]
    assert f"{DATA / 'unset'}.hip:{line_of('unset', kernel)}" in findings[0]
    if kernel == "lanes":
        lanes = 8 if arch == "gfx1100" else 16
        assert f"(and in {lanes - 1} more lanes)" in findings[0]
        assert "thread (0,0,0)" in findings[0]


@pytest.mark.parametrize("arch", ARCHS)
def test_lanes_that_share_global_memory_are_looked_at_on_request(arch: str) -> None:
    assert checked("race", arch, "overlap", checks=("race",)).findings == ()
    assert checked("race", arch, "fenced", checks=("lanes",)).findings == ()
    assert checked("race", arch, "right", checks=("lanes",)).findings == ()
    [finding] = checked("race", arch, "overlap", checks=("lanes",)).findings
    assert "race: write of 4 bytes of global memory" in finding
    assert "that lane 8 of this wave wrote at" in finding
    assert "with nothing that orders the two" in finding


def test_only_what_is_asked_for_is_looked_for() -> None:
    assert checked("bounds", "gfx1100", "past", checks=("race", "init", "divergence")).findings == ()
    assert checked("race", "gfx1100", "lds", checks=("bounds", "divergence")).findings == ()
