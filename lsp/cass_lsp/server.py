"""The server's state: documents, what was read from them, settings, and what each project says in its cass.toml.

A document is read by another process, once for each version that somebody asks about. Every answer belongs to the
version that it was asked for: if that has changed meanwhile, the client is told so, and asks again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from lsprotocol import types as t
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from cass_lsp import assembled
from cass_lsp.documents import Document, Documents, digest
from cass_lsp.opened import Look
from cass_lsp.reading import Reading
from cass_lsp.ready import Protocol
from cass_lsp.settings import Options
from cass_lsp.text import Text
from cass_lsp.work import Readers
from cass_tools import __version__
from cass_tools.compile_commands import Commands, near
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.project import configured
from cass_tools.user_rules.nearest import find

LOG = logging.getLogger("cass_lsp")
PAUSE = 1.0  # seconds without a change after which a doubtful answer is confirmed
LULL = 0.1  # and after which all else that is known of a version is fetched, if nobody has asked for it before
TRIES = 5
T = TypeVar("T")
Ask = Callable[[str], Awaitable[tuple[Document, Text, T]]]


class RefusedError(JsonRpcException):
    """What was asked for cannot be done; the message says why."""

    CODE = -32803
    MESSAGE = "Request failed"


async def newest(ask: Ask[T], uri: str) -> tuple[Document, Text, T]:
    """What is known of the document's newest version, however fast it changes."""
    for attempt in range(TRIES):
        try:
            return await ask(uri)
        except JsonRpcContentModified:
            continue
        except RefusedError:
            if attempt == 0:
                raise
            break  # it was closed meanwhile
    raise JsonRpcContentModified


