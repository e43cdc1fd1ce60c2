"""Inputs for kernels: the first guess under which the original comes to its end, inside its buffers and without a race.

The kernels are tried together. A case that ends the program is left out, and the others go on; a kernel whose first
case does not go well, or whose results say nothing, is tried with the next guess at its sizes.
"""

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from cass_tools.drivers import options as opts
from cass_tools.drivers import plan
from cass_tools.drivers.files import Files
from cass_tools.drivers.options import Options
from cass_tools.drivers.plan import Plan
from cass_tools.drivers.program import Program, Ran
from cass_tools.drivers.results import Case
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.values import Policy
from cass_tools.model import Outcome
from cass_tools.runners import Runner
from cass_tools.trial import Settings

# Seconds of an idle machine: of one run, and of the search for each kernel as long as nothing fits.
ONE_RUN, PATIENCE = 10.0, 30.0
MOST_BUSY = 8  # times as long as on an idle machine
LESS = 64  # times less work, after a guess that took too long
FAILS = "the original itself fails with the inputs that were tried"
STYLES = tuple(style.name for style in plan.STYLES)


class Fitting(NamedTuple):
    """Inputs that the original takes: the plan of the cases, what it wrote, and how that is to be compared."""

    text: str
    cases: dict[str, Case]
    policy: Policy


Settle = Callable[[Sequence[Kernel], Mapping[str, str]], Mapping[str, Fitting | str]]
"""From plans, by kernel, to what the original writes under them, or a sentence why that says nothing."""


def _by_load(seconds: float) -> float:
    """As long as `seconds` of an idle machine by the clock of this one, on which others may compute too."""
    return seconds * min(max(os.getloadavg()[0] / (os.cpu_count() or 1), 1), MOST_BUSY)


@dataclass(slots=True)
class _Attempt:
    """One kernel: guesses that are left, the plan that is tried, its cases with what became of them ("" is well)."""

    kernel: Kernel
    guesses: Iterator[Plan]
    planned: Plan
    cases: dict[str, str] = field(default_factory=dict)
    why: str = f"{FAILS}: none was tried"
    over: bool = False
    slow: bool = False  # the guess takes too long
    telling: bool = False  # `why` is about a run that came to its end, and not to be replaced

    def text(self) -> str:
        """The cases that were not tried yet; none once the first has failed."""
        if self.cases.get(STYLES[0]):
            return ""
        return "".join(self.planned.text(guarded=False, only=s) for s in STYLES if s not in self.cases)

    @property
    def fits(self) -> bool:
        """Whether the first case went well; the others are welcome, but not needed."""
        return self.cases.get(STYLES[0]) == ""

    def found(self) -> str:
        """The plan for all cases that went well."""
        return "".join(self.planned.text(guarded=True, only=s) for s in STYLES if self.cases.get(s) == "")


@dataclass(frozen=True, slots=True)
class Search:
    """The search for inputs of kernels of `original`, which `checking` runs."""

    files: Files
    original: Program
    checking: Runner
    entries: list[tuple[str, Options]]
    settings: Settings
    folder: Path
    refused: dict[str, str] = field(default_factory=dict)
    """By kernel, the type of an argument that no driver could fill."""

    def all(self, kernels: Sequence[Kernel], settle: Settle) -> dict[str, Fitting | str]:
        """By kernel the first guess that fits it and says something, else the reason in words."""
        found: dict[str, Fitting | str] = {}
        trying = [self._attempt(kernel) for kernel in kernels]
        until = time.monotonic() + _by_load(PATIENCE) * min(len(trying), 4)
        while trying:
            self._try(trying, until)
            plans = {each.kernel.expression: each.found() for each in trying if each.fits}
            settled = settle([e.kernel for e in trying if e.fits], plans) if plans else {}
            left = []
            for each in trying:
                name = each.kernel.expression
                made = settled.get(name)
                if isinstance(made, str):
                    each.why, each.telling = made, True
                if isinstance(made, Fitting):
                    found[name] = made
                elif not each.over and time.monotonic() < until and self._next(each):
                    left.append(each)
                else:
                    found[name] = each.why
            trying = left
        return found

    def _attempt(self, kernel: Kernel) -> _Attempt:
        wishes = opts.of(kernel.name, self.entries)
        guesses = (Plan(kernel, p, wishes) for p in plan.profiles(self.files, kernel, wishes))
        return _Attempt(kernel, guesses, next(guesses))

    @staticmethod
    def _next(attempt: _Attempt) -> bool:
        """Go on to the next guess; after one that took too long to one with much less work, or with integers for which
        loops may end. False if there is none."""
        most = attempt.planned.work // LESS if attempt.slow else math.inf
        low = attempt.planned.profile.low
        planned = next((each for each in attempt.guesses if each.work <= most or each.profile.low > low), None)
        if planned is not None:
            attempt.planned, attempt.cases, attempt.slow = planned, {}, False
        return planned is not None

    def _try(self, trying: Sequence[_Attempt], until: float) -> None:
        """Run all cases; after one that ends the program, those that it has kept from running."""
        known = {each.kernel.expression: each for each in trying}
        while time.monotonic() < until and (text := "".join(e.text() for e in trying if not e.over)):
            before = sum(len(e.cases) for e in trying)
            self._read(self._run(text), known)
            if sum(len(e.cases) for e in trying) == before:
                return

    def _run(self, text: str) -> Ran:
        """A run that says whether inputs fit; one that takes long is given up, for there are others."""
        limits = self.settings.limits
        brief = replace(self.settings, limits=replace(limits, timeout=min(limits.timeout, _by_load(ONE_RUN))))
        return self.original.run(text, self.checking, brief, self.folder)

    def _read(self, ran: Ran, known: dict[str, _Attempt]) -> None:
        """Note what became of the cases that the run has come to."""
        ended = ran.run.detail or str(ran.run.outcome)
        for number, case in enumerate(ran.cases):
            attempt = known[case.kernel]
            words = ""
            if case.refused:
                words = f"an argument holds a {case.refused}, which a driver cannot make"
                self.refused[case.kernel] = case.refused
            elif not case.done:
                words = f"{FAILS}: {ended}"
                if ran.run.outcome is Outcome.NOT_TRIED:
                    words = ended
            attempt.cases[case.name] = words
            attempt.slow |= not case.done and case.name == STYLES[0] and ran.run.outcome is Outcome.TIMED_OUT
            if words and case.name == STYLES[0] and not attempt.telling:
                attempt.why = words
            if case.refused or (number == len(ran.cases) - 1 and ran.run.outcome is Outcome.NOT_TRIED):
                attempt.over = not attempt.fits
        if not ran.cases and ran.run.outcome is not Outcome.PASSED:
            for attempt in known.values():
                attempt.why, attempt.over = f"{FAILS}: {ended}", True
