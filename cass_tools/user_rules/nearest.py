"""The rules that hold for a file or directory: those of the nearest cass.toml. Light to import."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cass_tools.user_rules.values import UserRule

FILE = "cass.toml"


def find(folder: Path) -> Path | None:
    """The nearest cass.toml in `folder` or above."""
    folder = folder.absolute()
    return next((p for f in (folder, *folder.parents) if (p := f / FILE).is_file()), None)


def rules_for(path: Path) -> "tuple[UserRule, ...]":
    """The rules for `path`; none where no cass.toml has any. CassError names what is wrong in one."""
    file = find(path if path.is_dir() else path.absolute().parent)
    if file is None or b"rules" not in file.read_bytes():
        return ()
    from cass_tools.user_rules.reading import read  # a project without rules need not wait for the grammar

    return read(file)
