"""The engine's values as the protocol has them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types as t

from cass_lsp.documents import uri_of
from cass_lsp.reading import Reading
from cass_lsp.text import Text, decoded
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.report import is_plain_rename

SOURCE = "cass"
MOST_RELATED = 8
_BY_SEVERITY = {
    Severity.ERROR: t.DiagnosticSeverity.Error,
    Severity.WARNING: t.DiagnosticSeverity.Warning,
    Severity.INFO: t.DiagnosticSeverity.Information,
}
_BY_EFFORT = {
    Effort.HIGH: t.DiagnosticSeverity.Error,
    Effort.MEDIUM: t.DiagnosticSeverity.Warning,
    Effort.LOW: t.DiagnosticSeverity.Information,
}


def range_of(text: Text, span: Span) -> t.Range:
    """Where a span is."""
    return t.Range(t.Position(*text.place(span.start)), t.Position(*text.place(span.end)))


def span_of(text: Text, where: t.Range) -> Span:
    """The bytes of a range."""
    start, end = (text.offset(place.line, place.character) for place in (where.start, where.end))
    return Span(start, max(start, end))


def text_edits(text: Text, edits: Iterable[Edit]) -> list[t.TextEdit]:
    """Edits for a client."""
    return [t.TextEdit(range_of(text, edit.span), decoded(edit.text)) for edit in edits]


def severity(finding: Finding) -> t.DiagnosticSeverity:
    """The graver of what it does and what is left to do; a plain rename is a hint, for nobody needs to look at it."""
    if is_plain_rename(finding):
        return t.DiagnosticSeverity.Hint
    return min(_BY_SEVERITY[finding.severity], _BY_EFFORT[finding.effort], key=lambda each: each.value)


def diagnostics(reading: Reading, text: Text, uri: str, *, plain: bool = True) -> list[t.Diagnostic]:
    """All findings of a file; without `plain` those that somebody must look at."""
    aged = {named.span for named in reading.names if named.aged}
    pages = {code: uri_of(Path(page)) for code, page in reading.pages}
    shown = [f for f in reading.findings if plain or not is_plain_rename(f)]
    return [_diagnostic(finding, text, uri, pages.get(finding.code), finding.span in aged) for finding in shown]


def _diagnostic(finding: Finding, text: Text, uri: str, page: str | None, aged: bool) -> t.Diagnostic:
    words = f"{finding.message}\n{finding.suggestion}" if finding.suggestion else finding.message
    return t.Diagnostic(
        range=range_of(text, finding.span),
        message=words,
        severity=severity(finding),
        code=finding.code,
        code_description=t.CodeDescription(page) if page else None,
        source=SOURCE,
        tags=_tags(finding, aged) or None,
        related_information=_related(finding, text, uri) or None,
        data={"rule": finding.rule, "effort": finding.effort.value},
    )


def _tags(finding: Finding, aged: bool) -> list[t.DiagnosticTag]:
    edits = finding.fix.edits if finding.fix else ()
    useless = bool(edits) and all(not edit.text for edit in edits) and any(e.span == finding.span for e in edits)
    tags = [t.DiagnosticTag.Deprecated] if aged else []
    return [*tags, t.DiagnosticTag.Unnecessary] if useless else tags


def _related(finding: Finding, text: Text, uri: str) -> list[t.DiagnosticRelatedInformation]:
    """Other lines that its fix changes."""
    edits: Sequence[Edit] = finding.fix.edits if finding.fix else ()
    if all(edit.span == finding.span for edit in edits):  # as with most
        return []
    first, last = text.place(finding.span.start).line, text.place(finding.span.end).line
    places = [(edit, range_of(text, edit.span)) for edit in edits[: 4 * MOST_RELATED]]
    far = [(edit, where) for edit, where in places if where.end.line < first or where.start.line > last]
    return [
        t.DiagnosticRelatedInformation(t.Location(uri, where), f"the fix changes this too: {_brief(edit)}")
        for edit, where in far[:MOST_RELATED]
    ]


def command(title: str, name: str, *arguments: str) -> t.Command:
    """A command of the server's."""
    return t.Command(title=title, command=name, arguments=list(arguments))


def _brief(edit: Edit) -> str:
    lines = decoded(edit.text).strip().splitlines()
    if not lines:
        return "removed"
    return lines[0][:60] + (" ..." if len(lines) > 1 or len(lines[0]) > 60 else "")
