"""Candidates that must not pass verification, run for real: each is caught, by the step that should catch it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cass_tools.model import Outcome, StepKind, Target
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, bench, lacking

FOLDER = Path(__file__).parent / "cheats"
CAUGHT = {
    "prints_the_answer": "no kernel was started",
    "computes_on_the_host": "no kernel was started",
    "swallows_the_error": "no kernel was started",
    "exits_early": "stdout line 1",
    "hides_the_status": "exit status: expected 0, got 1",
}


@pytest.fixture(scope="module")
def place() -> Iterator[Bench]:
    original = FOLDER / "original.cu"
    with bench(Unit(original, original.read_bytes()), Settings(targets=(Target("gfx1100"),))) as made:
        yield made


@pytest.mark.gpu_code
def test_the_honest_candidate_passes(place: Bench) -> None:
    verdict = place.verify(Unit(FOLDER / "honest.hip", (FOLDER / "honest.hip").read_bytes()))
    assert {step.outcome for step in verdict.steps} == {Outcome.PASSED}, verdict
    assert lacking(verdict, Require.RUN) is None


@pytest.mark.gpu_code
@pytest.mark.parametrize("name", CAUGHT)
def test_a_cheat_is_caught(place: Bench, name: str) -> None:
    file = FOLDER / f"{name}.hip"
    verdict = place.verify(Unit(file, file.read_bytes()))
    [compared] = [step for step in verdict.steps if step.kind is StepKind.COMPARED]
    assert compared.outcome is Outcome.WRONG_OUTPUT, verdict
    assert CAUGHT[name] in compared.detail
    assert lacking(verdict, Require.POSSIBLE) is not None


def test_every_cheat_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.hip")} - {"honest"} == set(CAUGHT)
