"""The programs whose right translations are given faults: small cases that are written down, and a suite's by lot."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.drivers import flags
from bench.ports import arguments, candidates
from bench.self_checking import sizes
from cass_tools.config import Config
from cass_tools.model import Safety, Source
from cass_tools.translators.rules import translate

SUITE = "-cuda"  # the end of the names of a suite's folders


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
    """Programs of one unit that need no library, at a small size, in an order by lot (as for `bench.ports`)."""
    known = sizes("sass_programs.toml")
    found = []
    for folder in candidates(corpus):
        [unit] = folder.glob("*.cu")
        words = known.get(folder.name.removesuffix(SUITE), {}).get("args", arguments(folder))
        found.append(Program(folder.name, unit, by_rules, tuple(shlex.split(words))))
    return found


def by_rules(source: Source) -> bytes:
    """The translation that the rules make; it is right if it passes."""
    return translate(source, Config(), Safety.UNSAFE).data


def _written(file: Path) -> Callable[[Source], bytes]:
    return lambda _: file.read_bytes()
