"""The flags of each file from a compile_commands.json, reduced to what changes how the source is read."""

import itertools
import json
import shlex
from dataclasses import dataclass
from pathlib import Path

from cass_tools.errors import CassError

FILE = "compile_commands.json"
PATH_FLAGS = ("-I", "-isystem", "-iquote", "-include", "-idirafter")
VALUE_FLAGS = ("-D", "-U", "-std")


@dataclass(frozen=True, slots=True)
class Commands:
    """Flags by absolute path of the source."""

    flags: dict[Path, tuple[str, ...]]

    def of(self, path: Path) -> tuple[str, ...]:
        """The flags of one file; none if it is not listed."""
        return self.flags.get(path.resolve(), ())


def near(root: Path) -> Commands:
    """The commands of a project: its own file, or the one in its build directory; empty without one."""
    root = root if root.is_dir() else root.parent
    for folder in (root, root / "build", *root.absolute().parents):
        if (folder / FILE).is_file():
            return read(folder / FILE)
        if (folder / ".git").exists():
            break
    return Commands({})


def read(file: Path) -> Commands:
    """Read a compile_commands.json; CassError if it is none."""
    try:
        entries = json.loads(file.read_bytes())
        flags = {}
        for entry in entries:
            folder = Path(entry["directory"])
            argv = entry.get("arguments") or shlex.split(entry["command"])
            flags[(folder / entry["file"]).resolve()] = _reading_flags(argv[1:], folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CassError(f"{file} is not a compile_commands.json: {error}") from error
    return Commands(flags)


def _reading_flags(argv: list[str], folder: Path) -> tuple[str, ...]:
    """Include directories (made absolute), macros and the language standard."""
    kept: list[str] = []
    words = iter(argv)
    for word in words:
        for flag in PATH_FLAGS:
            if word == flag:
                kept += (flag, str(folder / next(words, "")))
            elif word.startswith(flag) and flag in ("-I", "-isystem"):
                kept.append(f"{flag}{folder / word.removeprefix(flag)}")
            else:
                continue
            break
        else:
            if word in VALUE_FLAGS:
                kept += (word, next(words, ""))
            elif word.startswith(VALUE_FLAGS):
                kept.append(word)
    return tuple(kept)


def include_folders(flags: tuple[str, ...]) -> tuple[Path, ...]:
    """The include directories that flags name."""
    folders = []
    for flag, following in itertools.pairwise((*flags, "")):
        if flag in ("-I", "-isystem", "-iquote"):
            folders.append(Path(following))
        elif flag.startswith("-I"):
            folders.append(Path(flag[2:]))
    return tuple(folders)
