"""The kernel around mutated instructions: it fills all registers from memory, and stores all of them afterwards.

A thread has R0 to R31 and P0 to P6 from its row of inputs, and UR0 to UR15 and UP0 to UP6 from the parameters. Every
instruction stalls for many cycles and waits for all scoreboards, so that whatever a mutation makes an instruction read
has been written. The code is put into the section of a compiled kernel (carriers.cu, frame), whose tables stay as they
are.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Cubin, Kernel

KERNEL = "frame"
THREADS = 64
REGISTERS, UNIFORM = 32, 16
ROW_IN, ROW_OUT = 36, 68  # words: 32 registers, predicates; 40 registers, predicates, 16 and 7 of the uniform ones
AT_PREDICATES, AT_UNIFORM, AT_UNIFORM_PREDICATES = 40, 44, 60
DESCRIPTOR, IN, OUT, WORDS = 0x208, 0x210, 0x218, 0x220  # offsets in bank 0 of sm_90
SAFE = (14 | 7 << 5 | 7 << 8 | 0x3F << 11) << 105  # stalls 14 cycles, waits for all six scoreboards, sets none
BARRIER = 7 << 110
CONTROL = (1 << 23) - 1 << 105
HALF = 1 << 31
Words = NDArray[np.uint32]

NOP = 0x7918
EXIT = 0x0380000000000000_0000794D


def safe(encoding: int, sets: int | None = None) -> int:
    """An encoding with the timing of this kernel; `sets` is the scoreboard that the result frees, None without."""
    bits = encoding & ~CONTROL | SAFE
    return bits if sets is None else bits & ~BARRIER | sets << 110


def _constant(base: int, register: int, offset: int) -> int:
    return base | register << 16 | offset // 4 << 40


def _prologue() -> Iterable[int]:
    yield safe(0x2100_0000000000007919 | 36 << 16, 0)  # S2R R36, SR_TID.X
    yield safe(_constant(0x0A00_0000000000007AB9, 16, DESCRIPTOR))  # ULDC.64
    yield safe(_constant(0x0A00_00000000FF007B82, 34, IN), 1)  # LDC.64
    wide = 0x078E0022_0000000000227825 | 36 << 24  # IMAD.WIDE.U32 R34, R36, bytes, R34
    yield safe(wide | 4 * ROW_IN << 32)
    for quad in range(8):
        yield safe(0x0C1E1D00_0000001022007981 | 4 * quad << 16 | 16 * quad << 40, 2)  # LDG.E.128
    yield safe(0x0C1E1900_0000001022217981 | 128 << 40, 2)  # LDG.E R33
    for pair in range(8):
        yield safe(_constant(0x0A00_0000000000007AB9, 2 * pair, WORDS + 8 * pair))
    for number in range(7):  # UISETP.GE.U32.AND UPn, UPT, URn, 0x80000000, UPT
        yield safe(0x0BF06070_000000000000788C | number << 81 | number << 24 | HALF << 32)
    yield safe(0x7804 | 33 << 24 | 0x7F << 32)  # R2P PR, R33, 0x7f
    for pair in range(4):
        yield safe(0x0001FF00_0000000000007805 | 32 + 2 * pair << 16)  # CS2R, SRZ
    yield from [safe(NOP)] * 4


def _epilogue() -> Iterable[int]:
    yield from [safe(NOP)] * 4
    yield safe(0x7803 | 40 << 16 | 0xFF << 24 | 0x7F << 32)  # P2R R40, PR, RZ, 0x7f
    yield safe(0x2100_0000000000007919 | 44 << 16, 0)
    yield safe(_constant(0x0A00_0000000000007AB9, 16, DESCRIPTOR))
    yield safe(_constant(0x0A00_00000000FF007B82, 42, OUT), 1)
    yield safe(0x078E002A_00000000002A7825 | 44 << 24 | 4 * ROW_OUT << 32)  # IMAD.WIDE.U32 R42, R44, bytes, R42
    for quad in range(10):
        yield _store(4 * quad, 4 * quad)
    yield safe(0x0C101910_000000002A007986 | 40 << 32 | 4 * AT_PREDICATES << 40) & ~(7 << 113) | 4 << 113  # STG.E
    for number in range(7):  # USEL URn, URZ, 0x1, !UPn
        yield safe(0x0C000000_000000013F007887 | 20 + number << 16 | number << 87)
    for first, register in [*((4 * q, AT_UNIFORM + 4 * q) for q in range(4)), (20, 60), (24, 64)]:
        for part in range(4 if first < 24 else 3):
            yield safe(0x08000F00_0000000000007C02 | 44 + part << 16 | first + part << 32)  # MOV R, UR
        yield _store(44, register)
    yield safe(EXIT)


def _store(register: int, word: int) -> int:
    """STG.E.128 desc[UR16][R42.64 + ...]; a scoreboard tells when the registers have been read."""
    return safe(0x0C101D10_000000002A007986 | register << 32 | 4 * word << 40) & ~(7 << 113) | 4 << 113


def code() -> tuple[int, ...]:
    """The encodings of the kernel, with a NOP where a mutant comes."""
    return (*_prologue(), safe(NOP), *_epilogue())


def slot_index() -> int:
    """The place of the mutant in `code`."""
    return len(list(_prologue()))


@dataclass(frozen=True, slots=True)
class Template:
    """A cubin whose frame takes code: `start` is where the code is in the file, `end` the index of its EXIT."""

    data: bytes
    kernel: Kernel
    start: int
    end: int

    @property
    def cubin(self) -> bytes:
        """The cubin with our code; what is left before the EXIT of the compiled kernel are NOPs."""
        *body, last = code()
        words = [*body, *[safe(NOP)] * (self.end - len(body)), last]
        content = b"".join(word.to_bytes(16, "little") for word in words)
        return self.data[: self.start] + content + self.data[self.start + len(content) :]


def template(data: bytes) -> Template:
    """The frame of a compiled carriers.cu; CassError where its code is too short."""
    cubin = Cubin(data, "carriers.cu")
    kernel = cubin.kernels[KERNEL]
    (exit_at,) = kernel.exits
    if exit_at // 16 < len(code()) or kernel.registers < 48 or kernel.parameter_base != IN:
        raise CassError(f"the frame has {kernel.registers} registers and ends at {exit_at:#x}")
    start = next(section.offset for section in cubin.elf.sections if section.name == kernel.section)
    return Template(data, kernel, start, exit_at // 16)


EDGES = (0, 1, 2, 3, 5, 31, 32, 33, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, HALF, 0xFFFFFFFF)
FLOATS = (0x3F800000, 0x3F000000, 0xBFC00000, 0x4B000000, 0x4F000000, 0x5F000000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000)
MORE = (1, 0x007FFFFF, 0x00800000, 0x80000001, 0x33000000, 0x477FF000, 0xFF800000, 0x7F800001, 0x7FF00000, 0x3FF00000)
HALVES = (0x3C003C00, 0x7C007BFF, 0x00018001, 0x3F803F80, 0x7F807F7F, 0x7E00FC00, 0x38004000, 0x04000200)


def inputs(seed: int) -> tuple[Words, Words]:
    """A row for each thread, and the words of the parameters."""
    random = np.random.default_rng(seed)
    every = np.array([*EDGES, *FLOATS, *MORE, *HALVES], np.uint32)
    rows = random.integers(0, 1 << 32, (THREADS, ROW_IN), np.uint32)
    floats = random.normal(0, 300, rows.shape).astype(np.float32).view(np.uint32)
    chosen = random.integers(0, 5, rows.shape)
    rows = np.select(
        [chosen < 2, chosen == 2, chosen == 3], [random.choice(every, rows.shape), floats, rows & 63], rows
    )
    rows[:, 32] &= 0x7F
    uniform = np.where(
        random.random(UNIFORM) < 0.5, random.choice(every, UNIFORM), random.integers(0, 1 << 32, UNIFORM)
    )
    return rows.astype(np.uint32), uniform.astype(np.uint32)


def parameters(source: int, target: int, uniform: Words) -> bytes:
    """The kernel's parameters: two addresses and the words."""
    return struct.pack("<QQ", source, target) + uniform.tobytes()
