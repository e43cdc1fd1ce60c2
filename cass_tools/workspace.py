"""The directory a program is run in: private, with the user's data files, so that nothing of theirs can change."""

import contextlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from cass_tools.sandbox.policy import holds_home

LITTLE = 200  # files and directories; a directory with more below it is linked, as is one with more bytes
COPIED = 1 << 20  # bytes; a larger file is linked: reading works, and the sandbox forbids writing through the link
LITTLE_BYTES = 32 * COPIED
RECORDS = ".cass-record.json"  # what the original did, which a translation must not be able to read
SOURCES = frozenset({".cu", ".cuh", ".hip", ".h", ".hh", ".hpp", ".c", ".cc", ".cpp", ".cxx", ".inl", ".o"})


def furnish(folder: Path, data: Path, results: Sequence[str] = ()) -> None:
    """Fill the empty `folder` with what is in `data`: small files as copies, large ones and large directories as links.

    A program may write beside the files of a small directory, as beside its own; into a linked one it cannot. What
    `folder` itself lies in, where that is among the data, is linked: a copy of it would hold the copy.

    Files that the program is to produce (`results`, names or patterns) are left out, so that an old result cannot pass
    for a new one, and so are the directories of a home.
    """
    kept_out = {(data / name).absolute() for name in results}
    kept_out |= {path.absolute() for name in results if "*" in name or "?" in name for path in data.glob(name)}
    if holds_home(data):  # its files may be a program's data, its directories are not
        kept_out |= {entry for entry in data.absolute().iterdir() if entry.is_dir()}
    _fill(folder, data.absolute(), kept_out, frozenset((folder.resolve(), *folder.resolve().parents)))
    for name in results:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)


def linked(folder: Path) -> tuple[Path, ...]:
    """What the links in a furnished directory lead to, which the program is to read."""
    links = (path for path in folder.rglob("*") if path.is_symlink())
    return tuple(dict.fromkeys(path.resolve() for path in links))


def _fill(folder: Path, data: Path, kept_out: set[Path], around: frozenset[Path], whole: bool = False) -> None:
    """`around` are directories that must not be copied; `whole` copies sources and hidden files too."""
    for entry in sorted(data.iterdir()):
        of_code = not whole and (entry.name.startswith(".") or entry.suffix in SOURCES)
        if entry in kept_out or of_code or entry.name.endswith(RECORDS):
            continue
        place = folder / entry.name
        if entry.is_dir() and any(result.is_relative_to(entry) for result in kept_out):
            place.mkdir()
            _fill(place, entry, kept_out, around)
        elif entry.is_dir() and not entry.is_symlink() and entry.resolve() not in around and _is_little(entry):
            place.mkdir()
            with contextlib.suppress(OSError):  # others may remove it meanwhile
                _fill(place, entry, kept_out, around, whole=True)
        elif entry.is_file() and not entry.is_symlink() and entry.stat().st_size <= COPIED:
            with contextlib.suppress(OSError):  # what this user cannot read, the program cannot either
                shutil.copy(entry, place)
        else:
            place.symlink_to(entry.resolve())


def _is_little(folder: Path) -> bool:
    """Whether all below a directory can be read, is not much, and leads nowhere else."""
    found = size = 0
    try:
        for at, folders, files in os.walk(folder, onerror=_raise):
            found += len(folders) + len(files)
            if found > LITTLE or any(Path(at, name).is_symlink() for name in (*folders, *files)):
                return False
            size += sum(Path(at, name).stat().st_size for name in files)
            if size > LITTLE_BYTES:
                return False
    except OSError:
        return False
    return True


def _raise(error: OSError) -> None:
    raise error
