"""Starting a process that outlives this one: a service that several commands share. Light to import.

Beside `proc.py` and `attached.py` the only module that starts processes. Such a process limits itself and ends by
itself when nobody has asked it anything for a while.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from cass_tools.errors import CassError


class Service:
    """A process in a session of its own, with nothing on standard input and its messages in a file."""

    def __init__(self, argv: Sequence[str], log: Path, env: Mapping[str, str]) -> None:
        """`env` is added to the environment."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.fspath(log), flags, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ]
        try:
            self.pid = os.posix_spawn(argv[0], list(argv), {**os.environ, **env}, file_actions=actions, setsid=True)
        except OSError as error:
            raise CassError(f"{argv[0]} cannot be started: {error.strerror or error}") from error
        self._status: int | None = None

    def ended(self) -> int | None:
        """The exit code, -n after signal n; None while it runs."""
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status
