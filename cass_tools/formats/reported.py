"""The findings of a run as a value that every format is made of."""

import functools
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from cass_tools.errors import CassError
from cass_tools.fingerprints import fingerprint, numbered
from cass_tools.model import Finding, Severity
from cass_tools.positions import Lines, Position
from cass_tools.report import is_plain_rename
from cass_tools.scan import Checked, read
from cass_tools.tree import Unreadable

ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


class FileReport:
    """A file, its findings, and its text as it was when they are shown."""

    def __init__(self, path: Path, findings: Sequence[Finding], data: bytes) -> None:
        self.path = path
        self.findings = tuple(findings)
        self.data = data

    @cached_property
    def lines(self) -> Lines:
        """The table of its lines."""
        return Lines(self.data)

    @cached_property
    def fingerprints(self) -> tuple[tuple[str, int], ...]:
        """Of each finding: its name, and how many equal ones came before it in this file."""
        return tuple(numbered([fingerprint(finding, self.lines) for finding in self.findings]))

    def with_findings(self, numbers: Iterable[int]) -> "FileReport":
        """The same file with only the findings of these numbers."""
        kept = sorted(numbers)
        part = FileReport(self.path, [self.findings[n] for n in kept], self.data)
        part.lines = self.lines
        part.fingerprints = tuple(self.fingerprints[n] for n in kept)
        return part


class Placed(NamedTuple):
    """A finding with its file and place; `name` and `nth` are its fingerprint."""

    file: FileReport
    finding: Finding
    start: Position
    end: Position
    name: str
    nth: int


class Report(NamedTuple):
    """A whole run: `files` with findings, the number of files `looked` at, and those that could not be read.

    `root` is what paths in annotations are relative to (a repository, or the working directory). `every` says that
    plain renames are wanted in forms for people. `hidden` findings are in the baseline. `without_cuda` sources lie
    beside them.
    """

    files: tuple[FileReport, ...]
    looked: int
    unreadable: tuple[Unreadable, ...]
    root: Path
    every: bool = False
    hidden: int = 0
    without_cuda: int = 0

    @property
    def findings(self) -> Iterator[Finding]:
        """All of them, in the order of the files."""
        return (finding for file in self.files for finding in file.findings)

    def placed(self, *, every: bool) -> Iterator[Placed]:
        """All findings in the order of the files, or only those that need somebody's attention."""
        for file in self.files:
            for finding, (name, nth) in zip(file.findings, file.fingerprints, strict=True):
                if every or not is_plain_rename(finding):
                    start, end = file.lines.at(finding.span.start), file.lines.at(finding.span.end)
                    yield Placed(file, finding, start, end, name, nth)

    def worst_first(self, *, every: bool) -> list[Placed]:
        """The same, errors before warnings before the rest: for forms that are cut off."""
        return sorted(self.placed(every=every), key=lambda placed: ORDER.index(placed.finding.severity))

    def relative(self, path: Path) -> str:
        """A path below the root with forward slashes; one that lies elsewhere stays absolute."""
        return _relative(path, self.root, Path.cwd())


@functools.lru_cache(maxsize=16)  # a file's findings come one after the other
def _relative(path: Path, root: Path, here: Path) -> str:
    whole = os.path.normpath(here / path)
    return Path(os.path.relpath(whole, root) if Path(whole).is_relative_to(root) else whole).as_posix()


def collected(results: Iterable[Checked], unreadable: Sequence[Unreadable], *, every: bool = False) -> Report:
    """The report of results as they come; files that cannot be read (any more) are listed in it."""
    files: list[FileReport] = []
    problems = list(unreadable)
    looked = 0
    for checked in results:
        looked += 1
        if checked.error:
            problems.append(Unreadable(checked.path, checked.error.removeprefix(f"{checked.path}: ")))
            continue
        try:
            data = read(checked.path).data if checked.findings else b""
        except CassError as error:
            problems.append(Unreadable(checked.path, str(error).removeprefix(f"{checked.path}: ")))
            continue
        files.append(FileReport(checked.path, checked.findings, data))
    return Report(tuple(files), looked, tuple(problems), root([file.path for file in files]), every)


def root(files: Sequence[Path] = ()) -> Path:
    """The repository that we are in, else the one that the files are in, else the working directory."""
    here = Path.cwd()
    places = [os.path.normpath(here / file) for file in files]
    ours = _repository(here)
    if ours is not None and all(Path(place).is_relative_to(ours) for place in places):
        return ours
    theirs = _repository(Path(os.path.commonpath(map(os.path.dirname, places)))) if places else None
    return theirs or ours or here


def _repository(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if os.path.exists(each / ".git")), None)  # noqa: PTH110 - or not to be looked at
