"""Findings of files that have not changed: kept under a key of all that they depend on. Light to import.

A file's findings depend on its text, the kind that its name gives it, the configuration, the quoted headers that lie
beside it, and this package. `<cache>/findings/<2 digits>/<key>` holds a digest and the findings; a damaged entry is
none. Files appear whole, so processes need no locks; a full or read-only cache is no error.
"""

import marshal
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from cass_tools.cache_root import cache_root
from cass_tools.config import Config
from cass_tools.file_bytes import file_bytes
from cass_tools.file_kind import kind_of
from cass_tools.model import Edit, Effort, Finding, Fix, Safety, Severity, Source, Span
from cass_tools.wrapper.stamp import code_stamp

NAME, DIGEST = "findings", 16
LIMIT, SHARES, SELDOM = 256 << 20, 256, 32  # bytes of all; folders; of so many writes one tidies its folder
OWN = re.compile(rb'include[ \t]*"([^"\n]+)"')  # begins with a plain word: found many times faster
SEVERITIES = {each.value: each for each in Severity}
EFFORTS = {each.value: each for each in Effort}
SAFETIES = {each.value: each for each in Safety}


class Kept:
    """The findings that are kept for one configuration."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._starts: dict[Config, bytes] = {}

    def key(self, source: Source) -> str:
        """The name of a file's findings."""
        config = self._config.at(source.path)
        start = self._starts.get(config)
        if start is None:
            told = f"{sys.version}{code_stamp()}{config._replace(ignored=frozenset())!r}{sorted(config.ignored)}"
            start = self._starts[config] = sha256(told.encode()).digest()
        digest = sha256(start)
        digest.update(f"{kind_of(source.path)}{source.path.suffix}".encode())
        if b"include" in source.data:
            names = set(OWN.findall(source.data))
            parent = os.fsencode(source.path.parent)
            own = [name for name in names if os.path.isfile(os.path.join(parent, name))]  # noqa: PTH113, PTH118 - faster
            digest.update(repr(sorted(own)).encode())
        digest.update(source.data)
        return digest.hexdigest()[:40]


def get(key: str) -> tuple[Finding, ...] | None:
    """The findings of that name; None where there are none, or they are damaged."""
    try:
        data = file_bytes(_place(key))
        if sha256(data[DIGEST:]).digest()[:DIGEST] != data[:DIGEST]:
            return None
        return tuple(map(_finding, marshal.loads(data[DIGEST:])))  # noqa: S302 - our own, and its digest fits
    except (OSError, ValueError, TypeError, EOFError, KeyError):
        return None


def put(key: str, findings: tuple[Finding, ...]) -> None:
    """Keep findings under that name."""
    body = marshal.dumps([_plain(finding) for finding in findings])
    path = Path(_place(key))
    draft = path.with_name(f".{key}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(sha256(body).digest()[:DIGEST] + body)
        draft.replace(path)
        if int(key[-4:], 16) % SELDOM == 0:
            _tidy(path.parent)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def stats() -> tuple[int, int]:
    """How many files have findings kept, and their size in bytes."""
    sizes = [path.stat().st_size for path in (cache_root() / NAME).glob("*/*")]
    return len(sizes), sum(sizes)


def clear() -> tuple[int, int]:
    """Remove all; what there was."""
    before = stats()
    for path in (cache_root() / NAME).glob("*/*"):
        path.unlink(missing_ok=True)
    return before


def _place(key: str) -> str:
    root = _root(os.environ.get("CASS_CACHE"), os.environ.get("XDG_CACHE_HOME"))
    return f"{root}/{key[:2]}/{key[2:]}"


@cache
def _root(_chosen: str | None, _base: str | None) -> str:
    """The folder of all, which only these variables move while a process lives."""
    return str(cache_root() / NAME)


def _tidy(folder: Path) -> None:
    """Forget what was written longest ago, once the folder has more than its share."""
    found = []
    for path in folder.iterdir():
        with suppress(OSError):
            found.append((path.stat().st_mtime, path.stat().st_size, path))
    total = 0
    for _, size, path in sorted(found, reverse=True):
        total += size
        if total > LIMIT // SHARES:
            path.unlink(missing_ok=True)


def _plain(finding: Finding) -> tuple[object, ...]:
    fix = finding.fix
    told = None if fix is None else (fix.message, [(tuple(e.span), e.text) for e in fix.edits], int(fix.safety))
    grades = (finding.severity.value, finding.effort.value)
    return (finding.code, finding.rule, finding.message, tuple(finding.span), *grades, finding.suggestion, told)


def _finding(value: tuple[Any, ...], new: Callable[..., Any] = tuple.__new__) -> Finding:
    """A finding of plain values; `new` makes named tuples without a call of Python for each."""
    code, rule, message, span, severity, effort, suggestion, told = value
    fix = None
    if told is not None:
        edits = tuple([new(Edit, (new(Span, where), text)) for where, text in told[1]])
        fix = new(Fix, (told[0], edits, SAFETIES[told[2]]))
    parts = (code, rule, message, new(Span, span), SEVERITIES[severity], EFFORTS[effort], suggestion, fix)
    return cast(Finding, new(Finding, parts))
