"""A lock between processes that leaves nothing behind: its file is there only while somebody has it or wants it.

Whoever gets the lock of a file that is gone meanwhile, since its last owner has removed it, tries again. The library
filelock, which serves where a file among others may stay, keeps its files.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PAUSE = 0.02  # seconds between two attempts


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of that name; TimeoutError if somebody else has it for so many seconds, OSError as of `open`."""
    handle = _held(path, time.monotonic() + seconds)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # first: who has it open sees that it is gone
        os.close(handle)


def _held(path: Path, until: float) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(handle, path):
                return handle
        except BlockingIOError:
            if time.monotonic() >= until:
                os.close(handle)
                raise TimeoutError(f"{path} is locked") from None
            time.sleep(PAUSE)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    """Whether an open file is the one at its path."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), found)
