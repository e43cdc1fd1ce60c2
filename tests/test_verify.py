"""The logic of a verdict, with programs in shell on a fake GPU: every outcome, every reason, what may be written."""

from pathlib import Path

import pytest

from cass_tools import compilers, reference, runners
from cass_tools.compilers import nvcc
from cass_tools.judge import Terms
from cass_tools.model import Outcome, Step, StepKind, Target, Verdict
from cass_tools.runners import Limits, process
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Require, bench, lacking
from tests.fake_gpu import FakeCompiler, FakeRunner

MAIN = "int main() {}\n"


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> FakeCompiler:
    fake = FakeCompiler()
    for module in (compilers, reference):
        monkeypatch.setattr(module, "pick", lambda config: fake)
    monkeypatch.setattr(nvcc, "missing", lambda: "no nvcc in this test")
    return fake


@pytest.fixture(autouse=True)
def runner(monkeypatch: pytest.MonkeyPatch, compiler: FakeCompiler) -> FakeRunner:
    fake = FakeRunner()
    monkeypatch.setattr(runners, "pick", lambda *_: fake)
    monkeypatch.setattr(reference, "load", lambda name: fake)
    return fake


def judge(
    tmp_path: Path,
    candidate: str,
    original: str | None = "// sh: echo sum 5\n" + MAIN,
    settings: Settings | None = None,
) -> Verdict:
    (tmp_path / "x.cu").write_text(original or "")
    unit = Unit(tmp_path / "x.cu", original.encode()) if original is not None else None
    with bench(unit, settings or Settings()) as place:
        return place.verify(Unit(tmp_path / "x.cu", candidate.encode()))


def outcomes(verdict: Verdict, kind: StepKind) -> list[Outcome]:
    return [step.outcome for step in verdict.steps if step.kind is kind]


def reasons(verdict: Verdict, kind: StepKind) -> str:
    return "; ".join(step.detail for step in verdict.steps if step.kind is kind)


