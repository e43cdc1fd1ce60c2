"""Programs in the executor, end to end: compiled by clang for AMD, run here, judged by what they did."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.model import Outcome, Run, Target
from cass_tools.proc import Completed
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER, not_loaded

pytestmark = pytest.mark.gpu_code

SOURCE = Path(__file__).parent / "data" / "modes.hip"
Runs = Callable[..., Run]


@pytest.fixture(scope="module", params=["gfx1100", "gfx90a"])
def runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Runs one program in a mode that its first argument names."""
    folder, target = tmp_path_factory.mktemp("exec"), Target(request.param)
    build = ClangCompiler().build(BuildRequest(SOURCE, folder / "modes", target))
    assert build.binary is not None, build.log

    def run(mode: str, timeout: float = 60.0, keep: tuple[str, ...] = ()) -> Run:
        assert build.binary is not None
        limits = Limits(timeout=timeout)
        return RUNNER.run(build.binary, target, (mode,), limits=limits, cwd=folder, keep_files=keep)

    return run


def test_nothing_is_missing_here() -> None:
    assert RUNNER.missing() is None
    assert RUNNER.can_run(Target("gfx1100")) is None
    assert "gfx803" in (RUNNER.can_run(Target("gfx803")) or "")


def test_a_program_gets_its_results(runs: Runs) -> None:
    run = runs("sum", keep=("sum.txt", "none.txt"))
    assert (run.outcome, run.status, run.detail) == (Outcome.PASSED, 0, "")
    assert run.stdout == b"499500 1000 0.5\n"
    assert run.files == (("sum.txt", b"499500"), ("none.txt", None))
    assert run.launches == 2


def test_a_wavefront_is_as_wide_as_on_the_card(runs: Runs) -> None:
    run = runs("ballot")
    assert run.target is not None
    assert run.stdout.decode() == f"{run.target.wave} {'ff' * (run.target.wave // 8)}\n"


def test_a_kernel_prints(runs: Runs) -> None:
    assert runs("print").stdout == b"lane 0: 1.50 text\nlane 1: 2.50 text\nafter\n"


def test_a_captured_kernel_tells_its_arguments_and_takes_others(runs: Runs) -> None:
    run = runs("captured")
    assert (run.status, run.stdout) == (0, b"1 1 5 5 9\n"), run.detail


def test_a_programs_own_failure_is_its_own(runs: Runs) -> None:
    run = runs("status")
    assert (run.outcome, run.status) == (Outcome.PASSED, 3)


def test_an_assertion_names_its_condition(runs: Runs) -> None:
    run = runs("assert")
    assert run.outcome is Outcome.CRASHED
    assert "n == 1" in run.detail
    assert "kernel check" in run.detail


def test_a_wild_access_names_kernel_and_block(runs: Runs) -> None:
    run = runs("wild")
    assert run.outcome is Outcome.CRASHED
    assert run.target is not None
    assert run.detail.startswith(f"{run.target.arch} kernel wild(int*): memory fault at 0x")
    assert ", block (0,0,0), wave 0, " in run.detail
    assert "modes.hip:" in run.detail


def test_memory_that_was_freed_is_not_there_any_more(runs: Runs) -> None:
    run = runs("freed")
    assert run.outcome is Outcome.CRASHED
    assert "kernel wild(int*): memory fault" in run.detail


def test_a_crash_of_the_host_program_is_an_ordinary_one(runs: Runs) -> None:
    run = runs("crash")
    assert (run.outcome, run.status) == (Outcome.CRASHED, -11)
    assert "SIGSEGV" in run.detail


def test_a_kernel_without_end_is_stopped(runs: Runs) -> None:
    run = runs("endless", timeout=10.0)
    assert run.outcome is Outcome.TIMED_OUT
    assert "kernel endless" in run.detail and "a lane that waits for another lane of its wavefront" in run.detail


def test_an_instruction_that_is_not_known_is_not_tried(runs: Runs) -> None:
    run = runs("unknown")
    assert run.outcome is Outcome.NOT_TRIED
    assert "s_sendmsghalt" in run.detail


def test_a_function_that_the_runtime_lacks_is_named(runs: Runs) -> None:
    run = runs("lacking")
    assert run.outcome is Outcome.NOT_TRIED
    assert run.detail == "the program calls hipGraphicsUnregisterResource, which is not supported without a GPU"


def test_a_library_that_is_not_there_is_named() -> None:
    stderr = (
        b"./a: error while loading shared libraries: libhipfft.so.0: cannot open shared object file: No such file\n"
    )
    assert (not_loaded(stderr) or "").startswith("the program needs libhipfft.so.0, which cannot be loaded here")


def test_what_is_compared_runs_on_one_thread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[dict[str, str]] = []

    def run(argv: list[Path], *, env: dict[str, str], **_: object) -> Completed:
        seen.append(env)
        return Completed(0, b"", b"", 0.0)

    monkeypatch.setattr("cass_tools.proc.run", run)
    monkeypatch.delenv("CASS_EXEC_THREADS", raising=False)
    RUNNER.run(tmp_path / "a", Target("gfx1100"), limits=Limits(), cwd=tmp_path)
    monkeypatch.setenv("CASS_EXEC_THREADS", "3")
    RUNNER.run(tmp_path / "a", Target("gfx1100"), limits=Limits(), cwd=tmp_path)
    assert [env["CASS_EXEC_THREADS"] for env in seen] == ["1", "3"]


USES = """#include <hip/hip_runtime.h>
#include <cstdio>
extern __device__ int twice(int);
extern __device__ int more;
__global__ void fill(int *out) { out[threadIdx.x] = twice(threadIdx.x) + more; }
int main() {
  int *out, host[64];
  (void)hipMalloc(&out, sizeof host);
  fill<<<1, 64>>>(out);
  (void)hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost);
  printf("%d %d\\n", host[1], host[63]);
}
"""
DEFINES = "#include <hip/hip_runtime.h>\n__device__ int more = 5;\n__device__ int twice(int x) { return 2 * x; }\n"


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_units_share_gpu_functions_and_variables(tmp_path: Path, arch: str) -> None:
    source, other = tmp_path / "uses.hip", tmp_path / "other.hip"
    source.write_text(USES)
    other.write_text(DEFINES)
    request = BuildRequest(source, tmp_path / "program", Target(arch), flags=("-fgpu-rdc",), others=(other,))
    made = ClangCompiler().build(request)
    assert made.binary is not None, made.log
    done = RUNNER.run(made.binary, Target(arch), (), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert done.stdout == b"7 131\n"
