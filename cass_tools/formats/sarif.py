"""SARIF 2.1.0, for GitHub's code scanning and other viewers.

Results are cut off where GitHub refuses more, errors first, and a notification says how many are missing. Paths are
relative to the repository; columns count characters. Fingerprints let a viewer know a finding again that has moved.
"""

import base64
import json
import os
from typing import Any
from urllib.parse import quote

from cass_tools import __version__
from cass_tools.formats.reported import FileReport, Placed, Report
from cass_tools.formats.ruleset import Named, named_rules
from cass_tools.model import Edit, Fix, Safety, Severity, Span

SCHEMA_ADDRESS = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS = 25_000  # what GitHub takes of one run
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
FINGERPRINT = "cassFinding/v1"
BASE = "SRCROOT"


def sarif(report: Report) -> str:
    """One run as a SARIF log."""
    worst = report.worst_first(every=True)
    shown, dropped = worst[:MOST_RESULTS], len(worst) - MOST_RESULTS
    rules = named_rules(report, [placed.finding for placed in shown])
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "cass",
                "fullName": "cass-tools",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {BASE: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(report, max(dropped, 0))],
        "results": [],
    }
    # A result a line: as people would indent them, thousands take ten times as long to write.
    results = ",\n".join(json.dumps(_result(placed, report, numbers[placed.finding.code])) for placed in shown)
    log = json.dumps({"$schema": SCHEMA_ADDRESS, "version": "2.1.0", "runs": [run]}, indent=1)
    return log.replace('"results": []', f'"results": [\n{results}\n]') + "\n"


def _rule(rule: Named) -> dict[str, Any]:
    value: dict[str, Any] = {"id": rule.code, "name": rule.name, "shortDescription": {"text": rule.title}}
    if rule.page:
        value |= {"fullDescription": {"text": rule.title}, "help": {"text": rule.page, "markdown": rule.page}}
    return value | {"defaultConfiguration": {"level": LEVELS[rule.severity]}, "properties": {"tags": ["portability"]}}


def _result(placed: Placed, report: Report, number: int) -> dict[str, Any]:
    finding = placed.finding
    text = f"{finding.message} {finding.suggestion}" if finding.suggestion else finding.message
    place = _place(placed.file, report)
    value = {
        "ruleId": finding.code,
        "ruleIndex": number,
        "level": LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": place, "region": _region(finding.span, placed.file)}}],
        "partialFingerprints": {FINGERPRINT: f"{placed.name}:{placed.nth}"},
        "properties": {"effort": finding.effort.value},
    }
    if finding.fix and finding.fix.safety > Safety.DISPLAY:
        value["fixes"] = [_fix(finding.fix, placed.file, place)]
    return value


def _place(file: FileReport, report: Report) -> dict[str, str]:
    name = report.relative(file.path)
    address = quote(os.fsencode(name))
    return {"uri": f"file://{address}"} if name.startswith("/") else {"uri": address, "uriBaseId": BASE}


def _region(span: Span, file: FileReport) -> dict[str, int]:
    start, end = file.lines.at(span.start), file.lines.at(span.end)
    lines = {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
    return lines | {"byteOffset": span.start, "byteLength": span.end - span.start}


def _fix(fix: Fix, file: FileReport, place: dict[str, str]) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.span, file), "insertedContent": _content(edit)} for edit in fix.edits
    ]
    change = {"artifactLocation": place, "replacements": replacements}
    return {"description": {"text": fix.message}, "artifactChanges": [change]}


def _content(edit: Edit) -> dict[str, str]:
    try:
        return {"text": edit.text.decode()}
    except UnicodeDecodeError:
        return {"binary": base64.b64encode(edit.text).decode()}


def _invocation(report: Report, dropped: int) -> dict[str, Any]:
    said = [
        {
            "level": "error",
            "message": {"text": problem.reason},
            "locations": [{"physicalLocation": {"artifactLocation": _place(_empty(problem.path), report)}}],
        }
        for problem in report.unreadable
    ]
    if dropped:
        text = f"{dropped} more results are left out: {MOST_RESULTS} is the most that GitHub takes of one run"
        said.append({"level": "warning", "message": {"text": text}})
    value: dict[str, Any] = {"executionSuccessful": not report.unreadable}
    return value | ({"toolExecutionNotifications": said} if said else {})


def _empty(path: Any) -> FileReport:
    return FileReport(path, (), b"")
