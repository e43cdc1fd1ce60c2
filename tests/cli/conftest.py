"""The `cass` fixture."""

from pathlib import Path

import pytest

from tests.cli.command import Command


@pytest.fixture
def cass(tmp_path: Path) -> Command:
    folder = tmp_path / "work"
    folder.mkdir()
    return Command(folder, tmp_path / "state")
