"""Inputs for kernels: the first guess under which the original comes to its end, inside its buffers and without a race.

All kernels are tried in one run; where that does not go well, each by itself, with smaller sizes and larger buffers.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from cass_tools.drivers.values import Policy, compared, settle
from cass_tools.model import Outcome
from cass_tools.runners import Runner
from cass_tools.schedules import scheduled
from cass_tools.trial import Settings

WATCHED = ("bounds", "race")  # what makes inputs unfit: what the original writes under them would say nothing
OTHER_ORDER = 1  # seed of the order of workgroups in which all is run once more
ONE_SEARCH, PATIENCE = 10.0, 30.0  # seconds: of one run and of all runs that look for the inputs of a kernel
FAILS = "the original itself fails with the inputs that were tried"


class Original(NamedTuple):
    """The built original: what it is in words, its kind for programs, and where it runs (with checks, and without)."""

    words: str
    kind: str
    program: Program
    checking: Runner
    runner: Runner


class Fitting(NamedTuple):
    """Inputs that the original takes: the plan of the cases, what it wrote, and how that is to be compared."""

    text: str
    cases: dict[str, Case]
    policy: Policy


@dataclass(frozen=True, slots=True)
class Search:
    """The search for the inputs of an original's kernels."""

    files: Files
    original: Original
    entries: list[tuple[str, Options]]
    settings: Settings
    folder: Path

    def all(self, kernels: Sequence[Kernel]) -> dict[str, Fitting | str]:
        """Inputs for each kernel, else the reason in words."""
        lacks = self.original.program.lacks
        known: dict[str, Fitting | str] = {
            k.expression: why for k in kernels if (why := self._options(k).skip or lacks.get(k.expression, ""))
        }
        left = [k for k in kernels if k.expression not in known]
        if not left:
            return known
        plans = {k.expression: next(plan.profiles(self.files, k, self._options(k))) for k in left}
        texts = {k.expression: Plan(k, plans[k.expression], self._options(k)).text for k in left}
        names = [style.name for style in plan.STYLES]
        clean = self._problem(self._watched("".join(text(guarded=False) for text in texts.values()))) is None
        found = {k.expression: texts[k.expression](guarded=True) if clean else self._find(k, names) for k in left}
        fits = {name: text for name, text in found.items() if not text.startswith("!")}
        known |= {name: text[1:] for name, text in found.items() if text.startswith("!")}
        if not fits:
            return known
        return known | self._record([k for k in left if k.expression in fits], fits)

    def _options(self, kernel: Kernel) -> Options:
        return opts.of(kernel.name, self.entries)

    def _watched(self, text: str) -> Ran:
        """A run that says whether inputs fit; one that takes long is given up, for there are others."""
        limits = self.settings.limits
        brief = replace(self.settings, limits=replace(limits, timeout=min(limits.timeout, ONE_SEARCH)))
        return self.original.program.run(text, self.original.checking, brief, self.folder)

    def _find(self, kernel: Kernel, names: Sequence[str]) -> str:
        """The plan for a kernel, or "!" and why there is none."""
        why = f"{FAILS}: none was tried"
        until = time.monotonic() + PATIENCE
        for profile in plan.profiles(self.files, kernel, self._options(kernel)):
            planned = Plan(kernel, profile, self._options(kernel))
            if self._problem(self._watched(planned.text(guarded=False))) is None:
                return planned.text(guarded=True)
            ran = self._watched(planned.text(guarded=False, only=names[0]))
            why = self._problem(ran) or ""
            if not why:
                others = (n for n in names[1:] if not self._problem(self._watched(planned.text(guarded=False, only=n))))
                return "".join(planned.text(guarded=True, only=name) for name in (names[0], *others))
            if ran.run.outcome is Outcome.NOT_TRIED or any(c.refused for c in ran.cases) or time.monotonic() > until:
                break
        return f"!{why}"

    @staticmethod
    def _problem(ran: Ran) -> str | None:
        """Why these inputs are none for the original."""
        if refused := next((c.refused for c in ran.cases if c.refused), ""):
            return f"an argument holds a {refused}, which a driver cannot make"
        if ran.run.outcome is Outcome.NOT_TRIED:
            return ran.run.detail
        if ran.run.outcome is not Outcome.PASSED:
            return f"{FAILS}: {ran.run.detail or ran.run.outcome}"
        if ran.run.findings:
            return f"{FAILS}: {ran.run.findings[0]}"
        return None if all(c.done for c in ran.cases) else f"{FAILS}: no case came to its end"

    def _record(self, kernels: Sequence[Kernel], texts: dict[str, str]) -> dict[str, Fitting | str]:
        """What the original writes, and what of it depends on the order of its workgroups."""
        orders = (self.original.runner, scheduled(self.original.runner, OTHER_ORDER))
        whole = [self._run("".join(texts.values()), order) for order in orders if order is not None]
        found: dict[str, Fitting | str] = {}
        for kernel in kernels:
            text = texts[kernel.expression]
            own = whole
            if any(ran.run.outcome is not Outcome.PASSED for ran in whole):
                own = [self._run(text, order) for order in orders if order is not None]
            found[kernel.expression] = self._settled(kernel, text, own)
        return found

    def _run(self, text: str, runner: Runner) -> Ran:
        return self.original.program.run(text, runner, self.settings, self.folder)

    def _settled(self, kernel: Kernel, text: str, runs: Sequence[Ran]) -> Fitting | str:
        options, names = self._options(kernel), tuple(p.name for p in kernel.parameters)
        tolerance = self.settings.terms.tolerance if options.tolerance is None else options.tolerance
        policy = Policy(tolerance, options.unordered, options.ignore)
        if runs[0].run.outcome is not Outcome.PASSED:
            return f"the original could not be used: {runs[0].run.detail or runs[0].run.outcome}"
        cases, *others = (ran.of(kernel.expression) for ran in runs)
        if not any(case.wrote for case in cases.values()):
            return "with the inputs that were tried the original writes nothing that could be compared"
        for name, case in (item for other in others for item in other.items() if item[0] in cases):
            policy = settle(cases[name], case, names, policy)
        if not any(compared(case, names, policy) for case in cases.values()):
            return "all that the original writes depends on the order of its workgroups"
        return Fitting(text, cases, policy)
