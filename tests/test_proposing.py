"""What a model wrote passes only if it is right for a reason."""

from pathlib import Path

from cass_tools.model import Build, Candidate, Edit, Outcome, Source, Span, Target, Verdict
from cass_tools.proposing import doubted
from cass_tools.verify import Require, lacking

DATA = b"int a;\nint b;\nint c;\n"
GPU = Target("gfx1100")


def verdict_of(log: str) -> Verdict:
    """The verdict on a candidate whose second line a model wrote."""
    candidate = Candidate(Source(Path("a.cu"), DATA), DATA, made=(Edit(Span(7, 13), b"int d;"),))
    return doubted(Verdict(()), candidate, {GPU: Build(Outcome.PASSED, GPU, Path("a.o"), log)})


def test_a_warning_about_a_models_line_is_a_doubt() -> None:
    found = verdict_of("a.cu:2:5: warning: address of 'x' is always true [-Wpointer-bool-conversion]\n")
    assert found.outcome is Outcome.FAULTY
    assert "always true" in found.steps[0].detail
    assert lacking(found, Require.POSSIBLE)


def test_other_warnings_are_the_users_own() -> None:
    assert not verdict_of("a.cu:1:5: warning: address of 'x' is always true [-Wpointer-bool-conversion]\n").steps
    assert not verdict_of("a.cu:2:5: warning: unused variable 'x' [-Wunused-variable]\n").steps
    assert not verdict_of("a.cu:2:5: error: no\n").steps
    assert not verdict_of("/x/ba.cu:2:5: warning: address of 'x' is always true [-Wpointer-bool-conversion]\n").steps
    assert verdict_of("/x y/a.cu:2:5: warning: address of 'x' is always true [-Wpointer-bool-conversion]\n").steps


def test_lines_more_than_there_were_are_the_models_too() -> None:
    candidate = Candidate(Source(Path("a.cu"), DATA), DATA, made=(Edit(Span(0, 6), b"int a;\nint d;\nint e;"),))
    for line, own in ((1, True), (3, True), (4, False)):
        log = f"a.cu:{line}:5: warning: address of 'x' is always true [-Wpointer-bool-conversion]\n"
        found = doubted(Verdict(()), candidate, {GPU: Build(Outcome.PASSED, GPU, Path("a.o"), log)})
        assert bool(found.steps) == own
