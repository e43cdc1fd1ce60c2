"""Where a translation goes: beside its source, in its place, to a named file, or to the same place in another tree.

A `.cu` becomes a `.hip`, unless other files include it by name; headers and host sources keep their names, so that
every `#include` still finds its file. Beside its source, a header `x.cuh` becomes `x.hip.cuh`.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.output import Place
from cass_tools.scan import read
from cass_tools.tree import INCLUDE, SUFFIXES


@dataclass(frozen=True, slots=True)
class Layout:
    """`roots` are the paths that the user named; `included` the names of files that others include.

    `dual`: what is written is CUDA still, so that names keep their suffix; beside its source it is `x.dual.cu`.
    """

    roots: tuple[Path, ...]
    destination: Path | None = None
    in_place: bool = False
    included: frozenset[bytes] = frozenset()
    dual: bool = False

    def place(self, path: Path) -> Place:
        """Where the translation of `path` is written."""
        root = next((r for r in self.roots if path == r or path.is_relative_to(r)), path)
        folder = root if root.is_dir() else root.parent
        if self.in_place:
            return Place(path, folder)
        if self.destination is None:
            return Place(path.with_name(_beside(path, self.dual)), path.parent)
        if not self._is_tree():
            return Place(self.destination, self.destination.parent)
        inside = path.relative_to(folder)
        if len(self.roots) > 1 and root.is_dir():
            inside = Path(root.absolute().name) / inside
        return Place(self.destination / inside.with_name(self._kept_or_renamed(path)), self.destination)

    def _is_tree(self) -> bool:
        """Whether the destination is a directory."""
        return (
            len(self.roots) > 1
            or self.roots[0].is_dir()
            or (self.destination is not None and self.destination.is_dir())
        )

    def _kept_or_renamed(self, path: Path) -> str:
        renamed = path.suffix == ".cu" and not self.dual and os.fsencode(path.name) not in self.included
        return path.with_suffix(".hip").name if renamed else path.name


def _beside(path: Path, dual: bool) -> str:
    """A name that is not the source's own."""
    if dual:
        return f"{path.stem}.dual{path.suffix}"
    if path.suffix == ".cu":
        return path.with_suffix(".hip").name
    return f"{path.stem}.hip{path.suffix}"


def told(config: Config, plan: Layout, paths: Iterable[Path]) -> Config:
    """The configuration with what becomes of the names of `.cu` files, which build files follow."""
    names = [(path.name, plan.place(path).path.name) for path in paths if path.suffix == ".cu"]
    kept = frozenset(before for before, after in names if before == after)
    return config._replace(renamed=frozenset(before for before, _ in names) - kept, kept=kept)


def included_names(paths: Iterable[Path]) -> frozenset[bytes]:
    """The last parts of all names in `#include` lines of C and C++ files."""
    names: set[bytes] = set()
    for path in paths:
        if path.suffix in SUFFIXES:
            try:
                names |= {name.rsplit(b"/", 1)[-1] for name in INCLUDE.findall(read(path).data)}
            except CassError:
                continue
    return frozenset(names)


def check(roots: Sequence[Path], destination: Path | None, in_place: bool) -> None:
    """CassError for a request whose results would have no place, or the wrong one."""
    trees = [root for root in roots if root.is_dir()]
    if destination is not None and str(destination) == "-":
        raise CassError("-o - is no file: --stdout prints the translation, untried")
    if in_place and destination is not None:
        raise CassError("--in-place and -o exclude each other")
    if trees and destination is None and not in_place:
        raise CassError(f"{trees[0]} is a directory: give -o DIRECTORY or --in-place, or look first with --diff")
    for root in trees:
        if destination is not None and destination.resolve() == root.resolve():
            raise CassError(f"{destination} is the source itself: use --in-place to translate it there")
    if destination is not None and (trees or len(roots) > 1) and destination.exists() and not destination.is_dir():
        raise CassError(f"{destination} is a file; the results of several files need a directory")
    if destination is not None and not trees and any(destination.resolve() == r.resolve() for r in roots):
        raise CassError(f"{destination} is the source itself: use --in-place to translate it there")
