"""Where generated headers and completed device libraries are kept: the user's cache folder."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def cache_root() -> Path:
    """The user's cache folder (XDG_CACHE_HOME is honoured), or what `CASS_CACHE` names instead."""
    chosen = os.environ.get("CASS_CACHE")
    return Path(chosen) if chosen else user_cache_path("cass-tools")


def cache_folder(name: str) -> Path:
    """The folder for `name` in it, made if needed."""
    folder = cache_root() / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
