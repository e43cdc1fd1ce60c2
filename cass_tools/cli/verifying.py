"""`cass verify`: the verdict on a HIP file that somebody else wrote."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cass_tools import __version__
from cass_tools.cli.options import content
from cass_tools.cli.screen import Screen
from cass_tools.cli.verdicts import show_verdict
from cass_tools.compile_commands import Commands
from cass_tools.config import Config
from cass_tools.drivers.verdict import stanza
from cass_tools.errors import CassError
from cass_tools.library import beside
from cass_tools.model import Outcome, Safety, Source, StepKind, Verdict
from cass_tools.report import SCHEMA, verdict_value
from cass_tools.translators.rules import translate
from cass_tools.tree import CUDA_SUFFIXES
from cass_tools.trial import Settings, Unit
from cass_tools.verify import Bench, Require, bench, lacking

if TYPE_CHECKING:
    from cass_tools.drivers.trying import Kernels


def verify_file(
    file: Path, against: Path | None, settings: Settings, commands: Commands, *, as_json: bool, explain: bool = False
) -> int:
    """Try the file and print the verdict; 0 if it passed, compared unless it has no `main`."""
    _refuse_cuda(file)
    unit = Unit(file, content(file), flags=(*commands.of(file), *settings.flags))
    original = None
    if against is not None:
        original = Unit(against, content(against), flags=(*commands.of(against), *settings.flags))
    with bench(original, settings) as place:
        units = beside(file, against, settings.flags, place.compiler, place.folder)
        unit = replace(unit, library=units)
        place.original = original and replace(original, library=units)
        verdict = place.verify(unit)
        explained = _explanation(place, unit, verdict) if explain else []
    compared = against is not None or settings.expected is not None
    whole = compared and unit.has_main and not settings.kernels
    problem = lacking(verdict, Require.RUN if whole else Require.POSSIBLE)
    if problem is None and settings.kernels and not any(k.outcome is Outcome.PASSED for k in verdict.kernels):
        problem = "no kernel was tried" if against else "there is nothing to compare with; give --against FILE.cu"
    if problem is None and unit.has_main and not compared:
        problem = "it was compared with nothing; give --against FILE.cu or --expected FILE"
    if as_json:
        value = {"schema": SCHEMA, "version": __version__, "file": str(file), "passed": problem is None}
        told = {"explanation": explained} if explain else {}
        json.dump({**value, "problem": problem, **told, "verdict": verdict_value(verdict)}, sys.stdout, indent=1)
        print()
    else:
        screen = Screen()
        show_verdict(screen, verdict)
        screen.lines(f"  {line}" for line in explained)
        screen.lines(_stanzas(place.kernels, verdict))
        screen.line(f"error: not passed: {problem}" if problem else f"{file}: PASSED ({_what_passed(verdict)})")
    return 1 if problem else 0


def _explanation(place: Bench, unit: Unit, verdict: Verdict) -> list[str]:
    from cass_tools.explain_program import explained  # numpy comes with it, which programs do without

    return explained(place, unit, verdict)


def _refuse_cuda(file: Path) -> None:
    """A CUDA file would only fail to build; one that was translated in place keeps its name and is HIP."""
    if file.suffix in CUDA_SUFFIXES and translate(Source(file, content(file)), Config(), Safety.SAFE).changed:
        raise CassError(
            f"{file} is CUDA, and cass verify takes its translation: cass translate {file} makes one and verifies it; "
            f"for one that you have: cass verify FILE.hip --against {file}"
        )


def _stanzas(kernels: "Kernels | None", verdict: Verdict) -> Iterator[str]:
    """What to write into cass.toml for kernels that were not tried."""
    untried = {trial.kernel for trial in verdict.kernels if trial.outcome is Outcome.NOT_TRIED}
    for kernel in kernels.kernels if kernels and untried else ():
        if kernel.expression in untried:
            yield f"  to try {kernel.name}, fill this in and put it into cass.toml:"
            yield from (f"    {line}" for line in stanza(kernel).splitlines())


def _what_passed(verdict: Verdict) -> str:
    """`built, run, compared`, or that it was only built."""
    passed = {step.kind for step in verdict.steps if step.outcome is Outcome.PASSED}
    kinds = [kind.value for kind in StepKind if kind in passed]
    return ", ".join(kinds) if len(kinds) > 1 else "only built: it has no main"
