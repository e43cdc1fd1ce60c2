"""What a tree looks like: its files by size and time, which of them hold CUDA, and what includes what.

Only files whose size, time or number has changed are read: looking at 10,000 files takes a fraction of a second.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cass_tools.file_kind import FileKind, kind_of
from cass_tools.tree import INCLUDE, SUFFIXES, files_below, holds_cuda_text, included, unreadable

Stamp = tuple[int, int, int]


class Known(NamedTuple):
    """A file: its stamp, whether it holds CUDA, the files that it includes, and the names that it does so by."""

    stamp: Stamp
    cuda: bool
    includes: frozenset[Path]
    names: frozenset[bytes]


class Changes(NamedTuple):
    """What is new or different since the last look, and what is gone."""

    changed: tuple[Path, ...] = ()
    gone: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.changed or self.gone)


class State:
    """A tree as it was when it was last looked at. Files with one of `words` count as CUDA, too."""

    def __init__(self, root: Path, leave_out: Path, words: Sequence[str] = ()) -> None:
        self.root = root
        self.leave_out = leave_out
        self.words = tuple(word.encode() for word in words)
        self.files: dict[Path, Known] = {}
        self.unreadable: dict[Path, str] = {}  # what could not be looked at the last time, and why

    def look(self) -> Changes:
        """What has changed. A root that is not there has changed nothing: it may come back in a moment.

        Nor is anything gone that lies at or below a path that cannot be read.
        """
        errors: list[OSError] = []
        found: dict[Path, Known] = {}
        changed = []
        if not _is_there(self.root, errors):
            self._note(errors)
            return Changes()
        for path in files_below(self.root, self.leave_out, errors):
            known = self.files.get(path)
            try:
                about = path.stat()
                stamp = (about.st_mtime_ns, about.st_size, about.st_ino)
                if known is None or known.stamp != stamp:
                    known = _read(path, stamp, self.words)
                    changed.append(path)
            except OSError as error:
                errors.append(error)
                continue
            found[path] = known
        if not _is_there(self.root, errors):
            return Changes()
        self._note(errors)
        if self.unreadable:
            found |= {path: known for path, known in self.files.items() if path not in found and self._may_be(path)}
        gone = tuple(path for path in self.files if path not in found)
        self.files = found
        return Changes(tuple(changed), gone)

    def _note(self, errors: list[OSError]) -> None:
        """What went away between two glances is gone; everything else may be as it was."""
        told = [unreadable(error) for error in errors if not isinstance(error, FileNotFoundError | NotADirectoryError)]
        self.unreadable = {each.path: each.reason for each in told}

    def _may_be(self, path: Path) -> bool:
        """Whether a file that was not found may still be there."""
        return any(place in self.unreadable for place in (path, *path.parents))

    @property
    def cuda(self) -> list[Path]:
        """The files with CUDA."""
        return [path for path, known in self.files.items() if known.cuda]

    @property
    def names(self) -> frozenset[bytes]:
        """The last parts of all names in `#include` lines."""
        return frozenset(name for known in self.files.values() for name in known.names)

    def users(self, changes: Changes) -> set[Path]:
        """The files that include one of those that changed or are gone, directly or not."""
        above: dict[Path, set[Path]] = {}
        for path, known in self.files.items():
            for header in known.includes:
                above.setdefault(header, set()).add(path)
        reached: set[Path] = set()
        waiting = [*map(_plain, (*changes.changed, *changes.gone))]
        while waiting:
            for user in above.get(waiting.pop(), set()) - reached:
                reached.add(user)
                waiting.append(_plain(user))
        return reached


def _is_there(root: Path, errors: list[OSError]) -> bool:
    try:
        return root.is_dir()
    except OSError as error:
        errors.append(error)
        return False


def _plain(path: Path) -> Path:
    return Path(os.path.normpath(path))


def _read(path: Path, stamp: Stamp, words: Sequence[bytes]) -> Known:
    data = path.read_bytes()
    headers: Iterator[Path] = included(path, data) if path.suffix in SUFFIXES else iter(())
    names = {name.rsplit(b"/", 1)[-1] for name in INCLUDE.findall(data)} if path.suffix in SUFFIXES else set()
    may = path.suffix in SUFFIXES or kind_of(path) is not FileKind.SOURCE
    return Known(stamp, may and holds_cuda_text(path, data, words), frozenset(map(_plain, headers)), frozenset(names))
