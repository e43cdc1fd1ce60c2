"""libcu++'s barriers, pipelines, bulk copies and atomics of 128 bits (data/async.cu), lifted and executed on both
platforms, against numpy."""

import struct
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.lifted import lifted, loaded, on_cpu

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("where", ["gfx1100", "cpu"])]
RANDOM = np.random.default_rng(21)
Array = NDArray[np.generic]
ARCHITECTURES, WITH_BULK = (80, 90, 100, 120), (90, 100, 120)
older = pytest.mark.parametrize("sm", ARCHITECTURES)
newer = pytest.mark.parametrize("sm", WITH_BULK)


def run(where: str, sm: int, name: str, blocks: int, threads: int, *arguments: Array | int) -> None:
    """Launch it with arrays and integers."""
    assert not lifted("async", sm).refused
    if where == "gfx1100":
        launch(loaded("async", sm), name, (blocks,), (threads,), *arguments)
        return
    words: Callable[[Array | int], bytes] = lambda each: (  # noqa: E731
        struct.pack("<i", each) if isinstance(each, int) else struct.pack("<Q", each.ctypes.data)
    )
    on_cpu("async", sm).launch(name, (blocks,), (threads,), b"".join(map(words, arguments)))


@older
def test_barrier_with_arrivals_apart_from_waits(where: str, sm: int) -> None:
    values, out = RANDOM.integers(0, 1 << 32, 96, np.uint32), np.zeros(96, np.uint32)
    run(where, sm, "a01_barrier", 1, 96, values, out, 5)
    for turn in range(5):
        values = values * np.uint32(3) + np.uint32(1) + np.roll(values, -(turn + 1))
    assert np.array_equal(out, values)


@older
def test_copies_that_a_barrier_waits_for(where: str, sm: int) -> None:
    values, out = RANDOM.integers(-1000, 1000, 1024, np.int32), np.zeros(64, np.int32)
    run(where, sm, "a02_memcpy", 1, 64, values, out, 1024)
    at = np.arange(256)
    products = values.reshape(4, 256)[:, at ^ 5] * (at + 1)
    assert np.array_equal(out, products.reshape(4, 4, 64).sum((0, 1)))


@older
def test_pipeline_of_two_stages(where: str, sm: int) -> None:
    values, out = RANDOM.integers(-99, 99, (7, 128)).astype(np.float32), np.zeros(64, np.float32)
    run(where, sm, "a03_pipeline", 1, 64, values, out, values.size)
    assert np.array_equal(out, sum(np.roll(row, -turn)[:64] for turn, row in enumerate(values)))


@newer
def test_bulk_copies_in_and_out(where: str, sm: int) -> None:
    values, out = RANDOM.integers(-1 << 20, 1 << 20, (3, 512), np.int32), np.zeros((3, 512), np.int32)
    run(where, sm, "a04_bulk", 3, 96, values, out)
    assert np.array_equal(out, values * 2 + np.arange(512))


@newer
def test_compare_and_swap_of_128_bits(where: str, sm: int) -> None:
    pair, out = np.zeros(2, np.int64), np.zeros((128, 2), np.int64)
    run(where, sm, "a05_wide", 1, 128, pair, out)
    assert pair.tolist() == [128, 128 * 127 // 2]
    order = np.argsort(out[:, 0])
    assert np.array_equal(out[order, 0], np.arange(128))
    assert np.array_equal(out[order, 1], np.concatenate(([0], np.cumsum(order)[:-1])))


@newer
def test_exchange_of_128_bits(where: str, sm: int) -> None:
    pair, out = np.array([5, 6], np.int64), np.zeros((64, 2), np.int64)
    run(where, sm, "a06_wide_exchange", 1, 64, pair, out)
    assert pair.tolist() == [7, 8]
    known = {(5, 6), (7, 8), *((at, -at) for at in range(64))}
    assert set(map(tuple, out.tolist())) <= known
    assert out.tolist().count([5, 6]) == 1


@older
def test_threads_that_leave_a_barrier(where: str, sm: int) -> None:
    out = np.zeros(64, np.int32)
    run(where, sm, "a07_drop", 1, 64, out)
    assert (out == 1).all()


@older
def test_several_arrivals_of_a_thread(where: str, sm: int) -> None:
    out = np.zeros(64, np.int32)
    run(where, sm, "a08_arrive_many", 1, 64, out)
    assert (out == 1).all()


@older
def test_atomics_of_the_whole_system(where: str, sm: int) -> None:
    total, most, bits = np.array([0.25]), np.zeros(1, np.int32), np.zeros(1, np.uint64)
    run(where, sm, "a10_atomics", 1, 64, total, most, bits)
    assert (total[0], most[0], bits[0]) == (0.25 + 64 * 1.5, 60, (1 << 64) - 1)
