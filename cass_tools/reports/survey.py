"""The state of every file as plain values: what a report is made of, and what the next one is compared with.

A file is ready when nothing in it waits for a person: each finding has a fix, or is a plain rename. Readiness of
a directory is the share of its CUDA lines that are in ready files.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from cass_tools import __version__
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.fingerprints import fingerprint
from cass_tools.model import Effort, Finding, Safety, Severity, Source
from cass_tools.positions import Lines
from cass_tools.report import is_plain_rename
from cass_tools.scan import Checked, read

SCHEMA = 1
# Hours for one finding that cass does not fix. Whoever plans by them should replace them by what his own team needs.
HOURS = {Effort.LOW: 0.05, Effort.MEDIUM: 0.5, Effort.HIGH: 4.0}
REVIEW = 0.02  # hours for looking at one fix that is more than a rename
MOST_TEXT = 1 << 20  # bytes of a file that the page shows


class Survey(NamedTuple):
    """A report: `files` as values for JSON, `texts` of CUDA and HIP by path, for the source view."""

    files: list[dict[str, Any]]
    made: str
    texts: dict[str, tuple[str, str]]
    unreadable: list[dict[str, str]]

    def value(self) -> dict[str, Any]:
        """For JSON, without texts."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "made": self.made,
            "hours": {effort.value: hours for effort, hours in HOURS.items()} | {"review": REVIEW},
            "files": self.files,
            "unreadable": self.unreadable,
        }


def surveyed(results: Iterable[Checked], config: Config, verdicts: Mapping[str, Any], *, texts: bool) -> Survey:
    """The state of files as they are checked. `verdicts`: what `cass translate --format json` said, by path."""
    files: list[dict[str, Any]] = []
    shown: dict[str, tuple[str, str]] = {}
    unreadable: list[dict[str, str]] = []
    for checked in results:
        name = checked.path.as_posix()
        problem, data = checked.error.removeprefix(f"{checked.path}: "), b""
        try:
            data = data if problem else read(checked.path).data
        except CassError as error:
            problem = str(error).removeprefix(f"{checked.path}: ")
        if problem:
            unreadable.append({"path": name, "reason": problem})
            continue
        files.append(_file(name, checked.findings, data, verdicts.get(name)))
        if texts and checked.findings and len(data) <= MOST_TEXT:
            shown[name] = (_text(data), _text(_hip(Source(checked.path, data), config)))
    return Survey(files, datetime.now(UTC).isoformat(timespec="seconds"), shown, unreadable)


def _file(name: str, findings: Sequence[Finding], data: bytes, verdict: Any) -> dict[str, Any]:
    lines = Lines(data)
    left = [finding for finding in findings if _is_left(finding)]
    return {
        "path": name,
        "lines": data.count(b"\n") + (not data.endswith(b"\n") and data != b""),
        "renames": sum(map(is_plain_rename, findings)),
        "errors": sum(f.severity is Severity.ERROR for f in findings),
        "warnings": sum(f.severity is Severity.WARNING for f in findings),
        "left": len(left),
        "ready": not left,
        "hours": round(sum(map(_hours, findings)), 2),
        "findings": [_finding(f, lines) for f in findings if not is_plain_rename(f)],
        "verdict": verdict,
    }


def _finding(finding: Finding, lines: Lines) -> dict[str, Any]:
    start, end = lines.at(finding.span.start), lines.at(finding.span.end)
    return {
        "code": finding.code,
        "rule": finding.rule,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "severity": finding.severity.value,
        "effort": finding.effort.value,
        "left": _is_left(finding),
        "line": start.line,
        "end": max(start.line, end.line if end.column > 1 else end.line - 1),
        "fingerprint": fingerprint(finding, lines),
    }


def _is_left(finding: Finding) -> bool:
    """Whether a person must do something: there is no fix, and it matters."""
    fixed = finding.fix is not None and finding.fix.safety > Safety.DISPLAY
    return not fixed and not is_plain_rename(finding)


def _hours(finding: Finding) -> float:
    if is_plain_rename(finding):
        return 0.0
    return HOURS[finding.effort] if _is_left(finding) else REVIEW


def _hip(source: Source, config: Config) -> bytes:
    from cass_tools.translators.rules import translate

    return translate(source, config).data


def _text(data: bytes) -> str:
    return data.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")


def is_report(value: Any) -> bool:
    """Whether JSON is what `Survey.value` of this version makes, as far as the next report reads it."""
    try:
        fits = value["schema"] == SCHEMA and isinstance(value["made"], str) and isinstance(value["files"], list)
        return fits and all(_is_file(file) for file in value["files"])
    except (KeyError, TypeError):
        return False


def _is_file(value: Any) -> bool:
    numbers = isinstance(value["lines"], int) and isinstance(value["hours"], int | float)
    if not numbers or not isinstance(value["path"], str) or not isinstance(value["ready"], bool):
        return False
    texts = ("code", "rule", "message", "suggestion", "severity", "effort", "fingerprint")
    return all(
        isinstance(each["line"], int) and all(isinstance(each[key], str) for key in texts) for each in value["findings"]
    )


class Change(NamedTuple):
    """What differs from the report before: findings that are new and gone by file, and both times."""

    since: str
    fresh: list[dict[str, Any]]
    gone: list[dict[str, Any]]
    ready: tuple[int, int]
    hours: tuple[float, float]


def changes(now: Mapping[str, Any], before: Mapping[str, Any]) -> Change:
    """Two reports compared by the fingerprints of their findings."""
    old, new = (dict(_named(report)) for report in (before, now))
    return Change(
        str(before["made"]),
        [value for key, value in new.items() if key not in old],
        [value for key, value in old.items() if key not in new],
        (ready(before), ready(now)),
        (total_hours(before), total_hours(now)),
    )


def _named(report: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str, int], dict[str, Any]]]:
    """Findings that wait for a person, by file, fingerprint and number."""
    for file in report["files"]:
        seen: dict[str, int] = {}
        for finding in file["findings"]:
            name = finding["fingerprint"]
            seen[name] = seen.get(name, -1) + 1
            yield (file["path"], name, seen[name]), finding | {"path": file["path"]}


def ready(report: Mapping[str, Any]) -> int:
    """Percent of lines in ready files."""
    total = sum(file["lines"] for file in report["files"])
    return round(100 * sum(file["lines"] for file in report["files"] if file["ready"]) / total) if total else 100


def total_hours(report: Mapping[str, Any]) -> float:
    return round(sum(float(file["hours"]) for file in report["files"]), 1)


def verdicts_of(report: Any, when: str) -> dict[str, Any]:
    """What `cass translate --format json` says about each file, for the table of verification."""
    return {
        Path(file["source"]).as_posix(): {
            "outcome": file["verdict"]["outcome"],
            "when": when,
            "reference": file["verdict"]["reference"],
            "steps": [
                {key: step[key] for key in ("step", "outcome", "target", "wave", "where")}
                for step in file["verdict"]["steps"]
            ],
        }
        for file in report["files"]
    }
