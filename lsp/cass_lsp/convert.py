"""The engine's values as the protocol has them."""

import json
from collections.abc import Iterable
from typing import Any

from lsprotocol import types as t

from cass_lsp import wording
from cass_lsp.reading import Reading
from cass_lsp.text import Text, decoded
from cass_tools.model import Edit, Span


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


def diagnostics(reading: Reading, text: Text, uri: str, *, plain: bool = True) -> list[t.Diagnostic]:
    """All findings of a file; without `plain` those that somebody must look at."""
    return [_diagnostic(value) for value in json.loads(wording.diagnostics(reading, text, uri, plain=plain))]


def _diagnostic(value: dict[str, Any]) -> t.Diagnostic:
    page = value.get("codeDescription")
    return t.Diagnostic(
        range=_range(value["range"]),
        message=value["message"],
        severity=t.DiagnosticSeverity(value["severity"]),
        code=value["code"],
        code_description=t.CodeDescription(page["href"]) if page else None,
        source=value["source"],
        tags=[t.DiagnosticTag(tag) for tag in value.get("tags", ())] or None,
        related_information=[_related(each) for each in value.get("relatedInformation", ())] or None,
        data=value["data"],
    )


def _related(value: dict[str, Any]) -> t.DiagnosticRelatedInformation:
    where = value["location"]
    return t.DiagnosticRelatedInformation(t.Location(where["uri"], _range(where["range"])), value["message"])


def _range(value: dict[str, Any]) -> t.Range:
    return t.Range(t.Position(**value["start"]), t.Position(**value["end"]))


def command(title: str, name: str, *arguments: str) -> t.Command:
    """A command of the server's."""
    return t.Command(title=title, command=name, arguments=list(arguments))
