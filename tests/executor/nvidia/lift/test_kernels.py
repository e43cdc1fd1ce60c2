"""Ordinary kernels that nvcc compiled for each architecture, lifted to gfx1100 and executed, against numpy."""

from typing import Any

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import ARCHITECTURES
from tests.executor.nvidia.lift.lifted import loaded

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("sm", ARCHITECTURES)]
RANDOM = np.random.default_rng(7)
I32, U32, F32, F64 = np.int32, np.uint32, np.float32, np.float64
LANES = np.arange(64)


def run(sm: int, name: str, grid: tuple[int, ...], block: tuple[int, ...], *values: Any, lds: int = 0) -> None:
    launch(loaded("kernels", sm), name, grid, block, *values, lds=lds)


def close(found: np.ndarray, wanted: np.ndarray, relative: float) -> None:
    np.testing.assert_allclose(found, wanted, rtol=relative, atol=relative)


def test_vector_addition(sm: int) -> None:
    a, b = RANDOM.standard_normal((2, 1000), F32)
    c = np.zeros(1024, F32)
    run(sm, "k01_vadd", (4,), (256,), a, b, c, 1000)
    assert np.array_equal(c[:1000], a + b)
    assert not c[1000:].any()


def test_daxpy(sm: int) -> None:
    x, y = RANDOM.standard_normal((2, 1000))
    before = y.copy()
    run(sm, "k02_daxpy", (2,), (128,), F64(1.7), x, y, 1000)
    close(y, 1.7 * x + before, 1e-15)


def test_matrix_product(sm: int) -> None:
    a, b = RANDOM.standard_normal((2, 48, 48), F32)
    c = np.zeros((48, 48), F32)
    run(sm, "k03_matmul", (3, 3), (16, 16), a, b, c, 48)
    close(c, a @ b, 1e-5)


def test_reduction(sm: int) -> None:
    a = RANDOM.integers(0, 100, (3, 256)).astype(F32)
    out = np.zeros(3, F32)
    run(sm, "k04_reduce", (3,), (256,), a, out)
    assert np.array_equal(out, a.sum(1))


def test_reduction_by_shuffles(sm: int) -> None:
    a, out = RANDOM.integers(-50, 50, 120, I32), np.zeros(129, I32)
    run(sm, "k05_shflred", (2,), (64,), a, out, 120)
    values = np.pad(a, (0, 8)).reshape(4, 32)
    for step in (16, 8, 4, 2, 1):
        lane = np.arange(32) + step
        values = values + values[:, np.where(lane < 32, lane, lane - step)]
    lane = np.arange(32)
    flipped = values[:, lane ^ 3]
    above = values[:, np.where(lane % 16 >= 2, lane - 2, lane)]
    assert out[0] == a.sum()
    assert np.array_equal(out[1:].reshape(4, 32), flipped * 3 + above + values[:, 5:6])


def test_ballot(sm: int) -> None:
    a, out = RANDOM.integers(0, 100, 64, I32), np.zeros(64, U32)
    run(sm, "k06_ballot", (1,), (64,), a, out)
    for warp in range(2):
        own = a[32 * warp : 32 * warp + 32]
        mask = sum(1 << lane for lane in range(32) if own[lane] & 1)
        first = (mask & -mask).bit_length()
        votes = 1000 * bool((own > 90).any()) + 7
        wanted = mask * 2 + mask.bit_count() + votes + first + 32 - mask.bit_length()
        assert set(out[32 * warp : 32 * warp + 32].tolist()) == {wanted & 0xFFFFFFFF}


def test_histogram(sm: int) -> None:
    data, out = RANDOM.integers(0, 256, 3000, np.uint8), np.zeros(64, I32)
    run(sm, "k07_hist", (3,), (128,), data, out, 3000)
    assert np.array_equal(out, np.bincount(data & 63, minlength=64))


def test_single_precision_functions(sm: int) -> None:
    a = np.concatenate([RANDOM.uniform(0.01, 30, 61), [1e-3, 60.0, 88.0]]).astype(F32)
    out = np.zeros((3, 64), F32)
    run(sm, "k08_math", (1,), (64,), a, out, 64)
    x = a.astype(F64)
    close(out[0], np.exp(x) + np.sqrt(x) * np.log(x + 1) + x**1.7, 2e-6)
    close(out[1], np.sin(x) * np.cos((a * F32(3)).astype(F64)), 2e-6)
    close(out[2], x / (x + 0.3) + 1 / np.sqrt(x) + 1 / x, 2e-6)


def test_sine_of_large_arguments(sm: int) -> None:
    a = np.array([1e5, 1e7, 3.3e9, 123456.7] * 8, F32)
    out = np.zeros((3, 32), F32)
    run(sm, "k08_math", (1,), (32,), a, out, 32)
    close(out[1], np.sin(a.astype(F64)) * np.cos((a * F32(3)).astype(F64)), 3e-6)


