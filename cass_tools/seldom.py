"""What is to be done now and then only: looking through a full cache takes longer than a short build."""

import contextlib
import time
from pathlib import Path

EVERY = 600.0  # seconds


def is_due(mark: Path) -> bool:
    """Whether what `mark` (a file in a folder that is there) stands for was done long ago; then it is done now. True
    where the mark cannot be written."""
    with contextlib.suppress(OSError):
        if time.time() - mark.stat().st_mtime < EVERY:
            return False
    with contextlib.suppress(OSError):
        mark.touch()
    return True
