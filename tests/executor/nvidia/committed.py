"""The committed cubins of our own kernels and their listings (data/make.py made them)."""

import lzma
from functools import cache
from pathlib import Path

from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.parse import parse

DATA = Path(__file__).parent / "data"
SOURCES = ("kernels", "harder", "hard", "async")
ARCHITECTURES = (80, 89, 90, 100, 120)


@cache
def cubin(source: str, sm: int) -> Cubin:
    """The cubin of a source for an architecture."""
    entries = fatbin.entries((DATA / f"{source}.fatbin").read_bytes())
    return Cubin(next(entry.data for entry in entries if entry.sm == sm), f"{source}.sm_{sm}")


@cache
def listing(source: str, sm: int) -> bytes:
    """What nvdisasm -json said of it."""
    return lzma.decompress((DATA / f"{source}.sm_{sm}.json.xz").read_bytes())


@cache
def sections(source: str, sm: int) -> dict[str, tuple[Instruction, ...]]:
    """Its instructions by section."""
    return parse(listing(source, sm), cubin(source, sm))
