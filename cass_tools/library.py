"""The other units of a program: compiled when a link needs them, in an archive from which the linker takes its pick."""

import shutil
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import Compiler, Language
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.trial import Unit, build

ARCHIVERS = ("ar", "llvm-ar", "llvm-ar-19")


class Library:
    """Archives of the units of a tree that have no `main`: `translated` as HIP, `originals` as CUDA."""

    def __init__(self, translated: Sequence[Unit], originals: Sequence[Unit], compiler: Compiler, folder: Path) -> None:
        self._units: dict[Language, Sequence[Unit]] = {"hip": translated, "cuda": originals}
        self._compiler = compiler
        self._folder = folder
        self._made: dict[tuple[str, Language], Path | None] = {}
        self._lock = threading.Lock()

    def archive(self, target: Target, language: Language) -> Path | None:
        """The archive for one target, made once; None if there is no unit that compiles."""
        with self._lock:
            key = (target.arch, language)
            if key not in self._made:
                self._made[key] = self._make(target, language)
            return self._made[key]

    def _make(self, target: Target, language: Language) -> Path | None:
        builds = [build(unit, target, self._compiler, self._folder, language) for unit in self._units[language]]
        objects = [made.binary for made in builds if made.binary]
        if not objects:
            return None
        archiver = next((name for name in ARCHIVERS if shutil.which(name)), None)
        if archiver is None:
            raise CassError("a program of several files is linked with the help of ar: install binutils")
        path = Path(tempfile.mkdtemp(dir=self._folder)) / "libunits.a"
        done = proc.run([archiver, "qcs", path, *objects])
        return path if done.status == 0 else None
