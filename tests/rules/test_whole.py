"""Whole programs full of what only CUDA has: translated by the rules, built, and run like their originals."""

from pathlib import Path

import pytest

from cass_tools.compile_commands import Commands
from cass_tools.model import Outcome, StepKind
from cass_tools.port import Job, port
from cass_tools.trial import Settings
from cass_tools.verify import Require

PROGRAMS = sorted((Path(__file__).parent / "whole").glob("*.cu"))


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_translation_does_what_its_original_does(program: Path) -> None:
    job = Job((program,), (), Settings(jobs=2), Require.RUN, Commands({}))
    (ported,) = port(job)
    assert ported.refused is None, ported.verdict.steps
    compared = [step for step in ported.verdict.steps if step.kind is StepKind.COMPARED]
    assert [(step.outcome, step.target.wave) for step in compared if step.target] == [
        (Outcome.PASSED, 32),
        (Outcome.PASSED, 64),
    ]
    assert ported.candidate.origin == "rules"
