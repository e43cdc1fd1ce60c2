"""A journal of the files that were written: what tells our own earlier output from somebody's work.

One small database in the user's state directory, from the real path of a file to the digest of what was written there.
Losing it costs a `--force`, so an unwritable or broken journal is no error.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_state_path

TABLE = "CREATE TABLE IF NOT EXISTS written (path TEXT PRIMARY KEY, digest TEXT NOT NULL)"


def record(path: Path, digest: str) -> None:
    """Remember that `path` now holds bytes with this digest, and that they are ours."""
    with contextlib.suppress(OSError, sqlite3.Error), _open() as journal:
        journal.execute("INSERT OR REPLACE INTO written VALUES (?, ?)", (_key(path), digest))


def last_written(path: Path) -> str | None:
    """The digest of what was last written to `path`, None if that is not known."""
    with contextlib.suppress(OSError, sqlite3.Error), _open() as journal:
        row = journal.execute("SELECT digest FROM written WHERE path = ?", (_key(path),)).fetchone()
        return str(row[0]) if row else None
    return None


def _key(path: Path) -> str:
    """A path as text that any database takes, whatever bytes are in it."""
    return str(path).encode(errors="surrogateescape").decode("latin-1")


@contextlib.contextmanager
def _open() -> Iterator[sqlite3.Connection]:
    folder = user_state_path("cass-tools")
    folder.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(folder / "written.sqlite", timeout=10)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(TABLE)
        with connection:
            yield connection
    finally:
        connection.close()
