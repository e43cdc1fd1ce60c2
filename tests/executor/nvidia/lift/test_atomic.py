"""Atomic operations of lifted code on global, generic and shared memory, against numpy."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.written import lifted, loaded

RANDOM = np.random.default_rng(12)
COUNT = 96
Fold = Callable[[int, int], int]
UNSIGNED: dict[str, Fold] = {
    "ADD": lambda a, b: a + b,
    "AND": lambda a, b: a & b,
    "OR": lambda a, b: a | b,
    "XOR": lambda a, b: a ^ b,
    "MIN": min,
    "MAX": max,
    "INC": lambda a, b: 0 if a >= b else a + 1,
    "DEC": lambda a, b: b if a == 0 or a > b else a - 1,
}
TYPES = {"": (32, False), ".S32": (32, True), ".64": (64, False), ".S64": (64, True)}
SHARED_TYPES = {"": (32, False), ".S32": (32, True), ".64": (64, False), ".U64": (64, False)}


def forms(types: dict[str, tuple[int, bool]]) -> list[tuple[str, str]]:
    """Operations with the types that they are compiled to."""
    found = []
    for name in UNSIGNED:
        for type_ in types:
            if (name in ("MIN", "MAX") or "S" not in type_) and not (name in ("INC", "DEC") and type_):
                found.append((name, type_))
    return found


GLOBAL, SHARED = forms(TYPES), forms(SHARED_TYPES)
REACHES = ("CTA", "SM", "GPU", "SYS")


def _global(opcode: str, result: str) -> tuple[str, ...]:
    """Each form on its own eight bytes of the third array, with the thread's two words of the first."""
    lines = ["IMAD.WIDE R2, R0, 0x8, c[0x0][0x160]", "LDG.E.64 R8, [R2.64]", "IMAD.MOV.U32 R6, RZ, RZ, c[0x0][0x170]"]
    lines.append("IMAD.MOV.U32 R7, RZ, RZ, c[0x0][0x174]")
    for at, (name, type_) in enumerate(GLOBAL):
        reach = REACHES[at % 4]
        lines.append(f"{opcode}.E.{name}{type_}.STRONG.{reach} {result}[R6.64+{8 * at:#x}], R8")
    return tuple(lines)


def _shared() -> tuple[str, ...]:
    lines = ["IMAD.WIDE R2, R0, 0x8, c[0x0][0x160]", "LDG.E.64 R8, [R2.64]", "IMAD.WIDE R6, R0, 0x8, c[0x0][0x170]"]
    lines += [
        "LDG.E.64 R10, [R6.64]",
        "IMAD.SHL.U32 R12, R0, 0x8, RZ",
        "STS.64 [R12], R10",
        "BAR.SYNC.DEFER_BLOCKING 0x0",
    ]
    lines += [f"ATOMS.{name}{type_} R14, [UR4+{8 * at:#x}], R8" for at, (name, type_) in enumerate(SHARED)]
    return (*lines, "BAR.SYNC.DEFER_BLOCKING 0x0", "LDS.64 R10, [R12]", "STG.E.64 [R6.64], R10")


FLOATS = ("F32.RN", "F32.FTZ.RN", "F64.RN", "F16x2.RN", "BF16x2.RN")
ADDRESS = ("IMAD.MOV.U32 R6, RZ, RZ, c[0x0][0x170]", "IMAD.MOV.U32 R7, RZ, RZ, c[0x0][0x174]")
KERNELS = {
    "atomg": _global("ATOMG", "PT, R10, "),
    "atom": _global("ATOM", "P0, RZ, "),
    "red": _global("RED", ""),
    "redg": _global("REDG", ""),
    "atoms": _shared(),
    "floats": (
        *ADDRESS,
        "IMAD.WIDE R2, R0, 0x8, c[0x0][0x160]",
        "LDG.E.64 R8, [R2.64]",
        *(f"ATOMG.E.ADD.{type_}.STRONG.GPU PT, R10, [R6.64+{8 * at:#x}], R8" for at, type_ in enumerate(FLOATS)),
    ),
    "tickets": (*ADDRESS, "ATOMG.E.ADD.STRONG.GPU PT, R10, [R6.64], R8", "STG.E [R4.64], R10"),
    "swaps": (
        "IMAD.WIDE R6, R0, 0x10, c[0x0][0x170]",
        "IMAD.MOV.U32 R9, RZ, RZ, RZ",
        "IMAD.MOV.U32 R10, RZ, RZ, 0x5",
        "IMAD.MOV.U32 R11, RZ, RZ, 0x1",
        "ATOMG.E.CAS.STRONG.GPU PT, R12, [R6], R8, R10",
        "ATOMG.E.CAS.64.STRONG.GPU PT, R14, [R6+0x8], R8, R10",
        "IADD3 R12, R12, R14, R15",
        "ATOMG.E.EXCH.STRONG.GPU PT, R13, [R6.64+0x4], R0",
        "IADD3 R12, R12, R13, RZ",
        "STG.E [R4.64], R12",
    ),
    "casts": (
        "IMAD.SHL.U32 R12, R0, 0x8, RZ",
        "IMAD.MOV.U32 R9, RZ, RZ, RZ",
        "STS.64 [R12], R8",
        "IMAD.MOV.U32 R10, RZ, RZ, 0x3",
        "IMAD.MOV.U32 R11, RZ, RZ, 0x4",
        "ATOMS.CAST.SPIN R14, [R12], R8, R10",
        "ATOMS.CAST.SPIN.64 R16, [R12], R10, R8",
        "ATOMS.CAST.SPIN.64 P0, [R12], R8, R10",
        "ATOMS.CAS R18, [R12], R10, R0",
        "IADD3 R14, R14, R16, R17",
        "@P0 IADD3 R14, R14, 0x10, RZ",
        "IADD3 R14, R14, R18, RZ",
        "ATOMS.POPC.INC.32 RZ, [UR4+0x3f8]",
        "STG.E [R4.64], R14",
        "LDS R15, [R12]",
        "STG.E [R6.64], R15",
    ),
}
pytestmark = pytest.mark.gpu_code


