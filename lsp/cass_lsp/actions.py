"""Code actions: fix, silence, explain, translate. Edits are made when one is chosen, where the client can wait."""

from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcContentModified

from cass_lsp import fixing
from cass_lsp.convert import command, diagnostics, span_of, text_edits
from cass_lsp.documents import Document
from cass_lsp.reading import Function, Reading
from cass_lsp.server import CassServer, newest
from cass_lsp.text import Text
from cass_tools.model import Edit, Finding, Safety, Source, Span
from cass_tools.suppressing import in_file, on_line

FIX_ALL = "source.fixAll.cass"
REWRITE = "refactor.rewrite.cass"
QUICK = t.CodeActionKind.QuickFix.value
KINDS = (QUICK, FIX_ALL, REWRITE)
MOST_FINDINGS = 20  # in a selection; beyond that nobody reads a menu


class _Offer:
    """The actions for one selection."""

    model = False  # whether one is set, and can be asked

    def __init__(self, document: Document, text: Text, reading: Reading, params: t.CodeActionParams) -> None:
        self.uri = document.uri
        self.assembly = document.is_assembly
        self.version = document.version
        self.text = text
        self.reading = reading
        self.selected = span_of(text, params.range)
        self.only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]

    def all(self) -> Iterator[t.CodeAction]:
        """Every action that was asked for."""
        near = [f for f in self.reading.findings if _touch(f.span, self.selected)][:MOST_FINDINGS]
        if self._wanted(QUICK):
            yield from self._fixes(near)
            if not self.assembly:
                yield from self._silencers(near)
        if self._wanted(FIX_ALL) and (count := sum(_is_safe(f) for f in self.reading.findings)):
            title = f"Fix all {count} safe findings in this file" if count > 1 else "Fix the safe finding in this file"
            yield self._made(title, FIX_ALL, do="all")
        if self._wanted(REWRITE) and self.reading.findings and not self.assembly:
            yield from self._rewrites()

    def _wanted(self, kind: str) -> bool:
        return not self.only or any(kind == only or kind.startswith(f"{only}.") for only in self.only)

    def _fixes(self, near: list[Finding]) -> Iterator[t.CodeAction]:
        for finding in near:
            if finding.fix is None or finding.fix.safety is Safety.DISPLAY:
                continue
            safe = finding.fix.safety is Safety.SAFE
            title = f"Fix: {finding.fix.message}" + ("" if safe else " (to be verified)")
            yield self._made(title, QUICK, [finding], preferred=safe, do="fix", key=_key(finding))

    def _silencers(self, near: list[Finding]) -> Iterator[t.CodeAction]:
        for code in dict.fromkeys(finding.code for finding in near):
            same = [finding for finding in near if finding.code == code]
            key = _key(same[0])
            yield self._made(f"Ignore {code} here", QUICK, same, do="ignore", key=key)
            yield self._made(f"Ignore {code} in this file", QUICK, same, do="ignore-file", key=key)
            project = command(f"Ignore {code} in this project", "cass.suppressInProject", self.uri, code)
            yield self._command(project, QUICK, same)
            yield self._command(command(f"Explain {code}", "cass.explain", code, self.uri), QUICK, same)

    def _rewrites(self) -> Iterator[t.CodeAction]:
        function = self._function()
        if function is not None and any(_is_inside(f, function) for f in self.reading.findings):
            yield self._made(f"Translate {function.title} to HIP", REWRITE, do="function", key=[function.head])
        with_model = (("Translate this file to HIP with the model and verify it", "cass.translateWithModel"),)
        for title, name in (
            ("Translate this file to HIP and verify it", "cass.translateVerified"),
            *(with_model if self.model else ()),
            ("Translate this file to HIP, not verified", "cass.translate"),
            ("Show the translation of this file", "cass.preview"),
        ):
            yield self._command(command(title, name, self.uri), REWRITE)

    def _shown(self, about: list[Finding]) -> list[t.Diagnostic]:
        return diagnostics(self.reading._replace(findings=tuple(about)), self.text, self.uri)

    def _function(self) -> Function | None:
        at = self.selected.start
        return next((f for f in reversed(self.reading.functions) if f.head <= at < f.end), None)

    def _made(
        self, title: str, kind: str, about: list[Finding] | None = None, preferred: bool | None = None, **data: Any
    ) -> t.CodeAction:
        value = {"uri": self.uri, "version": self.version, **data}
        shown = self._shown(about or [])
        return t.CodeAction(title, kind, shown or None, is_preferred=preferred or None, data=value)

    def _command(self, command: t.Command, kind: str, about: list[Finding] | None = None) -> t.CodeAction:
        shown = self._shown(about or [])
        return t.CodeAction(command.title, kind, shown or None, command=command)


