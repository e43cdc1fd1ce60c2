"""Findings as the protocol's diagnostics, in JSON; light to import, for the processes that read files make it."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cass_lsp.reading import Reading
from cass_lsp.text import Text, decoded
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.report import is_plain_rename

SOURCE = "cass"
ERROR, WARNING, INFORMATION, HINT = 1, 2, 3, 4  # the protocol's severities
UNNECESSARY, DEPRECATED = 1, 2  # and tags
MOST_RELATED = 8
_BY_SEVERITY = {Severity.ERROR: ERROR, Severity.WARNING: WARNING, Severity.INFO: INFORMATION}
_BY_EFFORT = {Effort.HIGH: ERROR, Effort.MEDIUM: WARNING, Effort.LOW: INFORMATION}


def diagnostics(reading: Reading, text: Text, uri: str, *, plain: bool = True) -> str:
    """All findings of a file as a list; without `plain` those that somebody must look at."""
    shown = reading.findings if plain else [f for f in reading.findings if not is_plain_rename(f)]
    return joined(each(shown, Words(reading), text, uri))


def joined(said: Iterable[str]) -> str:
    """Diagnostics as a list."""
    return f"[{','.join(said)}]"


def each(findings: Iterable[Finding], words: "Words", text: Text, uri: str) -> Iterator[str]:
    """One after the other. Most are in one line of which every character is a byte."""
    starts = text.starts if text.is_plain else []
    last = len(starts)
    for finding in findings:
        start, end = finding.span
        after = bisect_right(starts, start)
        if is_here(finding) and 0 < after < last and start <= end < starts[after] - 2:  # before the end of the line
            line, base = after - 1, starts[after - 1]
            place = f'{{"line":{line},"character":{start - base}}},"end":{{"line":{line},"character":{end - base}}}'
            yield f'{{"range":{{"start":{place}}},{words.of(finding)}}}'
        else:
            yield _diagnostic(finding, words.of(finding), text, uri)


def is_here(finding: Finding) -> bool:
    """Whether its fix, if it has one, changes just what it is about: then nothing is said of other places."""
    fix = finding.fix
    return fix is None or (len(fix.edits) == 1 and fix.edits[0].span == finding.span)


def severity(finding: Finding) -> int:
    """The graver of what it does and what is left to do; a plain rename is a hint, for nobody needs to look at it."""
    if is_plain_rename(finding):
        return HINT
    return min(_BY_SEVERITY[finding.severity], _BY_EFFORT[finding.effort])


def count(reading: Reading) -> dict[str, int]:
    """How many findings there are of each kind."""
    graded = [f.severity for f in reading.findings]
    renames = sum([f.effort is Effort.LOW and f.severity is Severity.INFO for f in reading.findings])  # is_plain_rename
    errors, warnings, infos = (graded.count(each) for each in (Severity.ERROR, Severity.WARNING, Severity.INFO))
    return {"errors": errors, "warnings": warnings, "infos": infos - renames, "renames": renames}


def _diagnostic(finding: Finding, told: str, text: Text, uri: str) -> str:
    where = f'{{"range":{_range(text, finding.span)},{told}'
    if finding.fix is not None and (related := _related(finding.span, finding.fix.edits, text, uri)):
        return f'{where},"relatedInformation":{json.dumps(related)}}}'
    return where + "}"


class Words:
    """What does not depend on where a finding is, in JSON: most findings of a file are of a few kinds."""

    def __init__(self, reading: Reading) -> None:
        self._aged = frozenset(reading.aged)
        self._pages = {code: Path(page).absolute().as_uri() for code, page in reading.pages}
        self._known: dict[tuple[object, ...], str] = {}

    def of(self, finding: Finding) -> str:
        """What is said of a finding; enumerators are told apart by their identity, which is fast."""
        code, rule, message, span, grade, effort, suggestion, fix = finding
        aged = span in self._aged
        useless = fix is not None and _is_useless(span, fix.edits)
        key = (message, code, rule, suggestion, id(grade), id(effort), aged, useless)
        told = self._known.get(key)
        if told is None:
            told = self._known[key] = _told(finding, self._pages.get(code), aged, useless)
        return told


def _told(finding: Finding, page: str | None, aged: bool, useless: bool) -> str:
    message, suggestion = finding.message, finding.suggestion
    values: dict[str, Any] = {
        "message": f"{message}\n{suggestion}" if suggestion else message,
        "severity": severity(finding),
        "code": finding.code,
        "source": SOURCE,
        "data": {"rule": finding.rule, "effort": finding.effort.value},
    }
    if page is not None:
        values["codeDescription"] = {"href": page}
    if tags := [DEPRECATED] * aged + [UNNECESSARY] * useless:
        values["tags"] = tags
    return json.dumps(values, separators=(",", ":"))[1:-1]


def _range(text: Text, span: Span) -> str:
    (line, character), (last, end) = text.place(span.start), text.place(span.end)
    start = f'{{"line":{line},"character":{character}}}'
    return f'{{"start":{start},"end":{{"line":{last},"character":{end}}}}}'


def _is_useless(span: Span, edits: tuple[Edit, ...]) -> bool:
    """Whether the fix takes it away and puts nothing in its place."""
    if not edits or edits[0].text:  # as with most
        return False
    return all(not edit.text for edit in edits) and any(edit.span == span for edit in edits)


def _related(span: Span, edits: tuple[Edit, ...], text: Text, uri: str) -> list[dict[str, Any]]:
    """Other lines that its fix changes."""
    if len(edits) == 1 and edits[0].span == span:  # as with most
        return []
    first, last = text.place(span.start).line, text.place(span.end).line
    found: list[dict[str, Any]] = []
    for edit in edits[: 4 * MOST_RELATED]:
        if text.place(edit.span.end).line < first or text.place(edit.span.start).line > last:
            where = {"uri": uri, "range": json.loads(_range(text, edit.span))}
            found.append({"location": where, "message": f"the fix changes this too: {_brief(edit)}"})
    return found[:MOST_RELATED]


def _brief(edit: Edit) -> str:
    lines = decoded(edit.text).strip().splitlines()
    if not lines:
        return "removed"
    return lines[0][:60] + (" ..." if len(lines) > 1 or len(lines[0]) > 60 else "")
