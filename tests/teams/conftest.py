"""`cass` in this process, in a folder of its own: many small runs cost little."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cass_tools.cli.main import run
from tests.cli.command import Said

Run = Callable[..., Said]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository that is the working directory, with a cache of its own."""
    folder = tmp_path / "work"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("CASS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folder


@pytest.fixture
def cass(here: Path, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; what it printed is that of this run only."""

    def act(*words: str | Path) -> Said:
        capfd.readouterr()
        status = run([str(word) for word in words])
        printed = capfd.readouterr()
        return Said(status, printed.out, printed.err)

    return act


def put(name: str, text: str) -> Path:
    """A file below the working directory."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path
