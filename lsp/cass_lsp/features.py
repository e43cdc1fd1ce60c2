"""Everything the server answers to, registered: life cycle, documents, settings; the rest is in modules of its own."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from cass_lsp import actions, aids, assembly, commands, diagnostics, survey
from cass_lsp.commands import Commander
from cass_lsp.diagnostics import Pusher
from cass_lsp.documents import path_of
from cass_lsp.proving import Prover
from cass_lsp.ready import Ready
from cass_lsp.server import CassServer
from cass_lsp.settings import from_client, updated
from cass_lsp.survey import Survey
from cass_lsp.watching import Watcher
from cass_lsp.work import end_within
from cass_tools.compile_commands import FILE as COMMANDS
from cass_tools.project_file import FILE as PROJECT
from cass_tools.project_file import SHARED

GRACE = 5.0  # seconds that the server takes at most to end


class Session:
    """The parts of a running server, and what a change of one means for the others."""

    def __init__(self, server: CassServer) -> None:
        self.server = server
        self.pusher = Pusher(server)
        self.survey = Survey(server)
        self.watcher = Watcher(server, self.files_changed)
        server.findings_changed = self.say_again

    def initialize(self, params: t.InitializeParams) -> None:
        """The settings that the client starts with."""
        _ = self.server.documents
        values = params.initialization_options
        values = values.get("cass", values) if isinstance(values, Mapping) else {}
        self.server.options, self._problems = from_client(self.server.options, values)

    async def initialized(self) -> None:
        """Ask for settings, watch files, look at the workspace."""
        self._tell(self._problems)
        await self.configure()
        await self.watcher.start()
        if self.server.outdated():  # before anybody watched
            self.all_changed()
        else:
            self.survey.begin()

    async def configure(self) -> None:
        """Take the settings that the client has for `cass`, if it tells them."""
        able = self.server.client_capabilities.workspace
        if not (able and able.configuration):
            return
        items = [t.ConfigurationItem(section="cass")]
        try:
            values = await self.server.workspace_configuration_async(t.ConfigurationParams(items))
        except JsonRpcException:
            return
        if values and isinstance(values[0], Mapping):
            self._take(values[0])

    async def reconfigure(self, params: t.DidChangeConfigurationParams) -> None:
        """Settings have changed: those that came with the message, or those that the client tells."""
        given = params.settings
        values = given.get("cass") if isinstance(given, Mapping) else None
        if isinstance(values, Mapping):
            self._take(values)
        else:
            await self.configure()

    def _take(self, values: Mapping[str, Any]) -> None:
        options, problems = updated(self.server.options, values)
        self._tell(problems)
        if options != self.server.options:
            self.server.options = options
            self.all_changed()

    def _tell(self, problems: list[str]) -> None:
        for problem in problems:
            self.server.say(problem, t.MessageType.Warning)

    def all_changed(self) -> None:
        """Findings may be others in every file."""
        self.server.settings_changed()
        self.survey.begin()
        self.say_again()

    def say_again(self) -> None:
        """Look at every open document anew, and have the client ask again."""
        self.pusher.all()
        diagnostics.refresh(self.server)

    def files_changed(self, paths: set[Path]) -> None:
        """Files have changed on disk."""
        names = {path.name for path in paths}
        if names & {PROJECT, COMMANDS} or (SHARED in names and self.server.outdated()):
            self.all_changed()
        else:
            self.survey.again(paths)

    def stop(self) -> None:
        """End what was started."""
        self.watcher.stop()
        self.server.readers.stop()


def register(server: CassServer) -> Session:
    """Register the life cycle, documents, settings and diagnostics."""
    session = Session(server)

    @server.feature(t.INITIALIZE)
    def initialize(params: t.InitializeParams) -> None:
        session.initialize(params)

    @server.feature(t.INITIALIZED)
    async def initialized(_params: t.InitializedParams) -> None:
        await session.initialized()

    @server.feature(t.SHUTDOWN)
    def shutdown(_params: None) -> None:
        session.stop()

    @server.feature(t.EXIT)
    def exited(_params: None) -> None:
        end_within(GRACE, 0 if server.protocol._shutdown else 1)

    @server.feature(t.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configuration(params: t.DidChangeConfigurationParams) -> None:
        await session.reconfigure(params)

    @server.feature(t.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders(_params: t.DidChangeWorkspaceFoldersParams) -> None:
        session.survey.begin()
        await session.watcher.follow()

    @server.feature(t.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: t.DidChangeWatchedFilesParams) -> None:
        session.watcher.told(path_of(change.uri) for change in params.changes)

    _register_documents(server, session)
    prover = Prover(server)
    actions.register(server)
    aids.register(server, prover, session.survey)
    commands.register(server, Commander(server, session.survey, session.all_changed), prover)
    assembly.register(server, assembly.Assembler(server, prover))
    return session


def _register_documents(server: CassServer, session: Session) -> None:
    @server.feature(t.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: t.DidOpenTextDocumentParams) -> None:
        if (document := server.document(params.text_document.uri)) is not None:
            session.pusher.soon(document, at_once=True)

    @server.feature(t.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: t.DidChangeTextDocumentParams) -> None:
        if (document := server.document(params.text_document.uri)) is not None:
            session.pusher.soon(document)

    @server.feature(t.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: t.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget(uri)
        session.pusher.closed(uri)
        if uri.startswith("file:"):
            session.survey.files.pop(path_of(uri), None)
            session.survey.again([path_of(uri)])

    @server.feature(t.TEXT_DOCUMENT_DIAGNOSTIC, t.DiagnosticOptions(False, True, identifier="cass"))
    async def pulled(params: t.DocumentDiagnosticParams) -> t.DocumentDiagnosticReport | Ready:
        return await diagnostics.pull(server, params)

    @server.feature(t.WORKSPACE_DIAGNOSTIC)
    async def pulled_all(params: t.WorkspaceDiagnosticParams) -> t.WorkspaceDiagnosticReport:
        return await survey.pull_all(server, session.survey, params)
