"""Where everything that is made again when it is lost is kept. Light to import."""

import os
import sys
from pathlib import Path


def cache_root() -> Path:
    """The user's cache folder (XDG_CACHE_HOME is honoured), or what `CASS_CACHE` names instead."""
    chosen = os.environ.get("CASS_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "linux":  # as platformdirs has it, which takes 10 ms to import
        base = os.environ.get("XDG_CACHE_HOME", "").strip()
        return Path(base or Path.home() / ".cache") / "cass-tools"
    from platformdirs import user_cache_path

    return user_cache_path("cass-tools")
