"""Findings as diagnostics: pulled by clients that can, pushed to the others a moment after the last key was pressed."""

import asyncio
import json
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcContentModified

from cass_lsp.documents import Document, digest
from cass_lsp.opened import Look
from cass_lsp.ready import Ready
from cass_lsp.server import CassServer, newest

STATUS = "cass/status"


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
            _, _, look = await self._server.look(document.uri)
        except JsonRpcContentModified:
            return  # the change has brought a look of its own
        if not pulls(self._server):
            told = f'"uri": {json.dumps(document.uri)}, "version": {document.version}'
            value = Ready(f'{{{told}, "diagnostics": {look.diagnostics}}}')
            self._server.protocol.notify(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, value)
        if self._server.options.notifications:
            self._status(document, "failed" if look.error else "ready", look)

    def _status(self, document: Document, state: str, look: Look | None) -> None:
        value = {"uri": document.uri, "version": document.version, "state": state}
        self._server.protocol.notify(STATUS, {**value, **dict(look.counts), "error": look.error} if look else value)


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


async def pull(server: CassServer, params: t.DocumentDiagnosticParams) -> t.DocumentDiagnosticReport | Ready:
    """The diagnostics of one document, or that they are the same as before.

    The same is what reads the same, whatever has happened meanwhile: an editor that is told anything else takes down
    the menu that it is about to show.
    """
    _, text, look = await newest(server.look, params.text_document.uri)
    result = f"{digest(look.diagnostics.encode())}-{digest(text.data)}"
    if params.previous_result_id == result:
        return t.RelatedUnchangedDocumentDiagnosticReport(result)
    return Ready(f'{{"kind": "full", "resultId": "{result}", "items": {look.diagnostics}}}')
