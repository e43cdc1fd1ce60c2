"""The operations as native code: once at 32 lanes with optimisation, once at 64 lanes with the quick code generator."""

import pytest

from tests.executor.amd.ops.rig import Rig, registered

_SHAPES = ((32, 2), (64, 0))


@pytest.fixture(scope="session", params=_SHAPES, ids=lambda shape: f"{shape[0]} lanes, level {shape[1]}")
def rig(request: pytest.FixtureRequest) -> Rig:
    """All registered operations."""
    lanes, level = request.param
    return Rig(list(registered()), lanes=lanes, level=level)
