"""Findings as the protocol's diagnostics, in JSON; light to import, for the processes that read files make it."""

import functools
import json
from collections import Counter
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
    aged = {named.span for named in reading.names if named.aged}
    pages = {code: Path(page).absolute().as_uri() for code, page in reading.pages}
    shown = [f for f in reading.findings if plain or not is_plain_rename(f)]
    return f"[{','.join(_diagnostic(f, text, uri, pages.get(f.code), f.span in aged) for f in shown)}]"


def severity(finding: Finding) -> int:
    """The graver of what it does and what is left to do; a plain rename is a hint, for nobody needs to look at it."""
    if is_plain_rename(finding):
        return HINT
    return min(_BY_SEVERITY[finding.severity], _BY_EFFORT[finding.effort])


def count(reading: Reading) -> dict[str, int]:
    """How many findings there are of each kind."""
    kinds = Counter("renames" if is_plain_rename(f) else f.severity.value for f in reading.findings)
    names = {Severity.ERROR.value: "errors", Severity.WARNING.value: "warnings", Severity.INFO.value: "infos"}
    return {plural: kinds[name] for name, plural in {**names, "renames": "renames"}.items()}


def _diagnostic(finding: Finding, text: Text, uri: str, page: str | None, aged: bool) -> str:
    fix = finding.fix
    useless = fix is not None and _is_useless(finding.span, fix.edits)
    words = (finding.code, finding.rule, finding.message, finding.suggestion)
    told = _told(words, severity(finding), finding.effort.value, page)
    parts = [f'{{"range":{_range(text, finding.span)}', told]
    if tags := [DEPRECATED] * aged + [UNNECESSARY] * useless:
        parts.append(f'"tags":{tags}')
    if fix is not None and (related := _related(finding.span, fix.edits, text, uri)):
        parts.append(f'"relatedInformation":{json.dumps(related)}')
    return ",".join(parts) + "}"


@functools.lru_cache(maxsize=4096)
def _told(words: tuple[str, str, str, str], grade: int, effort: str, page: str | None) -> str:
    """What does not depend on where it is: most findings of a file are of a few kinds."""
    code, rule, message, suggestion = words
    values: dict[str, Any] = {
        "message": f"{message}\n{suggestion}" if suggestion else message,
        "severity": grade,
        "code": code,
        "source": SOURCE,
        "data": {"rule": rule, "effort": effort},
    }
    if page is not None:
        values["codeDescription"] = {"href": page}
    return json.dumps(values)[1:-1]


def _range(text: Text, span: Span) -> str:
    (line, character), (last, end) = text.places(span.start, span.end)
    start = f'{{"line":{line},"character":{character}}}'
    return f'{{"start":{start},"end":{{"line":{last},"character":{end}}}}}'


def _is_useless(span: Span, edits: tuple[Edit, ...]) -> bool:
    """Whether the fix takes it away and puts nothing in its place."""
    return all(not edit.text for edit in edits) and any(edit.span == span for edit in edits)


def _related(span: Span, edits: tuple[Edit, ...], text: Text, uri: str) -> list[dict[str, Any]]:
    """Other lines that its fix changes."""
    if all(edit.span == span for edit in edits):  # as with most
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
