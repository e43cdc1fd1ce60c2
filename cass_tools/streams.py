"""Standard output and standard error as they are found: in any encoding, closed, or on a full disk. Light to import."""

import errno
import io
import os
import sys

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def print_any_name() -> None:
    """Let names of files that are not in the encoding of the terminal be printed, with `?` for what is odd in them.

    A stream that is closed (`>&-`) takes everything.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", errors="replace"))  # noqa: PTH123, SIM115 - until the end
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def no_room(error: Exception) -> str:
    """A sentence if what we print had no room; empty for other errors, and for those that name a file."""
    if isinstance(error, OSError) and error.filename is None and error.errno in FULL:
        return f"output cannot be written: {error.strerror}"
    return ""


def drop_output() -> None:
    """Print nowhere from now on, so that the end of the process does not try again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
