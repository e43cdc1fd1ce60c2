"""WMMA against plain matrix products, at both wave sizes, with its signs, halves and saturation."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.harness import native
from tests.executor.amd.numbers import decoded, encoded
from tests.executor.amd.wave import WaveState

Floats = NDArray[Any]
_A, _B, _C, _D = 8, 24, 40, 56


def nibbles(values: Floats) -> NDArray[np.uint32]:
    """Rows of 16 integers of four bits as pairs of words."""
    digits = values.astype(np.int64) & 15
    return np.asarray(
        [[sum(int(d) << 4 * n for n, d in enumerate(row[at : at + 8])) for at in (0, 8)] for row in digits], np.uint32
    )


def fill(wave: WaveState, first: int, rows: Floats, kind: str) -> None:
    """A source from its 16 rows of 16; all lanes behind the first 16 hold copies."""
    raw = nibbles(rows) if kind.endswith("4") else np.ascontiguousarray(encoded(rows, kind)).view(np.uint32)
    for lane in range(wave.lanes):
        wave.vgpr[first : first + raw.shape[1], lane] = raw[lane % 16]


def places(lanes: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Register and lane of each result by row and column."""
    row, column = np.indices((16, 16))
    across = lanes // 16
    return row // across, row % across * 16 + column


def run(wave: WaveState, text: str) -> None:
    """Run on a wave of 32 or 64 lanes."""
    wave.call(native(text, "gfx1100", wave.lanes))


def operands(lanes: int) -> str:
    """Assembler's names of B and of a result."""
    return f"v[{_D}:{_D + 256 // lanes - 1}]"


def small(seed: int, low: int = -3, high: int = 4) -> Floats:
    """A matrix of whole numbers."""
    return np.random.default_rng(seed).integers(low, high, (16, 16)).astype(np.float64)


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_float_results(lanes: int, kind: str) -> None:
    wave = WaveState(lanes)
    wave.exec = 5
    a, b, c = small(1), small(2), small(3)
    fill(wave, _A, a, kind)
    fill(wave, _B, b.T, kind)
    register, lane = places(lanes)
    wave.vgpr[_C + register, lane] = c.astype(np.float32).view(np.uint32)
    run(wave, f"v_wmma_f32_16x16x16_{kind} {operands(lanes)}, v[8:15], v[24:31], v[{_C}:{_C + 256 // lanes - 1}]")
    assert (wave.vgpr[_D + register, lane].view(np.float32) == a @ b + c).all()


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("high", [False, True])
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_half_results(lanes: int, high: bool, kind: str) -> None:
    wave = WaveState(lanes)
    a, b, c = small(1), small(2), small(3)
    fill(wave, _A, a, kind)
    fill(wave, _B, b.T, kind)
    register, lane = places(lanes)
    shift = 16 * high
    bits = np.asarray(encoded(c, kind).view(np.uint16), np.uint32)
    wave.vgpr[_C + register, lane] = bits << shift | 0x7777 << 16 - shift
    wave.vgpr[_D : _D + 8] = 0xABCD_EF12
    count = 256 // lanes
    tail = " op_sel:[0,0,1]" if high else ""
    run(wave, f"v_wmma_{kind}_16x16x16_{kind} {operands(lanes)}, v[8:15], v[24:31], v[{_C}:{_C + count - 1}]{tail}")
    words = wave.vgpr[_D + register, lane]
    got = np.asarray(words >> shift & 0xFFFF, np.uint16)
    assert (decoded(got.view(np.float16) if kind == "f16" else got, kind) == a @ b + c).all()
    assert ((words >> 16 - shift & 0xFFFF) == 0xABCD_EF12 >> 16 - shift & 0xFFFF).all()


@pytest.mark.parametrize("signs", [(0, 0), (1, 0), (0, 2), (4, 0), (0, 4), (7, 7)])
def test_signs_of_floats(signs: tuple[int, int]) -> None:
    neg, neg_hi = signs
    wave = WaveState(32)
    a, b = small(1), small(2)
    fill(wave, _A, a, "f16")
    fill(wave, _B, b.T, "f16")
    lists = [",".join(str(mask >> bit & 1) for bit in range(3)) for mask in signs]
    tail = f"neg_lo:[{lists[0]}] neg_hi:[{lists[1]}]"
    run(wave, f"v_wmma_f32_16x16x16_f16 {operands(32)}, v[8:15], v[24:31], -1.0 {tail}")
    even = np.arange(16) % 2 == 0
    left = a * np.where(even, 1 - 2 * (neg & 1), 1 - 2 * (neg_hi & 1))
    right = b * np.where(even, 1 - (neg & 2), 1 - (neg_hi & 2))[:, None]
    start = (1.0 if neg_hi & 4 else -1.0) * (-1 if neg & 4 else 1)
    register, lane = places(32)
    assert (wave.vgpr[_D + register, lane].view(np.float32) == left @ right + start).all()


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("signed", range(4))
@pytest.mark.parametrize("size", [8, 4])
def test_integers(lanes: int, signed: int, size: int) -> None:
    wave = WaveState(lanes)
    spans = [(-(1 << size - 1), 1 << size - 1) if signed >> bit & 1 else (0, 1 << size) for bit in range(2)]
    a, b, c = small(1, *spans[0]), small(2, *spans[1]), small(3, -1 << 20, 1 << 20)
    kinds = [("i" if signed >> bit & 1 else "u") + str(size) for bit in range(2)]
    fill(wave, _A, a, kinds[0])
    fill(wave, _B, b.T, kinds[1])
    register, lane = places(lanes)
    wave.vgpr[_C + register, lane] = c.astype(np.int32).view(np.uint32)
    last = size // 2 - 1
    tail = f"neg_lo:[{signed & 1},{signed >> 1},0]"
    sources = f"v[{_A}:{_A + last}], v[{_B}:{_B + last}], v[{_C}:{_C + 256 // lanes - 1}]"
    run(wave, f"v_wmma_i32_16x16x16_iu{size} {operands(lanes)}, {sources} {tail}")
    assert (wave.vgpr[_D + register, lane].view(np.int32) == a @ b + c).all()


@pytest.mark.parametrize("clamp", [False, True])
def test_saturation(clamp: bool) -> None:
    wave = WaveState(32)
    a, b = np.full((16, 16), 100.0), small(2, -100, 100)
    fill(wave, _A, a, "i8")
    fill(wave, _B, b.T, "i8")
    register, lane = places(32)
    start = np.where(np.arange(256).reshape(16, 16) % 2, 2**31 - 100, -(2**31) + 100)
    wave.vgpr[_C + register, lane] = start.astype(np.int32).view(np.uint32)
    tail = " clamp" if clamp else ""
    run(wave, f"v_wmma_i32_16x16x16_iu8 {operands(32)}, v[8:11], v[24:27], v[{_C}:{_C + 7}] neg_lo:[1,1,0]{tail}")
    exact = (a @ b).astype(np.int64) + start
    wanted = np.clip(exact, -(2**31), 2**31 - 1) if clamp else (exact + 2**31) % 2**32 - 2**31
    assert (wave.vgpr[_D + register, lane].view(np.int32) == wanted).all()
