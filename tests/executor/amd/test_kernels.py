"""Small HIP kernels, compiled for both kinds of GPU, against numpy: control flow, LDS, lanes, atomics, indices."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.executor.amd.kernels import Loaded, compile_kernels, launch, load

pytestmark = pytest.mark.gpu_code
DATA = Path(__file__).parent / "data"
BUILDS = [(arch, level) for arch in ("gfx1100", "gfx90a") for level in ("-O3", "-O0")]
BUILDS += [("gfx1200", "-O3")]
WAVE = {"gfx1100": 32, "gfx1200": 32, "gfx90a": 64}


@cache
def loaded(file: str, arch: str, *flags: str) -> Loaded:
    """A test file, compiled and in memory; optimised kernels with code of its own for waves with all lanes active."""
    return load(compile_kernels(DATA / file, arch, *flags), level=0, split=1000 if "-O3" in flags else 0)


def integers(low: int, high: int, count: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Random int32 in low..high-1."""
    return np.random.default_rng(count + high).integers(low, high, count).astype(np.int32)


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_vadd_with_a_ragged_end(arch: str, level: str) -> None:
    n = 1000
    a = np.random.default_rng(1).random(n + 24, dtype=np.float32)
    c = np.full(n + 24, -1, np.float32)
    launch(loaded("basic.hip", arch, level), "vadd", (4,), (256,), a, a, c, n)
    assert (c[:n] == a[:n] * 2).all()
    assert (c[n:] == -1).all()


def collatz(x: int) -> int:
    """Steps to 1, at most 1000."""
    steps = 0
    while x != 1 and steps < 1000:
        x = (3 * x + 1) & 0xFFFFFFFF if x & 1 else x >> 1
        steps += 1
    return steps


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_divergent_loop(arch: str, level: str) -> None:
    n = 100
    values, out = integers(1, 1 << 20, n), np.zeros(n, np.int32)
    launch(loaded("basic.hip", arch, level), "collatz", (1,), (128,), values, out, n)
    assert list(out) == [collatz(x) for x in values.tolist()]


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_lds_reduction(arch: str, level: str) -> None:
    values, out = integers(-1000, 1000, 512), np.zeros(2, np.int32)
    launch(loaded("basic.hip", arch, level), "block_sum", (2,), (256,), values, out)
    assert (out == values.reshape(2, 256).sum(1)).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_shuffles(arch: str, level: str) -> None:
    values, out = integers(-1000, 1000, 128), np.zeros(128, np.int32)
    launch(loaded("basic.hip", arch, level), "wave_sum", (1,), (128,), values, out)
    sums = np.repeat(values.reshape(-1, WAVE[arch]).sum(1), WAVE[arch])
    assert (out == sums + (np.arange(128) ^ 1)).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_votes(arch: str, level: str) -> None:
    wave = WAVE[arch]
    values = integers(-90, 90, 64)
    ballots, flags = np.zeros(64, np.uint64), np.zeros(64, np.int32)
    launch(loaded("basic.hip", arch, level), "votes", (1,), (64,), values, ballots, flags)
    for lane in range(64):
        first = lane // wave * wave
        mask = sum(1 << n for n in range(wave) if values[first + n] > 0)
        assert ballots[lane] == mask
        assert flags[lane] == 2 + 4 * (mask & ((1 << (lane % wave)) - 1)).bit_count()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_histogram(arch: str, level: str) -> None:
    n = 3000
    values, out = integers(0, 256, n).astype(np.uint8), np.zeros(256, np.uint32)
    launch(loaded("basic.hip", arch, level), "histogram", (2,), (128,), values, out, n)
    assert (out == np.bincount(values, minlength=256)).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_global_atomics(arch: str, level: str) -> None:
    out, sums, wide = np.full(4 + 128, 5, np.int32), np.zeros(1, np.float32), np.ones(1, np.uint64)
    out[3] = 3
    launch(loaded("basic.hip", arch, level), "atomics", (2,), (64,), out, sums, wide)
    assert list(out[:3]) == [0, 127, 0x7FFFFFFF]
    assert out[3] == 128
    assert (out[4:] == 5).all()
    assert (sums[0], wide[0]) == (64, 1 + (128 << 33))


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_dynamic_lds(arch: str, level: str) -> None:
    values, out = integers(0, 99, 64), np.zeros(64, np.int32)
    launch(loaded("basic.hip", arch, level), "dynamic_lds", (1,), (64,), values, out, lds=256)
    assert (out == values[::-1]).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_indices_in_three_dimensions(arch: str, level: str) -> None:
    out = np.zeros((4, 4, 8), np.int32)
    launch(loaded("basic.hip", arch, level), "indices", (2, 2, 2), (4, 2, 2), out)
    z, y, x = np.indices(out.shape)
    threads = x % 4 + 10 * (y % 2) + 100 * (z % 2)
    assert (out == threads + 1000 * (x // 4) + 10000 * (y // 2) + 100000 * (z // 2)).all()
