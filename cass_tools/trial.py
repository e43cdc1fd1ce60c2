"""What is tried and how: the values that `verify` is called with, and its two acts, building and running."""

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from cass_tools.compare.settings import joined, read
from cass_tools.compilers import BuildRequest, Language, rocm_libraries
from cass_tools.compilers.command import WHOLE_PROGRAM
from cass_tools.compilers.staging import BOM
from cass_tools.config import Config
from cass_tools.cuda.lex import blank
from cass_tools.judge import Terms
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Limits, Runner
from cass_tools.sandbox.folders import private_folder
from cass_tools.workspace import furnish

DEFAULT_TARGETS = (Target("gfx1100"), Target("gfx90a"))
LAUNCH = re.compile(rb"<<<|\b(?:cuda|hip|cu)Launch\w*Kernel\w*\s*\(")
MAIN = re.compile(rb"(?<![\w.:>])main\s*\([^;{)]*\)?[^;{]*\{")
UNDEFINED = re.compile(r"[Uu]ndefined (?:(?:protected |hidden )?symbol: |reference to [`'])([^'\s]+)")
REFERENCES = ("auto", "record", "sass", "sass-scalar", "header")
MANGLED = "-Wl,--no-demangle"
# What says most first: a failed link is summed up in a line with "error:" that names nothing.
TELLING = (
    " error: ",
    "undefined ",
    "multiple definition",
    "cannot find -l",
    "unable to find library",
    "error:",
    "fatal",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """How to try a candidate.

    `expected` is what the program must print, in place of a reference. `data` is the directory whose files the program
    reads (default: that of its source). `flags` are clang's; `args` the program's; `jobs` run side by side. `checks`
    are the names of what the executor looks for (bounds, race, ...). `reference` is one of REFERENCES; `record` the
    file of a record that is to be it.
    `kernels`: programs are tried kernel by kernel too, as files without a `main` always are.
    `orders`: what passed is run again in other orders of its workgroups, where the runner can choose them; in
    `schedules` ones (None: as many as usual). `compare`: a mode of comparing (compare/settings.py), in place of that of
    cass.toml, with which `terms` are completed.
    """

    targets: tuple[Target, ...] = DEFAULT_TARGETS
    runner: str = "auto"
    config: Config = field(default_factory=Config)
    limits: Limits = field(default_factory=Limits)
    terms: Terms = field(default_factory=Terms)
    compare_files: tuple[str, ...] = ()
    expected: bytes | None = None
    args: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    data: Path | None = None
    jobs: int = 1
    checks: tuple[str, ...] = ()
    reference: str = "auto"
    record: Path | None = None
    kernels: bool = False
    orders: bool = True
    schedules: int | None = None
    compare: str | None = None


class Builder(Protocol):
    """What makes programs: a compiler for AMD's GPUs, or nvcc."""

    def build(self, request: BuildRequest) -> Build:
        """As Compiler.build."""


class LibrarySource(Protocol):
    """Where a program of several files finds its other units (library.py)."""

    def parts(self, program: Path, symbols: Iterable[str], target: Target, language: Language) -> "Parts":
        """The units that define those symbols, as the linker names them; fewer if some are defined nowhere."""

    def sources(self, program: Path, symbols: Iterable[str], language: Language) -> "Sources":
        """The same by their text, for programs whose code for the GPU is linked too."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Objects for a link and the sources that they were made of; `problem` says why there is no plain choice."""

    objects: tuple[Path, ...] = ()
    sources: tuple[Path, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Sources:
    """The units that a link needs as well, to be compiled with it; `problem` says why there is no plain choice."""

    units: "tuple[Unit, ...]" = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """A source to compile: `data` under the user's name `path`, with translated siblings laid over theirs.

    `library` has the other units of its tree, for a program of several files. `host`: it is C or C++ that neither holds
    nor includes CUDA.
    """

    path: Path
    data: bytes
    overlay: tuple[tuple[Path, Path], ...] = ()
    flags: tuple[str, ...] = ()
    library: "LibrarySource | None" = None
    host: bool = False

    @property
    def has_main(self) -> bool:
        """Whether it is a program of its own; comments and strings do not count."""
        return b"main" in self.data and MAIN.search(blank(self.data)) is not None

    @property
    def launches(self) -> bool:
        """Whether its code starts kernels."""
        return LAUNCH.search(blank(self.data)) is not None


def build(
    unit: Unit, target: Target, compiler: Builder, folder: Path, language: Language, *, syntax_only: bool = False
) -> Build:
    """Compile the unit, and link it if it has a `main`, with the other units of its tree that it needs; `syntax_only`:
    see whether it compiles by itself."""
    place = Path(tempfile.mkdtemp(dir=folder))
    source = place / _staged_name(unit, language)
    source.write_bytes(unit.data)
    request = BuildRequest(
        source=source,
        output=place / "unit.o",
        target=target,
        language="host" if unit.host else language,
        flags=unit.flags,
        object_only=True,
        virtual_path=unit.path.absolute(),
        overlay=tuple((shown, real) for shown, real in unit.overlay if shown != unit.path),
        syntax_only=syntax_only,
    )
    if not unit.has_main or syntax_only:
        return compiler.build(request)
    program = place / "program" / unit.path.stem
    program.parent.mkdir()
    if WHOLE_PROGRAM in unit.flags or language == "nvidia":
        return _whole(replace(request, output=program, object_only=False), unit, compiler)
    made = compiler.build(request)
    if made.binary is None:
        return made
    link = BuildRequest(made.binary, program, target, language, flags=unit.flags)
    linked = _link(link, unit, compiler)
    log = "\n".join(filter(None, (made.log.rstrip(), linked.log)))
    return linked._replace(log=log, seconds=made.seconds + linked.seconds)


def _whole(request: BuildRequest, unit: Unit, compiler: Builder) -> Build:
    """Compile a program at once, then again with the units that define what its link lacks, while that leads on."""
    units: tuple[Unit, ...] = ()
    problem = ""
    made = compiler.build(request)
    while made.outcome is Outcome.NOT_BUILT and UNDEFINED.search(made.log) and unit.library and not problem:
        lacks = dict.fromkeys(UNDEFINED.findall(made.log))
        found = unit.library.sources(unit.path, lacks, request.language)
        problem = found.problem
        more = [each for each in found.units if each.path not in {known.path for known in units}]
        if not more:
            break
        units = (*units, *more)
        others = tuple(_laid_out(each, request) for each in units)
        folders = dict.fromkeys(each.path.absolute().parent for each in units)
        made = compiler.build(replace(request, others=others, include_dirs=(*request.include_dirs, *folders)))
    log = f"{unit.path}: error: {problem}\n{made.log}" if problem else made.log
    unlinked = made.outcome is Outcome.NOT_BUILT and UNDEFINED.search(log) is not None
    return made._replace(log=log, parts=tuple(each.path for each in units), unlinked=unlinked)


def _laid_out(unit: Unit, request: BuildRequest) -> Path:
    """A copy of another unit of the program, under the user's name in messages."""
    suffix = unit.path.suffix if unit.host else Path(_staged_name(unit, request.language)).suffix
    copy = Path(tempfile.mkdtemp(dir=request.source.parent)) / f"{unit.path.stem}{suffix}"
    name = str(unit.path.absolute()).replace("\\", "\\\\").replace('"', '\\"')
    copy.write_bytes(f'#line 1 "{name}"\n'.encode(errors="surrogateescape") + unit.data.removeprefix(BOM))
    return copy


def _staged_name(unit: Unit, language: Language) -> str:
    if unit.host:
        return "unit.c" if unit.path.suffix == ".c" else "unit.cpp"
    return "unit.hip" if language == "hip" else "unit.cu"


def _link(request: BuildRequest, unit: Unit, compiler: Builder) -> Build:
    """Link the object alone, then with the units that define what it lacks, as long as that leads on."""
    found = Parts()
    problem = ""
    linked = compiler.build(request)
    raw = replace(request, flags=(*request.flags, MANGLED))
    while linked.outcome is Outcome.NOT_BUILT and UNDEFINED.search(linked.log) and unit.library and not problem:
        lacks = dict.fromkeys(UNDEFINED.findall(compiler.build(replace(raw, others=found.objects)).log))
        more = unit.library.parts(unit.path, lacks, request.target, request.language)
        problem = more.problem
        objects = dict.fromkeys((*found.objects, *more.objects))
        if len(objects) == len(found.objects):
            break
        found = Parts(tuple(objects), tuple(dict.fromkeys((*found.sources, *more.sources))))
        linked = compiler.build(replace(request, others=found.objects))
    log = f"{unit.path}: error: {problem}\n{linked.log}" if problem else linked.log
    return linked._replace(log=log, parts=found.sources, unlinked=linked.outcome is Outcome.NOT_BUILT)


def completed(settings: Settings, folder: Path) -> Settings:
    """The settings with what the cass.toml of a folder says about comparing; what they say themselves wins."""
    asked = read(folder)
    files = () if settings.expected is not None else asked.files
    return replace(
        settings,
        terms=joined(settings.terms, settings.compare, asked.terms),
        compare_files=tuple(dict.fromkeys((*settings.compare_files, *files))),
        schedules=asked.schedules if settings.schedules is None else settings.schedules,
    )


def run(binary: Path, target: Target, runner: Runner, *, folder: Path, settings: Settings, data: Path) -> Run:
    """Run the program in a fresh private directory inside `folder` that holds the files of `data`."""
    if reason := runner.missing() or runner.can_run(target):
        return Run(Outcome.NOT_TRIED, runner.name, target, detail=reason)
    with private_folder(folder) as place:  # removed after the run: the next program is not to find what is in it
        furnish(place, settings.data or data, settings.compare_files)
        done = runner.run(
            binary, target, settings.args, limits=settings.limits, cwd=place, keep_files=settings.compare_files
        )
    return done._replace(stdout=_at_home(done.stdout, binary, place), stderr=_at_home(done.stderr, binary, place))


def _at_home(text: bytes, binary: Path, place: Path) -> bytes:
    """What a program says of its own path and directory, which differ from run to run, as a user would see it."""
    return text.replace(str(binary).encode(), b"./" + binary.name.encode()).replace(str(place).encode(), b".")


def first_error(log: str) -> str:
    """The line of a compiler's messages that says most, what to do about it, or how many more errors there are."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    telling = [line for word in TELLING for line in lines if word in line]
    more = len({line for line in lines if " error: " in line}) - 1
    first = next(iter(telling), lines[0] if lines else "the compiler said nothing")
    if (advice := rocm_libraries.advice(first)) is not None:
        return f"{first} ({advice})"
    return first + (f" (and {more} more errors)" if more > 1 else " (and 1 more error)" if more == 1 else "")
