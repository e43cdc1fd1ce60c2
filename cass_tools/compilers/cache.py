"""Where generated headers and completed device libraries are kept: the user's cache folder."""

import hashlib
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from cass_tools.cache_root import cache_root

__all__ = ["cache_folder", "cache_root", "generated"]


def cache_folder(name: str) -> Path:
    """The folder for `name` in it, made if needed."""
    folder = cache_root() / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def generated(name: str, sources: Iterable[Path], generate: Callable[[Path], None]) -> Path:
    """The folder `name` that `generate` fills, in the cache: made once for each state of the files in `sources`."""
    from filelock import FileLock

    key = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    parent = cache_folder(name)
    place = parent / key
    if not place.exists():
        with FileLock(str(parent / "lock")):
            if not place.exists():
                fresh = Path(tempfile.mkdtemp(dir=parent, prefix=".new-"))
                generate(fresh)
                fresh.rename(place)
    return place
