"""Checking and translating many files, on several processors: the order of the results is that of the files."""

import os
import signal
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.file_bytes import file_bytes
from cass_tools.garbage import collect_seldom
from cass_tools.model import Candidate, Finding, Safety, Source
from cass_tools.own_names import without_own
from cass_tools.tree import Found, Unreadable

if TYPE_CHECKING:
    from cass_tools.findings_cache import Kept

T = TypeVar("T")
HEAD, FEW = 8000, 20  # a file with more than 1 control byte in 20 at its beginning is no text, however broken
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
CONTROL = bytes({*range(32), 127} - set(b"\t\n\v\f\r\x1b"))
SMALL = 400_000  # bytes of source that one process has read before others have started


class Checked(NamedTuple):
    """A file and what was found in it; `error` says why it could not be read."""

    path: Path
    findings: tuple[Finding, ...] = ()
    error: str = ""


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0))


def read(path: Path) -> Source:
    """The file's bytes; CassError with the reason.

    A pipe is read if it is open already (`/dev/stdin`, `<(command)`): nobody may ever write to another.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 - of thousands of files
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            return Source(path, _piped(path, found.st_mode))
        return Source(path, file_bytes(path, found.st_size))
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error


@cache
def _piped(path: Path, mode: int) -> bytes:
    """What a pipe has to say, which it says only once."""
    own = path == Path("/dev/stdin") or path.parent in map(Path, ("/dev/fd", "/proc/self/fd"))
    if (own and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))) or path == Path(os.devnull):
        return path.read_bytes()
    raise CassError(f"{path}: it is no regular file")


def check_all(paths: Sequence[Path], config: Config, jobs: int, *, cached: bool = False) -> Iterator[Checked]:
    """The findings of every file; with `cached`, those of files that have not changed since come from the cache."""
    return _spread(partial(_check, config=config, cached=cached), paths, jobs)


def translate_all(paths: Sequence[Path], config: Config, least: Safety, jobs: int) -> Iterator[Candidate]:
    """The rules' candidate for every file; CassError for one that cannot be read."""
    return _spread(partial(_translate, config=config, least=least), paths, jobs)


def _check(path: Path, config: Config, cached: bool) -> Checked:
    try:
        source = read(path)
        if reason := not_text(source.data):
            return Checked(path, error=f"{path}: skipped, {reason}")
        return Checked(path, found_before(source, config) if cached else without_own(source, _findings(source, config)))
    except CassError as error:
        return Checked(path, error=str(error))


def _findings(source: Source, config: Config) -> tuple[Finding, ...]:
    from cass_tools.engine import check  # only the processes that check need the rules

    return check(source, config)


def found_before(source: Source, config: Config) -> tuple[Finding, ...]:
    """The findings of a source, from the cache where they are known."""
    from cass_tools import findings_cache

    key = _kept(config).key(source)
    found = findings_cache.get(key)
    if found is None:
        found = _findings(source, config)
        findings_cache.put(key, found)
    return without_own(source, found)


@cache
def _kept(config: Config) -> "Kept":
    from cass_tools.findings_cache import Kept

    return Kept(config)


def sources(found: Found, named: Sequence[Path]) -> Found:
    """What can be translated: files of a tree that cannot be read as source only come along; `named` ones stay."""
    problems: dict[Path, str] = {}
    for path in found.cuda:
        try:
            reason = None if path in named else not_text(read(path).data)
        except CassError as error:
            reason = str(error).removeprefix(f"{path}: ")
        problems |= {path: reason} if reason else {}
    kept = tuple(path for path in found.cuda if path not in problems)
    unreadable = tuple(Unreadable(path, f"not translated: {reason}") for path, reason in problems.items())
    return Found(kept, (*found.others, *problems), (*found.unreadable, *unreadable))


def not_text(data: bytes) -> str | None:
    """Why a file cannot be read as source; None if it can, in whatever encoding that has ASCII in it."""
    if data.startswith(UTF_16) and FEW * data[:HEAD].count(0) > len(data[:HEAD]):
        return "it is not text as compilers read it: it is UTF-16, save it as UTF-8"
    return None if _is_text(data[:HEAD]) else "it is not text"


def _is_text(head: bytes) -> bool:
    return FEW * (len(head) - len(head.translate(None, CONTROL))) <= len(head)


def _translate(path: Path, config: Config, least: Safety) -> Candidate:
    from cass_tools.translators.rules import translate

    source = read(path)
    if reason := not_text(source.data):
        raise CassError(f"{path}: {reason}")
    made = translate(source, config, least)
    return made._replace(findings=without_own(source, made.findings))


def _spread(act: Callable[[Path], T], paths: Sequence[Path], jobs: int) -> Iterator[T]:
    collect_seldom()
    if jobs <= 1 or len(paths) < 2 or _bytes(paths) < SMALL:
        yield from map(act, paths)
        return
    from concurrent.futures import ProcessPoolExecutor  # a single file need not wait for it

    pool, finished = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent), False
    try:
        yield from pool.map(act, paths, chunksize=max(1, min(16, len(paths) // (jobs * 4))))
        finished = True
    finally:  # threads that are left are woken when Python ends, and one that is just ending cannot be
        pool.shutdown(wait=finished, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    """A terminal interrupts the whole group; only the parent has something to say about it."""
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _bytes(paths: Iterable[Path]) -> int:
    total = 0
    for path in paths:
        try:
            total += path.stat().st_size
        except OSError:
            continue
        if total >= SMALL:
            break
    return total
