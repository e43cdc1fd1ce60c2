"""Results that hang on the order of lanes: where those of one wave share places of global memory that nothing orders.

A wave's lanes run in step, and compilers may order what two of its instructions store in one place as they like. Asked
only after a difference: many kernels let lanes do so where it does not matter which comes first.
"""

from dataclasses import dataclass, field
from pathlib import Path

from cass_tools.drivers.inputs import Original
from cass_tools.drivers.search import Fitting
from cass_tools.runners.exec import ExecRunner
from cass_tools.trial import Settings

CHECK = ("lanes",)


@dataclass
class Lanes:
    """The original, watched under one input after another."""

    original: Original
    settings: Settings
    folder: Path
    known: dict[str, bool] = field(default_factory=dict)

    def explains(self, fitting: Fitting, name: str) -> bool:
        """Whether under the input `name` lanes of the original overwrite or read what others have stored."""
        plan = next(
            (f"case\t{c}" for c in fitting.text.split("case\t") if c.partition("\n")[0].endswith(f"\t{name}")), ""
        )
        if plan not in self.known:
            ran = self.original.program.run(plan, ExecRunner(CHECK), self.settings, self.folder) if plan else None
            self.known[plan] = ran is not None and bool(ran.run.findings)
        return self.known[plan]
