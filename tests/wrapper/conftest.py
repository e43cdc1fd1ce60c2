"""A project with a program and a header of its own kernels."""

from pathlib import Path

import pytest

from tests.wrapper.command import KERNEL, PROGRAM, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """main.cu and scale.cuh in a new folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    made = Project(folder)
    made.write(main__cu=PROGRAM, scale__cuh=KERNEL)
    return made
