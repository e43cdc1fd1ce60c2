"""The device libraries' mathematics and integer arithmetic in compiled kernels, against numpy in higher precision."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.kernels import launch
from tests.executor.amd.test_kernels import integers, loaded

pytestmark = pytest.mark.gpu_code
ARCHES = ("gfx1100", "gfx1200", "gfx90a")
N = 192


def ulps(got: NDArray[Any], exact: NDArray[Any]) -> float:
    """Largest distance from the exact values in units of the last place of `got`'s type."""
    step = np.spacing(np.abs(exact).astype(got.dtype)).astype(np.float64)
    return float(np.max(np.abs(got.astype(np.longdouble) - exact) / step))


@pytest.mark.parametrize("arch", ARCHES)
def test_double(arch: str) -> None:
    rng = np.random.default_rng(2)
    a, b = rng.random(N) * 100, rng.random(N) * 20 - 10
    out = np.zeros((5, N))
    launch(loaded("arithmetic.hip", arch, "-O3"), "f64_math", (1,), (256,), a, b, out, N)
    wide_a, wide_b = a.astype(np.longdouble), b.astype(np.longdouble)
    assert (out[0] == a / b).all()
    assert np.allclose(out[1], np.sqrt(wide_a) * wide_b + wide_a, rtol=1e-15, atol=1e-13)
    assert ulps(out[2], np.exp(wide_b)) <= 1
    assert ulps(out[3], np.sin(wide_a)) <= 1
    assert ulps(out[4], np.floor(a * 3.7) + np.fmod(wide_a, wide_b)) <= 1


@pytest.mark.parametrize("arch", ARCHES)
def test_float(arch: str) -> None:
    rng = np.random.default_rng(3)
    a = (rng.random(N) * 50 + 0.01).astype(np.float32)
    b = (rng.random(N) * 8 - 4).astype(np.float32)
    out = np.zeros((6, N), np.float32)
    launch(loaded("arithmetic.hip", arch, "-O3"), "f32_math", (1,), (256,), a, b, out, N)
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    assert ulps(out[0], wide_a / wide_b) <= 0.5
    assert ulps(out[1], np.sin(wide_a)) <= 2
    assert ulps(out[2], np.exp(wide_b)) <= 2
    assert ulps(out[3], wide_a**wide_b) <= 2
    assert np.allclose(out[4], np.log(wide_a) + np.sqrt(wide_a), rtol=1e-6)
    assert np.allclose(out[5], np.tanh(wide_b) + np.arctan2(wide_a, wide_b), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("arch", ARCHES)
def test_half(arch: str) -> None:
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=(2, N)).astype(np.float16)
    out = np.zeros((4, N), np.float16)
    launch(loaded("arithmetic.hip", arch, "-O3"), "f16_math", (1,), (256,), a, b, out, N)
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    exact = [wide_a + wide_b, wide_a * wide_b + wide_a, wide_a * wide_b, wide_b * wide_b]
    assert (out == np.array(exact).astype(np.float16)).all()


def divided(a: int, b: int) -> tuple[int, int]:
    """Quotient towards zero, and remainder."""
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - quotient * b


def wrapped(value: int, bits: int = 64) -> int:
    """A two's complement number of that width."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


@pytest.mark.parametrize("arch", ARCHES)
def test_integers(arch: str) -> None:
    a, b = integers(-(1 << 22), 1 << 22, N), integers(1, 5000, N)
    out = np.zeros((6, N), np.int64)
    launch(loaded("arithmetic.hip", arch, "-O3"), "integers", (1,), (256,), a, b, out, N)
    for i, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        quotient, rest = divided(x, y)
        assert out[0, i] == wrapped(quotient + 1000 * rest, 32)
        assert out[1, i] == divided(wrapped(x * 1234567891011), y)[0]
        assert out[2, i] == x * x % y
        leading = 32 - (x & 0xFFFFFFFF).bit_length()
        ones = ((x ^ y) & 0xFFFFFFFF).bit_count()
        assert out[3, i] == leading + ((y & -y).bit_length()) * 100 + ones * 10000
        assert out[4, i] == wrapped(x << (y & 31)) ^ (y >> 3)
        assert out[5, i] == wrapped(x * y, 32) + ((x & 0xFFFFFFFF) * y >> 32)


@pytest.mark.parametrize("arch", ARCHES)
def test_bytes(arch: str) -> None:
    pixels = integers(0, 256, 4 * N).astype(np.uint8).reshape(N, 4)
    out, words = np.zeros((N, 4), np.uint8), np.zeros(N, np.int16)
    launch(loaded("arithmetic.hip", arch, "-O3"), "bytes", (1,), (256,), pixels, out, words, N)
    for i, (x, y, z, w) in enumerate(pixels.tolist()):
        expected = [255 - x, y // 2 + z // 2, (wrapped(z, 8) >> 1) & 0xFF, w * 3 & 0xFF]
        assert out[i].tolist() == expected
        assert words[i] == wrapped(x * y - z * w, 16)


@pytest.mark.parametrize("arch", ARCHES)
def test_tiled_matrix_product(arch: str) -> None:
    n = 32
    rng = np.random.default_rng(6)
    a, b = rng.random((2, n, n), dtype=np.float32)
    c = np.zeros((n, n), np.float32)
    launch(loaded("arithmetic.hip", arch, "-O3"), "matmul", (2, 2), (16, 16), a, b, c, n)
    assert np.allclose(c, a.astype(np.float64) @ b, rtol=n * math.ulp(1.0) * 2**29)
