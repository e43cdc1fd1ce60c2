"""Results that hang on rounding: where the original itself, compiled to round differently, writes something else.

Compilers fuse multiplications with additions as they like. A kernel that takes decisions by comparing such numbers may
decide otherwise in its translation, and be right. Asked only after a difference, because the original is built again.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from cass_tools.drivers import making
from cass_tools.drivers.inputs import Original
from cass_tools.drivers.program import Contents, Program
from cass_tools.drivers.results import Case
from cass_tools.drivers.search import Fitting
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.values import differences
from cass_tools.trial import Settings, Unit

UNFUSED = {"sass": "--fmad=false", "header": "-ffp-contract=off"}
TIMES, FEW = 4, 8  # a translation may differ in so many times the elements, or in so many


@dataclass
class Rounding:
    """The original, built once more without fused arithmetic, and what it writes."""

    unit: Unit
    contents: Contents
    original: Original
    settings: Settings
    folder: Path
    cases: dict[str, dict[str, Case]] = field(default_factory=dict)

    @cached_property
    def program(self) -> Program:
        """The other build of the original."""
        unit = replace(self.unit, flags=(*self.unit.flags, UNFUSED[self.original.kind]))
        return making.make(unit, self.contents, self.original.maker, self.settings.config)

    def explains(self, kernel: Kernel, fitting: Fitting, name: str, found: Case) -> bool:
        """Whether the original differs from itself under the input `name` about as much as a translation does."""
        if kernel.expression not in self.cases:
            self.cases[kernel.expression] = self._run(kernel, fitting)
        other = self.cases[kernel.expression].get(name)
        if other is None:
            return False
        own, theirs = (self._count(kernel, fitting, name, case) for case in (other, found))
        return own > 0 and theirs <= max(TIMES * own, FEW)

    def _run(self, kernel: Kernel, fitting: Fitting) -> dict[str, Case]:
        if self.program.made.binary is None or kernel.expression in self.program.lacks:
            return {}
        ran = self.program.run(fitting.text, self.original.runner, self.settings, self.folder)
        return ran.of(kernel.expression)

    @staticmethod
    def _count(kernel: Kernel, fitting: Fitting, name: str, case: Case) -> int:
        names = tuple(p.name for p in kernel.parameters)
        return sum(1 + d.more for d in differences(fitting.cases[name], case, names, fitting.policy))
