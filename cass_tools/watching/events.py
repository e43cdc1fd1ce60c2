"""When to look: the system says that something happened below a directory; it is waited for until that has settled.

Editors write in many steps (a new file, a rename, a deletion), builds in thousands. So what happened is not believed,
only that something did, and the tree is looked at when there was quiet for a moment. Where the system cannot say it
(too many watches, a network file system) a look every few seconds does.
"""

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

BACKSTOP = 3.0  # seconds after which it is looked whether anything happened or not
LONGEST = 2.0  # seconds that a stream of events is waited for at most
SEEN = ("created", "modified", "moved", "deleted", "closed")


class Events:
    """Events below a directory, which may be deleted and come back."""

    def __init__(self, root: Path, leave_out: Path, quiet: float) -> None:
        self.root = root
        self.leave_out = os.path.abspath(leave_out) + os.sep  # noqa: PTH100 - it need not exist
        self.quiet = quiet
        self._last = threading.Event()
        self._observer: BaseObserver | None = None
        self._number: int | None = None

    def wait(self) -> bool:
        """Return when something happened and has settled (True), or when it is time to look anyway."""
        self._watch()
        if not self._last.wait(BACKSTOP):
            return False
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            self._last.clear()
            if not self._last.wait(self.quiet):
                break
        self._last.clear()
        return True

    def close(self) -> None:
        """Watch no more."""
        if self._observer is not None:
            self._observer.stop()
            self._observer = None

    def _watch(self) -> None:
        """Watch the directory that has the name now."""
        try:
            number: int | None = self.root.stat().st_ino
        except OSError:
            number = None
        if number == self._number and (self._observer is None or self._observer.is_alive()):
            return
        self.close()
        self._number = number
        if number is None:
            return
        from watchdog.events import FileSystemEvent, FileSystemEventHandler
        from watchdog.observers import Observer

        outer = self

        class Handler(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                outer.happened(event.event_type, os.fsdecode(event.src_path), os.fsdecode(event.dest_path))

        observer = Observer()
        try:
            observer.schedule(Handler(), str(self.root), recursive=True)
            observer.start()
        except OSError:  # no watches left: the backstop looks
            return
        self._observer = observer
        self._last.set()  # what happened before it was watched

    def happened(self, kind: str, *paths: str) -> None:
        """Note an event, unless it is about our own output only."""
        named = [os.path.abspath(path) for path in paths if path]  # noqa: PTH100 - it need not exist any more
        if kind in SEEN and not all((path + os.sep).startswith(self.leave_out) for path in named):
            self._last.set()
