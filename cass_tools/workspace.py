"""The directory a program is run in: private, with the user's data files, so that nothing of theirs can change."""

import contextlib
import shutil
from collections.abc import Sequence
from pathlib import Path

COPIED = 1 << 20  # bytes; a larger file is linked: reading works, and the sandbox forbids writing through the link
SOURCES = frozenset({".cu", ".cuh", ".hip", ".h", ".hh", ".hpp", ".c", ".cc", ".cpp", ".cxx", ".inl", ".o"})


def furnish(folder: Path, data: Path, results: Sequence[str] = ()) -> None:
    """Fill the empty `folder` with what is in `data`: small files as copies, large ones and directories as links.

    Files that the program is to produce (`results`) are left out, so that an old result cannot pass for a new one.
    """
    kept_out = {(data / name).absolute() for name in results}
    _fill(folder, data.absolute(), kept_out)
    for name in results:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)


def _fill(folder: Path, data: Path, kept_out: set[Path]) -> None:
    for entry in sorted(data.iterdir()):
        if entry in kept_out or entry.name.startswith(".") or entry.suffix in SOURCES:
            continue
        place = folder / entry.name
        if entry.is_dir() and any(result.is_relative_to(entry) for result in kept_out):
            place.mkdir()
            _fill(place, entry, kept_out)
        elif entry.is_file() and not entry.is_symlink() and entry.stat().st_size <= COPIED:
            with contextlib.suppress(OSError):  # what this user cannot read, the program cannot either
                shutil.copy(entry, place)
        else:
            place.symlink_to(entry.resolve())
