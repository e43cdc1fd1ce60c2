"""Findings as diagnostics: pulled by clients that can, pushed to the others a moment after the last key was pressed."""

import asyncio
from collections import Counter
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcContentModified

from cass_lsp.convert import diagnostics
from cass_lsp.documents import Document
from cass_lsp.reading import Reading
from cass_lsp.server import CassServer
from cass_lsp.text import Text
from cass_tools.model import Severity
from cass_tools.report import is_plain_rename

STATUS = "cass/status"
TRIES = 5


class Pusher:
    """Pushes the diagnostics of open documents to clients that do not pull; tells the others how many there are."""

    def __init__(self, server: CassServer) -> None:
        self._server = server
        self._waiting: dict[str, asyncio.Task[Any]] = {}

    def soon(self, document: Document, *, at_once: bool = False) -> None:
        """Look at a document once it has been left alone for a while; a look that waits is put off."""
        waiting = self._waiting.pop(document.uri, None)
        if waiting is not None:
            waiting.cancel()
        delay = 0.0 if at_once else self._server.options.debounce
        self._waiting[document.uri] = self._server.keep(self._look(document, delay))

    def all(self) -> None:
        """Look at every open document again."""
        for document in self._server.documents.open.values():
            self.soon(document, at_once=True)

    def closed(self, uri: str) -> None:
        """Nothing is said about a document that is not open."""
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()
        if not pulls(self._server):
            self._server.text_document_publish_diagnostics(t.PublishDiagnosticsParams(uri, []))

    async def _look(self, document: Document, delay: float) -> None:
        await asyncio.sleep(delay)
        if pulls(self._server) and not self._server.options.notifications:
            return  # it asks when it wants to know
        if self._server.options.notifications:
            self._status(document, "checking", None)
        try:
            _, text, reading = await self._server.read(document.uri)
        except JsonRpcContentModified:
            return  # the change has brought a look of its own
        if not pulls(self._server):
            self._server.text_document_publish_diagnostics(
                t.PublishDiagnosticsParams(
                    document.uri, diagnostics(reading, text, document.uri), version=document.version
                )
            )
        if self._server.options.notifications:
            self._status(document, "failed" if reading.error else "ready", reading)

    def _status(self, document: Document, state: str, reading: Reading | None) -> None:
        counts = count(reading) if reading else {}
        value = {"uri": document.uri, "version": document.version, "state": state, **counts}
        self._server.protocol.notify(STATUS, {**value, "error": reading.error} if reading else value)


def count(reading: Reading) -> dict[str, int]:
    """How many findings there are of each kind."""
    kinds = Counter("renames" if is_plain_rename(f) else f.severity.value for f in reading.findings)
    names = {Severity.ERROR.value: "errors", Severity.WARNING.value: "warnings", Severity.INFO.value: "infos"}
    return {plural: kinds[name] for name, plural in {**names, "renames": "renames"}.items()}


def pulls(server: CassServer) -> bool:
    """Whether the client asks for diagnostics itself."""
    document = server.client_capabilities.text_document
    return document is not None and document.diagnostic is not None


def refresh(server: CassServer) -> None:
    """Ask the client to ask again for everything that follows from settings."""
    able = server.client_capabilities.workspace
    if able is None:
        return
    if able.diagnostics and able.diagnostics.refresh_support:
        server.workspace_diagnostic_refresh(None)
    if able.inlay_hint and able.inlay_hint.refresh_support:
        server.workspace_inlay_hint_refresh(None)
    if able.code_lens and able.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None)
    if able.semantic_tokens and able.semantic_tokens.refresh_support:
        server.workspace_semantic_tokens_refresh(None)


async def newest(server: CassServer, uri: str) -> tuple[Text, Reading]:
    """What is known of the document's newest version, however fast it changes."""
    for _ in range(TRIES):
        try:
            _, text, reading = await server.read(uri)
        except JsonRpcContentModified:
            continue
        return text, reading
    raise JsonRpcContentModified


async def pull(server: CassServer, params: t.DocumentDiagnosticParams) -> t.DocumentDiagnosticReport:
    """The diagnostics of one document, or that they are the same as before."""
    uri = params.text_document.uri
    document = server.document(uri)
    if document is not None and params.previous_result_id == server.result_id(document.text.data):
        return t.RelatedUnchangedDocumentDiagnosticReport(params.previous_result_id)
    text, reading = await newest(server, uri)
    result = server.result_id(text.data)
    return t.RelatedFullDocumentDiagnosticReport(diagnostics(reading, text, uri), result_id=result)
