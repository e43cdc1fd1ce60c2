"""The headers that GPU sources start with, parsed once: clang's precompiled headers, kept by their options.

Most of the time of a short build goes into HIP's and the C++ library's headers. What the options alone bring in comes
first in every unit, and hip/hip_runtime.h where nothing but comments and other headers of the system stand before it.
A precompiled header is used only where the unit would read the same files, and a build that fails with one is done
again without.

`<cache>/precompiled/<key>.pch` lies beside `<key>.d`, the headers in it, and `<key>.json`: their sizes and times.
"""

import contextlib
import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import build_cache
from cass_tools.compilers.cache import cache_folder

LIMIT = 600 << 20  # bytes; one is 7 to 12 MB
HIP_RUNTIME = "hip/hip_runtime.h"
STARTS = Path(__file__).parent.parent / "include" / "precompiled"
FOLDER_FLAGS = ("-I", "-iquote")
NAMED_FILE = frozenset({"-include", "-imacros"})
_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_INCLUDE = re.compile(rb'[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]+)>|"([^"\n]+)")[ \t]*')
_NO_CONTENT = re.compile(rb"[ \t]*(?:#[ \t]*(?:line\b|pragma[ \t]+once\b)[^\n]*)?")


def options(
    command: Sequence[str], source: Path, folders: Sequence[Path], rule: Path, env: Mapping[str, str]
) -> list[str]:
    """Options that let `command` (the compiler and all options but folders, output and source) read them at once.

    `folders` are searched for the source's headers before the system's. The headers in it are written to `rule`, as
    dependency files name them. Empty where there is none for this unit, or where it cannot be made or kept.
    """
    if not all(Path(name).is_absolute() for flag, name in pairwise(command) if flag in NAMED_FILE):
        return []
    with contextlib.suppress(OSError, ValueError):
        runtime = _starts_with_runtime(source.read_bytes(), folders)
        header = _base(command, runtime).with_suffix(".pch")
        if not (_is_fresh(header) or (_asked_before(header) and _make(command, runtime, header, env))):
            return []
        if not _shadowed(header.with_suffix(".d"), folders):
            rule.write_bytes(header.with_suffix(".d").read_bytes())
            header.touch()
            return ["-Xclang", "-include-pch", "-Xclang", str(header)]
    return []


def apart(flags: Sequence[str]) -> tuple[list[str], list[Path]]:
    """The options without the folders that they name, and those."""
    kept: list[str] = []
    folders: list[Path] = []
    words = iter(flags)
    for word in words:
        flag = next((each for each in FOLDER_FLAGS if word.startswith(each)), None)
        if flag:
            folders.append(Path(word.removeprefix(flag) or next(words, ".")))
        else:
            kept.append(word)
    return kept, folders


def _starts_with_runtime(text: bytes, folders: Iterable[Path]) -> bool:
    """Whether HIP's runtime header comes before everything but headers of the system."""
    for line in _COMMENT.sub(b" ", text[: 1 << 16]).splitlines():
        included = _INCLUDE.fullmatch(line)
        if included:
            name = (included[1] or included[2]).decode(errors="surrogateescape")
            if name == HIP_RUNTIME:
                return True
            if included[1] and not any((folder / name).exists() for folder in folders):
                continue
        if not _NO_CONTENT.fullmatch(line):
            return False
    return False


def _base(command: Sequence[str], runtime: bool) -> Path:
    """Where the precompiled header of these options lies, without a suffix."""
    compiler = Path(command[0]).stat()
    said = [*command, compiler.st_size, compiler.st_mtime_ns, runtime]
    return cache_folder("precompiled") / hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def _is_fresh(header: Path) -> bool:
    """Whether it is there, and what went into it is as it was."""
    try:
        known = json.loads(header.with_suffix(".json").read_bytes())
        return header.exists() and all(_state(path) == state for path, state in known.items())
    except (OSError, ValueError, AttributeError):
        return False


def _asked_before(header: Path) -> bool:
    """Whether these options come a second time: making one costs a little more than a build, which it must be worth."""
    mark = header.with_suffix(".once")
    if mark.exists():
        return True
    mark.touch()
    return False


def _make(command: Sequence[str], runtime: bool, header: Path, env: Mapping[str, str]) -> bool:
    with tempfile.TemporaryDirectory(dir=header.parent, prefix=".new-") as name:
        made, rule = Path(name, "made"), Path(name, "rule")
        text = STARTS / ("runtime.hip" if runtime else "nothing.hip")
        write = ["-fsyntax-only", *_clang("-emit-pch", "-o", str(made)), "-MD", "-MF", str(rule), "-MT", "headers"]
        done = proc.run([*command, "-x", "hip", str(text), *write], timeout=120, env=env)
        if done.status or not made.exists():
            return False
        state = {str(path): _state(str(path)) for path in build_cache.headers_in([rule], outside=rule, without=())}
        contents = {".d": rule.read_bytes(), ".json": json.dumps(state).encode(), ".pch": made.read_bytes()}
        for suffix, content in contents.items():
            build_cache.place(header.with_suffix(suffix), content, 0o600)
    build_cache.prune(header.parent, LIMIT)
    return True


def _state(path: str) -> list[int]:
    stat = Path(path).stat()
    return [stat.st_size, stat.st_mtime_ns]


def _shadowed(rule: Path, folders: Iterable[Path]) -> bool:
    """Whether a folder has something of the name of a header or of its folder: it might be read in its place."""
    within = set(build_cache.headers_in([rule], outside=rule, without=()))
    names = {part for path in within for part in (path.name, *path.parent.parts[-2:])} - {"include"}
    entries = (entry for folder in folders if folder.is_dir() for entry in folder.absolute().iterdir())
    return any(entry.name in names and entry not in within for entry in entries)


def _clang(*words: str) -> list[str]:
    return [each for word in words for each in ("-Xclang", word)]


Runner = Callable[[list[str]], proc.Completed]


def run(runner: Runner, command: list[str]) -> proc.Completed:
    """Run a compilation; one that fails with a precompiled header is run again without it."""
    done = runner(command)
    if done.status == 0 or done.timed_out or "-include-pch" not in command:
        return done
    at = command.index("-include-pch") - 1
    return runner(command[:at] + command[at + 4 :])