class Versions(Generic[T]):
    """What was found out about each document, of the last version that somebody asked about."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Text, int, asyncio.Task[T]]] = {}

    def task(self, document: Document, generation: int, begin: Callable[[], asyncio.Task[T]]) -> asyncio.Task[T]:
        """That of the present version, begun if it is not known."""
        known = self._known.get(document.uri)
        if known is not None and known[0] is document.text and known[1] == generation:
            return known[2]
        task = begin()
        self._known[document.uri] = (document.text, generation, task)
        return task

    def forget(self, uri: str) -> None:
        """A document was closed."""
        self._known.pop(uri, None)


REFUSALS = (JsonRpcContentModified, JsonRpcRequestCancelled, RefusedError)


class CassServer(LanguageServer):
    """The language server; `readers` read open documents."""

    def __init__(self, readers: Readers) -> None:
        super().__init__("cass-lsp", __version__, protocol_cls=Protocol)
        self.readers = readers
        self.options = Options()
        self.generation = 0  # counts what changes findings beside the text: settings, cass.toml
        self._documents: Documents | None = None
        self.findings_changed: Callable[[], None] = lambda: None  # what is to be done when they are others now
        self._looks: Versions[Look] = Versions()
        self._readings: Versions[Reading] = Versions()
        self._configs: dict[Path, Config] = {}
        self._commands: dict[Path, Commands] = {}
        self._trusted: set[Path] = set()
        self._slots = asyncio.Semaphore(2)
        self._kept: set[asyncio.Task[Any]] = set()

    @property
    def documents(self) -> Documents:
        """The open documents; only after `initialize`."""
        if self._documents is None:
            self._documents = Documents(self.workspace)
            self.protocol._workspace = self._documents
        return self._documents

    def document(self, uri: str) -> Document | None:
        """An open document."""
        return self.documents.open.get(uri)

    async def read(self, uri: str) -> tuple[Document, Text, Reading]:
        """What is known of an open document as it is now; JsonRpcContentModified if it changes meanwhile."""
        return await self._now(uri, self.reading)

    async def look(self, uri: str) -> tuple[Document, Text, Look]:
        """The diagnostics of an open document as it is now; JsonRpcContentModified if it changes meanwhile."""
        return await self._now(uri, self._look)

    async def _now(self, uri: str, known: Callable[[Document], asyncio.Task[T]]) -> tuple[Document, Text, T]:
        document = self.document(uri)
        if document is None:
            raise RefusedError(f"{uri} is not open")
        text = document.text
        found = await asyncio.shield(known(document))
        if self.document(uri) is not document or document.text is not text:
            raise JsonRpcContentModified
        return document, text, found

    def reading(self, document: Document) -> asyncio.Task[Reading]:
        """The reading of the document's present version, begun if nobody has asked for it before."""
        return self._readings.task(document, self.generation, lambda: self.keep(self._read(document, document.text)))

    def _look(self, document: Document) -> asyncio.Task[Look]:
        return self._looks.task(document, self.generation, lambda: self.keep(self._see(document, document.text)))

    async def _see(self, document: Document, text: Text) -> Look:
        if self._is_silent(document):
            return Look()
        config = self.config(document.path)
        async with self._slots:
            if document.text is not text:  # while it waited; nobody has a use for it any more
                raise JsonRpcContentModified
            found = await self.readers.look(document.path, text.data, config, text.encoding, document.uri)
        if found.error:
            LOG.warning("%s was not checked: %s", document.path, found.error)
        if document.text is text:
            self.keep(self._follow(document, text))
            if found.doubtful:
                self.keep(self._confirm(document, text))
        return found

    def _is_silent(self, document: Document) -> bool:
        """Whether nothing is said: of assembly that is only shown or not AMD's, or where nothing may be started."""
        if not document.is_assembly or document.is_virtual:
            return document.is_virtual
        return not (assembled.is_amd(document.path, document.text.data) and self.trusts(document.path))

    def trusts(self, path: Path) -> bool:
        """Whether the user has said that programs may be started for what is in the folder of `path`."""
        return self.options.trusted or path.absolute().parent in self._trusted

    def trust(self, path: Path) -> None:
        """The user says so, for this session."""
        self._trusted.add(path.absolute().parent)
        self.generation += 1
        self.findings_changed()

    async def _follow(self, document: Document, text: Text) -> None:
        """Have ready what hovers and actions will need, but let the next key come first."""
        await asyncio.sleep(LULL)
        if document.text is text and self.document(document.uri) is document:
            self.reading(document)

    async def _confirm(self, document: Document, text: Text) -> None:
        """Of broken code the first answer is made from the version before: see that it holds, once typing pauses."""
        generation = self.generation
        await asyncio.sleep(PAUSE)
        if document.text is not text or self.document(document.uri) is not document or self.generation != generation:
            return
        if not await self.readers.confirm(document.path, text.data, self.config(document.path)):
            LOG.info("%s: read from the beginning, it has other findings", document.path)
            self.generation += 1
            self.findings_changed()

    async def _read(self, document: Document, text: Text) -> Reading:
        if self._is_silent(document):
            return Reading()
        async with self._slots:
            if document.text is not text:
                raise JsonRpcContentModified
            return await self.readers.reading_of(document.path, text.data, self.config(document.path))

    def result_id(self, data: bytes) -> str:
        """A name for the findings in a content under the present settings."""
        return f"{self.generation}-{digest(data)}"

    def forget(self, uri: str) -> None:
        """A document was closed."""
        self._looks.forget(uri)
        self._readings.forget(uri)

    def config(self, path: Path) -> Config:
        """The settings with what the cass.toml of `path` says; without that where it cannot be read."""
        folder = path.absolute().parent
        if folder not in self._configs:
            try:
                made = configured(self.options.config, path)
            except CassError as error:
                self.say(str(error), t.MessageType.Error)
                made = self.options.config
            self._configs[folder] = made
        return self._configs[folder]

    def outdated(self) -> bool:
        """Whether what a cass.toml or pyproject.toml says has changed since it was read."""
        known = dict(self._configs)
        self._configs.clear()
        return any(self.config(folder / "x") != config for folder, config in known.items())

    def commands(self, path: Path) -> Commands:
        """The compile commands of the project that `path` is in."""
        folder = path.absolute().parent
        if folder not in self._commands:
            try:
                self._commands[folder] = near(path)
            except CassError as error:
                self.say(str(error), t.MessageType.Error)
                self._commands[folder] = Commands({})
        return self._commands[folder]

    def settings_changed(self) -> None:
        """Findings may be others now, in every file."""
        self.generation += 1
        self._configs.clear()
        self._commands.clear()

    def project_file(self, path: Path) -> Path | None:
        """The cass.toml that counts for `path`."""
        return find(path.absolute().parent)

    def say(self, message: str, kind: t.MessageType = t.MessageType.Info) -> None:
        """Show a sentence to the user, and keep it in the log."""
        LOG.log(logging.ERROR if kind is t.MessageType.Error else logging.INFO, "%s", message)
        self.window_show_message(t.ShowMessageParams(kind, message))

    def keep(self, work: Any) -> "asyncio.Task[Any]":
        """Run a coroutine beside everything else; what goes wrong in it is logged."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._kept.add(task)
        task.add_done_callback(self._let_go)
        return task

    def _let_go(self, task: "asyncio.Task[Any]") -> None:
        self._kept.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, JsonRpcException):
            LOG.error("%s", error, exc_info=error)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Errors go to the log: a crash of a handler must not fill a user's screen. Refusals are answers, no errors."""
        if isinstance(error, REFUSALS):
            return
        LOG.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)
