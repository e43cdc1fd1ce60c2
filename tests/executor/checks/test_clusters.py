"""Checks of kernels that run in clusters of blocks: shared memory of other blocks, and the cluster's barrier."""

import re
from pathlib import Path

import pytest

from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import ExecRunner
from tests.executor.host.test_cuda_programs import built

CHECKS = ("bounds", "race", "init", "divergence")
FAULTS = [
    ("bounds", "b", "reached", r"read of 4 bytes of LDS at offset 1280 of block \(\d,0,0\), right behind the end"),
    ("race", "p", "passed", r"write of 4 bytes of LDS at offset 1\d+ that block \(\d,0,0\), thread \(\d+,0,0\)"),
    ("race", "g", "given", r"read of 4 bytes of LDS at offset 1\d+ that block \(\d,0,0\), thread \(\d+,0,0\)"),
    ("init", "i", "unset", r"of block \(\d,0,0\), which nobody in the workgroup's cluster has written"),
]
pytestmark = pytest.mark.nvidia_tools


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("clusters"), source="cluster_faults.cu")


@pytest.mark.parametrize("source", ["cluster_faults.cu", "clusters.cu"])
def test_right_kernels_are_silent_under_all_checks(source: str, tmp_path: Path) -> None:
    made = built(tmp_path, source=source)
    ran = ExecRunner(CHECKS).run(made, Target("sm_90"), limits=Limits(timeout=300.0), cwd=tmp_path)
    assert (ran.outcome, ran.findings) == (Outcome.PASSED, ()), ran.detail


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: "-".join(case[:2]))
def test_a_fault_in_another_blocks_memory_is_found(case: tuple[str, str, str, str], program: Path) -> None:
    check, mode, kernel, what = case
    ran = ExecRunner((check,)).run(program, Target("sm_90"), (mode,), limits=Limits(timeout=120.0), cwd=program.parent)
    assert ran.outcome is Outcome.PASSED, ran.detail
    assert any(re.search(what, finding) for finding in ran.findings), ran.findings
    assert all(f"kernel {kernel}(" in finding for finding in ran.findings)
