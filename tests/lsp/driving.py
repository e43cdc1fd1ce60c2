"""A client that drives the real server over its real standard input and output."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types as t
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

PULLING, PUSHED = "neovim@v0.11", "neovim@v0.7"
SERVER = (sys.executable, "-m", "cass_lsp.main")


class Client(LanguageClient):
    """Keeps what the server says and does what it asks for."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        self.pushed: list[t.PublishDiagnosticsParams] = []
        self.asked: list[t.RegistrationParams] = []
        self.applied: list[t.ApplyWorkspaceEditParams] = []
        self.said: list[tuple[str, Any]] = []
        self.answer: str | None = None  # which button is pressed when the server asks
        self.questions: list[str] = []
        own = {
            t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: self.pushed.append,
            t.CLIENT_REGISTER_CAPABILITY: self.asked.append,
            t.WORKSPACE_APPLY_EDIT: self._apply,
            t.WINDOW_SHOW_MESSAGE_REQUEST: self._choose,
            t.WORKSPACE_CODE_LENS_REFRESH: lambda params: None,
            t.WORKSPACE_INLAY_HINT_REFRESH: lambda params: None,
            t.WORKSPACE_SEMANTIC_TOKENS_REFRESH: lambda params: None,
            "cass/status": lambda params: self.said.append(("status", params)),
            "cass/verdict": lambda params: self.said.append(("verdict", params)),
        }
        register_lsp_features(self, {**DEFAULT_CLIENT_FEATURES, **{name: _taking(act) for name, act in own.items()}})

    def _apply(self, params: t.ApplyWorkspaceEditParams) -> t.ApplyWorkspaceEditResult:
        self.applied.append(params)
        return t.ApplyWorkspaceEditResult(applied=True)

    def _choose(self, params: t.ShowMessageRequestParams) -> t.MessageActionItem | None:
        self.questions.append(params.message)
        return t.MessageActionItem(self.answer) if self.answer else None


def _taking(act: Any) -> Any:
    """A handler of its own, for those of a class cannot be registered."""

    def handler(params: Any) -> Any:
        return act(params)

    return handler


class Editor:
    """One open editor."""

    def __init__(self, client: Client, root: Path, server: t.InitializeResult) -> None:
        self.client = client
        self.root = root
        self.capabilities = server.capabilities
        self.versions: dict[str, int] = {}
        able = client.capabilities.workspace if client.capabilities else None
        files = able.did_change_watched_files if able else None
        self.tells = bool(files and files.dynamic_registration)  # it watches files for the server

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def open(self, name: str, text: str, *, language: str = "cuda", save: bool = True) -> str:
        """Open a file that holds `text`."""
        if save:
            (self.root / name).write_text(text, newline="")
        uri = self.uri(name)
        self.versions[uri] = 1
        item = t.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(t.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str, where: t.Range | None = None) -> int:
        """Replace a range, or everything."""
        self.versions[uri] += 1
        identifier = t.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        event: t.TextDocumentContentChangeEvent = (
            t.TextDocumentContentChangePartial(where, text)
            if where is not None
            else t.TextDocumentContentChangeWholeDocument(text)
        )
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(identifier, [event]))
        return self.versions[uri]

    async def pull(self, uri: str, previous: str | None = None) -> Any:
        """The client asks for diagnostics."""
        asked = t.DocumentDiagnosticParams(t.TextDocumentIdentifier(uri), previous_result_id=previous)
        return await self.client.text_document_diagnostic_async(asked)

    async def until(self, condition: Any, what: str, seconds: float = 60) -> Any:
        """Wait for something to be true."""
        for _ in range(int(seconds / 0.02)):
            if found := condition():
                return found
            await asyncio.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}")

    async def pushed(self, uri: str, version: int) -> list[t.Diagnostic]:
        """The diagnostics that the server has sent for a version."""
        found = lambda: [p for p in self.client.pushed if p.uri == uri and p.version == version]  # noqa: E731
        published: list[t.PublishDiagnosticsParams] = await self.until(found, f"diagnostics of version {version}")
        return list(published[-1].diagnostics)


def capabilities(spec: str, encoding: str | None) -> t.ClientCapabilities:
    """Those of a known editor, with one position encoding."""
    known = pytest_lsp.client_capabilities(spec)
    if encoding is not None:
        known.general = known.general or t.GeneralClientCapabilities()
        known.general.position_encodings = [t.PositionEncodingKind(encoding)]
    return known


@asynccontextmanager
async def editor(
    root: Path,
    *,
    spec: str = PULLING,
    encoding: str | None = None,
    options: dict[str, Any] | None = None,
    folders: Sequence[Path] | None = None,
    adapt: Any = None,
) -> AsyncIterator[Editor]:
    """An editor with a workspace."""
    client = Client()
    state = root.parent / "state"
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "CASS_CACHE": str(state / "cache")}
    await client.start_io(*SERVER, env=environment)
    able = capabilities(spec, encoding)
    if adapt is not None:
        adapt(able)
    workspace = [t.WorkspaceFolder(f.as_uri(), f.name) for f in folders or [root]]
    result = await client.initialize_session(
        t.InitializeParams(
            capabilities=able,
            process_id=os.getpid(),
            root_uri=root.as_uri(),
            workspace_folders=workspace,
            initialization_options=options or {},
        )
    )
    try:
        yield Editor(client, root, result)
    finally:
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]
