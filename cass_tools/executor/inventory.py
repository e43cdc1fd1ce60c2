"""What the executor knows and keeps: instruction sets and how much of each it translates, the cards it plays, caches.

Coverage is found by trying every opcode of the tables by itself: bench/isa_coverage.py keeps the result.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cass_tools.executor import cache, stand_in
from cass_tools.executor.amd.decode import ARCHES

COVERAGE = Path(__file__).parent.parent / "data" / "isa" / "coverage.tsv"
_CARD = re.compile(r"^\{(.*)\},$", re.MULTILINE)
_IDENTITY = ("arch", "name", "major", "minor", "wave")
_UNITS = ("multiprocessors", "threads_per_multiprocessor", "vgprs_per_lane", "simds", "waves_per_simd", "lds")
_MEMBERS = (*_IDENTITY, *_UNITS, "clock_khz", "memory_clock_khz", "memory_bus_bits", "l2", "memory")


@dataclass(frozen=True, slots=True)
class InstructionSet:
    """One ISA: LLVM's names of its GPUs as a pattern, opcodes that are decoded, and what is refused of them."""

    name: str
    archs: str
    known: int
    refused: tuple[str, ...]

    @property
    def translated(self) -> int:
        """Opcodes with a translation."""
        return self.known - len(self.refused)


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder that may be removed at any time, what is in it, and its size in bytes."""

    name: str
    path: Path
    size: int


def instruction_sets() -> Iterator[InstructionSet]:
    """All ISAs that can be decoded."""
    archs = {isa: pattern for pattern, isa in ARCHES.items()}
    for row in COVERAGE.read_text("utf-8").splitlines()[1:]:
        isa, known, refused = row.split("\t")
        yield InstructionSet(isa, archs[isa], int(known), tuple(refused.split()))


def cards() -> list[dict[str, str | int]]:
    """The cards that are played, by the members of `Device` in device.hpp (sizes in bytes, clocks in kHz)."""
    text = (stand_in.SOURCES / "cards.inc").read_text()
    return [dict(zip(_MEMBERS, map(_value, row.split(", ")), strict=True)) for row in _CARD.findall(text)]


def _value(text: str) -> str | int:
    """A string, a number, `128 << 10` or `24 * kGiB`."""
    if text.startswith('"'):
        return text.strip('"')
    if "<<" in text:
        number, shift = text.split(" << ")
        return int(number) << int(shift)
    return int(text.removesuffix(" * kGiB")) << (30 if text.endswith("kGiB") else 0)


def caches() -> list[Cache]:
    """What is kept: translated kernels and the compiled host runtime."""
    kinds = {"kernels": "translated kernels", "host": "host runtime"}
    return [Cache(words, cache.root() / name, _size(cache.root() / name)) for name, words in kinds.items()]


def clear() -> None:
    """Remove all caches."""
    for kept in caches():
        shutil.rmtree(kept.path, ignore_errors=True)


def _size(folder: Path) -> int:
    files = (file for file in folder.rglob("*") if not file.is_symlink() and file.is_file()) if folder.is_dir() else ()
    return sum(file.stat().st_size for file in files)
