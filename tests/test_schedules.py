"""Results that depend on the order of workgroups and waves: in the port, in the original, and let alone in both."""

from pathlib import Path

import pytest

from cass_tools import schedules
from cass_tools.compare.spread import ANYWHERE
from cass_tools.compilers import BuildRequest, pick
from cass_tools.config import Config
from cass_tools.judge import Terms
from cass_tools.model import Outcome, Run, StepKind, Target, Verdict
from cass_tools.runners import load
from cass_tools.trial import Settings, Unit
from cass_tools.verify import bench

GFX = Target("gfx1100")
PROGRAM = """
#include <%s_runtime.h>
#include <cstdio>
__global__ void last(int *p) { %s }
__global__ void total(int *p) { atomicAdd(p, int(blockIdx.x)); }
int main() {
  int *d, h = 0;
  %sMalloc(&d, 4);
  %sMemset(d, 0, 4);
  last<<<40, 128>>>(d);
  %sMemcpy(&h, d, 4, %sMemcpyDeviceToHost);
  printf("last %%d\\n", h);
  %sMemset(d, 0, 4);
  total<<<40, 1>>>(d);
  %sMemcpy(&h, d, 4, %sMemcpyDeviceToHost);
  printf("total %%d\\n", h);
}
"""
COPY = """
#include <%s_runtime.h>
#include <cstdio>
__global__ void copied(const int *from, int *to, int n) { if (threadIdx.x %s n) to[threadIdx.x] = from[threadIdx.x]; }
int main() {
  int *a, *b, h = 0;
  %sMalloc(&a, 128);
  %sMalloc(&b, 128);
  %sMemset(a, 1, 128);
  copied<<<1, 64>>>(a, b, 32);
  %sMemcpy(&h, b, 4, %sMemcpyDeviceToHost);
  printf("%%x\\n", h);
}
"""
COPIES = (("cuda", "<", "cuda"), ("hip/hip", "<=", "hip"))
RACE = "*p = blockIdx.x;"
WAVES = "if (threadIdx.x % 32 == 0 && blockIdx.x == 3) *p = threadIdx.x;"
STEADY = "if (blockIdx.x == 3 && threadIdx.x == 5) *p = 7;"


def text(body: str, dialect: str) -> bytes:
    header = "hip/hip" if dialect == "hip" else "cuda"
    return (PROGRAM % (header, body, *([dialect] * 7))).encode()


def judge(tmp_path: Path, original: str, port: str) -> Verdict:
    settings = Settings(targets=(GFX,), reference="header")
    with bench(Unit(tmp_path / "x.cu", text(original, "cuda")), settings) as place:
        return place.verify(Unit(tmp_path / "x.hip", text(port, "hip")))


def compared(verdict: Verdict) -> tuple[Outcome, str]:
    [step] = [s for s in verdict.steps if s.kind is StepKind.COMPARED]
    return step.outcome, step.detail


@pytest.mark.gpu_code
def test_a_zero_behind_the_end_of_memory_is_seen_in_another_order(tmp_path: Path) -> None:
    clears = STEADY + " if (blockIdx.x == 3 && threadIdx.x == 1) p[1] = 0;"
    outcome, detail = compared(judge(tmp_path, STEADY, clears))
    assert outcome is Outcome.WRONG_OUTPUT
    assert detail == "kernel last(int*) wrote behind the end of allocation 1 (4 bytes), at byte 4"
    assert compared(judge(tmp_path, clears, clears))[0] is Outcome.PASSED


@pytest.mark.gpu_code
def test_a_copy_from_behind_memory_to_behind_memory_is_seen(tmp_path: Path) -> None:
    original, port = ((COPY % (header, sign, *([api] * 5))).encode() for header, sign, api in COPIES)
    with bench(Unit(tmp_path / "x.cu", original), Settings(targets=(GFX,), reference="header")) as place:
        outcome, detail = compared(place.verify(Unit(tmp_path / "x.hip", port)))
    assert outcome is Outcome.WRONG_OUTPUT
    assert (
        detail == "kernel copied(int const*, int*, int) wrote behind the end of allocation 2 (128 bytes), at byte 128"
    )


@pytest.mark.gpu_code
def test_a_port_that_hangs_on_the_order_is_wrong(tmp_path: Path) -> None:
    steady = STEADY.replace("7", "39")
    outcome, detail = compared(verdict := judge(tmp_path, steady, RACE))
    assert outcome is Outcome.WRONG_OUTPUT
    assert detail.startswith("in another order of workgroups and waves (seed 1): stdout line 1: expected")
    [note] = [n for n in verdict.notes if n.startswith("nondeterministic")]
    assert "the translation differs from itself on gfx1100" in note


