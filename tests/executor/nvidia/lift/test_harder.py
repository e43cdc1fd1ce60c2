"""Kernels with harder constructs (jump tables, votes, generic addresses, tiles, libm), lifted and executed."""

import math
from typing import Any

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import ARCHITECTURES
from tests.executor.nvidia.lift.lifted import loaded
from tests.executor.nvidia.lift.test_kernels import close

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("sm", ARCHITECTURES)]
RANDOM = np.random.default_rng(8)
I32, U32, F32, F64 = np.int32, np.uint32, np.float32, np.float64
LANES = np.arange(64)


def run(sm: int, name: str, grid: tuple[int, ...], block: tuple[int, ...], *values: Any) -> None:
    launch(loaded("harder", sm), name, grid, block, *values)


def test_jump_table(sm: int) -> None:
    # Threads of one warp read what others write, in any order: these neighbours are kept the same.
    a, out = RANDOM.permutation(np.repeat(np.arange(-2, 11), 5)[:64]).astype(I32), np.zeros(192, I32)
    out[:64] = -1
    run(sm, "m01_brx", (1,), (64,), a, out)
    for i, x in enumerate(a.tolist()):
        wanted = {
            0: -7,
            1: 5,
            2: sum(j ^ 2 for j in range(i)),
            3: -1,
            4: int(f"{i:032b}"[::-1], 2) - (1 << 32) * (i & 1),
            5: i // 3,
            6: -1,
            7: i * i,
            8: 0,
        }
        assert out[128 + i] == wanted.get(x, -7)
        assert out[64 + i] == {1: 4, 5: 9}.get(x, 0)


def test_atomics_of_shared_memory(sm: int) -> None:
    a, f, q = RANDOM.integers(0, 1000, 64, I32), np.zeros(4, F32), np.zeros(8, I32)
    run(sm, "m02_satom", (1,), (64,), a, f, q)
    assert f.tolist() == [0.25 * (LANES[each == LANES % 4] + 1).sum() for each in range(4)]
    assert q[:3].tolist() == [a[each == LANES % 4].max() for each in range(3)]
    assert q[3] in (12345, *a[LANES % 4 == 3].tolist())
    total = 32 * (3 << 30)
    assert q[4:].tolist() == [total >> 32, total & 0x7FFFFFFF, total >> 32, total & 0x7FFFFFFF]


def test_barriers_with_results(sm: int) -> None:
    for top in (100, 1001):
        a, out = RANDOM.integers(0, top, 96, I32), np.zeros(96, I32)
        a[5] = 1000 if top > 100 else -1
        run(sm, "m03_syncred", (1,), (96,), a, out)
        assert set(out.tolist()) == {(a > 50).sum() * 100 + bool((a >= 0).all()) * 10 + bool((a == 1000).any())}


def test_matches_and_reductions(sm: int) -> None:
    a, out = RANDOM.integers(0, 1000, 64, I32), np.zeros(192, U32)
    a[40] = -3
    run(sm, "m04_match", (1,), (64,), a, out)
    for lane in range(64):
        warp = np.arange(lane & ~31, (lane & ~31) + 32)
        same = (warp[(a[warp] & 3) == (a[lane] & 3)] & 31).tolist()
        assert out[lane] == sum(1 << other for other in same)
        assert out[64 + lane] == len(set((a[warp] >= 0).tolist())) % 2
        assert out[128 + lane] == (int(a[warp].sum()) + int(a[warp].view(U32).max())) & 0xFFFFFFFF


def test_shuffles_of_some_lanes(sm: int) -> None:
    a, out = RANDOM.integers(0, 1000, 64, I32), np.zeros(64, I32)
    run(sm, "m05_partial", (1,), (64,), a, out)
    for warp in range(2):
        own = a[32 * warp : 32 * warp + 32]
        lane = np.arange(32)
        wanted = own[:13].sum() + lane
        twice = own * 2
        other = lane ^ 16
        votes = sum(int(value) >> 1 & 1 for value in twice[13:])
        high = np.where(other >= 13, twice[other], 0) + votes - np.where(lane & 1, 10, 0)
        found = out[32 * warp : 32 * warp + 32]
        assert np.array_equal(found[:13], wanted[:13])
        sure = (lane >= 13) & (other >= 13)  # others read a lane that is not there
        assert np.array_equal(found[sure], high[sure])


