"""Where a project's baseline lies. Light to import: most checks have none."""

from pathlib import Path

NAME = "cass-baseline.json"


def beside(path: Path) -> Path | None:
    """The nearest baseline of a file or directory, in its directory or above, within its repository."""
    start = (path if path.is_dir() else path.parent).absolute()
    for folder in (start, *start.parents):
        if (file := folder / NAME).is_file():
            return file
        if (folder / ".git").exists():
            break
    return None