def test_division_of_integers(sm: int) -> None:
    a, b = RANDOM.integers(-(1 << 31), 1 << 31, (2, 64), np.int64)
    b[:32] = RANDOM.integers(1, 50, 32)
    b[40:50] = -3
    out = np.zeros((3, 64), I32)
    x, y = a.astype(I32), np.where(b == 0, 1, b).astype(I32)
    run(sm, "k09_idiv", (1,), (64,), x, y, out, 64)
    p, q = x.astype(np.int64), y.astype(np.int64)
    quotient = np.sign(p) * np.sign(q) * (abs(p) // abs(q))
    assert np.array_equal(out[0], quotient.astype(I32))
    assert np.array_equal(out[1], (p - quotient * q).astype(I32))
    seven, ten = np.sign(p) * (abs(p) % 7), np.sign(p) * (abs(p) // 10)
    unsigned = x.view(U32).astype(np.int64) // y.view(U32).astype(np.int64)
    assert np.array_equal(out[2], (unsigned + seven + ten).astype(np.uint64).astype(U32).view(I32))


def test_64_bit_integers(sm: int) -> None:
    a, b = RANDOM.integers(-(1 << 63), (1 << 63) - 1, (2, 64), np.int64)
    b[:32] = RANDOM.integers(1, 1 << 33, 32)
    out = np.zeros((4, 64), np.int64)
    run(sm, "k10_i64", (1,), (64,), a, b, out, 64)
    for lane in range(64):
        x, y = int(a[lane]), int(b[lane])
        sign = -1 if (x < 0) != (y < 0) else 1
        whole = 1 << 64
        wanted = [
            x * y + (x >> 7) - (y << 9),
            sign * (abs(x) // abs(y)),
            (x % whole) % (y % whole),
            (x % whole) * (y % whole) >> 64 if x < y else x ^ ~y,
        ]
        assert [int(each) % whole for each in out[:, lane]] == [each % whole for each in wanted]


def _steps(value: int) -> int | None:
    """Collatz's, or None where there are too many."""
    count = 0
    while value not in (0, 1):
        value = (3 * value + 1 if value & 1 else value >> 1) & 0xFFFFFFFF
        value -= (value >> 31) << 32
        count += 1
        if count > 200:
            return None
    return count


def test_early_return(sm: int) -> None:
    a, out = RANDOM.integers(-20, 1000, 100, I32), np.full(128, 77, I32)
    run(sm, "k11_early", (2,), (64,), a, out, 100)
    wanted = [-1 if value < 0 else steps if (steps := _steps(value)) is not None else 77 for value in a.tolist()]
    assert out.tolist() == wanted + [77] * 28


def test_nested_loops(sm: int) -> None:
    a, out = RANDOM.integers(0, 30, 64, I32), np.zeros(64, I32)
    run(sm, "k12_nested", (1,), (64,), a, out, 40)
    for value, found in zip(a.tolist(), out.tolist(), strict=True):
        total = 0
        for j in range(value):
            for k in range(j, 40):
                if (k ^ j) % 3 == 0:
                    continue
                if total > 5000:
                    break
                total += k * j + 1
            if total & 1:
                total += 2
        assert found == total


def test_switch(sm: int) -> None:
    a, out = RANDOM.integers(-1000, 1000, 64, I32), RANDOM.integers(-1000, 1000, 128, I32)
    before = out.copy()
    run(sm, "k13_switch", (1,), (64,), a, out)
    for lane, x in enumerate(a.tolist()):
        cases = {
            0: x * 3,
            1: x ^ 0x55,
            2: abs(x) // 5 * (1 if x > 0 else -1),
            3: int(before[lane]) + 1,
            4: (x & 0xFFFFFFFF).bit_count(),
            5: x << (lane & 7),
            6: -x,
            7: int(before[(lane + 1) & 63]) * 2,
        }
        assert out[lane + 64] == cases[x & 7]


def test_structure_as_parameter(sm: int) -> None:
    layout = np.dtype({"names": ["s", "off", "d", "h", "v"], "formats": [F32, I32, F64, np.int16, (F32, 3)],
                       "offsets": [0, 4, 8, 16, 20], "itemsize": 32})  # fmt: skip
    given = np.zeros(1, layout)
    given[0] = (1.5, 5, 2.25, -7, (10, 20, 30))
    a, out = RANDOM.standard_normal(64).astype(F32), np.zeros(64, F32)
    run(sm, "k14_struct", (1,), (64,), given[0], np.int8(-3), a, out, np.int16(9))
    wanted = a[(LANES + 5) & 63] * F32(1.5) + 2.25 - 7 + np.array([10, 20, 30])[LANES % 3] - 27
    close(out, wanted, 1e-5)


def test_halves(sm: int) -> None:
    a, b = RANDOM.standard_normal((2, 64, 2)).astype(np.float16)
    out, single = np.zeros((64, 2), np.float16), np.zeros(128, np.float16)
    run(sm, "k15_half2", (1,), (64,), a, b, out, single)
    added = (a + np.float16(0.5)).astype(F64)
    assert np.array_equal(out, (a.astype(F64) * b.astype(F64) + added).astype(np.float16))
    product = a[:, 0] * b[:, 1]
    assert np.array_equal(single[:64], np.where(a[:, 0] > b[:, 1], -product, product))
    assert np.array_equal(single[64:], (b[:, 0].astype(F32) * F32(3)).astype(np.float16))


def test_constants_and_variables(sm: int) -> None:
    a, out = RANDOM.standard_normal(64).astype(F32), np.zeros(65, F32)
    run(sm, "k16_const", (1,), (64,), a, out)
    table, other = np.array([1, 2, 4, 8, 16.5, -3, 0.25, 7]), np.array([1.5, 2.5, 3.5, 4.5])
    close(out[:64], a * table[LANES & 7] + 5 + other[LANES >> 1 & 3], 1e-6)
    assert out[64] == 10


def test_local_array(sm: int) -> None:
    out = np.zeros(64, I32)
    run(sm, "k17_local", (1,), (64,), out, 3)
    for thread in range(64):
        local = np.zeros(64, np.int64)
        local[(LANES * 7 + 3) & 63] = LANES * thread
        assert out[thread] == (local[(LANES * 3 + thread) & 63] * (LANES + 1)).sum()


def _polynomial(x: np.float32, n: int) -> np.float32:
    result = F32(1)
    for _ in range(n):
        result = F32(F64(result) * x + 0.5)
    return result


def test_functions(sm: int) -> None:
    a, out = RANDOM.standard_normal(64).astype(F32), np.zeros(64, F32)
    run(sm, "k18_call", (1,), (64,), a, out)
    for thread in range(64):
        local = [a[thread], F32(1), F32(2), F32(3)]
        total = _polynomial(a[thread], thread & 7) + _polynomial(F32(a[thread] * F32(0.5)), 3)
        if thread & 1:
            local[thread & 3] += F32(1)
            total = total + _polynomial(local[0], 2) + local[1]
        close(out[thread], total + local[1], 1e-5)


def test_bytes_and_shorts(sm: int) -> None:
    a, b = RANDOM.integers(-128, 128, 64, np.int8), RANDOM.integers(0, 1 << 16, 64, np.uint16)
    short, byte = np.zeros(64, np.int16), np.zeros(64, np.uint8)
    run(sm, "k19_bytes", (1,), (64,), a, b, short, byte, 60)
    wide = a.astype(I32) * 3 + b
    assert np.array_equal(short[:60], wide.astype(np.int16)[:60])
    assert np.array_equal(byte[:60], ((b >> 3).astype(I32) + a).astype(np.uint8)[:60])
    assert not short[60:].any()


def test_scan(sm: int) -> None:
    a, out = RANDOM.integers(-100, 100, 128, I32), np.zeros(128, I32)
    run(sm, "k20_scan", (1,), (128,), a, out)
    assert np.array_equal(out, a.cumsum())


def test_stencil(sm: int) -> None:
    width, height = 37, 20
    a, out = RANDOM.standard_normal((height, width)).astype(F32), np.zeros((height, width), F32)
    run(sm, "k21_stencil", (3, 3), (16, 8), a, out, width, height)
    p = np.pad(a, 1, mode="edge")
    around = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    close(out, 0.5 * a + 0.125 * around, 1e-5)


def test_dynamic_shared_memory(sm: int) -> None:
    a, out = RANDOM.integers(0, 1000, 64, I32), np.zeros(64, I32)
    run(sm, "k22_dyn", (1,), (64,), a, out, 64, lds=256)
    assert np.array_equal(out, a[::-1] + 100 * (LANES & 7))


def test_atomics(sm: int) -> None:
    a, b, f = np.zeros(72, I32), np.zeros(2, U32), np.zeros(1, F32)
    q, d = np.zeros(1, np.uint64), np.zeros(1, F64)
    run(sm, "k23_atom", (1,), (64,), a, b, f, q, d)
    assert a[:5].tolist() == [2016, max(i * 37 % 61 for i in range(64)), -63, 77, 128]
    assert (a[8:] == 1).all()
    assert b.tolist() == [0xFFFFFFFF, int(np.bitwise_xor.reduce(LANES * 5))]
    assert (f[0], int(q[0]), d[0]) == (32, 1000000007 * 2016, 16)


def test_double_precision_functions(sm: int) -> None:
    a = RANDOM.uniform(0.1, 40, 64)
    out, single = np.zeros((2, 64)), np.zeros((2, 64), F32)
    run(sm, "k24_dmath", (1,), (64,), a, out, single, 64)
    close(out[0], np.sqrt(a) + 1 / a, 1e-15)
    close(out[1], np.exp(-a) * np.sin(a), 1e-15)
    assert np.array_equal(single[0], (a / 3).astype(F32))
    whole = (a * 1e6).astype(np.int64).astype(F32)
    close(single[1], whole + (a * 100).astype(U32).astype(F32) + np.maximum(a, 2).astype(F32), 1e-6)
