"""The architecture that the original's machine code is made for."""

import pytest

from cass_tools.model import Target
from cass_tools.runners.lifting import CLUSTERS, DEFAULT, made_for_any

LOG = """ptxas source.ptx, line 140; error   : Feature 'min.relu' requires .target sm_90 or higher
ptxas source.ptx, line 150; error   : Feature 'redux.f32' requires .target sm_100 or higher
ptxas fatal   : Ptx assembly aborted due to errors
"""
NO_CLUSTERS = "x.cu(3): error: __cluster_dims__ is not supported for this GPU architecture\n"
NEWEST = Target("sm_100")
Attempt = tuple[Target, str | None]


def attempts(logs: dict[Target, str]) -> tuple[Attempt, list[Target]]:
    """What is made in the end where nvcc says so of an architecture, and nothing of others; and what was tried."""
    tried = list[Target]()

    def make(target: Target) -> Attempt:
        tried.append(target)
        return target, logs.get(target)

    return made_for_any(make, lambda made: made[1]), tried


@pytest.mark.parametrize(
    ("log", "target"),
    [(LOG, NEWEST), (NO_CLUSTERS, CLUSTERS), ('error: namespace "cg" has no member "this_cluster"', CLUSTERS)],
)
def test_what_only_a_newer_architecture_has_is_built_for_that(log: str, target: Target) -> None:
    assert attempts({DEFAULT: log}) == ((target, None), [DEFAULT, target])


def test_what_builds_is_built_once() -> None:
    assert attempts({}) == ((DEFAULT, None), [DEFAULT])


def test_what_no_architecture_has_is_told_of_the_first() -> None:
    log = 'x.cu(3): error: identifier "y" is undefined\n'
    assert attempts({DEFAULT: log, CLUSTERS: "another"}) == ((DEFAULT, log), [DEFAULT, CLUSTERS])


def test_a_missing_header_is_missing_for_all() -> None:
    log = 'x.cu:1:10: fatal error: cannot open source file "y.h"\n'
    assert attempts({DEFAULT: log}) == ((DEFAULT, log), [DEFAULT])