def _bfloat(values: np.ndarray) -> np.ndarray:
    """The nearest bfloat16 of doubles, ties to even."""
    bits = values.astype(F32).view(U32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> np.uint64(16) & np.uint64(1))) >> np.uint64(16)).astype(np.uint16)


def test_bfloat(sm: int) -> None:
    a, b = (_bfloat(RANDOM.standard_normal(128)) for _ in range(2))
    out = np.zeros(256, np.uint16)
    run(sm, "m06_bf16", (1,), (64,), a, b, out)
    x, y = ((each.astype(U32) << 16).view(F32).astype(F64) for each in (a, b))
    assert np.array_equal(out[:128], _bfloat(x * y + x))
    assert np.array_equal(out[128:], _bfloat(x * y))


def test_vectors(sm: int) -> None:
    a, d = RANDOM.integers(0, 1 << 32, (64, 4), U32), RANDOM.standard_normal((64, 2))
    out, q = np.zeros((64, 4), U32), np.zeros((64, 2))
    run(sm, "m07_vec", (1,), (64,), a, d, out, q)
    assert np.array_equal(out, np.stack([a[:, 3] + U32(1), a[:, 2] ^ a[:, 0], a[:, 1] * U32(3), a[:, 0] >> 2], 1))
    assert np.array_equal(q, np.stack([d[:, 1] * 2, d[:, 0] - d[:, 1]], 1))


def test_generic_addresses(sm: int) -> None:
    g, out = RANDOM.integers(0, 1000, 64, I32), np.zeros(128, I32)
    before = g.copy()
    run(sm, "m08_generic", (1,), (64,), g, out, 2)
    kind = LANES % 3
    assert np.array_equal(out[:64], np.choose(kind, [(63 - LANES) ** 2, before, LANES + 2]) + 1)
    assert np.array_equal(g, np.where(kind == 1, 7, before))
    shared = LANES**2
    shared[63 - LANES[kind == 0]] = 7
    assert np.array_equal(out[64:], shared + LANES + 3 + np.where(kind == 2, 7, LANES + 2))


def test_functions_of_libm(sm: int) -> None:
    a = RANDOM.uniform(0.05, 4, 64).astype(F32)
    out, x = np.zeros((4, 64), F32), a.astype(F64)
    run(sm, "m09_math2", (1,), (64,), a, out, 64)
    close(out[0], np.sin(x) + np.cos(x), 1e-6)
    close(out[1], np.arctan2(x, F32(1.3)) + np.tanh(x) + [math.erf(each) for each in x * F32(0.3)], 1e-6)
    rest = np.fmod(a * F32(10), F32(0.7)) + np.floor(a) + np.rint(a * 2) + np.maximum(a, 1) + np.minimum(a, F32(0.5))
    close(out[2], rest, 1e-6)
    last = np.cbrt(x) + np.log2(x) + np.exp2(x) + np.log1p(x) + x / 3 + np.exp(x) + np.clip(x, 0, 1)
    close(out[3], last, 1e-6)


def test_functions_of_libm_in_doubles(sm: int) -> None:
    x, out = RANDOM.uniform(0.05, 9, 64), np.zeros((3, 64))
    run(sm, "m10_dmath2", (1,), (64,), x, out, 64)
    close(out[0], np.log(x) + x**1.5, 1e-14)
    close(out[1], np.arctan(x) + np.cos(x) + np.cbrt(x), 1e-14)
    close(out[2], np.fmod(x * 9, 0.7) + np.floor(x) + np.rint(x * 3) + (x * 100).astype(I32) + x, 1e-14)


