"""Translations that were made before: each under a key of all that it depends on, checked whenever it is used.

`<cache>/translations/<2 digits>/<key>` holds one line of JSON (digest of the rest, findings) and the translated text.
Files are written under another name and moved into place, so processes need no locks: two that write one write the
same. Each of the 256 folders keeps its own share of the limit, and forgets what was used longest ago.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cass_tools.cache_root import cache_root
from cass_tools.wrapper.digest import sha256

LIMIT = 512 << 20  # bytes of all translations, unless CASS_CACHE_LIMIT says otherwise
SHARES = 256
RECENT = 600.0  # seconds after which a use is noted again
NAME = "translations"


class Remark(NamedTuple):
    """A finding that needs a human, at a line and column of the user's file."""

    line: int
    column: int
    code: str
    message: str


class Kept(NamedTuple):
    """A translation for the compiler, None where the file stays as it is, and what is left for a human."""

    data: bytes | None
    remarks: tuple[Remark, ...] = ()


class Stats(NamedTuple):
    """What the cache holds."""

    files: int
    size: int
    limit: int
    place: Path


def get(key: str) -> Kept | None:
    """The translation of that key; None where there is none, or it is damaged."""
    path = _place(key)
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline())
            body = file.read()
            if time.time() - os.fstat(file.fileno()).st_mtime > RECENT:
                os.utime(path)
        if head["digest"] != sha256(body).hexdigest():
            return None
        return Kept(body if head["changed"] else None, tuple(Remark(*remark) for remark in head["remarks"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def put(key: str, kept: Kept) -> None:
    """Remember a translation; a full or read-only cache is no error."""
    body = kept.data or b""
    head = {"digest": sha256(body).hexdigest(), "changed": kept.data is not None, "remarks": kept.remarks}
    path = _place(key)
    draft = path.with_name(f".{key}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(json.dumps(head).encode() + b"\n" + body)
        draft.replace(path)
        _prune(path.parent, limit() // SHARES)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def limit() -> int:
    """Bytes that may be kept: `CASS_CACHE_LIMIT` in MiB where it is set to a number."""
    text = os.environ.get("CASS_CACHE_LIMIT", "")
    return int(text) << 20 if text.isdigit() else LIMIT


def stats() -> Stats:
    """How many translations there are, and their size in bytes."""
    sizes = [found.st_size for _, found in _entries()]
    return Stats(len(sizes), sum(sizes), limit(), cache_root() / NAME)


def clear() -> Stats:
    """Remove all translations; what there was."""
    before = stats()
    for path, _ in _entries():
        path.unlink(missing_ok=True)
    return before


def _place(key: str) -> Path:
    return cache_root() / NAME / key[:2] / key[2:]


def _entries() -> Iterator[tuple[Path, os.stat_result]]:
    for path in sorted((cache_root() / NAME).glob("*/*")):
        with suppress(OSError):
            yield path, path.stat()


def _prune(folder: Path, share: int) -> None:
    """Forget what was used longest ago. Whoever reads such a file now has it open, or translates once more."""
    found = []
    for path in folder.iterdir():
        with suppress(OSError):
            found.append((path.stat().st_mtime, path.stat().st_size, path))
    total = 0
    for number, (_, size, path) in enumerate(sorted(found, reverse=True)):
        total += size
        if number and total > share:  # the newest stays, however large
            path.unlink(missing_ok=True)
