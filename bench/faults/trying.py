"""One original, its right translation, and wrong versions of that, tried one after another.

What a fault did not change is not built or run again: kernels that are tried by themselves need their driver only, and
what builds to the programs of the right translation is not run.
"""

import hashlib
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.judge import Terms
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Limits
from cass_tools.trial import Settings, Unit, build
from cass_tools.verify import Bench, Require, lacking

TARGETS = (Target("gfx1100"), Target("gfx90a"))
NOT_BUILT = "NOT_BUILT"


class Became(NamedTuple):
    """What became of a fault: why it does not pass (empty: it does), whether it builds to the same programs, whether
    a compiler refuses it."""

    caught: str = ""
    same: bool = False
    unbuilt: bool = False


def settings_of(timeout: float, args: tuple[str, ...], flags: tuple[str, ...], *, kernels: bool) -> Settings:
    """As `cass verify --runner exec --mask-times`."""
    limits, terms = Limits(timeout=timeout), Terms(mask_times=True)
    return Settings(runner="exec", limits=limits, terms=terms, args=args, flags=flags, config=Config(), kernels=kernels)


class Trying:
    """A bench for one program. `why` says for each of TARGETS why the right translation does not pass."""

    def __init__(self, original: Unit, unit: Unit, settings: Settings, folder: Path) -> None:
        self.unit = unit
        self.bench = Bench(original, settings, folder)
        self.alone = settings.kernels

    @cached_property
    def why(self) -> tuple[str, ...]:
        """For each of TARGETS why the right translation does not pass; empty where it does."""
        return tuple(self._judge(self.unit, target) for target in TARGETS)

    @cached_property
    def sound(self) -> tuple[Target, ...]:
        """The GPUs on which the right translation passes."""
        return tuple(target for target, why in zip(TARGETS, self.why, strict=True) if not why)

    @property
    def untried(self) -> tuple[str, ...]:
        """Kernels that cannot be tried by themselves, where this is asked for: a fault in them says nothing."""
        known = self.bench.kernels if self.alone else None
        if known is None:
            return ()
        tried = {k.name for k in known.kernels if not isinstance(known.fitting[k.expression], str)}
        return tuple(sorted({k.name for k in known.kernels} - tried))

    @cached_property
    def _right(self) -> dict[Target, str]:
        return {target: _digest(self._build(self.unit, target)) for target in self.sound}

    def fault(self, data: bytes) -> Became:
        """Try a wrong version on each GPU on which the right one passes, until one refuses it."""
        unit = replace(self.unit, data=data)
        same = True
        for target in self.sound:
            made = self._build(unit, target)
            if made.binary is None:
                return Became(unbuilt=True)
            if _digest(made) == self._right[target]:
                continue
            same = False
            problem = self._judge(unit, target)
            if NOT_BUILT in problem:
                return Became(unbuilt=True)
            if problem:
                return Became(f"{target.arch} {problem}")
        return Became(same=same)

    def _build(self, unit: Unit, target: Target) -> Build:
        if self.alone and self.bench.kernels:
            return self.bench.kernels.prepare(unit, target).made
        return build(unit, target, self.bench.compiler, self.bench.folder, "hip")

    def _judge(self, unit: Unit, target: Target) -> str:
        """Why a version does not pass on a GPU; empty where it does."""
        if self.alone:
            return self._kernels(unit, target)
        self.bench.settings = replace(self.bench.settings, targets=(target,))
        verdict = self.bench.verify(unit)
        problem = lacking(verdict, Require.RUN) or idle(self.bench.original or unit, self.bench.reference.run)
        said = [s.detail for s in verdict.steps if s.outcome is not Outcome.PASSED and s.detail]
        return f"{problem}: {' '.join(said)[:300]}" if problem else ""

    def _kernels(self, unit: Unit, target: Target) -> str:
        kernels, runner = self.bench.kernels, self.bench.runner
        if kernels is None or isinstance(runner, str):
            return "no kernel was tried"
        trials = kernels.verify(unit, target, runner)
        wrong = [k for k in trials if k.outcome not in (Outcome.PASSED, Outcome.NOT_TRIED)]
        if wrong:
            return f"{wrong[0].kernel} {wrong[0].outcome}: {wrong[0].detail[:300]}"
        return "" if any(k.outcome is Outcome.PASSED for k in trials) else "no kernel was tried"


def idle(original: Unit, ran: Run | None) -> str:
    """Why an original that starts none of its kernels, for want of a file or of more steps, shows nothing of a
    translation; else empty."""
    if ran is None or ran.launches is None or ran.launches or not original.launches:
        return ""
    return f"NOT_TRIED: the original starts none of its kernels, and ends with exit status {ran.status}"


def _digest(made: Build) -> str:
    return hashlib.sha256(made.binary.read_bytes()).hexdigest() if made.binary else ""
