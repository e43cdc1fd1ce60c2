"""What is tried and how: the values that `verify` is called with, and its two acts, building and running."""

import re
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from cass_tools.compilers import BuildRequest, Compiler, Language
from cass_tools.config import Config
from cass_tools.cuda.lex import blank
from cass_tools.judge import Terms
from cass_tools.model import Build, Outcome, Run, Target
from cass_tools.runners import Limits, Runner
from cass_tools.workspace import furnish

DEFAULT_TARGETS = (Target("gfx1100"), Target("gfx90a"))
LAUNCH = re.compile(rb"<<<|\b(?:cuda|hip|cu)Launch\w*Kernel\w*\s*\(")
MAIN = re.compile(rb"(?<![\w.:>])main\s*\([^;{)]*\)?[^;{]*\{")
UNDEFINED = re.compile(r"undefined (?:symbol|reference)")
NAMES_PROBLEM = ("error", "undefined", "fatal")


@dataclass(frozen=True, slots=True)
class Settings:
    """How to try a candidate.

    `expected` is what the program must print, in place of a reference. `data` is the directory whose files the program
    reads (default: that of its source). `flags` are clang's; `args` the program's; `jobs` run side by side. `checks`
    are the names of what the executor looks for (bounds, race, ...).
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


class LibrarySource(Protocol):
    """Where a program of several files finds its other units (library.py)."""

    def archive(self, target: Target, language: Language) -> Path | None:
        """An archive of the units without `main`; None if there is none."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A source to compile: `data` under the user's name `path`, with translated siblings laid over theirs.

    `library` gives an archive of the other units of its tree, for a program of several files.
    """

    path: Path
    data: bytes
    overlay: tuple[tuple[Path, Path], ...] = ()
    flags: tuple[str, ...] = ()
    library: "LibrarySource | None" = None

    @property
    def has_main(self) -> bool:
        """Whether it is a program of its own; comments and strings do not count."""
        return b"main" in self.data and MAIN.search(blank(self.data)) is not None

    @property
    def launches(self) -> bool:
        """Whether its code starts kernels."""
        return LAUNCH.search(blank(self.data)) is not None


def build(unit: Unit, target: Target, compiler: Compiler, folder: Path, language: Language) -> Build:
    """Compile the unit, and link it if it has a `main`, into a file in `folder`.

    A link that lacks symbols is tried once more with the other units of the tree.
    """
    place = Path(tempfile.mkdtemp(dir=folder))
    source = place / ("unit.cu" if language == "cuda" else "unit.hip")
    source.write_bytes(unit.data)
    request = BuildRequest(
        source=source,
        output=place / (unit.path.stem if unit.has_main else "unit.o"),
        target=target,
        language=language,
        flags=unit.flags,
        object_only=not unit.has_main,
        virtual_path=unit.path.absolute(),
        overlay=tuple((shown, real) for shown, real in unit.overlay if shown != unit.path),
    )
    made = compiler.build(request)
    if made.outcome is not Outcome.NOT_BUILT or unit.library is None or not UNDEFINED.search(made.log):
        return made
    archive = unit.library.archive(target, language)
    return compiler.build(replace(request, others=(archive,))) if archive else made


def run(binary: Path, target: Target, runner: Runner, *, folder: Path, settings: Settings, data: Path) -> Run:
    """Run the program in a fresh private directory inside `folder` that holds the files of `data`."""
    if reason := runner.missing() or runner.can_run(target):
        return Run(Outcome.NOT_TRIED, runner.name, target, detail=reason)
    place = Path(tempfile.mkdtemp(dir=folder))
    furnish(place, settings.data or data, settings.compare_files)
    done = runner.run(
        binary, target, settings.args, limits=settings.limits, cwd=place, keep_files=settings.compare_files
    )
    return done._replace(stdout=_at_home(done.stdout, binary, place), stderr=_at_home(done.stderr, binary, place))


def _at_home(text: bytes, binary: Path, place: Path) -> bytes:
    """What a program says of its own path and directory, which differ from run to run, as a user would see it."""
    return text.replace(str(binary).encode(), b"./" + binary.name.encode()).replace(str(place).encode(), b".")


def first_error(log: str) -> str:
    """The line of a compiler's messages that says most, and how many more errors there are."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    telling = [line for word in ("error:", *NAMES_PROBLEM) for line in lines if word in line]
    more = len({line for line in lines if " error: " in line}) - 1
    first = next(iter(telling), lines[0] if lines else "the compiler said nothing")
    return first + (f" (and {more} more errors)" if more > 1 else " (and 1 more error)" if more == 1 else "")
