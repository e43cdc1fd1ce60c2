"""The same kernels on the other processors and wave sizes that compilers offer."""

import numpy as np
import pytest

from tests.executor.amd.compiled import WAVE64
from tests.executor.amd.kernels import launch
from tests.executor.amd.test_kernels import collatz, integers, loaded

pytestmark = pytest.mark.gpu_code
BUILDS = [("gfx1030", ()), ("gfx942", ()), ("gfx1100", WAVE64)]


@pytest.mark.parametrize(("arch", "flags"), BUILDS)
def test_loops_lds_and_atomics(arch: str, flags: tuple[str, ...]) -> None:
    kernels = loaded("basic.hip", arch, "-O3", *flags)
    values, steps = integers(1, 1 << 16, 200), np.zeros(200, np.int32)
    launch(kernels, "collatz", (1,), (256,), values, steps, 200)
    assert list(steps) == [collatz(x) for x in values.tolist()]
    sums = np.zeros(2, np.int32)
    numbers = integers(-1000, 1000, 512)
    launch(kernels, "block_sum", (2,), (256,), numbers, sums)
    assert (sums == numbers.reshape(2, 256).sum(1)).all()
    data, bins = integers(0, 256, 2000).astype(np.uint8), np.zeros(256, np.uint32)
    launch(kernels, "histogram", (2,), (128,), data, bins, 2000)
    assert (bins == np.bincount(data, minlength=256)).all()


@pytest.mark.parametrize(("arch", "flags"), BUILDS)
def test_votes_and_indices(arch: str, flags: tuple[str, ...]) -> None:
    wave = 32 if (arch, flags) == ("gfx1030", ()) else 64
    kernels = loaded("basic.hip", arch, "-O3", *flags)
    values, ballots, results = integers(-90, 90, 64), np.zeros(64, np.uint64), np.zeros(64, np.int32)
    launch(kernels, "votes", (1,), (64,), values, ballots, results)
    masks = [sum(1 << n for n in range(wave) if values[first + n] > 0) for first in range(0, 64, wave)]
    assert list(ballots) == [masks[lane // wave] for lane in range(64)]
    out = np.zeros((2, 2, 8), np.int32)
    launch(kernels, "indices", (2, 1, 1), (4, 2, 2), out)
    z, y, x = np.indices(out.shape)
    assert (out == x % 4 + 10 * y + 100 * z + 1000 * (x // 4)).all()


@pytest.mark.parametrize(("arch", "flags"), BUILDS)
def test_private_memory_and_calls(arch: str, flags: tuple[str, ...]) -> None:
    kernels = loaded("calls.hip", arch, "-O3", *flags)
    out = np.zeros(64, np.int32)
    launch(kernels, "private_array", (1,), (64,), out, 5)
    local = {(i * 7 + 5) & 63: i for i in range(64)}
    assert (out == np.arange(64) * sum(local[(i * 5) & 63] for i in range(0, 64, 3))).all()
    values = integers(0, 1000, 64)
    launch(kernels, "pointers", (1,), (64,), values, out)
    assert (out == np.choose(values % 3, [values * 2, values * values, -values]) - values).all()
    launch(kernels, "generic_address", (1,), (64,), values, out, 1)
    assert (out == 63 - np.arange(64) + 501).all()


@pytest.mark.parametrize(("arch", "flags"), BUILDS)
def test_numbers(arch: str, flags: tuple[str, ...]) -> None:
    rng = np.random.default_rng(5)
    kernels = loaded("arithmetic.hip", arch, "-O3", *flags)
    a, b = rng.random(100) * 50, rng.random(100) + 1
    out = np.zeros((5, 100))
    launch(kernels, "f64_math", (1,), (128,), a, b, out, 100)
    assert (out[0] == a / b).all()
    assert np.allclose(out[2:4], [np.exp(b), np.sin(a)], rtol=1e-14)
    halves = rng.normal(size=(2, 100)).astype(np.float16)
    half_out = np.zeros((4, 100), np.float16)
    launch(kernels, "f16_math", (1,), (128,), halves[0], halves[1], half_out, 100)
    x, y = halves.astype(np.float64)
    assert (half_out == np.array([x + y, x * y + x, x * y, y * y]).astype(np.float16)).all()
