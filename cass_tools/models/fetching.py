"""Fetching a file into a draft, which is gone on with only where its bytes are known to be of the same file.

A draft is named by where it comes from and by the file's mark (a digest, a revision, the server's ETag or date with the
length). The server is asked to go on only if the file is still that one (If-Range, RFC 9110, section 13.1.5), and what
is longer or shorter than it announced is no file.
"""

import hashlib
import io
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cass_tools.errors import CassError
from cass_tools.models import store

MISSING = "fetching models needs huggingface_hub: pip install 'cass-tools[model]'"
SECONDS = 30.0  # until a server has said what it has
SPARE = 256 << 20  # bytes that must stay free on the disk
KEY = "[0-9a-f]{12}"


class Remote(NamedTuple):
    """A file elsewhere: its `size` in bytes, None where that is not known.

    `mark` is another one when the file is: without it, what came before is not gone on with. `headers` are sent.
    """

    url: str
    mark: str = ""
    size: int | None = None
    headers: Mapping[str, str] = {}


class _TooLong(Exception):
    """More came than was announced."""


class _Limited(io.BufferedWriter):
    """A draft that ends at `most` bytes."""

    def __init__(self, draft: Path, most: int) -> None:
        super().__init__(io.FileIO(draft, "a"))
        self.most = most

    def write(self, data: Any, /) -> int:
        if self.tell() + len(data) > self.most:
            raise _TooLong
        return super().write(data)


def library() -> Any:
    """huggingface_hub; CassError with how to get it."""
    try:
        import huggingface_hub
    except ImportError as error:
        raise CassError(MISSING) from error
    return huggingface_hub


def look(url: str) -> Remote:
    """What a server says of a file before it is fetched; one that does not answer HEAD says nothing."""
    library()
    from huggingface_hub.utils import get_session

    headers = {"Accept-Encoding": "identity"}  # ranges are of the bytes that are sent
    try:
        answer = get_session().head(url, headers=headers, timeout=SECONDS)
    except Exception as error:  # the library's own, of several kinds
        raise CassError(f"{url} was not fetched: {first_line(error)}") from error
    if answer.status_code != 200:
        return Remote(url, headers=headers)
    told = answer.headers
    tag, date, length = told.get("ETag", ""), told.get("Last-Modified", ""), told.get("Content-Length", "")
    plain = told.get("Content-Encoding", "identity").lower() == "identity"
    size = int(length) if plain and length.isascii() and length.isdecimal() and int(length) else None
    if condition := tag if tag and not tag.startswith("W/") else "" if tag else date:
        headers["If-Range"] = condition
    return Remote(url, f"{tag} {date} {size}" if tag or date else "", size, headers)


def draft_of(target: Path, remote: Remote, ending: str = "part") -> Path:
    """Where the bytes of a file are gathered, beside its target."""
    return target.with_name(f".{target.stem}.{key_of(remote.url, remote.mark)}.{ending}")


def key_of(*words: str) -> str:
    """A short name for words."""
    return hashlib.sha256("\0".join(words).encode(errors="replace")).hexdigest()[:12]


def stale(draft: Path, target: Path) -> list[Path]:
    """What is left of other files that were to become the same target."""
    form = re.compile(rf"\.{re.escape(target.stem)}\.{KEY}{re.escape(draft.suffix)}")
    return [path for path in target.parent.iterdir() if form.fullmatch(path.name) and path != draft]


def fetch(remote: Remote, draft: Path) -> None:
    """Fetch what is not there yet of a file; CassError where it cannot be had whole."""
    if not remote.mark or (remote.size is not None and size_of(draft) > remote.size):
        draft.unlink(missing_ok=True)
    room(max((remote.size or 0) - size_of(draft), 0))
    try:
        if _status(_got(remote, draft)) == 416:  # there is nothing behind what is here, so it is not this file's
            draft.unlink()
            _got(remote, draft, last=True)
    finally:
        if draft.is_file() and not size_of(draft):
            draft.unlink()


def _got(remote: Remote, draft: Path, *, last: bool = False) -> Exception | None:
    """One attempt; the error where the range that was asked for is none, unless this is the last attempt."""
    library()
    from huggingface_hub.file_download import http_get

    have = size_of(draft)
    most = remote.size if remote.size is not None else have + _free()
    try:
        with _Limited(draft, most) as file:
            http_get(
                remote.url,
                file,
                resume_size=have,
                headers=dict(remote.headers),
                expected_size=remote.size,
                displayed_filename=remote.url.rpartition("/")[2],
            )
    except _TooLong:
        draft.unlink()
        said = f"it is longer than the {most} bytes that " + ("it should have" if remote.size else "there is room for")
        raise CassError(f"{remote.url} was not fetched: {said}; what came was removed") from None
    except Exception as error:  # of the disk, and the library's own, of several kinds
        if _status(error) == 416 and have and not last:
            return error
        raise CassError(f"{remote.url} was not fetched: {_why(error, remote, draft)}") from error
    return None


def _status(error: Exception | None) -> int:
    """The status that a server answered with, 0 for other errors."""
    return int(getattr(getattr(error, "response", None), "status_code", 0))


def _why(error: Exception, remote: Remote, draft: Path) -> str:
    kept = size_of(draft)
    why = getattr(error, "strerror", None) or first_line(error)
    if remote.size is not None and kept < remote.size and why.startswith("Consistency check failed"):
        why = f"it ended after {kept} of {remote.size} bytes"
    return f"{why}. {kept >> 20} MiB are kept: the same command goes on from there" if remote.mark and kept else why


def size_of(path: Path) -> int:
    """Bytes of a file, 0 where there is none."""
    return path.stat().st_size if path.is_file() else 0


def room(needed: int) -> None:
    """CassError where the disk cannot hold so many bytes; the folder is made."""
    store.made()
    if needed > _free():
        raise CassError(
            f"{needed / 2**30:.1f} GiB are needed in {store.folder()} and {max(_free(), 0) / 2**30:.1f} GiB are free: "
            "make room, or set CASS_MODELS to a folder elsewhere"
        )


def _free() -> int:
    return shutil.disk_usage(store.folder()).free - SPARE


def first_line(error: Exception) -> str:
    """An error of many lines in one."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
