"""Writing results: whole or not at all, never through a symlink out of the tree, never over somebody's work.

A file appears under its name only after its bytes are on the disk (a temporary file without a name, fsync, rename,
fsync of the directory), so an interrupt, a full disk or a crash leaves what was there before.

An existing file is replaced only if it is what this tool wrote there last (known from a journal in the user's state
directory), or, for a translation in place, if it still holds the bytes that were read. Everything else is somebody's
work and needs `force`.
"""

import contextlib
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.journal import last_written, record


class Wrote(StrEnum):
    """What became of a file."""

    CREATED = "created"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Place:
    """Where to write: `path` as the user knows it, which must stay below `root` once symlinks are resolved."""

    path: Path
    root: Path

    def resolved(self) -> Path:
        """The real path of the file; CassError if it lies outside of `root` or is no regular file."""
        real, root = self.path.resolve(), self.root.resolve()
        if not real.is_relative_to(root):
            raise CassError(f"{self.path} is a symbolic link out of {self.root}; nothing is written through it")
        try:
            mode = real.stat().st_mode if real.exists() else None
        except OSError as error:  # such as a name that is too long
            raise CassError(f"{self.path}: {error.strerror or error}") from error
        if mode is not None and stat.S_ISDIR(mode):
            raise CassError(f"{self.path} is a directory; a file was to be written there")
        if mode is not None and not stat.S_ISREG(mode):
            raise CassError(f"{self.path} is not a regular file; --stdout prints the result instead")
        return real


def write(
    place: Place, data: bytes, *, mode_of: Path | None = None, read_as: bytes | None = None, force: bool = False
) -> Wrote:
    """Put `data` at `place`; a new file gets the permission bits of `mode_of`, an existing one keeps its own.

    `read_as` is what the file held when the user's text was read (for a translation in place).
    """
    real = check(place, data, read_as=read_as, force=force)
    try:
        before = real.read_bytes() if real.exists() else None
        if before != data:
            real.parent.mkdir(parents=True, exist_ok=True)
            _replace(real, data, _mode(real, mode_of))
    except OSError as error:
        raise CassError(f"{place.path}: {error.strerror or error}") from error
    record(real, _digest(data))
    if before is None:
        return Wrote.CREATED
    return Wrote.UNCHANGED if before == data else Wrote.REPLACED


def check(place: Place, data: bytes | None, *, read_as: bytes | None = None, force: bool = False) -> Path:
    """The real path that may be written; CassError says why not. `data` None: not known yet."""
    real = place.resolved()
    try:
        before = real.read_bytes() if real.exists() else None
    except OSError as error:
        raise CassError(f"{place.path} exists and cannot be read: {error.strerror}") from error
    if force or before is None or before == data:
        return real
    if read_as is not None:
        if before != read_as:
            raise CassError(f"{place.path} changed while it was translated; run again, or pass --force")
    elif last_written(real) != _digest(before):
        raise CassError(f"{place.path} is not what cass wrote there, or was edited since; --force overwrites it")
    return real


def ready(place: Place) -> None:
    """Make the folder and try whether a file can be written there, before the work that makes it; CassError if not."""
    real = place.resolved()
    temporary = f".cass-{secrets.token_hex(8)}"
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        folder = os.open(real.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with _nameless(folder, real.parent, temporary):
                pass
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=folder)
            os.close(folder)
    except OSError as error:
        raise CassError(f"{place.path}: {error.strerror or error}") from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _mode(real: Path, mode_of: Path | None) -> int | None:
    """Permission bits to keep, or None for those of any new file."""
    for path in (real, mode_of):
        if path is not None and path.exists():
            return stat.S_IMODE(path.stat().st_mode)
    return None


def _replace(real: Path, data: bytes, mode: int | None) -> None:
    """Give `real` the new bytes in one step."""
    folder = os.open(real.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    temporary = f".cass-{secrets.token_hex(8)}"
    try:
        with _nameless(folder, real.parent, temporary) as file:
            view = memoryview(data)
            while view:
                view = view[os.write(file, view) :]
            _keep_owner(file, real)
            if mode is not None:
                os.fchmod(file, mode)
            os.fsync(file)
            with contextlib.suppress(FileExistsError):
                os.link(f"/proc/self/fd/{file}", temporary, dst_dir_fd=folder, follow_symlinks=True)
            os.rename(temporary, real.name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        os.close(folder)


@contextlib.contextmanager
def _nameless(folder: int, path: Path, temporary: str) -> Iterator[int]:
    """A new file that vanishes if this process is killed; on file systems without such files it is `temporary`."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_TMPFILE | os.O_CLOEXEC, 0o666)
    except OSError:
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666, dir_fd=folder)
    try:
        yield file
    finally:
        os.close(file)


def _keep_owner(file: int, real: Path) -> None:
    """An existing file stays its owner's, as far as this user may decide that."""
    if real.exists():
        owner = real.stat()
        with contextlib.suppress(OSError):
            os.fchown(file, owner.st_uid, owner.st_gid)
