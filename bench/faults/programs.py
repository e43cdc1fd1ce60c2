"""The programs whose right translations are given faults: small cases that are written down, and a suite's by lot."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.arguments import small
from bench.drivers import flags
from bench.kept import MEASURED, Kept, Row
from bench.ports import candidates
from cass_tools.config import Config
from cass_tools.model import Safety, Source
from cass_tools.translators.rules import translate

SUITE, TWIN = "-cuda", "-hip"  # the ends of the names of a suite's folders
QUICK = 4.0  # seconds that the twin of a program may take


@dataclass(frozen=True)
class Program:
    """A program by its name in the rows: its CUDA file, and how its right translation is found."""

    name: str
    original: Path
    right: Callable[[Source], bytes]
    args: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        """The original."""
        return Source(self.original, self.original.read_bytes())

    @property
    def flags(self) -> tuple[str, ...]:
        """What its Makefile gives to the compiler, if there is one."""
        folder = self.original.parent
        return flags(folder) if (folder / "Makefile").is_file() else ()


def cases(folder: Path) -> list[Program]:
    """Each folder with an `input.cu`: its `expected.hip` is right, else what the rules make of it."""
    found = []
    for original in sorted(folder.glob("*/input.cu")):
        expected = original.with_name("expected.hip")
        right = _written(expected) if expected.is_file() else by_rules
        found.append(Program(original.parent.name, original, right))
    return found


def suite(corpus: Path) -> list[Program]:
    """Programs of one unit that need no library, at a small size, in an order by lot (as for `bench.ports`); first
    those whose HIP twins ran right and quickly on both GPUs (`bench.hip_programs`): each is run some twenty times."""
    found = []
    for folder in candidates(corpus):
        [unit] = folder.glob("*.cu")
        found.append(Program(folder.name, unit, by_rules, tuple(shlex.split(small(folder)))))
    first = quick(Kept(MEASURED / "hip_programs.jsonl", ("program", "arch")).rows())
    return sorted(found, key=lambda program: program.name.removesuffix(SUITE) not in first)


def quick(rows: Iterable[Row]) -> set[str]:
    """The names, without their ends, of the programs that ended right within QUICK seconds on every GPU."""
    found: dict[str, list[bool]] = {}
    for row in rows:
        right = row["end"] in ("PASSED", "PASS_PRINTED") and float(str(row["clock"])) < QUICK
        found.setdefault(str(row["program"]).removesuffix(TWIN), []).append(right)
    return {name for name, each in found.items() if all(each)}


def by_rules(source: Source) -> bytes:
    """The translation that the rules make; it is right if it passes."""
    return translate(source, Config(), Safety.UNSAFE).data


def _written(file: Path) -> Callable[[Source], bytes]:
    return lambda _: file.read_bytes()
