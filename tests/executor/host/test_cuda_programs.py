"""Programs that nvcc builds, executed by NVIDIA's own machine code of them: CUDA's host interface from its headers."""

from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.compilers import nvidia_tools
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import SCALAR, ExecRunner
from tests.executor.host.rig import DATA, succeed

SNIPPETS = Path(__file__).parents[2] / "rules" / "snippets"
pytestmark = pytest.mark.nvidia_tools


def built(folder: Path, *flags: str, source: str = "interface.cu", sm: int = 90) -> Path:
    output = folder / "program"
    words = ("-std=c++17", "-cudart", "shared", f"-arch=sm_{sm}", *flags)
    done = proc.run([nvidia_tools.find("nvcc") or "nvcc", *words, DATA / "cuda" / source, "-o", output], timeout=120)
    assert done.status == 0, done.stderr.decode()
    return output


@pytest.mark.parametrize("flags", [(), ("--default-stream", "per-thread")])
def test_calls_do_what_cuda_defines_inside_the_sandbox(flags: tuple[str, ...], tmp_path: Path) -> None:
    driver = tmp_path / "driver.cpp"  # what a linker needs of a driver that is not installed
    driver.write_text('extern "C" { int cuMemAlloc_v2() { return 1; } int cuMemFree_v2() { return 1; } }\n')
    stub = tmp_path / "libcuda.so"
    succeed("g++", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", stub, driver)
    program = built(tmp_path, *flags, f"-L{tmp_path}", "-lcuda")
    (tmp_path / "run").mkdir()
    ran = ExecRunner().run(program, Target("sm_90"), limits=Limits(timeout=60.0), cwd=tmp_path / "run")
    assert (ran.outcome, ran.detail, ran.stdout.decode()) == (Outcome.PASSED, "", "0 wrong\n"), ran.stderr
    assert ran.launches == 2
    assert list((tmp_path / "run").iterdir()) == []


@pytest.mark.parametrize("runner", [ExecRunner(), SCALAR], ids=["fast", "scalar"])
def test_kernels_print_what_nvidia_does(runner: ExecRunner, tmp_path: Path) -> None:
    program = built(tmp_path, source="printing.cu")
    ran = runner.run(program, Target("sm_90"), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert (ran.outcome, ran.stdout.decode()) == (Outcome.PASSED, "[(null)] 768\n"), ran.detail
    ran = runner.run(program, Target("sm_90"), ("watch",), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert "kernel watch() cannot run here: sm_90 CS2R.32: SR_PM0" in ran.detail


def test_locks_within_a_warp_are_passed_on_thread_by_thread(tmp_path: Path) -> None:
    program = built(tmp_path, source="locks.cu")
    ran = SCALAR.run(program, Target("sm_90"), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert (ran.outcome, ran.stdout.decode()) == (Outcome.PASSED, "0 128 0 384 cudaSuccess\n"), ran.detail


@pytest.mark.parametrize("runner", [ExecRunner(), SCALAR], ids=["fast", "scalar"])
def test_a_variable_that_only_the_host_reads_has_its_value(runner: ExecRunner, tmp_path: Path) -> None:
    program = built(tmp_path, source=str(SNIPPETS / "function_table.cu"))
    ran = runner.run(program, Target("sm_90"), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert (ran.outcome, ran.stdout.decode()) == (Outcome.PASSED, "8.25 10.25\n"), ran.detail


@pytest.mark.parametrize("runner", [ExecRunner(), SCALAR], ids=["fast", "scalar"])
@pytest.mark.parametrize("trap", ["", "trap"])
def test_after_a_failed_assertion_or_a_trap_every_call_fails(runner: ExecRunner, trap: str, tmp_path: Path) -> None:
    program = built(tmp_path, source="lasting.cu")
    ran = runner.run(program, Target("sm_90"), tuple(trap.split()), limits=Limits(timeout=60.0), cwd=tmp_path)
    error = "cudaErrorLaunchFailure" if trap else "cudaErrorAssert"
    assert ran.outcome is Outcome.PASSED, ran.detail
    assert ran.stdout.decode().splitlines() == ["synchronize", *[error] * 9, "untouched 7"]
    said = "kernel stop(int, int): trap" if trap else "[40,0,0] Assertion `int(threadIdx.x) < limit"
    assert said in ran.stderr.decode()


# Blocks of a cluster and their barrier; questions as an H200 answers them; a long calculation of one thread.
@pytest.mark.parametrize("runner", [ExecRunner(), SCALAR], ids=["fast", "scalar"])
@pytest.mark.parametrize("source", ["clusters.cu", "questions.cu", "long.cu"])
def test_programs_find_nothing_wrong(source: str, runner: ExecRunner, tmp_path: Path) -> None:
    program = built(tmp_path, source=source)
    ran = runner.run(program, Target("sm_90"), limits=Limits(timeout=120.0), cwd=tmp_path)
    assert (ran.outcome, ran.stdout.decode()) == (Outcome.PASSED, "0 wrong\n"), ran.detail


@pytest.mark.parametrize("runner", [ExecRunner(), SCALAR], ids=["fast", "scalar"])
@pytest.mark.parametrize("sm", [80, 90, 100])
def test_kernels_get_what_they_are_launched_with(sm: int, runner: ExecRunner, tmp_path: Path) -> None:
    program = built(tmp_path, source="parameters.cu", sm=sm)
    ran = runner.run(program, Target(f"sm_{sm}"), limits=Limits(timeout=120.0), cwd=tmp_path)
    assert (ran.outcome, ran.stdout.decode()) == (Outcome.PASSED, "0 wrong\n"), ran.detail
