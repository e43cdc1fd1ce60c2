"""The other units of a program: those of its tree that define what its link lacks, compiled when a link asks for them.

The nearest directory decides: its own units first, then those of the directory above, and so on. Where two units of one
directory define the same symbol there is no plain choice, and none is made.
"""

import re
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools.compilers import Compiler, Language
from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf
from cass_tools.model import Source, Target
from cass_tools.trial import Parts, Sources, Unit, build, first_error

NAMED = re.compile(r"_Z(?:T[VISTC]|GV)?N?[rVKRO]*")
LENGTH = re.compile(r"\d+")
VARIABLE = rb"(?m)^[^\n;{}()]*\b(?:__device__|__constant__|__managed__)\b[^;(){}]*\b%s\b"
HOST_SUFFIXES = frozenset({".c", ".cc", ".cpp", ".cxx"})


@dataclass(frozen=True, slots=True)
class Part:
    """A compiled unit and the symbols it defines for others; without an object, `error` says why."""

    source: Path
    made: Path | None
    strong: frozenset[str] = frozenset()
    weak: frozenset[str] = frozenset()
    error: str = ""


class Library:
    """The units of a tree that have no `main`: `translated` as HIP, `originals` as CUDA."""

    def __init__(self, translated: Sequence[Unit], originals: Sequence[Unit], compiler: Compiler, folder: Path) -> None:
        self._units: dict[Language, Sequence[Unit]] = {"hip": translated, "cuda": originals}
        self._compiler = compiler
        self._folder = folder
        self._made: dict[tuple[Path, str, Language], Part] = {}
        self._locks: defaultdict[tuple[Path, str, Language], threading.Lock] = defaultdict(threading.Lock)

    def parts(self, program: Path, symbols: Iterable[str], target: Target, language: Language) -> Parts:
        """The units that define `symbols` and are nearest to `program`; what is defined nowhere is left out."""
        objects: dict[Path, Path] = {}
        for symbol in symbols:
            definers, failed = self._definers(program, symbol, target, language)
            if len(definers) > 1:
                names = " and ".join(part.source.name for part in definers)
                return Parts(problem=f"{spoken(symbol)} is defined in {names}, so it is not plain what to link")
            if not definers and failed:
                return Parts(problem=f"{failed.source.name} may define {spoken(symbol)}, but {failed.error}")
            objects |= {part.source: part.made for part in definers if part.made}
        return Parts(tuple(objects.values()), tuple(objects))

    def sources(self, program: Path, symbols: Iterable[str], language: Language) -> Sources:
        """The units whose text defines `symbols`, those nearest to `program`: for programs whose code for the GPU is
        linked, where an object says little."""
        kind: Language = "hip" if language == "hip" else "cuda"
        units: dict[Path, Unit] = {}
        for name in dict.fromkeys(map(plain_name, symbols)):
            for ring in self._rings(program, kind):
                definers = [unit for unit in ring if _defines(unit, name)]
                if len(definers) > 1:
                    names = " and ".join(unit.path.name for unit in definers)
                    return Sources(problem=f"{name} is defined in {names}, so it is not plain what to link")
                if definers:
                    units |= {unit.path: unit for unit in definers}
                    break
        return Sources(tuple(units.values()))

    def _definers(
        self, program: Path, symbol: str, target: Target, language: Language
    ) -> tuple[list[Part], Part | None]:
        """Those of the nearest directory that has some; and a unit that names the symbol but was not built."""
        failed: Part | None = None
        for units in self._rings(program, language):
            own = units[0].path.parent == program.parent
            told = [u for u in units if own or spoken(symbol).encode() in u.data]
            parts = [self._part(unit, target, language) for unit in told]
            if strong := [part for part in parts if symbol in part.strong]:
                return strong, None
            if weak := [part for part in parts if symbol in part.weak]:
                return weak[:1], None
            named = (p for u, p in zip(told, parts, strict=True) if p.error and spoken(symbol).encode() in u.data)
            failed = failed or next(named, None)
        return [], failed

    def _rings(self, program: Path, language: Language) -> Iterator[list[Unit]]:
        """The units beside the program, then those below its directory, below the next one up, and so on."""
        left = [unit for unit in self._units[language] if unit.path != program]
        near = [unit for unit in left if unit.path.parent == program.parent]
        for folder in (None, *program.parents):
            ring = near if folder is None else [unit for unit in left if unit.path.is_relative_to(folder)]
            left = [unit for unit in left if unit not in ring]
            if ring:
                yield ring

    def _part(self, unit: Unit, target: Target, language: Language) -> Part:
        """The unit compiled, once."""
        key = (unit.path, target.arch, language)
        with self._locks[key]:
            if key not in self._made:
                self._made[key] = self._make(unit, target, language)
            return self._made[key]

    def _make(self, unit: Unit, target: Target, language: Language) -> Part:
        made = build(unit, target, self._compiler, self._folder, language)
        if made.binary is None:
            return Part(unit.path, None, error=f"it does not build: {first_error(made.log)}")
        try:
            symbols = [s for s in Elf(made.binary.read_bytes(), unit.path.name).symbols if s.defined and s.is_global]
        except CassError as error:
            return Part(unit.path, None, error=str(error))
        strong = frozenset(s.name for s in symbols if not s.is_weak)
        return Part(unit.path, made.binary, strong, frozenset(s.name for s in symbols if s.is_weak))


def plain_name(symbol: str) -> str:
    """The name in the source that a linker speaks of: of `ns::scale(float*,` and `_ZN2ns5scaleEPf`, `scale`."""
    return spoken(symbol.partition("(")[0].partition("<")[0].rpartition("::")[2])


def _defines(unit: Unit, name: str) -> bool:
    """Whether a unit's text defines a function, or a variable of the GPU, of that name."""
    if name.encode() not in unit.data:
        return False
    context = Context(Source(unit.path, unit.data), Config())
    if any(f.name == name.encode() for f in functions(context).all):
        return True
    variable = VARIABLE % re.escape(name.encode())
    return any(b"extern" not in found[0] for found in re.finditer(variable, context.code))


def beside(file: Path, against: Path | None, flags: Sequence[str], compiler: Compiler, folder: Path) -> Library:
    """The other units in the folders of a translation and its original: HIP for the one, CUDA for the other, and what
    is neither for both. In a folder that both are in, their suffixes tell them apart."""
    shared = against is not None and file.absolute().parent == against.absolute().parent
    ours = HOST_SUFFIXES | ({file.suffix} if shared else {".hip", ".cu"})
    theirs = HOST_SUFFIXES | ({against.suffix} if shared and against else {".cu"})
    originals = _units(against, theirs, flags) if against else []
    return Library(_units(file, ours, flags), originals, compiler, folder)


def _units(file: Path, suffixes: frozenset[str], flags: Sequence[str]) -> list[Unit]:
    listed = sorted(p for p in file.absolute().parent.iterdir() if p.suffix in suffixes and p != file.absolute())
    named = [file.parent / path.name for path in listed if path.is_file()]
    units = [Unit(path, path.read_bytes(), flags=tuple(flags), host=path.suffix in HOST_SUFFIXES) for path in named]
    return [unit for unit in units if not unit.has_main]


def spoken(symbol: str) -> str:
    """The name in the source that a mangled name stands for: of `_ZN2ns3fooEi`, `foo`; an operator's is `operator`."""
    start = NAMED.match(symbol)
    if start is None:
        return symbol
    at, name = start.end(), "operator"
    while length := LENGTH.match(symbol, at):
        at = length.end() + int(length[0])
        name = symbol[length.end() : at]
        if "N" not in start[0]:
            break
    return name
