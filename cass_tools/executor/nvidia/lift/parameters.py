"""Where a kernel's parameters lie: in the constant bank, and in the memory that AMD's runtimes fill with arguments.

Both follow the order of the parameters. LLVM lays the memory out by sizes and alignments counted from its own start,
NVIDIA's compiler counts alignments from that of the bank. So a structure aligned to 32 bytes or more may lie elsewhere
(the parameters of sm_90 start at 0x210, so that one aligned to 64 bytes lies 48 bytes behind them); what follows it is
moved as far.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cass_tools.executor.nvidia.attributes import Parameter
from cass_tools.executor.nvidia.cubin import Kernel

LARGEST_NATURAL = 16  # bytes: no value of a register is aligned to more
LARGEST = 4096
COPY = "llvm.memcpy.p5.p4.i32"
COPY_DECLARED = f"declare void @{COPY}(ptr addrspace(5), ptr addrspace(4), i32, i1)"


@dataclass(frozen=True, slots=True)
class Placed:
    """A parameter `offset` bytes behind the bank's first one, `place` bytes into AMD's memory, aligned to `align`."""

    offset: int
    size: int
    place: int
    align: int

    @property
    def type(self) -> str:
        """LLVM's type, with the attributes that give it this place."""
        if self.size in (1, 2, 4, 8) and self.align == self.size:
            return f"i{8 * self.size}"
        return f"ptr addrspace(4) byref([{self.size} x i8]) align {self.align}"


def placed(kernel: Kernel) -> tuple[Placed, ...]:
    """A kernel's parameters in their order."""
    return _placed(kernel.parameters)


@lru_cache(maxsize=64)
def _placed(parameters: tuple[Parameter, ...]) -> tuple[Placed, ...]:
    done: list[Placed] = []
    moved = end = 0  # bytes that the last one lies before its place in the bank; where it ends
    for parameter in sorted(parameters, key=lambda p: p.offset):
        align = _alignment(parameter.offset - moved, parameter.size, end)
        if align is None:
            align = LARGEST_NATURAL
            moved = parameter.offset - _up(end, align)
        place = parameter.offset - moved
        done.append(Placed(parameter.offset, parameter.size, place, align))
        end = place + parameter.size
    return tuple(done)


def are_moved(kernel: Kernel) -> bool:
    """Whether the two layouts differ."""
    return any(each.place != each.offset for each in placed(kernel))


def place_of(kernel: Kernel, offset: int) -> int:
    """Where AMD's memory has what lies so far behind the bank's first parameter."""
    before = [each for each in placed(kernel) if each.offset <= offset]
    return offset + (before[-1].place - before[-1].offset if before else 0)


def copied(kernel: Kernel, bank: str) -> Iterator[str]:
    """Lines that lay the parameters out in private memory as the bank has them."""
    for number, each in enumerate(placed(kernel)):
        yield f"  %copied.to.{number} = getelementptr i8, ptr addrspace(5) {bank}, i32 {each.offset}"
        yield f"  %copied.from.{number} = getelementptr i8, ptr addrspace(4) %parameters, i32 {each.place}"
        yield (
            f"  call void @{COPY}(ptr addrspace(5) align {_known(each.offset)} %copied.to.{number}, "
            f"ptr addrspace(4) align {_known(each.place)} %copied.from.{number}, i32 {each.size}, i1 false)"
        )


def _known(offset: int) -> int:
    """The alignment of what lies there behind something aligned."""
    return min(offset & -offset or LARGEST_NATURAL, LARGEST_NATURAL)


def _up(end: int, align: int) -> int:
    return -(-end // align) * align


def _alignment(offset: int, size: int, end: int) -> int | None:
    """The alignment that moves a parameter from the end of the last one to its offset; None where none does."""
    natural = 1
    while natural < LARGEST_NATURAL and size % (2 * natural) == 0 and offset % (2 * natural) == 0:
        natural *= 2
    if _up(end, natural) == offset:
        return natural
    return next((1 << bits for bits in range(LARGEST.bit_length()) if _up(end, 1 << bits) == offset), None)
