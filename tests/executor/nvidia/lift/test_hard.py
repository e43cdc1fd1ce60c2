"""Kernels of the hardest constructs (matrices of a warp, asynchronous copies, calls by address, recursion, waiting for
memory, numbered barriers), lifted and executed, against numpy."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.committed import ARCHITECTURES
from tests.executor.nvidia.lift.fused import product
from tests.executor.nvidia.lift.lifted import lifted, loaded

pytestmark = [pytest.mark.gpu_code, pytest.mark.parametrize("sm", ARCHITECTURES)]
RANDOM = np.random.default_rng(9)


def test_product_of_halves(sm: int) -> None:
    a, b = RANDOM.standard_normal((2, 16, 16)).astype(np.float16)
    c = np.zeros((16, 16), np.float32)
    launch(loaded("hard", sm), "h1_wmma", (1,), (32,), a, b, c)
    assert np.array_equal(c, product(a, b, np.zeros((16, 16), np.float32)))


def test_asynchronous_copy(sm: int) -> None:
    a, out = RANDOM.integers(0, 1 << 31, (64, 4), np.int32), np.zeros((64, 4), np.int32)
    launch(loaded("hard", sm), "h2_async", (1,), (64,), a, out)
    assert np.array_equal(out, a[::-1])


def test_function_by_its_address(sm: int) -> None:
    out, lanes = np.zeros(64, np.int32), np.arange(64)
    launch(loaded("hard", sm), "h5_fptr", (1,), (64,), out, 1)
    assert np.array_equal(out, np.where((lanes + 1) & 1, lanes * 3, lanes + 1))


def test_waiting_for_memory(sm: int) -> None:
    flag, out = np.array([7], np.int32), np.zeros(1, np.int32)
    launch(loaded("hard", sm), "h6_sleep", (1,), (1,), flag, out)
    assert out[0] == 7


def test_recursion(sm: int) -> None:
    out, wanted = np.zeros(64, np.int32), [1, 1]
    for _ in range(6):
        wanted.append(wanted[-1] + 2 * wanted[-2])
    launch(loaded("hard", sm), "h7_rec", (1,), (64,), out)
    assert out.tolist() == wanted * 8


def test_product_of_bytes(sm: int) -> None:
    a, b = RANDOM.integers(-128, 128, (2, 16, 16), np.int8)
    c = np.zeros((16, 16), np.int32)
    launch(loaded("hard", sm), "h8_imma", (1,), (32,), a, b, c)
    assert np.array_equal(c, a.astype(np.int32) @ b.astype(np.int32).T)


def test_numbered_barriers(sm: int) -> None:
    out = np.zeros(128, np.int32)
    launch(loaded("hard", sm), "h9_barrier", (1,), (128,), out)
    assert np.array_equal(out, np.arange(128) ^ 1)


def test_nothing_is_refused(sm: int) -> None:
    assert not lifted("hard", sm).refused
