"""Private folders whose removal no program can prevent: by modes, or by more levels than a path or a stack may have."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def private_folder(parent: Path | None = None) -> Iterator[Path]:
    """A new folder in `parent` or among temporary files, which is removed with what is in it."""
    folder = tempfile.mkdtemp(prefix="cass-", dir=parent)
    try:
        yield Path(folder)
    finally:
        remove(folder)


def remove(folder: str | Path) -> None:
    """Remove a folder and all that is in it, level by level: what is inside a folder is moved up before it goes.

    What cannot be removed stays, without an error.
    """
    top = os.fspath(folder)
    waiting, number = [top], 0
    while waiting:
        place = waiting.pop()
        with contextlib.suppress(OSError):
            os.chmod(place, 0o700)
            with os.scandir(place) as entries:
                found = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
            for path, is_folder in found:
                if not is_folder:
                    os.unlink(path)
                elif place == top:
                    waiting.append(path)
                else:
                    number += 1
                    moved = f"{top}/.{number}.moved"
                    os.chmod(path, 0o700)  # moving it changes what .. is in it
                    os.rename(path, moved)
                    waiting.append(moved)
            if place != top:
                os.rmdir(place)
    with contextlib.suppress(OSError):
        os.rmdir(top)