def test_passed(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// sh: echo sum 5\n" + MAIN)
    assert [(s.kind, s.target and s.target.arch) for s in verdict.steps] == [
        ("built", "gfx1100"),
        ("built", "gfx90a"),
        ("run", "gfx1100"),
        ("compared", "gfx1100"),
        ("run", "gfx90a"),
        ("compared", "gfx90a"),
    ]
    assert {s.outcome for s in verdict.steps} == {Outcome.PASSED}
    assert lacking(verdict, Require.RUN) is None


def test_wrong_output(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// sh: echo sum 6\n" + MAIN)
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.WRONG_OUTPUT] * 2
    assert 'stdout line 1: expected "sum 5", got "sum 6"' in reasons(verdict, StepKind.COMPARED)
    assert lacking(verdict, Require.POSSIBLE) == "compared for gfx1100: WRONG_OUTPUT"
    assert lacking(verdict, Require.NOTHING) is None


def test_depends_on_the_warp_size(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// wave32: echo sum 5\n// wave64: echo sum 3\n" + MAIN)
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.PASSED, Outcome.WRONG_OUTPUT]
    [note] = [n for n in verdict.notes if "warp size" in n]
    assert 'stdout line 1: "sum 5" on gfx1100, "sum 3" on gfx90a' in note


def test_a_crash_at_64_lanes_depends_on_the_warp_size_too(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// wave32: echo sum 5\n// wave64: kill -SEGV $$\n" + MAIN)
    assert outcomes(verdict, StepKind.RUN) == [Outcome.PASSED, Outcome.CRASHED]
    assert "SIGSEGV" in reasons(verdict, StepKind.RUN)
    assert any("warp size" in note for note in verdict.notes)


def test_wrong_at_both_is_no_matter_of_the_warp_size(tmp_path: Path) -> None:
    assert not any("warp size" in note for note in judge(tmp_path, "// sh: echo no\n" + MAIN).notes)


def test_not_built(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// no build: no member named 'x'\n" + MAIN)
    assert outcomes(verdict, StepKind.BUILT) == [Outcome.NOT_BUILT] * 2
    assert "no member named 'x'" in reasons(verdict, StepKind.BUILT)
    assert outcomes(verdict, StepKind.RUN) == []
    assert lacking(verdict, Require.POSSIBLE) == "built for gfx1100: NOT_BUILT"


def test_a_missing_compiler_is_not_tried_and_not_enough(tmp_path: Path, compiler: FakeCompiler) -> None:
    compiler.lacks = "install clang"
    verdict = judge(tmp_path, MAIN)
    assert outcomes(verdict, StepKind.BUILT) == [Outcome.NOT_TRIED] * 2
    assert lacking(verdict, Require.POSSIBLE) == "built for gfx1100: NOT_TRIED"


def test_time_out(tmp_path: Path) -> None:
    settings = Settings(targets=(Target("gfx1100"),), limits=Limits(timeout=1))
    verdict = judge(tmp_path, "// sh: sleep 30\n" + MAIN, settings=settings)
    assert outcomes(verdict, StepKind.RUN) == [Outcome.TIMED_OUT]
    assert lacking(verdict, Require.POSSIBLE) == "run for gfx1100: TIMED_OUT"


def test_without_main_it_is_only_built(tmp_path: Path, compiler: FakeCompiler) -> None:
    verdict = judge(tmp_path, "__global__ void k();  // main() is elsewhere\n", "__global__ void k();\n")
    assert {step.kind for step in verdict.steps} == {StepKind.BUILT}
    assert "not run: no main" in verdict.notes
    assert all(request.object_only for request in compiler.requests)
    assert lacking(verdict, Require.POSSIBLE) is None
    assert lacking(verdict, Require.RUN) == "it was not run: no main"


def test_a_refused_instruction_is_not_tried(tmp_path: Path) -> None:
    program = "// wave64: echo gfx90a image_sample_lz >&2; exit 112\n// wave32: echo sum 5\n" + MAIN
    verdict = judge(tmp_path, program)
    assert outcomes(verdict, StepKind.RUN) == [Outcome.PASSED, Outcome.NOT_TRIED]
    assert "image_sample_lz" in reasons(verdict, StepKind.RUN)
    assert lacking(verdict, Require.POSSIBLE) is None
    assert lacking(verdict, Require.RUN) == "run for gfx90a: NOT_TRIED"


def test_no_runner(tmp_path: Path, runner: FakeRunner) -> None:
    runner.lacks = "there is no GPU"
    verdict = judge(tmp_path, MAIN)
    assert outcomes(verdict, StepKind.RUN) == [Outcome.NOT_TRIED] * 2
    assert lacking(verdict, Require.RUN) is not None


def test_ptx_in_the_original_says_so(tmp_path: Path) -> None:
    original = '// no build: x\n__device__ void f() { asm volatile("bar.sync 0;"); }\n' + MAIN
    verdict = judge(tmp_path, "// sh: echo sum 5\n" + MAIN, original)
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.NOT_TRIED] * 2
    assert "inline PTX" in reasons(verdict, StepKind.COMPARED)
    assert lacking(verdict, Require.POSSIBLE) is None
    assert lacking(verdict, Require.RUN) == "compared for gfx1100: NOT_TRIED"


def test_an_original_that_does_not_build_or_run_is_no_reference(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// sh: echo\n" + MAIN, "// no build: unknown cudaFoo\n" + MAIN)
    assert "unknown cudaFoo" in reasons(verdict, StepKind.COMPARED)
    verdict = judge(tmp_path, "// sh: echo\n" + MAIN, "// sh: kill -ABRT $$\n" + MAIN)
    assert "SIGABRT" in reasons(verdict, StepKind.COMPARED)


def test_expected_output(tmp_path: Path) -> None:
    settings = Settings(expected=b"sum 7\n")
    assert judge(tmp_path, "// sh: echo sum 7\n" + MAIN, None, settings).outcome is Outcome.PASSED
    assert judge(tmp_path, "// sh: echo sum 8\n" + MAIN, None, settings).outcome is Outcome.WRONG_OUTPUT
    assert judge(tmp_path, "// sh: echo sum 7; exit 1\n" + MAIN, None, settings).outcome is Outcome.WRONG_OUTPUT


def test_nothing_to_compare_with(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// sh: echo 1\n" + MAIN, None)
    assert "--against" in reasons(verdict, StepKind.COMPARED)


def test_a_candidate_that_starts_no_kernel_is_wrong(tmp_path: Path) -> None:
    original = "// launches: 2\n// sh: echo sum 5\n" + MAIN
    verdict = judge(tmp_path, "// launches: 0\n// sh: echo sum 5\n" + MAIN, original)
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.WRONG_OUTPUT] * 2
    assert "no kernel was started" in reasons(verdict, StepKind.COMPARED)
    verdict = judge(tmp_path, "// launches: 0\n// sh: echo sum 0\n" + MAIN, original)
    assert 'got "sum 0"; no kernel was started' in reasons(verdict, StepKind.COMPARED)
    source = "// sh: echo sum 5\nint main() { k<<<1, 1>>>(); }\n"
    verdict = judge(tmp_path, "// launches: 0\n" + source, source, Settings(expected=b"sum 5\n"))
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.WRONG_OUTPUT] * 2


def test_an_original_that_starts_no_kernel_asks_for_none(tmp_path: Path) -> None:
    idle = (
        "// sh: echo no device; exit 1\n// launches: 0\n__global__ void k() {}\n"
        + MAIN
        + "void f() { k<<<1, 1>>>(); }\n"
    )
    assert judge(tmp_path, idle, idle).outcome is Outcome.PASSED


def test_an_original_that_differs_from_itself_is_named(tmp_path: Path) -> None:
    unsteady = "// sh: echo same; date +%s%N\n" + MAIN
    verdict = judge(tmp_path, unsteady, unsteady, Settings(targets=(Target("gfx1100"),)))
    assert verdict.outcome is Outcome.WRONG_OUTPUT
    assert any("differs from itself from run to run, at stdout line 2" in note for note in verdict.notes)


def test_a_program_that_prints_its_own_path_is_still_the_same(tmp_path: Path) -> None:
    wordy = "// sh: echo $0 starts in $(pwd)\n" + MAIN
    assert judge(tmp_path, wordy, wordy).outcome is Outcome.PASSED


def test_a_failing_original_is_mentioned(tmp_path: Path) -> None:
    verdict = judge(tmp_path, "// sh: exit 4\n" + MAIN, "// sh: exit 4\n" + MAIN)
    assert "the original itself ends with exit status 4" in verdict.notes
    assert "no output, exit status 4: identical" in reasons(verdict, StepKind.COMPARED)


def test_arguments_data_and_result_files(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("7")
    (tmp_path / "out.txt").write_text("7 old")
    program = '// sh: test -e out.txt && exit 3; echo "$(cat in.txt) $1" > out.txt; echo x > in.txt\n' + MAIN
    settings = Settings(args=("seven",), compare_files=("out.txt",))
    verdict = judge(tmp_path, program, program, settings)
    assert verdict.outcome is Outcome.PASSED
    assert "file out.txt" in reasons(verdict, StepKind.COMPARED)
    assert (tmp_path / "in.txt").read_text() == "7"
    assert (tmp_path / "out.txt").read_text() == "7 old"
    lazy = judge(tmp_path, "// sh: true\n" + MAIN, program, settings)
    assert "file out.txt: expected a file, got no such file" in reasons(lazy, StepKind.COMPARED)


def test_a_result_file_that_nobody_wrote_proves_nothing(tmp_path: Path) -> None:
    settings = Settings(compare_files=("out.txt", "made.txt"))
    program = "// sh: echo sum 5; echo 1 > made.txt\n" + MAIN
    verdict = judge(tmp_path, program, program, settings)
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.WRONG_OUTPUT] * 2
    assert reasons(verdict, StepKind.COMPARED).startswith("neither the original nor the candidate wrote out.txt")
    assert not any("differs from itself" in note for note in verdict.notes)


@pytest.mark.parametrize("original", ["echo 12; echo 34", "echo 12"])
def test_output_beyond_the_limit_is_never_a_pass(tmp_path: Path, original: str) -> None:
    settings = Settings(limits=Limits(output=3))
    verdict = judge(tmp_path, "// sh: echo 12; echo 35\n" + MAIN, f"// sh: {original}\n" + MAIN, settings)
    assert Outcome.PASSED not in outcomes(verdict, StepKind.COMPARED)
    assert "stdout is longer than what is kept of it" in reasons(verdict, StepKind.COMPARED)
    assert lacking(verdict, Require.RUN) is not None


def test_a_result_file_beyond_the_limit_is_never_a_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "FILE_LIMIT", 2)
    program = "// sh: echo 12 > out.txt\n" + MAIN
    verdict = judge(tmp_path, program, program, Settings(compare_files=("out.txt",)))
    assert outcomes(verdict, StepKind.COMPARED) == [Outcome.NOT_TRIED] * 2
    assert "file out.txt is longer" in reasons(verdict, StepKind.COMPARED)


def test_terms_are_used_and_said(tmp_path: Path) -> None:
    settings = Settings(terms=Terms(tolerance=0.5))
    verdict = judge(tmp_path, "// sh: echo 1.2\n" + MAIN, "// sh: echo 1.0\n" + MAIN, settings)
    assert verdict.outcome is Outcome.PASSED
    assert "numbers within 0.5" in reasons(verdict, StepKind.COMPARED)


def test_a_program_of_several_targets_and_jobs(tmp_path: Path) -> None:
    settings = Settings(targets=(Target("gfx1030"), Target("gfx942")), jobs=4)
    assert judge(tmp_path, "// sh: echo sum 5\n" + MAIN, settings=settings).outcome is Outcome.PASSED


@pytest.mark.parametrize("require", [Require.POSSIBLE, Require.RUN])
def test_an_empty_verdict_is_never_enough(require: Require) -> None:
    assert lacking(Verdict(()), require)


def test_honest_words_for_the_executor(tmp_path: Path, runner: FakeRunner) -> None:
    runner.name = "exec"
    verdict = judge(tmp_path, "// sh: echo sum 5\n" + MAIN)
    assert "gfx1100 and gfx90a code was executed on this CPU, not on AMD hardware" in verdict.notes


@pytest.mark.parametrize(
    ("text", "has_main"),
    [
        ("int main() { }", True),
        ("int main(int argc, char **argv)\n{\n}", True),
        ("auto main() -> int { return 0; }", True),
        ("int main(void) try { } catch (...) { }", True),
        ("// int main() {}", False),
        ('const char *s = "int main() {}";', False),
        ("int domain() { }", False),
        ("int x = main(1);", False),
        ("int main();", False),
        ("void a::main() { }", False),
    ],
)
def test_what_a_program_is(text: str, has_main: bool) -> None:
    assert Unit(Path("x.cu"), text.encode()).has_main is has_main


def test_lacking_ignores_untried_runs_only_where_a_run_is_not_required() -> None:
    built = Step(StepKind.BUILT, Outcome.PASSED, Target("gfx1100"))
    ran = Step(StepKind.RUN, Outcome.NOT_TRIED, Target("gfx1100"))
    assert lacking(Verdict((built, ran)), Require.POSSIBLE) is None
    assert lacking(Verdict((built, ran)), Require.RUN) == "run for gfx1100: NOT_TRIED"