@pytest.mark.gpu_code
def test_what_the_original_does_not_repeat_is_not_compared(tmp_path: Path) -> None:
    verdict = judge(tmp_path, RACE, WAVES)
    assert compared(verdict)[0] is Outcome.PASSED
    notes = [n for n in verdict.notes if n.startswith("nondeterministic")]
    assert len(notes) == 1
    assert "the original differs from itself in another order of workgroups and waves, at stdout line 1" in notes[0]
    wrong = text(RACE, "hip").replace(b"int(blockIdx.x)", b"1")
    with bench(Unit(tmp_path / "x.cu", text(RACE, "cuda")), Settings(targets=(GFX,), reference="header")) as place:
        outcome, detail = compared(place.verify(Unit(tmp_path / "x.hip", wrong)))
    assert (outcome, detail) == (Outcome.WRONG_OUTPUT, 'stdout line 2: expected "total 780", got "total 40"')


@pytest.mark.gpu_code
def test_steady_programs_have_no_note(tmp_path: Path) -> None:
    verdict = judge(tmp_path, STEADY, STEADY)
    assert compared(verdict)[0] is Outcome.PASSED
    assert not any(n.startswith("nondeterministic") for n in verdict.notes)


@pytest.mark.gpu_code
def test_an_order_is_a_permutation_that_its_seed_repeats(tmp_path: Path) -> None:
    source = tmp_path / "x.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <cstdio>\n__device__ int next;\n"
        "__global__ void k(int *p) {\n"
        "  if (threadIdx.x % 32 == 0) p[atomicAdd(&next, 1)] = blockIdx.x * 4 + threadIdx.x / 32;\n}\n"
        "int main() { int *d, h[160]; hipMalloc(&d, sizeof h); k<<<40, 128>>>(d);\n"
        '  hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost); for (int v : h) printf("%d ", v); }\n'
    )
    built = pick(Config()).build(BuildRequest(source, tmp_path / "x", GFX))
    assert built.binary is not None, built.log

    def order(seed: int) -> list[int]:
        runner = schedules.scheduled(load("exec"), seed)
        assert runner is not None and built.binary is not None
        ran = runner.run(built.binary, GFX, limits=Settings().limits, cwd=tmp_path)
        return list(map(int, ran.stdout.split()))

    orders = [order(seed) for seed in (0, 1, 1, 2)]
    assert orders[0] == list(range(160))
    assert all(sorted(each) == orders[0] for each in orders)
    assert orders[1] == orders[2]
    assert len({tuple(each) for each in orders}) == 3


def run(stdout: str, *, status: int = 0, seconds: float = 0.1) -> Run:
    return Run(Outcome.PASSED, "exec", GFX, status, stdout.encode(), seconds=seconds)


def test_which_lines_vary() -> None:
    others = {1: run("a 1\nb 2\nc 3\n"), 2: run("a 1\nb 9\nc 4\n")}
    found = schedules.watch(run("a 1\nb 2\nc 4\n"), others.get, Terms())
    assert (found.lines, found.seed) == (frozenset({2, 3}), 1)
    assert schedules.watch(run("a\n"), lambda seed: run("a\nb\n"), Terms()).lines is None
    assert schedules.watch(run("a\n"), lambda seed: run("a\n", status=1), Terms()).lines is None
    assert schedules.watch(run("a\n", seconds=99), lambda seed: run("b\n"), Terms()).difference is None
    assert schedules.watch(run("a\n"), lambda seed: None, Terms()).difference is None


def test_what_varies_in_the_same_order_too_is_no_result() -> None:
    asked: list[int] = []

    def again(seed: int) -> Run:
        asked.append(seed)
        return run(f"sum 4.{seed}25 after 0.{len(asked)}13\nrate 0.5\n")

    first = run("sum 4.025 after 0.013\nrate 0.5\n")
    found = schedules.watch(first, again, Terms(), spread=True, repeatable=True)
    assert asked[-1] == 0
    [total, after] = found.spans[1]
    assert total not in (None, ANYWHERE)
    assert after == ANYWHERE
    found = schedules.watch(first, again, Terms(), spread=True)
    assert ANYWHERE not in found.spans[1], "where the order is the hardware's"


def test_runners_whose_order_is_the_hardwares() -> None:
    assert schedules.scheduled(load("amd"), 1) is None
