"""Names that look like CUDA's and that a header of the project declares: nothing is to be said of them.

A source is checked by itself, and what is found in it is kept by its content. What its headers declare is looked up
afterwards, and only for files with such a finding.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from cass_tools.model import Finding, Source
from cass_tools.tree import holds_hip, included

CODE = "CASS119"
HEADERS, SIZE = 200, 1 << 20  # how many are read for one file at most, the nearest first, and how large each may be
FOLDERS = ("", "include", "inc", "src")  # of the directories above, where no command line says what is looked in


def without_own(source: Source, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings without those of CASS119 about a name that a header which the file includes declares.

    Headers are looked for beside the file that names them, and in the usual folders of the directories above, up to
    the repository's root. One that cannot be read declares nothing.
    """
    unknown = {_name(source, finding) for finding in findings if finding.code == CODE}
    if not unknown:
        return findings
    for declared in _declared(source):
        unknown -= declared
        if not unknown:
            break
    return tuple(f for f in findings if f.code != CODE or _name(source, f) in unknown)


def _name(source: Source, finding: Finding) -> bytes:
    return source.data[finding.span.start : finding.span.end]


def _declared(source: Source) -> Iterator[frozenset[bytes]]:
    """What each header declares, those that the source itself names first."""
    folders = _folders(os.path.abspath(source.path.parent))  # noqa: PTH100 - as written, links and all
    waiting = deque(included(source.path, source.data, folders))
    seen = {source.path, *waiting}
    for _ in range(HEADERS):
        if not waiting:
            return
        header = waiting.popleft()
        try:
            state = header.stat()
            names, further = _read(header, state.st_mtime_ns, state.st_size, folders)
        except OSError:
            continue
        yield names
        fresh = [path for path in further if path not in seen]
        seen.update(fresh)
        waiting.extend(fresh)


@lru_cache(256)
def _folders(folder: str) -> tuple[Path, ...]:
    above = [Path(folder), *Path(folder).parents]
    root = next((number for number, path in enumerate(above) if (path / ".git").exists()), 0)
    found = (path / name for path in above[: root + 1] for name in FOLDERS)
    return tuple(path for path in found if path.is_dir() and not holds_hip(path))


@lru_cache(4096)
def _read(
    header: Path, changed: int, size: int, folders: tuple[Path, ...]
) -> tuple[frozenset[bytes], tuple[Path, ...]]:
    """The CUDA-looking names that a header declares for whoever includes it, and what it includes itself.

    `changed` (ns) and `size` (bytes) tell its versions apart.
    """
    if size > SIZE:
        return frozenset(), ()
    data = header.read_bytes()
    return frozenset(_names(header, data)), tuple(included(header, data, folders))


def _names(header: Path, data: bytes) -> Iterable[bytes]:
    from cass_tools.config import Config
    from cass_tools.cuda.context import Context
    from cass_tools.cuda.leftover import left_in

    if not (looking := left_in(data)):
        return ()
    scopes = Context(Source(header, data), Config()).scopes
    return (name for name in looking if scopes.offers(name))