async def offered(server: CassServer, params: t.CodeActionParams) -> list[t.CodeAction]:
    """The actions for a selection; with their edits where the client cannot ask for them later.

    An editor that is told that the content was modified shows an empty menu, and asks no more.
    """
    document, text, reading = await newest(server.read, params.text_document.uri)
    offer = _Offer(document, text, reading, params)
    offer.model = bool(server.options.model)
    actions = list(offer.all())
    if not _can_resolve(server):
        actions = [await resolved(server, action) for action in actions]
    return actions


async def resolved(server: CassServer, action: t.CodeAction) -> t.CodeAction:
    """The action with its edit."""
    data = action.data
    if action.command is not None or not isinstance(data, dict) or not data.keys() >= {"uri", "version", "do"}:
        return action
    document, text, reading = await server.read(data["uri"])
    if document.version != data["version"]:
        raise JsonRpcContentModified
    edits = await _edits(server, document, text, reading, data)
    if document.text is not text:
        raise JsonRpcContentModified
    action.edit = workspace_edit(server, document, text_edits(text, edits))
    return action


async def _edits(
    server: CassServer, document: Document, text: Text, reading: Reading, data: dict[str, Any]
) -> tuple[Edit, ...]:
    what, key = data["do"], data.get("key")
    if what == "all" and document.is_assembly:
        safe = [finding for finding in reading.findings if _is_safe(finding)]
        return await server.readers.run(fixing.of_findings, text.data, safe, Safety.SAFE)
    if what == "all":
        config = server.config(document.path)
        return await server.readers.run(fixing.of_file, document.path, text.data, config, Safety.SAFE)
    if what == "function":
        function = next((f for f in reading.functions if [f.head] == key), None)
        inside = [f for f in reading.findings if function and _is_inside(f, function)]
        return await server.readers.run(fixing.of_findings, text.data, inside, Safety.SAFE)
    finding = next((f for f in reading.findings if _key(f) == key), None)
    if finding is None:
        raise JsonRpcContentModified
    if what == "fix":
        return await server.readers.run(fixing.of_findings, text.data, [finding], Safety.UNSAFE)
    silence = on_line if what == "ignore" else in_file
    return (silence(Source(document.path, text.data), finding),)


def workspace_edit(server: CassServer, document: Document, edits: list[t.TextEdit]) -> t.WorkspaceEdit:
    """Edits of one document."""
    return edit_of(server, [(document.uri, document.version, edits)])


def edit_of(server: CassServer, changes: Sequence[tuple[str, int | None, list[t.TextEdit]]]) -> t.WorkspaceEdit:
    """Edits of documents, for the versions that are known, if the client knows of versions."""
    workspace = server.client_capabilities.workspace
    able = workspace.workspace_edit if workspace else None
    if able and able.document_changes:
        return t.WorkspaceEdit(
            document_changes=[
                t.TextDocumentEdit(t.OptionalVersionedTextDocumentIdentifier(uri, version), list(edits))
                for uri, version, edits in changes
            ]
        )
    return t.WorkspaceEdit(changes={uri: edits for uri, _, edits in changes})


def _can_resolve(server: CassServer) -> bool:
    document = server.client_capabilities.text_document
    able = document.code_action if document else None
    return bool(able and able.data_support and able.resolve_support and "edit" in able.resolve_support.properties)


def _key(finding: Finding) -> list[Any]:
    return [finding.code, *finding.span, finding.message]


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _is_safe(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.safety is Safety.SAFE


def _is_inside(finding: Finding, function: Function) -> bool:
    inside = function.head <= finding.span.start < finding.span.end <= function.end
    return inside and _is_safe(finding)


def register(server: CassServer) -> None:
    """Register both requests."""

    @server.feature(t.TEXT_DOCUMENT_CODE_ACTION, t.CodeActionOptions(list(KINDS), resolve_provider=True))
    async def actions(params: t.CodeActionParams) -> list[t.CodeAction]:
        return await offered(server, params)

    @server.feature(t.CODE_ACTION_RESOLVE)
    async def resolve(action: t.CodeAction) -> t.CodeAction:
        return await resolved(server, action)
