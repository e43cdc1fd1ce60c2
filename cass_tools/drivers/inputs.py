"""What the original's kernels write under the inputs that fit them, and how it is to be compared."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cass_tools.drivers import options as opts
from cass_tools.drivers.files import Files
from cass_tools.drivers.options import Options
from cass_tools.drivers.program import Maker, Program, Ran
from cass_tools.drivers.search import Fitting, Search
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.values import Policy, compared, settle
from cass_tools.model import Outcome
from cass_tools.runners import Runner
from cass_tools.schedules import scheduled
from cass_tools.trial import Settings

WATCHED = ("bounds", "race", "init")
"""What makes inputs unfit: what the original writes under them says nothing."""
APPROXIMATE = re.compile(rb"\b__(?:sin|cos|tan|sincos|exp|exp10|log|log2|log10|pow|fdivide)f\s*\(")
FAST = frozenset(("-use_fast_math", "--use_fast_math", "-ffast-math"))
OTHER_ORDER = 1  # seed of the order of workgroups in which all is run once more


class Original(NamedTuple):
    """The built original: what it is in words, its kind for programs, how it was built, where it runs (with checks, and
    without)."""

    words: str
    kind: str
    maker: Maker
    program: Program
    checking: Runner
    runner: Runner


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the kernels of an original are tried with, and what it makes of that."""

    files: Files
    original: Original
    entries: list[tuple[str, Options]]
    settings: Settings
    folder: Path
    refused: dict[str, str] = field(default_factory=dict)
    """By kernel, the type of an argument that no driver could fill."""

    def all(self, kernels: Sequence[Kernel]) -> dict[str, Fitting | str]:
        """Inputs for each kernel, else the reason in words."""
        lacks = self.original.program.lacks
        known: dict[str, Fitting | str] = {
            k.expression: why for k in kernels if (why := self._options(k).skip or lacks.get(k.expression, ""))
        }
        left = [k for k in kernels if k.expression not in known]
        program, checking = self.original.program, self.original.checking
        search = Search(self.files, program, checking, self.entries, self.settings, self.folder, self.refused)
        return known | (search.all(left, self._record) if left else {})

    def _options(self, kernel: Kernel) -> Options:
        return opts.of(kernel.name, self.entries)

    def _record(self, kernels: Sequence[Kernel], texts: Mapping[str, str]) -> dict[str, Fitting | str]:
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
        fast = FAST.intersection(self.settings.flags) or APPROXIMATE.search(kernel.home.code)
        policy = Policy(tolerance, options.unordered, options.ignore, rough=bool(fast))
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