def _wrapped(value: int, bits: int, signed: bool) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def _expected(
    formed: list[tuple[str, str]], types: dict[str, tuple[int, bool]], start: np.ndarray, by: np.ndarray
) -> list[int]:
    """Each eight bytes after all threads, in any order: what is chosen does not depend on it."""
    found = []
    for (name, type_), first in zip(formed, start.tolist(), strict=True):
        bits, signed = types[type_]
        total = _wrapped(first, bits, signed)
        for value in by.tolist():
            total = _wrapped(UNSIGNED[name](total, _wrapped(value, bits, signed)), bits, signed)
        found.append(first >> bits << bits | total & ((1 << bits) - 1))
    return found


@pytest.mark.parametrize("name", ["atomg", "atom", "red", "redg", "atoms"])
def test_integers(name: str) -> None:
    formed, types = (SHARED, SHARED_TYPES) if name == "atoms" else (GLOBAL, TYPES)
    by = np.repeat(RANDOM.integers(0, 1 << 64, 1, np.uint64), COUNT)  # INC and DEC depend on the order
    memory = RANDOM.integers(0, 1 << 64, COUNT, np.uint64)
    for at, (form, _) in enumerate(formed):
        if form in ("INC", "DEC"):
            memory[at] = memory[at] >> np.uint64(32) << np.uint64(32) | by[0] >> np.uint64(1) & np.uint64(0x7FFFFFFF)
    start = memory[: len(formed)].copy()
    launch(loaded(KERNELS), name, (1,), (COUNT,), by, np.zeros(2), memory, 0)
    assert memory[: len(formed)].tolist() == _expected(formed, types, start, by)


def test_floats() -> None:
    denormal = np.array([1e-39, 1e-39], np.float32)
    for single, expected in ((np.array([1.5, 0.25], np.float32), None), (denormal, 0)):
        word = np.frombuffer(single.tobytes(), np.uint64)[0]
        memory = np.zeros(8, np.uint64)
        launch(loaded(KERNELS), "floats", (1,), (32,), np.full(COUNT, word), np.zeros(2), memory, 0)
        plain, flushed = memory[:2].view(np.float32)[::2]
        assert plain == np.cumsum(np.full(32, single[0], np.float32), dtype=np.float32)[-1]
        assert flushed == (plain if expected is None else expected)
        assert memory[2:3].view(np.float64)[0] == np.cumsum(np.repeat(np.frombuffer(word.tobytes()), 32))[-1]
        halves = np.frombuffer(word.tobytes(), np.float16)[:2]
        total = np.zeros(2, np.float16)
        for _ in range(32):
            total = total + halves
        assert np.array_equal(memory[3:4].view(np.float16)[:2], total)


def test_bfloats() -> None:
    word = np.uint64(0x3FC04000)  # 1.5 and 2.0
    memory = np.zeros(8, np.uint64)
    launch(loaded(KERNELS), "floats", (1,), (32,), np.full(COUNT, word), np.zeros(2), memory, 0)
    assert memory[4] == 0x42404280  # 48 and 64


def test_every_thread_is_given_another_number() -> None:
    out, memory = np.zeros(COUNT, np.uint32), np.array([7, 0], np.uint32)
    launch(loaded(KERNELS), "tickets", (1,), (COUNT,), np.full(COUNT, 3, np.uint32), out, memory, 0)
    assert sorted(out.tolist()) == list(range(7, 7 + 3 * COUNT, 3))
    assert memory[0] == 7 + 3 * COUNT


def test_swaps() -> None:
    first = np.arange(32, dtype=np.uint32)
    memory = np.zeros((32, 4), np.uint32)
    memory[:, 0] = np.where(first % 2, first, 99)
    memory[:, 1] = 1000
    memory[:, 2] = first
    memory[:, 3] = first % 3 == 0
    before, out = memory.copy(), np.zeros(32, np.uint32)
    launch(loaded(KERNELS), "swaps", (1,), (32,), first, out, memory, 0)
    assert np.array_equal(out, before[:, 0] + before[:, 2] + before[:, 3] + 1000)
    assert np.array_equal(memory[:, 0], np.where(first % 2, 5, 99))
    assert np.array_equal(memory[:, 1], first)
    same = first % 3 != 0
    assert np.array_equal(memory[:, 2], np.where(same, 5, first))
    assert np.array_equal(memory[:, 3], np.where(same, 1, 1))


def test_casts_say_whether_they_swapped() -> None:
    first = np.arange(50, 82, dtype=np.uint32)
    out, left = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    launch(loaded(KERNELS), "casts", (1,), (32,), first, out, left, 0)
    # the word becomes 3; the pair (3, 4) is not there and neither is the first pair; 3 becomes the thread's number
    assert np.array_equal(out, np.full(32, 1 + 3))
    assert np.array_equal(left, np.arange(32))


@pytest.mark.parametrize(
    "line",
    [
        "ATOMG.E.ADD.STRONG.GPU P0, R10, [R6.64], R8",
        "ATOMG.E.SAFEADD.STRONG.GPU PT, R12, [R6.64], R8",
        "ATOMG.E.MAX.F32.STRONG.GPU PT, R12, [R6.64], R8",
        "ATOMS.POPC.INC.32 R4, [UR4]",
    ],
)
def test_refused(line: str) -> None:
    assert line.split(maxsplit=1)[0] in lifted({"no": (line,)}).refused["no"]
