"""The flags of each file from a compile_commands.json, as clang understands them."""

import itertools
import json
import shlex
from dataclasses import dataclass
from pathlib import Path

from cass_tools.compilers import flags
from cass_tools.errors import CassError

FILE = "compile_commands.json"


@dataclass(frozen=True, slots=True)
class Commands:
    """Flags by absolute path of the source."""

    flags: dict[Path, tuple[str, ...]]

    def of(self, path: Path) -> tuple[str, ...]:
        """The flags of one file; none if it is not listed."""
        return self.flags.get(path.resolve(), ())


def near(root: Path) -> Commands:
    """The commands of a project: its own file, or the one in its build directory; empty without one.

    Looked for where `root` is, then upwards, as far as the folder that git knows.
    """
    root = root if root.is_dir() else root.parent
    for folder in (root, *root.absolute().parents):
        for place in (folder, folder / "build"):
            if (place / FILE).is_file():
                return read(place / FILE)
        if (folder / ".git").exists():
            break
    return Commands({})


def read(file: Path) -> Commands:
    """Read a compile_commands.json; CassError if it is none."""
    try:
        entries = json.loads(file.read_bytes())
        found = {}
        for entry in entries:
            folder = Path(entry["directory"])
            argv = entry.get("arguments") or shlex.split(entry["command"])
            found[(folder / entry["file"]).resolve()] = flags.translate(argv[1:], folder).kept
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CassError(f"{file} is not a compile_commands.json: {error}") from error
    return Commands(found)


def include_folders(words: tuple[str, ...]) -> tuple[Path, ...]:
    """The include directories that flags name."""
    folders = []
    for flag, following in itertools.pairwise((*words, "")):
        if flag in ("-I", "-isystem", "-iquote"):
            folders.append(Path(following))
        elif flag.startswith("-I"):
            folders.append(Path(flag[2:]))
    return tuple(folders)
