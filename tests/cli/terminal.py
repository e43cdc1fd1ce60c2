"""The installed command on a terminal of its own, as a user has it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

from tests.cli.command import CASS


class Terminal:
    """`cass` with a terminal of 100 columns; `seen` is what it has written there so far."""

    def __init__(self, folder: Path, *words: str, **env: str) -> None:
        self._end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.seen = ""
        self.process = subprocess.Popen(
            [CASS, *words],
            cwd=folder,
            env={**os.environ, "TERM": "xterm", **env},
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
        )
        os.close(inner)

    def until(self, word: str, seconds: float = 300) -> None:
        """Read until something is there."""
        end = time.monotonic() + seconds
        while word not in self.seen:
            assert time.monotonic() < end, f"{word!r} did not come: {self.seen}"
            if not self._read():
                raise AssertionError(f"{word!r} did not come: {self.seen}")

    def wait(self, seconds: float = 300) -> int:
        """Read all that is still to come; the exit code."""
        end = time.monotonic() + seconds
        while self._read():
            assert time.monotonic() < end, self.seen
        os.close(self._end)
        return self.process.wait(10)

    def _read(self) -> bool:
        if not select.select([self._end], [], [], 0.2)[0]:
            return True
        try:
            block = os.read(self._end, 1 << 16)
        except OSError:  # nobody has it open any more
            return False
        self.seen += block.decode(errors="replace")
        return bool(block)
