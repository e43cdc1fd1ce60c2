"""Does a machine without the recorded GPU do the same? The recorded code is executed here and compared with the record.

NVIDIA's machine code by the executor, where the user has agreed to that, and AMD's likewise: stdout, exit status,
files, and what every kernel left in memory. On the recorded kind of GPU the same is done by the hardware.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools import schedules
from cass_tools.compilers import nvcc, pick
from cass_tools.errors import CassError
from cass_tools.judge import Terms, compare
from cass_tools.model import Outcome, Run, Target
from cass_tools.records import launches
from cass_tools.records.form import Record
from cass_tools.records.making import Program, again, as_run
from cass_tools.runners import Runner, lifting, load
from cass_tools.runners.exec import DEADLOCKS, SCALAR
from cass_tools.trial import Settings, Unit, build


@dataclass(frozen=True, slots=True)
class Checked:
    """`words` say where it was run; `differences` are sentences, none where it did what is recorded."""

    words: str
    differences: tuple[str, ...]
    launches: int


def check(record: Record, unit: Unit, settings: Settings, folder: Path) -> Checked:
    """Run what was recorded here. CassError where that cannot be."""
    target = Target(record.target)
    nvidia = lifting.is_nvidia(target)
    runner = _runner("nvidia" if nvidia else "amd", settings.runner)
    if nvidia:
        lacks = nvcc.missing() or (lifting.lacking() if runner.name == "exec" else None)
        if lacks:
            raise CassError(lacks)
        built = build(unit, target, nvcc.NvccCompiler(), folder, "nvidia")
    else:
        built = build(unit, target, pick(settings.config), folder, "hip")
    program = Program(unit, built, runner, settings, folder)
    done, found = program.watched()
    by_thread = nvidia and runner.name == "exec" and any(each in done.detail for each in DEADLOCKS)
    if by_thread:
        done, found = Program(unit, built, SCALAR, settings, folder).watched()
    if done.outcome is not Outcome.PASSED:
        raise CassError(f"{unit.path} did not come to its end on {runner.where}: {done.outcome}, {done.detail}")
    where = f"{runner.where}, {target.arch}" + (" thread by thread" if by_thread else "")
    return Checked(where, tuple(differences(record, done, found, settings.terms)), len(found))


def _runner(hardware: str, wanted: str) -> Runner:
    """The recorded kind of GPU where there is one, else the executor; CassError for what the user names in vain."""
    runner = load(hardware if wanted == "auto" else wanted)
    if wanted == "auto" and runner.missing():
        runner = load("exec")
    if sentence := runner.missing():
        raise CassError(sentence)
    return runner


def differences(record: Record, done: Run, found: tuple[launches.Launch, ...], terms: Terms) -> Iterator[str]:
    """How a run differs from the recorded one: what it printed and wrote, then kernel by kernel."""
    expected = as_run(record, tuple(name for name, _ in record.files))
    steady = schedules.watch(expected, lambda _: again(record, expected), terms)
    terms = replace(terms, unsteady=steady.lines or frozenset())
    if difference := compare(expected, done, terms):
        yield str(difference)
    if record.launches:
        yield from launches.differences(record.launches, found)
