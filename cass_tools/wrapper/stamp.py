"""What tells that a file, or this package's own translation, is the same as before, without reading it."""

import os
from functools import cache

from cass_tools.wrapper.digest import sha256

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
FOLDERS = (
    "",
    "build_files",
    "cuda",
    "rules",
    "ptx",
    "translators",
    "user_rules",
    "compilers",
    "wrapper",
    "data",
    "include",
)
DEEP = frozenset({"data", "include", "rules"})
TEXT = (".py", ".tsv", ".toml", ".scm", ".h", ".hpp", ".json")


def stamp_of(path: str) -> list[int]:
    """Size and time of a file's content; the same list for all that is not there."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return [-1, -1]
    return [found.st_size, found.st_mtime_ns]


@cache
def code_stamp() -> str:
    """Names the state of everything here that a translation or a command depends on."""
    told = []
    for folder in FOLDERS:
        for entry in _files(os.path.join(PACKAGE, folder), folder in DEEP):  # noqa: PTH118
            found = entry.stat()
            told.append(f"{entry.path} {found.st_size} {found.st_mtime_ns}")
    return sha256("\n".join(sorted(told)).encode(errors="surrogateescape")).hexdigest()[:24]


def _files(folder: str, deep: bool) -> list["os.DirEntry[str]"]:
    """Sources and tables in a folder."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(TEXT):
                found.append(entry)
            elif deep and entry.is_dir() and not entry.name.startswith(("__", "isa", "sass")):
                found += _files(entry.path, deep)
    return found
