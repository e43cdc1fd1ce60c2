"""The file that a project is configured in: cass.toml, or `[tool.cass]` of pyproject.toml. Light to import.

The nearest to a file or directory counts, in its own directory or above; in one directory cass.toml wins.
"""

from pathlib import Path
from typing import Any

from cass_tools.errors import CassError

FILE, SHARED = "cass.toml", "pyproject.toml"
MARK = b"cass"  # what a pyproject.toml without it need not be parsed for


def nearest(folder: Path) -> Path | None:
    """The file that counts in `folder`; None where there is none."""
    folder = folder.absolute()
    for place in (folder, *folder.parents):
        if (own := place / FILE).is_file():
            return own
        if (shared := place / SHARED).is_file() and _has_table(shared):
            return shared
    return None


def near(path: Path) -> Path | None:
    """The file that counts for a file or directory."""
    return nearest(path if path.is_dir() else path.absolute().parent)


def content(path: Path) -> bytes:
    """Its bytes; CassError with the reason."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error


def _has_table(shared: Path) -> bool:
    """Whether there is a `[tool.cass]`, in whatever spelling; CassError for a file that has one but is no TOML."""
    text = content(shared)
    if MARK not in text:
        return False
    try:
        tool = _parsed(shared, text).get("tool")
    except CassError:
        if b"tool.cass" in text:
            raise
        return False
    return isinstance(tool, dict) and "cass" in tool


def _parsed(path: Path, text: bytes) -> dict[str, Any]:
    import tomllib  # whoever only looks for a word in the file need not wait

    try:
        return tomllib.loads(text.decode())
    except ValueError as error:  # not TOML, or not UTF-8
        raise CassError(f"{path}: {error}") from error
    except RecursionError as error:
        raise CassError(f"{path}: its values are nested too deeply") from error


def table_of(path: Path) -> dict[str, Any]:
    """All that it says; CassError for what is no TOML."""
    table: Any = _parsed(path, content(path))
    if path.name != SHARED:
        return dict(table)
    for key in ("tool", "cass"):
        table = table.get(key, {})
        if not isinstance(table, dict):
            raise CassError(f"{path}: [tool.cass] must be a table")
    return dict(table)
