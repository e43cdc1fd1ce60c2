"""What is taken out of a file: the code of each GPU, kernel by kernel, and that of the host."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel's parameter: bytes from the start of all, and in it. `name` and `kind` are "" where nothing says so."""

    offset: int
    size: int
    name: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One instruction: its offset in the kernel, its text, and the source line that it is of ("" where unknown)."""

    offset: int
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel: numbers of registers by kind, bytes of shared memory (LDS) and of a thread's own memory.

    `trouble` says why there are no instructions.
    """

    name: str
    parameters: tuple[Parameter, ...]
    registers: dict[str, int]
    shared: int
    local: int | None
    lines: tuple[Line, ...]
    trouble: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The source lines that it was made of, each once, in the order of its code."""
        return tuple(dict.fromkeys(line.source for line in self.lines if line.source))


@dataclass(frozen=True, slots=True)
class Image:
    """Code for one GPU. `vendor`: nvidia, amd; `form`: sass, ptx, isa. `text` is that of PTX, `data` the file's."""

    vendor: str
    form: str
    arch: str
    kernels: tuple[Kernel, ...] = ()
    text: str = ""
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Pieces:
    """All of a file; `host` is the x86 code's text, None where the file has none."""

    file: str
    images: tuple[Image, ...]
    host: str | None


def line_at(table: Sequence[tuple[int, str]], offset: int) -> str:
    """The source line of an instruction."""
    at = bisect_right(table, offset, key=lambda each: each[0])
    return table[at - 1][1] if at else ""
