"""Kernels that nvcc compiled, lifted to gfx1100 and executed, against numpy."""

import numpy as np
import pytest

from tests.executor.amd.kernels import launch
from tests.executor.nvidia.lift.lifted import loaded

pytestmark = pytest.mark.gpu_code
RANDOM = np.random.default_rng(7)


@pytest.mark.parametrize("sm", [90, 100, 120])
def test_vector_addition(sm: int) -> None:
    a, b = RANDOM.standard_normal((2, 1000), np.float32)
    c = np.zeros(1024, np.float32)
    launch(loaded("kernels", sm), "k01_vadd", (4,), (256,), a, b, c, 1000)
    assert np.array_equal(c[:1000], a + b)
    assert not c[1000:].any()
