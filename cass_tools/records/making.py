"""Making a record: the program is run as it is, then once more with its kernels watched.

The second run tells whether the program repeats itself. Only runs that came to their end are recorded.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools.compile_commands import include_folders
from cass_tools.errors import CassError
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.records import finding, launches
from cass_tools.records.form import Record
from cass_tools.records.watching import seen, watching
from cass_tools.runners import Runner
from cass_tools.runners.amd import AmdRunner
from cass_tools.runners.exec import ExecRunner
from cass_tools.runners.nvidia import NvidiaRunner
from cass_tools.tree import closure
from cass_tools.trial import Settings, Unit, first_error, run

FILES = 32 << 20  # bytes of all files and the output that a record keeps
WATCHED = "; while its kernels were watched, one at a time: --no-kernels leaves that out"


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is built, and where and how it is run; `folder` is for temporary files."""

    unit: Unit
    built: Build
    runner: Runner
    settings: Settings
    folder: Path

    def run(self, runner: Runner | None = None) -> Run:
        """One run; CassError if it was not built."""
        if self.built.binary is None:
            said = first_error(self.built.log)
            raise CassError(f"{self.unit.path} was not built for {self.built.target.arch}: {said}")
        data = self.settings.data or self.unit.path.absolute().parent
        runner, target = runner or self.runner, self.built.target
        return run(self.built.binary, target, runner, folder=self.folder, settings=self.settings, data=data)

    def watched(self) -> tuple[Run, tuple[launches.Launch, ...]]:
        """A run with its launches; CassError for a runner that cannot watch."""
        if not isinstance(self.runner, ExecRunner | AmdRunner | NvidiaRunner):
            raise CassError(f"the runner {self.runner.name} cannot watch kernels")
        place = watching(Path(tempfile.mkdtemp(dir=self.folder)))
        done = self.run(replace(self.runner, watching=place))
        return done, seen(place)


def record(program: Program, machine: Mapping[str, str], *, kernels: bool = True) -> Record:
    """The record of a program; CassError where it does not come to its end, or says too much."""
    unit, built = program.unit, program.built
    first = _ended(unit, program.run())
    again, found = program.watched() if kernels else (program.run(), ())
    _ended(unit, again, WATCHED if kernels else "")
    if kernels and unit.launches and not any(not launch.unread for launch in found):
        why = next((launch.unread for launch in found), "it started none")
        raise CassError(f"{unit.path} was not recorded: none of its kernels ran on {program.runner.where} ({why})")
    if (size := len(first.stdout) + sum(len(data or b"") for _, data in first.files)) > FILES:
        raise CassError(f"{unit.path} writes {size >> 20} MiB; a record keeps {FILES >> 20} MiB")
    return Record(
        source=unit.path.name,
        target=built.target.arch,
        sources=finding.sources(unit, (*closure(unit.path, include_folders(unit.flags)), *built.parts)),
        flags=finding.named_flags(unit.flags),
        args=program.settings.args,
        machine=machine,
        status=first.status or 0,
        stdout=first.stdout,
        files=first.files,
        again=None if again.stdout == first.stdout else again.stdout,
        launches=found,
    )


def _ended(unit: Unit, done: Run, hint: str = "") -> Run:
    if done.outcome is not Outcome.PASSED:
        raise CassError(f"{unit.path} was not recorded: {done.outcome}, {done.detail}{hint}")
    if done.cut_off:
        raise CassError(f"{unit.path} was not recorded: {' and '.join(done.cut_off)} is longer than what is kept of it")
    if missing := [name for name, data in done.files if data is None]:
        raise CassError(f"{unit.path} was not recorded: it did not write {', '.join(missing)}")
    return done


def as_run(record: Record, compare_files: tuple[str, ...] = ()) -> Run:
    """The recorded run, with those of its files that are to be compared."""
    kept = dict(record.files)
    files = tuple((name, kept.get(name)) for name in compare_files)
    count = len(record.launches) or None  # without launches it may have been made without watching
    return Run(
        Outcome.PASSED, "record", Target(record.target), record.status, record.stdout, files=files, launches=count
    )


def again(record: Record, first: Run) -> Run | None:
    """What the second run did, where it printed something else."""
    return None if record.again is None else first._replace(stdout=record.again)
