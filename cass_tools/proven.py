"""Translations by a model that have passed, kept by content: the same file need not be asked about again.

What is kept is a candidate like any other and is verified again whenever it is used.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from cass_tools import __version__
from cass_tools.cache_root import cache_root
from cass_tools.config import Config
from cass_tools.model import Source

NAME = "proven"
MOST = 500  # files that are kept


def get(source: Source, config: Config) -> bytes | None:
    """The translation of that source that has passed under that configuration; None where none is known."""
    with suppress(OSError):
        path = _place(source, config)
        head, _, body = path.read_bytes().partition(b"\n")
        if head == hashlib.sha256(body).hexdigest().encode():
            os.utime(path)
            return body
    return None


def put(source: Source, config: Config, data: bytes) -> None:
    """Keep a translation that has passed; a full or read-only cache is no error."""
    path = _place(source, config)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
        draft.replace(path)
        _prune(path.parent)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def _place(source: Source, config: Config) -> Path:
    told = (__version__, source.path.name, config._replace(renamed=frozenset(), kept=frozenset(), user_rules=()))
    key = hashlib.sha256(repr(told).encode() + b"\0" + repr(config.user_rules).encode() + b"\0" + source.data)
    return cache_root() / NAME / key.hexdigest()


def _prune(folder: Path) -> None:
    found = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[MOST:]:
        path.unlink(missing_ok=True)
