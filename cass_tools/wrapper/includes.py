"""Which files a source includes, directly or not, found as the compiler would look for them but without running it.

Conditions are not evaluated, so more may be found than is read. Names that a macro holds are found by every definition
of it in the command line and in the files; names that macros put together from parts are not.
"""

import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cass_tools.tree import holds_hip
from cass_tools.wrapper.computed_names import ComputedNames

INCLUDE = re.compile(rb'^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.M)
QUOTED_ONLY, EVERYWHERE = ("-iquote",), ("-I", "-isystem", "-idirafter", "-cxx-isystem")
BEFORE = "-include"
VARIABLES = ("CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH")


class Folders(NamedTuple):
    """Where names are looked for: `quoted` for those in quotes, then `all`; `first` are files that come before, and
    `macros` those of the command line."""

    quoted: tuple[str, ...]
    all: tuple[str, ...]
    first: tuple[str, ...]
    macros: tuple[str, ...] = ()


def folders_in(options: Sequence[str]) -> Folders:
    """The include directories and -include files of clang's options and of the environment, without those of HIP."""
    quoted: list[str] = []
    everywhere: list[str] = []
    first: list[str] = []
    words = iter(options)
    for word in words:
        if word == BEFORE:
            first.append(next(words, ""))
            continue
        for names, place in ((QUOTED_ONLY, quoted), (EVERYWHERE, everywhere)):
            name = next((each for each in names if word.startswith(each)), None)
            if name:
                place.append(word[len(name) :] or next(words, ""))
    for variable in VARIABLES:
        everywhere += filter(None, os.environ.get(variable, "").split(os.pathsep))
    ours = [place for place in everywhere if not holds_hip(place)]
    macros = tuple(word[2:] for word in options if word.startswith("-D"))
    return Folders(tuple(quoted), tuple(ours), tuple(first), macros)


def included(sources: Sequence[tuple[Path, bytes]], folders: Folders) -> Iterator[tuple[Path, bytes]]:
    """Every header of the sources with its content, once; unreadable ones are left to the compiler."""
    seen = {str(path) for path, _ in sources}
    computed = ComputedNames(folders.macros)
    waiting = [*sources]
    for name in folders.first:
        waiting += _read(_found(name, ("", *folders.quoted, *folders.all)), seen)
        yield from waiting[len(sources) :]
    while waiting:
        path, data = waiting.pop()
        computed.note(path, data)
        names = [(path, match[1], match[2]) for match in INCLUDE.finditer(data)]
        if not waiting:  # all definitions that there are so far are known
            names += computed.found()
        for beside, quoted, angled in names:
            places = (os.path.dirname(beside), *folders.quoted, *folders.all) if quoted else folders.all  # noqa: PTH120
            for header in _read(_found(os.fsdecode(quoted or angled), places), seen):
                waiting.append(header)
                yield header


def _read(found: str | None, seen: set[str]) -> list[tuple[Path, bytes]]:
    if found is None or found in seen:
        return []
    seen.add(found)
    path = Path(found)
    try:
        return [(path, path.read_bytes())]
    except OSError:
        return []


def _found(name: str, places: Sequence[str]) -> str | None:
    for place in places:
        there = os.path.normpath(os.path.join(place, name))  # noqa: PTH118
        if _is_file(there):
            return there
    return None


@cache
def _is_file(path: str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113
