"""Findings that a project knows of and lives with for now: `cass check` reports only what is not among them.

A baseline is a JSON file beside the code: for each file the fingerprints of its findings with their number. So findings
stay known when lines are added around them, when they move within their file, or with it, or into another file.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.baseline_place import NAME
from cass_tools.errors import CassError

if TYPE_CHECKING:
    from cass_tools.formats.reported import FileReport, Report

SCHEMA = 1
Known = Counter[str]  # "CODE fingerprint" with its number
Files = Mapping[str, Known]


class Baseline(NamedTuple):
    """What is known, by paths below `folder` with forward slashes."""

    folder: Path
    files: Files

    def name(self, path: Path) -> str:
        """How a file is called in it."""
        return Path(os.path.relpath(path.absolute(), self.folder)).as_posix()


class Worse(NamedTuple):
    """A file that has more findings of a rule than its baseline says."""

    path: Path
    code: str
    before: int
    now: int


def read(path: Path) -> Baseline:
    """The baseline in a file; CassError for what is none."""
    try:
        return parsed(path, path.read_bytes())
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error


def parsed(path: Path, data: bytes) -> Baseline:
    """The baseline that `data` is, as if a file held it; CassError for what is none."""
    try:
        value = json.loads(data)
        if value["schema"] != SCHEMA:
            raise CassError(
                f"{path} is a baseline of another version of cass (schema {value['schema']}); write it anew"
            )
        files = {
            str(name): Counter({str(k): int(n) for k, n in known.items()}) for name, known in value["files"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise CassError(f"{path} is no baseline; `cass baseline` writes one") from error
    return Baseline(path.absolute().parent, files)


def was_one(path: Path) -> bool:
    """Whether a file that cannot be taken for a baseline is what a merge or another version made of one."""
    try:
        text = path.read_bytes()
    except OSError:
        return False
    return path.name == NAME or (b'"schema":' in text and b'"files":' in text)


def text_of(files: Files) -> str:
    """As it is written: sorted, a line a finding, so that changes of two branches can be merged."""
    known = {name: dict(sorted(files[name].items())) for name in sorted(files) if files[name]}
    return json.dumps({"schema": SCHEMA, "files": known}, indent=1) + "\n"


def updated(old: Baseline, report: "Report", *, prune: bool) -> dict[str, Known]:
    """What is known now: files of the report anew, others as before where they still are.

    With `prune` nothing is added: only what is there no more is taken out.
    """
    files = {name: Counter(known) for name, known in old.files.items() if (old.folder / name).exists()}
    fresh = {n for file, kept, _ in _unknown(old, report.files) for n in _keys(file, kept)} if prune else set()
    for file in report.files:
        now = Counter(_keys(file, range(len(file.findings))))
        name = old.name(file.path)
        files[name] = _without(now, old.files.get(name, Counter()), fresh) if prune else now
    return files


def _without(now: Known, before: Known, fresh: set[str]) -> Known:
    """Findings of now but for new ones: as many of each as there were, or all that came from elsewhere."""
    return +Counter({key: min(n, before[key]) if key in fresh else n for key, n in now.items()})


def fresh_only(report: "Report", baseline: Baseline) -> "Report":
    """The report without what is known. Files stay in it, with no findings where all are."""
    kept = [(file, numbers) for file, numbers, _ in _unknown(baseline, report.files)]
    hidden = sum(len(file.findings) - len(numbers) for file, numbers in kept)
    return report._replace(files=tuple(file.with_findings(numbers) for file, numbers in kept), hidden=hidden)


def ratcheted(report: "Report", baseline: Baseline) -> "tuple[Report, list[Worse]]":
    """The new findings of files that have got worse: more findings of a rule than before; lines may be edited."""
    worse: list[Worse] = []
    files = []
    hidden = 0
    for file, numbers, came in _unknown(baseline, report.files):
        known = baseline.files.get(baseline.name(file.path), Counter())
        before = _by_code(known)
        now = Counter(finding.code for finding in file.findings)
        moved = Counter(file.findings[n].code for n in came)
        grown = [code for code in sorted(now) if now[code] - moved[code] > before[code]]
        worse += [Worse(file.path, code, before[code], now[code]) for code in grown]
        kept = [n for n in numbers if file.findings[n].code in grown]
        hidden += len(file.findings) - len(kept)
        files.append(file.with_findings(kept))
    return report._replace(files=tuple(files), hidden=hidden), worse


def _by_code(known: Known) -> Counter[str]:
    counts: Counter[str] = Counter()
    for key, number in known.items():
        counts[key.partition(" ")[0]] += number
    return counts


def _keys(file: "FileReport", numbers: Iterable[int]) -> Iterator[str]:
    return (f"{file.findings[n].code} {file.fingerprints[n][0]}" for n in numbers)


def _unknown(baseline: Baseline, files: "Sequence[FileReport]") -> "Iterator[tuple[FileReport, list[int], list[int]]]":
    """The numbers of each file's findings that the baseline does not have, and of those that it has of another file.

    What a file has no more may have moved: into any file of this run, if that file was read too or is gone.
    """
    left: list[tuple[FileReport, list[int]]] = []
    pool: Known = Counter()
    seen = set()
    for file in files:
        name = baseline.name(file.path)
        seen.add(name)
        known = Counter(baseline.files.get(name, Counter()))
        left.append((file, list(_not_in(known, file, range(len(file.findings))))))
        pool += known
    for name, known in baseline.files.items():
        if name not in seen and not (baseline.folder / name).exists():
            pool += known
    for file, numbers in left:
        fresh = list(_not_in(pool, file, numbers))
        yield file, fresh, sorted({*numbers} - {*fresh})


def _not_in(known: Known, file: "FileReport", numbers: Iterable[int]) -> Iterator[int]:
    """The numbers of findings that are not known; those that are get used up."""
    chosen = list(numbers)
    for number, key in zip(chosen, _keys(file, chosen), strict=True):
        if known[key] > 0:
            known[key] -= 1
        else:
            yield number
