"""A kernel that runs for long is translated again, and goes on in the better code."""

import sys
from pathlib import Path

import pytest

from cass_tools.executor.cache import code_folder, kernel_file
from tests.executor.host.rig import Kernels

pytestmark = pytest.mark.gpu_code

HELPER = f"""#!{sys.executable}
import sys
from pathlib import Path
_, _, kernel, folder, tier = sys.stdin.readline().rstrip("\\n").split("\\t")
native = Path(folder, "{kernel_file("first_tier", 1)}.so").resolve()
library = Path(folder, "{kernel_file("first_tier", 2)}.so")
library.with_suffix(".txt").write_text("second_tier 8\\n")
library.symlink_to(native)
print("ok", library, "second_tier", 8, sep="\\t", flush=True)
sys.stdin.read()
"""


def second_tier(kernels: Kernels) -> Path:
    return kernels.folder / code_folder(kernels.code.read_bytes()) / f"{kernel_file('first_tier', 2)}.so"


@pytest.fixture
def helper(wave32: Kernels, tmp_path: Path) -> str:
    program = tmp_path / "helper"
    program.write_text(HELPER)
    program.chmod(0o755)
    second_tier(wave32).unlink(missing_ok=True)
    return str(program)


def test_a_wave_goes_on_in_the_second_tier_and_the_next_run_begins_there(wave32: Kernels, helper: str) -> None:
    ended = wave32.launch("first_tier", CASS_EXEC_PYTHON=helper)
    assert ended.numbers[:2] == [1, 42]
    assert second_tier(wave32).exists()
    again = wave32.launch("first_tier")
    assert again.numbers[:2] == [0, 0]  # no wave was ever in the first tier


def test_a_single_tier_can_be_asked_for(wave32: Kernels, helper: str) -> None:
    ended = wave32.launch("first_tier", CASS_EXEC_PYTHON=helper, CASS_EXEC_TIER="2")
    assert ended.numbers[:2] == [0, 0]


@pytest.mark.parametrize(("threads", "most"), [("1", 1), ("3", 3)])
def test_long_launches_are_shared_by_as_many_threads_as_wanted(wave32: Kernels, threads: str, most: int) -> None:
    ended = wave32.launch("on_many_threads", (60, 1, 1), CASS_EXEC_THREADS=threads)
    used = set(ended.numbers[:60])
    assert 0 not in used
    assert len(used) == most
