"""Callees, function pointers, private memory and address spaces of compiled kernels."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.amd.test_kernels import BUILDS, integers, loaded

pytestmark = pytest.mark.gpu_code


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_recursion(arch: str, level: str) -> None:
    values, out = integers(-2, 30, 64), np.zeros(64, np.int32)
    launch(loaded("calls.hip", arch, level), "recursion", (1,), (64,), values, out)
    assert list(out) == [n * (n + 1) // 2 if n > 0 else 0 for n in values.tolist()]


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_function_pointers(arch: str, level: str) -> None:
    values, out = integers(0, 1000, 64), np.zeros(64, np.int32)
    launch(loaded("calls.hip", arch, level), "pointers", (1,), (64,), values, out)
    choice = [values * 2, values * values, -values]
    assert (out == np.choose(values % 3, choice) - values).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_virtual_calls(arch: str, level: str) -> None:
    out = np.zeros(64, np.int32)
    launch(loaded("calls.hip", arch, level), "virtual_calls", (1,), (64,), out)
    lane = np.arange(64)
    assert (out == np.where(lane % 3, lane * 10, lane + 1000)).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_barrier_in_a_callee(arch: str, level: str) -> None:
    out = np.zeros(192, np.int32)
    launch(loaded("calls.hip", arch, level), "barrier_in_callee", (1,), (192,), out)
    assert (out == np.arange(192)[::-1] * 3).all()


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_private_array(arch: str, level: str) -> None:
    out = np.zeros(64, np.int32)
    launch(loaded("calls.hip", arch, level), "private_array", (1,), (64,), out, 5)
    for lane in range(64):
        local = [0] * 64
        for i in range(64):
            local[(i * 7 + 5) & 63] = i * lane
        assert out[lane] == sum(local[(i * 5) & 63] for i in range(0, 64, 3))


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_switch(arch: str, level: str) -> None:
    values, out = np.arange(64, dtype=np.int32) - 20, np.zeros(64, np.int32)
    launch(loaded("calls.hip", arch, level), "choices", (1,), (64,), values, out)
    special = {0: 7, 1: 14, 2: 2 ^ 0x55, 3: (3 * 77).bit_count(), 4: 101, 5: -5, 9: 1, 11: 176}
    assert list(out) == [special.get(v, 1 - v) for v in values.tolist()]


@pytest.mark.parametrize(("arch", "level"), BUILDS)
def test_device_variables(arch: str, level: str) -> None:
    out = np.zeros(64, np.int32)
    launch(loaded("calls.hip", arch, level), "globals", (1,), (64,), out)
    assert list(out[:4]) == [43, 45, 47, 51]


@pytest.mark.parametrize(("arch", "level"), BUILDS)
@pytest.mark.parametrize("which", [0, 1, 2])
def test_generic_addresses(arch: str, level: str, which: int) -> None:
    memory, out = integers(0, 99, 64), np.zeros(64, np.int32)
    before = memory.copy()
    launch(loaded("calls.hip", arch, level), "generic_address", (1,), (64,), memory, out, which)
    lane = np.arange(64)
    expected = [before[::-1] + 1, 63 - lane + 501, np.array([which, 1, 2, 3])[lane & 3] + 1]
    assert (out == expected[which]).all()
