"""Where everything that is made again when it is lost is kept. Light to import."""

import os
import stat
import sys
from functools import lru_cache
from pathlib import Path


def cache_root() -> Path:
    """The user's cache folder (XDG_CACHE_HOME is honoured), or what `CASS_CACHE` names instead.

    Where the former cannot be written, as in the sandboxes that packages are built in, a folder of the user's own among
    temporary files.
    """
    chosen = os.environ.get("CASS_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "linux":  # as platformdirs has it, which takes 10 ms to import
        base = os.environ.get("XDG_CACHE_HOME", "").strip()
        return writable(Path(base or Path.home() / ".cache") / "cass-tools")
    from platformdirs import user_cache_path

    return writable(user_cache_path("cass-tools"))


@lru_cache(maxsize=8)
def writable(folder: Path) -> Path:
    """The folder, made if needed; where it cannot be written, one of the user's own among temporary files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    except OSError:
        pass
    import tempfile

    own = Path(tempfile.gettempdir(), f"cass-tools-{os.getuid()}")
    try:
        own.mkdir(mode=0o700, exist_ok=True)
        found = own.lstat()
    except OSError:
        return folder  # whoever writes there says why not
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return own if is_own else folder