def test_tiles_of_cooperative_groups(sm: int) -> None:
    a, out = RANDOM.integers(0, 100, 64).astype(F32), np.zeros(72, F32)
    run(sm, "m11_cgtile", (1,), (64,), a, out)
    assert np.array_equal(out[:4], a.reshape(4, 16).sum(1))
    assert np.array_equal(out[8:], 32 + LANES // 16)


def test_warps_that_meet(sm: int) -> None:
    a, out = RANDOM.integers(0, 100, 64, I32), np.zeros(64, I32)
    run(sm, "m12_syncwarp", (1,), (64,), a, out)
    assert np.array_equal(out, np.repeat(a.reshape(2, 32).sum(1), 32) + LANES % 32)


def test_stack_in_local_memory(sm: int) -> None:
    out = np.zeros(64, I32)
    run(sm, "m13_recur", (1,), (64,), out)
    for thread in range(64):
        stack, total = [thread & 7], 0
        while stack:
            value = stack.pop()
            total += value
            if value > 1 and len(stack) < 14:
                stack += [value - 1, value // 2]
        assert out[thread] == total


def _signed(value: int) -> int:
    value &= 0xFFFFFFFF
    return value - (value >> 31 << 32)


def _bytes(value: int) -> list[int]:
    return [(value >> 8 * at & 255) - (value >> 8 * at & 128) * 2 for at in range(4)]


def test_bits(sm: int) -> None:
    a, q = RANDOM.integers(0, 1 << 32, 64, U32), RANDOM.integers(1, 1 << 63, 64, np.uint64)
    out, p = np.zeros(128, U32), np.zeros(128, np.uint64)
    run(sm, "m14_bits", (1,), (64,), a, out, q, p)
    for i in range(64):
        x, y, full = int(a[i]), int(q[i]), 0xFFFFFFFF
        source = (x | (x * 3 & full) << 32).to_bytes(8, "little")
        permuted = int.from_bytes(bytes(source[each] for each in (2, 5, 1, 4)), "little")
        both = (~x & full) << 32 | x
        left, right = both << (i & 31) >> 32 & full, both >> min(i, 32) & full
        dot = 5 + sum(m * n for m, n in zip(_bytes(x), _bytes(x >> 3), strict=True))
        apart = abs(_signed(x) - i) + 3
        assert out[i] == (permuted + left + right + dot + apart) & full
        wide = 0xFFFFFFFFFFFFFFFF
        first = (y & -y).bit_length()
        count = y.bit_count() + 64 - y.bit_length() + first
        shift = 64 - (i | 1)
        assert int(p[i]) == (y << (i & 63) & wide) | (y >> shift) | count
        assert int(p[64 + i]) == y >> (i & 63)
        usad = abs(x - 7) + 1
        assert out[64 + i] == (min(x, 1000) + max(_signed(x), -5) + abs(_signed(x)) + usad + (x >> 5 & 31)) & full


def test_conversions(sm: int) -> None:
    d, f = RANDOM.uniform(-1e5, 1e5, 64), RANDOM.uniform(0, 250, 64).astype(F32)
    d[:20] = RANDOM.uniform(-3e4, 3e4, 20)
    out, c, s = np.zeros(256, np.int64), np.zeros(128, np.uint8), np.zeros(64, np.int16)
    run(sm, "m15_conv", (1,), (64,), d, f, out, c, s)
    assert np.array_equal(out[:64], d.astype(np.int64))
    assert np.array_equal(out[64:128], abs(d).astype(np.int64))
    assert np.array_equal(out[128:192], np.rint(f).astype(np.int64))
    assert np.array_equal(out[192:], 2 * f.astype(np.int64))
    assert np.array_equal(c[:64], f.astype(np.uint8))
    assert np.array_equal(c[64:], f.astype(np.uint8))
    assert np.array_equal(s, np.floor(d).astype(np.int64).astype(np.int16))


def test_jumps_out_of_loops(sm: int) -> None:
    a, out = RANDOM.uniform(0, 1.2, (64, 40)).astype(F32), np.zeros((64, 40), F32)
    run(sm, "m16_multi", (1,), (32, 8), a, out, 64, 40)
    wanted = np.zeros((64, 40), F32)
    for b in range(0, 64, 32):
        for y in range(8):
            for x in range(32):
                v = a[b + (x & 7), (y * 4 + x // 8) & 31]
                if v < 0.5:
                    for k in range(y):
                        v = F32(F64(v) * 1.5 + F64(a[b + k, x]))
                        if v > 10:
                            break
                wanted[b + y, x] = v
    close(out, wanted, 1e-5)


def test_generic_addresses_of_two_memories(sm: int) -> None:
    g, out = RANDOM.integers(0, 1000, 64, I32), np.zeros(128, I32)
    before = g.copy()
    run(sm, "m17_gen2", (1,), (64,), g, out)
    third = LANES % 3 == 0
    assert np.array_equal(out[:64], np.where(third, (63 - LANES) ** 2, before) + 1)
    assert np.array_equal(g, np.where(third, before, 7))
    shared = LANES**2
    shared[63 - LANES[third]] = 12
    assert np.array_equal(out[64:], shared)
