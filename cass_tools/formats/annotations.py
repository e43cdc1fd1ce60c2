"""Annotations of a merge or pull request: GitHub's workflow commands, and GitLab's code quality report."""

import json
from hashlib import sha256

from cass_tools.formats.reported import Placed, Report
from cass_tools.model import Severity

GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
GITLAB = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def github(report: Report) -> str:
    """A workflow command a line, errors first: GitHub shows the first ten of each kind of a step."""
    lines = [_command(placed, report) for placed in report.worst_first(every=report.every)]
    for problem in report.unreadable:
        place = _property(report.relative(problem.path))
        lines.append(f"::error title=cass cannot read it,file={place}::{_data(problem.reason)}")
    return "".join(f"{line}\n" for line in lines)


def _command(placed: Placed, report: Report) -> str:
    finding, start, end = placed.finding, placed.start, placed.end
    words = {
        "title": f"{finding.code} {finding.rule}",
        "file": report.relative(placed.file.path),
        "line": str(start.line),
        "col": str(start.column),
        "endLine": str(end.line),
    }
    if end.line == start.line:
        words["endColumn"] = str(end.column)
    told = ",".join(f"{key}={_property(value)}" for key, value in words.items())
    text = f"{finding.message}\n{finding.suggestion}" if finding.suggestion else finding.message
    return f"::{GITHUB[finding.severity]} {told}::{_data(text)}"


def _data(text: str) -> str:
    """A message as GitHub's runner reads it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def gitlab(report: Report) -> str:
    """GitLab's JSON: one issue a finding, each with a fingerprint of its own."""
    issues = [_issue(placed, report) for placed in report.placed(every=report.every)]
    for problem in report.unreadable:
        place = report.relative(problem.path)
        issues.append(
            {
                "description": f"cass cannot read it: {problem.reason}",
                "check_name": "unreadable",
                "fingerprint": _unique(place, "unreadable"),
                "severity": "blocker",
                "location": {"path": place, "lines": {"begin": 1, "end": 1}},
            }
        )
    return json.dumps(issues, indent=1) + "\n"


def _issue(placed: Placed, report: Report) -> dict[str, object]:
    finding, place = placed.finding, report.relative(placed.file.path)
    text = f"{finding.message} {finding.suggestion}" if finding.suggestion else finding.message
    return {
        "description": f"{finding.code}: {text}",
        "check_name": finding.code,
        "fingerprint": _unique(place, placed.name, str(placed.nth)),
        "severity": GITLAB[finding.severity],
        "location": {"path": place, "lines": {"begin": placed.start.line, "end": placed.end.line}},
    }


def _unique(*words: str) -> str:
    return sha256("\0".join(words).encode(errors="replace")).hexdigest()
