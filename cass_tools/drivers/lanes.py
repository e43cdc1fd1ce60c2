"""Results that hang on the order of lanes: where those of one wave share places of global memory that nothing orders.

A wave's lanes run in step, and compilers may order what two of its instructions store in one place as they like. Asked
only after a difference: many kernels let lanes do so where it does not matter which comes first. Where lanes only
overwrite each other's values, only the buffers in which they do so may differ; what one of them reads may go anywhere.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cass_tools.drivers.expressions import SIZES
from cass_tools.drivers.inputs import Original
from cass_tools.drivers.results import Case
from cass_tools.drivers.search import Fitting
from cass_tools.drivers.signatures import Kernel, Parameter
from cass_tools.drivers.values import differences
from cass_tools.runners.exec import ExecRunner
from cass_tools.trial import Settings

CHECK = ("lanes",)
_OVERWRITTEN = re.compile(r"race: write of \d+ bytes? of global memory 0x[0-9a-f]+ \(allocation (\d+)\)")


@dataclass
class Lanes:
    """The original, watched under one input after another."""

    original: Original
    settings: Settings
    folder: Path
    known: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def explains(self, kernel: Kernel, fitting: Fitting, name: str, found: Case) -> bool:
        """Whether what a translation writes otherwise under the input `name` is what lanes of the original share."""
        shared = shared_buffers(self._findings(fitting, name), kernel.parameters)
        if shared is None:
            return True
        names = tuple(p.name for p in kernel.parameters)
        wrong = differences(fitting.cases[name], found, names, fitting.policy)
        return bool(shared) and all(re.split(r"[\[.]", each.path)[0] in shared for each in wrong)

    def _findings(self, fitting: Fitting, name: str) -> tuple[str, ...]:
        plan = next(
            (f"case\t{c}" for c in fitting.text.split("case\t") if c.partition("\n")[0].endswith(f"\t{name}")), ""
        )
        if plan not in self.known:
            ran = self.original.program.run(plan, ExecRunner(CHECK), self.settings, self.folder) if plan else None
            self.known[plan] = ran.run.findings if ran is not None else ()
        return self.known[plan]


def shared_buffers(findings: Sequence[str], parameters: Sequence[Parameter]) -> frozenset[str] | None:
    """The arguments whose buffers lanes overwrite each other's values in; None where a lane reads what another has
    stored, or where it is not plain which buffer that is."""
    simple = all(p.name and (p.is_number or _points_to_numbers(p)) for p in parameters)
    allocated = [p.name for p in parameters if "*" in p.type]
    shared = set()
    for finding in findings:
        written = _OVERWRITTEN.search(finding)
        number = int(written[1]) if written else 0
        if not simple or not 0 < number <= len(allocated):
            return None
        shared.add(allocated[number - 1])
    return frozenset(shared)


def _points_to_numbers(parameter: Parameter) -> bool:
    """Whether a driver makes one allocation for it."""
    element = re.sub(r"\b(?:const|volatile)\b|\*", " ", parameter.type)
    return parameter.type.count("*") == 1 and " ".join(element.split()) in (*SIZES, "double", "long", "long long")
