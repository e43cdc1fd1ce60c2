"""Each attack is tried in every form that the sandbox can have on a machine."""

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.proc import Completed
from cass_tools.sandbox import policy
from cass_tools.sandbox.policy import Box

# What is left out: where namespaces are forbidden Bubblewrap may have them, or there are limits and Landlock alone.
FORMS = {"namespaces": (), "no-landlock": ("landlock",), "bubblewrap": ("namespaces",)}
FORMS |= {"plain": ("namespaces", "bubblewrap")}


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the form that `proc.run` uses in this test."""
    name: str = request.param
    if name == "bubblewrap" and shutil.which("bwrap") is None:
        pytest.skip("bwrap is not on PATH; on Debian or Ubuntu: apt-get install bubblewrap")
    words = Box.words

    def fewer(box: Box, environment: Mapping[str, str]) -> Iterator[str]:
        yield from words(box, environment)
        yield from (f"n:{part}" for part in FORMS[name])

    monkeypatch.setattr(Box, "words", fewer)
    return name


@pytest.fixture
def python(tmp_path: Path) -> Callable[..., Completed]:
    """Runs a script of Python in the sandbox, in a folder `work` of its own."""
    work = tmp_path / "work"
    work.mkdir()

    def run(script: str, *args: object, timeout: float = 60, memory: int | None = None) -> Completed:
        command = [sys.executable, "-I", "-S", "-c", script, *map(str, args)]
        readable = (Path(sys.prefix), Path(sys.base_prefix))
        return proc.run(command, cwd=work, sandbox=True, readable=readable, timeout=timeout, memory=memory)

    policy.system.cache_clear()
    return run
