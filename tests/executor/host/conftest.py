"""Compiled once for all tests of this folder."""

import pytest

from tests.executor.host.rig import Kernels, hand_written


@pytest.fixture(scope="session")
def wave32(tmp_path_factory: pytest.TempPathFactory) -> Kernels:
    return hand_written(tmp_path_factory.mktemp("gfx1100"), "gfx1100")


@pytest.fixture(scope="session")
def wave64(tmp_path_factory: pytest.TempPathFactory) -> Kernels:
    return hand_written(tmp_path_factory.mktemp("gfx90a"), "gfx90a")


@pytest.fixture(scope="session")
def separate_ids(tmp_path_factory: pytest.TempPathFactory) -> Kernels:
    return hand_written(tmp_path_factory.mktemp("gfx1030"), "gfx1030")
