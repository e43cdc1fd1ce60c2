"""What a model is doing, on standard error: a line for each question, and how far its answer is.

On a terminal that is one line, written anew; elsewhere a line now and then, so that a log shows that something happens.
"""

import sys
import threading

from cass_tools.cli.screen import Screen, visible
from cass_tools.translators.asking import Watcher, paced

OFTEN, SELDOM = 0.1, 30.0  # seconds between two looks: on a terminal, in a log


class Live:
    """Who is told of questions and answers; several files of a tree may be asked about at once."""

    def __init__(self, screen: Screen | None = None) -> None:
        """`screen` is what else is printed to: its progress bar, where it shows one, has room for this too."""
        self._aside = Screen(sys.stderr)
        self._screen = screen
        self._lock = threading.Lock()
        self.watcher = Watcher(paced(self._status, OFTEN if self._aside.rich else SELDOM))

    def line(self, text: str) -> None:
        """One line that stays."""
        with self._lock:
            self._aside.status("")
            print(f"cass: {visible(text)}", file=sys.stderr, flush=True)

    def _status(self, text: str) -> None:
        with self._lock:
            if self._screen is not None and self._screen.has_bar:
                self._screen.status(text)
            elif self._aside.rich:
                self._aside.status(text)
            elif text:
                print(f"cass: {visible(text)}", file=sys.stderr, flush=True)
