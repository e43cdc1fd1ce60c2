"""JSON and JSON lines, as data/schemas/report.schema.json has them."""

import json
from collections.abc import Iterator
from typing import Any

from cass_tools import __version__
from cass_tools.formats.reported import Report
from cass_tools.report import SCHEMA, finding_value


def json_text(report: Report) -> str:
    """One object with all findings."""
    value = {
        "schema": SCHEMA,
        "version": __version__,
        "files": report.looked,
        "unreadable": _unreadable(report),
        "findings": list(_findings(report)),
    }
    if report.hidden:
        value["baseline"] = report.hidden
    return json.dumps(value, indent=1) + "\n"


def json_lines(report: Report) -> str:
    """An object a line: each finding, each file that could not be read, and a summary as the last."""
    values: list[dict[str, Any]] = [{"kind": "finding", **value} for value in _findings(report)]
    found = len(values)
    values += [{"kind": "unreadable", **value} for value in _unreadable(report)]
    summary = {"schema": SCHEMA, "version": __version__, "files": report.looked, "findings": found}
    values.append({"kind": "summary", **summary, "baseline": report.hidden})
    return "".join(json.dumps(value) + "\n" for value in values)


def _findings(report: Report) -> Iterator[dict[str, Any]]:
    for file in report.files:
        for finding, (name, _) in zip(file.findings, file.fingerprints, strict=True):
            yield finding_value(finding, file.path, file.lines) | {"fingerprint": name}


def _unreadable(report: Report) -> list[dict[str, str]]:
    """Paths as names of files may be: what is not UTF-8 in them is replaced."""
    return [{"path": str(problem.path), "reason": problem.reason} for problem in report.unreadable]
