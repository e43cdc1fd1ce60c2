"""The wheel and the sdist, built once, and an environment that holds the wheel and nothing of this checkout."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from cass_tools import proc

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
EPOCH = "1700000000"  # seconds; any will do


def act(*command: str | Path, cwd: Path, env: dict[str, str] | None = None, status: int = 0) -> str:
    """What a command prints, which must end with `status`."""
    done = proc.run([str(word) for word in command], cwd=cwd, timeout=300, env=env)
    printed = (done.stdout + done.stderr).decode(errors="replace")
    assert done.status == status, printed
    return printed


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, the wheel that was built of it, and `direct/` with that of the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    env = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    act(BIN / "python", "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder, env=env)
    act(BIN / "python", "-m", "build", "--no-isolation", "-w", "-o", folder / "direct", ROOT, cwd=folder, env=env)
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    """The wheel that was built of the sdist."""
    [path] = built.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def installed(wheel: Path) -> Iterator[Path]:
    """The `bin` of a new environment with the wheel and its dependencies, away from the checkout."""
    with tempfile.TemporaryDirectory(prefix="cass-wheel-") as folder, FileLock(wheel.with_suffix(".lock")):
        uv, new = BIN / "uv", Path(folder) / "env"
        act(uv, "venv", "--quiet", "--python", sys.executable, new, cwd=Path(folder))
        wanted = ("-c", ROOT / "constraints.txt", f"{wheel}[lsp]")
        act(uv, "pip", "install", "--quiet", "--python", new / "bin/python", *wanted, cwd=Path(folder))
        yield new / "bin"
