"""A built driver: the user's file with the driver at its end, for one GPU; it runs plans and brings back results."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from cass_tools.compilers import Language
from cass_tools.drivers import results, source
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.structures import Structure, Variable, opened
from cass_tools.errors import CassError
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Runner
from cass_tools.trial import Builder, Settings, Unit, build, run

PLAN, RESULTS = "plan", "results"
LONG = "it wrote more than can be compared"
IDLE = "there are results, though no kernel was started"


class Contents(NamedTuple):
    """What goes into a driver."""

    kernels: tuple[Kernel, ...]
    structures: tuple[Structure, ...]
    variables: tuple[Variable, ...]


class Ran(NamedTuple):
    """One run of a plan: how it ended, and the cases that it came to."""

    run: Run
    cases: tuple[results.Case, ...]

    def of(self, kernel: str) -> dict[str, results.Case]:
        """The cases of one kernel that came to their end, by name."""
        return {case.name: case for case in self.cases if case.kernel == kernel and case.done}


@dataclass(frozen=True, slots=True)
class Program:
    """A driver for one GPU. `lacks` says for each kernel that it leaves out why the compiler did not take it.

    `left_out`: what of the file it was built without, in words; empty where nothing.
    """

    made: Build
    lacks: dict[str, str]
    left_out: str = ""

    @property
    def whole(self) -> bool:
        """Whether it was built with all of the file and all kernels."""
        return self.made.binary is not None and not self.lacks and not self.left_out

    def run(self, plan: str, runner: Runner, settings: Settings, folder: Path) -> Ran:
        """Run the plan in a fresh directory."""
        assert self.made.binary is not None  # noqa: S101  the callers looked
        with tempfile.TemporaryDirectory(dir=folder) as name:
            data = Path(name)
            (data / PLAN).write_text(plan)
            asked = replace(settings, args=(PLAN, RESULTS), compare_files=(RESULTS,), data=data)
            ran = run(self.made.binary, self.made.target, runner, folder=folder, settings=asked, data=data)
        saved = dict(ran.files).get(RESULTS) or b""
        if ran.outcome is Outcome.PASSED and ran.status:
            ran = ran._replace(outcome=Outcome.CRASHED, detail=_last_words(ran))
        if ran.outcome is Outcome.PASSED and ran.cut_off:
            ran = ran._replace(outcome=Outcome.CRASHED, detail=LONG)
        try:
            cases = tuple(results.read(saved))
        except CassError as error:
            return Ran(ran._replace(outcome=Outcome.CRASHED, detail=str(error)), ())
        if ran.launches == 0 and any(case.done for case in cases):
            return Ran(ran._replace(outcome=Outcome.CRASHED, detail=IDLE), ())
        return Ran(ran, cases)


def _last_words(ran: Run) -> str:
    """What the program said last of why it stopped."""
    lines = [line for line in ran.stderr.decode(errors="replace").splitlines() if line.strip()]
    return lines[-1].removeprefix("cass: ") if lines else f"exit status {ran.status}"


@dataclass(frozen=True, slots=True)
class Maker:
    """Where drivers are built: by which compiler, as which language, for which GPU."""

    compiler: Builder
    language: Language
    target: Target
    folder: Path

    def build(self, unit: Unit, contents: Contents, kernels: Sequence[Kernel]) -> Build:
        """One attempt, with some of the kernels."""
        driver = source.text(kernels, contents.structures, contents.variables)
        flags = (*source.flags(unit.flags), *source.quick_host(unit.flags))
        whole = replace(unit, data=opened(unit.data) + driver, flags=flags)
        return build(whole, self.target, self.compiler, self.folder, self.language)
