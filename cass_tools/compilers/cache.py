"""Where generated headers and completed device libraries are kept: the user's cache folder."""

from pathlib import Path

from platformdirs import user_cache_path


def cache_folder(name: str) -> Path:
    """The user's cache folder for `name`, made if needed (XDG_CACHE_HOME is honoured)."""
    folder = user_cache_path("cass-tools") / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
