"""The attribute sections (.nv.info) of a cubin: what the compiler tells the driver about each function.

A record is a format (1 none, 2 one byte, 3 two bytes, 4 a sized block), a number, and a value. The numbers and layouts
were found by compiling with CUDA 13 for sm_75 to sm_120; those that nothing here needs are kept as they are.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from cass_tools.errors import CassError

MAX_THREADS, PARAMETER_BANK, REQUIRED_BLOCK, FRAME_SIZE, MIN_STACK_SIZE = 0x05, 0x0A, 0x10, 0x11, 0x12
PARAMETER, PARAMETER_BYTES, EXITS, MAX_STACK_SIZE, REGISTERS = 0x17, 0x19, 0x1C, 0x23, 0x2F
BRANCH_TARGETS, CLUSTER, BARRIERS = 0x34, 0x3D, 0x4C
BLOCK = 4


@dataclass(frozen=True, slots=True)
class Attribute:
    """One record: `data` is the block of format 4, `value` the number of the others."""

    number: int
    data: bytes = b""
    value: int = 0

    def words(self, count: int, where: str) -> tuple[int, ...]:
        """The first `count` 32-bit words of the block."""
        if len(self.data) < 4 * count:
            raise CassError(f"{where} is damaged: attribute {self.number:#x} has {len(self.data)} bytes")
        return struct.unpack_from(f"<{count}I", self.data)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter: its number, its offset from the start of the parameters, its size in bytes. No types."""

    ordinal: int
    offset: int
    size: int


def read(content: bytes, where: str) -> Iterator[Attribute]:
    """The records of one section; CassError names it by `where`."""
    at = 0
    while at + 4 <= len(content):
        form, number, value = struct.unpack_from("<BBH", content, at)
        at += 4
        if form == BLOCK:
            if at + value > len(content):
                raise CassError(f"{where} is truncated: attribute {number:#x} has {len(content) - at} of {value} bytes")
            yield Attribute(number, content[at : at + value])
            at += value
        elif form in (1, 2, 3):
            yield Attribute(number, value=value & 0xFF if form == 2 else value)
        else:
            raise CassError(f"{where} is damaged: attribute {number:#x} has format {form}, which is not known")


def parameter(attribute: Attribute, where: str) -> Parameter:
    """A record PARAMETER: index, ordinal and offset of 16 bits, then 14 bits of flags and the size."""
    _, place, packed = attribute.words(3, where)
    return Parameter(place & 0xFFFF, place >> 16, packed >> 18)


def branch_targets(attribute: Attribute, where: str) -> dict[int, tuple[int, ...]]:
    """A record BRANCH_TARGETS: of each indirect branch, by its offset in the code, the offsets it can go to."""
    count = len(attribute.data) // 4
    words = attribute.words(count, where)
    found: dict[int, tuple[int, ...]] = {}
    at = 0
    while at + 3 <= count:
        offset, _, targets = words[at : at + 3]
        at += 3
        if at + targets > count:
            raise CassError(f"{where} is damaged: the branch at {offset:#x} has {targets} targets, more than listed")
        found[offset] = words[at : at + targets]
        at += targets
    return found
