"""Code that is generated while a module is imported, kept from one start to the next, as Python keeps that of files.

For each of the 550 classes of the protocol attrs writes methods and compiles them: a third of the time that a server
takes to start.
"""

import marshal
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

Key = tuple[str, str, str]  # the source, its name, and the kind of code


class Kept:
    """Takes the place of `compile` in a module; what a file has is not compiled again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._before: dict[Key, CodeType] = _read(file)
        self._now: dict[Key, CodeType] = {}

    def __call__(self, source: Any, name: str, kind: str, *more: Any, **others: Any) -> Any:
        """What `compile` gives for a source."""
        if not isinstance(source, str) or more or others:
            return compile(source, name, kind, *more, **others)
        key = source, name, kind
        code = self._before.get(key)
        if code is None:
            code = compile(source, name, kind)
        self._now[key] = code
        return code

    def save(self) -> None:
        """Have the file hold what was asked for, if it did not; without one everything goes on, more slowly."""
        if self._now.keys() != self._before.keys():
            with suppress(OSError):
                _write(self._file, MAGIC_NUMBER + marshal.dumps(self._now))


@contextmanager
def kept(module: ModuleType, folder: Path) -> Iterator[None]:
    """Keep in a folder what `module` compiles meanwhile."""
    cache = Kept(folder / f"{module.__name__}-{sys.implementation.cache_tag}")
    module.__dict__["compile"] = cache  # before the builtin of that name
    try:
        yield
    finally:
        del module.__dict__["compile"]
    cache.save()


def _read(file: Path) -> dict[Key, CodeType]:
    """What a file has; nothing where it is no such file, another Python's, or somebody else's."""
    try:
        with file.open("rb") as opened:
            if os.fstat(opened.fileno()).st_uid != os.geteuid() or opened.read(len(MAGIC_NUMBER)) != MAGIC_NUMBER:
                return {}
            found = marshal.loads(opened.read())  # noqa: S302  the user's own, as Python's own caches are
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(file: Path, data: bytes) -> None:
    """Whole or not at all: a server that starts at the same time may read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(number, "wb") as opened:
            opened.write(data)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
