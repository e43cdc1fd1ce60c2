"""The whole workspace, looked at in the background: diagnostics of files that are not open, and how ready each is.

Plain renames of closed files are counted but not listed: they are many, and nobody needs to look at them.
"""

import asyncio
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types as t

from cass_lsp.convert import diagnostics, range_of
from cass_lsp.diagnostics import pulls
from cass_lsp.documents import uri_of
from cass_lsp.progress import Progress
from cass_lsp.server import LOG, CassServer
from cass_lsp.text import Text
from cass_lsp.wording import count
from cass_lsp.work import Readers
from cass_tools.scan import processors
from cass_tools.tree import CUDA_SUFFIXES, find, holds_cuda

MOST_BYTES = 4 << 20  # a larger file is looked at when it is opened


class Surveyed(NamedTuple):
    """A closed file: a name for its findings, what must be looked at, counts of all, its kernels."""

    result: str
    items: tuple[t.Diagnostic, ...]
    counts: dict[str, int]
    kernels: tuple[tuple[str, t.Range], ...]


class Survey:
    """What is known of the files of the workspace."""

    def __init__(self, server: CassServer) -> None:
        self._server = server
        self.files: dict[Path, Surveyed] = {}
        self._task: asyncio.Task[None] | None = None
        self._begun = asyncio.Event()

    def begin(self) -> None:
        """Look at everything, from the start if that was under way."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._server.keep(self._all()) if self._server.options.workspace else None
        self._begun.set()

    async def done(self) -> None:
        """Wait until everything was looked at."""
        await self._begun.wait()
        while (task := self._task) is not None and not task.done():
            await asyncio.wait([task])

    def again(self, paths: Iterable[Path]) -> None:
        """Look once more at files that have changed on disk or were closed."""
        if self._server.options.workspace:
            self._server.keep(self._some([path for path in paths if self._belongs(path)]))

    def _belongs(self, path: Path) -> bool:
        return any(path.is_relative_to(root) for root in self._server.documents.roots)

    async def _some(self, paths: Sequence[Path]) -> None:
        wanted = await asyncio.to_thread(lambda: [path for path in paths if _is_cuda(path)])
        for path in set(paths) - set(wanted):
            self._drop(path)
        for path in wanted:
            await self._one(path, self._server.readers)

    async def _all(self) -> None:
        roots = self._server.documents.roots
        if not roots:
            return
        progress = Progress(self._server, "cass: looking at the workspace")
        await progress.begin()
        readers = Readers(max(1, processors() - 1), gently=True)
        try:
            paths = await asyncio.to_thread(lambda: find(roots).cuda)
            for path in self.files.keys() - set(paths):
                self._drop(path)
            waiting = iter(paths)
            seen = 0

            async def look() -> None:
                nonlocal seen
                for path in waiting:
                    await self._one(path, readers)
                    seen += 1
                    progress.report(f"{seen} of {len(paths)} files", 100 * seen // len(paths))

            await asyncio.gather(*(look() for _ in range(max(2, processors()))))
            LOG.info("looked at %d files of the workspace", len(paths))
        finally:
            readers.stop()
            progress.end()

    async def _one(self, path: Path, readers: Readers) -> None:
        if (data := await asyncio.to_thread(_content, path)) is None:
            self._drop(path)
            return
        result = self._server.result_id(data)
        known = self.files.get(path)
        if known is not None and known.result == result:
            return
        reading = await readers.read(path, data, self._server.config(path))
        uri = uri_of(path)
        text = Text(data, self._server.documents.encoding, hide_bom=True)
        kernels = tuple((f.title, range_of(text, f.name)) for f in reading.functions if f.kernel)
        items = tuple(diagnostics(reading, text, uri, plain=False))
        self.files[path] = Surveyed(result, items, count(reading), kernels)
        self._publish(uri, items)

    def _drop(self, path: Path) -> None:
        if self.files.pop(path, None) is not None:
            self._publish(uri_of(path), ())

    def _publish(self, uri: str, items: Sequence[t.Diagnostic]) -> None:
        if not pulls(self._server) and uri not in self._server.documents.open:
            self._server.text_document_publish_diagnostics(t.PublishDiagnosticsParams(uri, list(items)))


async def pull_all(
    server: CassServer, survey: Survey, params: t.WorkspaceDiagnosticParams
) -> t.WorkspaceDiagnosticReport:
    """The diagnostics of every file that is not open; those that are have their own requests."""
    await survey.done()
    before = {each.uri: each.value for each in params.previous_result_ids}
    opened = {document.path for document in server.documents.open.values()}
    items: list[t.WorkspaceFullDocumentDiagnosticReport | t.WorkspaceUnchangedDocumentDiagnosticReport] = []
    for path, known in survey.files.items():
        uri = uri_of(path)
        if path in opened:
            continue
        if before.get(uri) == known.result:
            items.append(t.WorkspaceUnchangedDocumentDiagnosticReport(uri, known.result))
        else:
            items.append(t.WorkspaceFullDocumentDiagnosticReport(uri, list(known.items), result_id=known.result))
    gone = [uri for uri in before if uri not in {uri_of(path) for path in survey.files}]
    items += [t.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in gone]
    return t.WorkspaceDiagnosticReport(items)


def _is_cuda(path: Path) -> bool:
    try:
        return path.is_file() and (path.suffix in CUDA_SUFFIXES or holds_cuda(path))
    except OSError:
        return False


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if os.path.getsize(path) <= MOST_BYTES else None  # noqa: PTH202  one call, no object
    except OSError:
        return None
