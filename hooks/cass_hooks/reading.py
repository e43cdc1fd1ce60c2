"""The files that a hook is about, with their contents: of the work tree, of the index, or of a commit."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from cass_tools import git
from cass_tools.config import Config, matches
from cass_tools.errors import CassError
from cass_tools.file_kind import FileKind, kind_of
from cass_tools.model import Source
from cass_tools.project import configured, excluded
from cass_tools.scan import not_text, read
from cass_tools.tree import SUFFIXES, holds_cuda_text

Ranges = Sequence[tuple[str, str]]


def sources(files: Sequence[Path], ranges: Ranges | None, config: Config) -> Iterator[Source]:
    """Those that hold CUDA, or what the project's own rules look for, and that the project does not exclude.

    Paths are relative to the working directory.
    """
    words = [word.encode() for rule in config.user_rules for word in rule.words]
    for source in _named(files) if files else _held(ranges):
        if _is_ours(source, words) and not_text(source.data) is None:
            yield source


def config_here() -> Config:
    """The configuration of the project that we are in."""
    return configured(Config(), Path())


def _named(files: Sequence[Path]) -> Iterator[Source]:
    for path in files:
        if path.is_file() and not path.is_symlink():  # pre-commit names submodules and links, too
            yield read(path)
        elif not path.exists():
            raise CassError(f"{path}: No such file or directory")


def _held(ranges: Ranges | None) -> Iterator[Source]:
    top = git.root()
    blobs: dict[Path, git.Blob] = {}
    for blob in git.staged() if ranges is None else (b for before, after in ranges for b in git.between(before, after)):
        blobs[blob.path] = blob
    wanted = [blob for blob in blobs.values() if may_be(blob.path)]
    for blob, data in zip(wanted, git.contents(wanted), strict=True):
        yield Source(Path(os.path.relpath(top / blob.path)), data)


def may_be(path: Path) -> bool:
    """Whether a file is one that the hooks look into, by its name."""
    return path.suffix in SUFFIXES or kind_of(path) is not FileKind.SOURCE


def _is_ours(source: Source, words: Sequence[bytes]) -> bool:
    out = excluded(Path())
    if out is not None and matches(out[0], out[1], source.path):
        return False
    return may_be(source.path) and holds_cuda_text(source.path, source.data, words)
