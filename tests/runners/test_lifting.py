"""The architecture that the original's machine code is made for."""

from pathlib import Path

import pytest

from cass_tools.model import Build, Outcome, Target
from cass_tools.runners.lifting import CLUSTERS, DEFAULT, made_for_any

LOG = """ptxas source.ptx, line 140; error   : Feature 'min.relu' requires .target sm_90 or higher
ptxas source.ptx, line 150; error   : Feature 'redux.f32' requires .target sm_100 or higher
ptxas fatal   : Ptx assembly aborted due to errors
"""
NO_CLUSTERS = "x.cu(3): error: __cluster_dims__ is not supported for this GPU architecture\n"
NEWEST = Target("sm_100")


def attempts(logs: dict[Target, str], last: Outcome = Outcome.NOT_BUILT) -> tuple[Build, list[Target]]:
    """What is made in the end where nvcc says so of an architecture, and nothing of others; and what was tried."""
    tried = list[Target]()

    def make(target: Target) -> Build:
        tried.append(target)
        if target not in logs:
            return Build(Outcome.PASSED, target, Path("program"))
        return Build(Outcome.NOT_BUILT if target == DEFAULT else last, target, log=logs[target])

    return made_for_any(make, lambda made: made), tried


@pytest.mark.parametrize(
    ("log", "target"),
    [(LOG, NEWEST), (NO_CLUSTERS, CLUSTERS), ('error: namespace "cg" has no member "this_cluster"', CLUSTERS)],
)
def test_what_only_a_newer_architecture_has_is_built_for_that(log: str, target: Target) -> None:
    made, tried = attempts({DEFAULT: log})
    assert (made.outcome, made.target, tried) == (Outcome.PASSED, target, [DEFAULT, target])


def test_what_builds_is_built_once() -> None:
    made, tried = attempts({})
    assert (made.outcome, made.target, tried) == (Outcome.PASSED, DEFAULT, [DEFAULT])


@pytest.mark.parametrize("last", [Outcome.NOT_BUILT, Outcome.NOT_TRIED, Outcome.TIMED_OUT])
def test_what_no_architecture_has_is_told_of_the_first(last: Outcome) -> None:
    log = 'x.cu(3): error: identifier "y" is undefined\n'
    made, tried = attempts({DEFAULT: log, CLUSTERS: "another"}, last)
    assert (made.log, tried) == (log, [DEFAULT, CLUSTERS])


def test_a_missing_header_is_missing_for_all() -> None:
    log = 'x.cu:1:10: fatal error: cannot open source file "y.h"\n'
    made, tried = attempts({DEFAULT: log})
    assert (made.log, tried) == (log, [DEFAULT])
