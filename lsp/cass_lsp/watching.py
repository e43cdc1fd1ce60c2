"""Files that change on disk: told by the client, or watched here where it cannot."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as t

from cass_lsp.server import LOG, CassServer
from cass_tools.compile_commands import FILE as COMMANDS
from cass_tools.project_file import FILE as PROJECT

if TYPE_CHECKING:
    from watchdog.events import FileSystemEventHandler
    from watchdog.observers.api import BaseObserver, ObservedWatch

SOURCES = "**/*.{cu,cuh,hip,h,hh,hpp,inl,c,cc,cpp,cxx}"
BUILDS = "**/{CMakeLists.txt,*.cmake,Makefile,*.mk,setup.py,pyproject.toml,BUILD,BUILD.bazel,*.bzl}"
GLOBS = (f"**/{{{PROJECT},{COMMANDS}}}", SOURCES, BUILDS)
CALM = 0.3  # seconds without a further change, before anything is done about those that came


class Watcher:
    """Gathers changes of files, and hands them over when no more come."""

    def __init__(self, server: CassServer, changed: Callable[[set[Path]], None]) -> None:
        self._server = server
        self._changed = changed
        self._paths: set[Path] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._observer: BaseObserver | None = None
        self._handler: FileSystemEventHandler | None = None
        self._watches: dict[Path, ObservedWatch] = {}

    async def start(self) -> None:
        """Ask the client to watch; where it cannot, watch here."""
        able = self._server.client_capabilities.workspace
        files = able.did_change_watched_files if able else None
        if files is not None and files.dynamic_registration:
            watchers = [t.FileSystemWatcher(glob) for glob in GLOBS]
            options = t.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = t.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = t.Registration("cass-files", method, options)
            await self._server.client_register_capability_async(t.RegistrationParams([registration]))
        else:
            loop = asyncio.get_running_loop()
            await asyncio.to_thread(self._watch, loop, self._server.documents.roots)

    async def follow(self) -> None:
        """The workspace has other folders now."""
        if self._observer is not None:
            await asyncio.to_thread(self._schedule, self._server.documents.roots)

    def stop(self) -> None:
        """Watch no more."""
        if self._observer is not None:
            self._observer.stop()

    def told(self, paths: Iterable[Path]) -> None:
        """Some files have changed, appeared or gone."""
        self._paths |= set(paths)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(CALM, self._hand_over)

    def _hand_over(self) -> None:
        paths, self._paths = self._paths, set()
        self._changed(paths)

    def _watch(self, loop: asyncio.AbstractEventLoop, roots: Sequence[Path]) -> None:
        from watchdog.events import FileSystemEvent, FileSystemEventHandler  # most clients watch themselves
        from watchdog.observers import Observer

        told = self.told

        class Handler(FileSystemEventHandler):
            """Passes on what was written, moved or removed."""

            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.is_directory or event.event_type in ("opened", "closed_no_write"):
                    return
                names = [str(name) for name in (event.src_path, event.dest_path) if name]
                loop.call_soon_threadsafe(told, [Path(name) for name in names])

        self._observer, self._handler = Observer(), Handler()
        self._observer.daemon = True
        self._schedule(roots)
        self._observer.start()

    def _schedule(self, roots: Sequence[Path]) -> None:
        """Watch these folders, and no others."""
        assert self._observer is not None and self._handler is not None  # noqa: S101  as `_watch` leaves them
        for root in self._watches.keys() - set(roots):
            self._observer.unschedule(self._watches.pop(root))
        for root in roots:
            if root not in self._watches:
                try:
                    self._watches[root] = self._observer.schedule(self._handler, str(root), recursive=True)
                except OSError as error:
                    LOG.warning("%s is not watched: %s", root, error)
