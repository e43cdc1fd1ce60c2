"""Building and running the small programs of this folder."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from cass_tools.compilers import BuildRequest
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.model import Run, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER, ExecRunner

DATA = Path(__file__).parent / "data"
ARCHS = ("gfx1100", "gfx90a")


@cache
def built(name: str, arch: str) -> Path:
    """The executable of a program in `data`."""
    folder = Path(mkdtemp(prefix="cass-test-"))
    build = ClangCompiler().build(BuildRequest(DATA / f"{name}.hip", folder / name, Target(arch)))
    assert build.binary is not None, build.log
    return build.binary


def ran(name: str, arch: str, *arguments: str) -> Run:
    """A run without checks."""
    binary = built(name, arch)
    return RUNNER.run(binary, Target(arch), arguments, limits=Limits(timeout=60.0), cwd=binary.parent)


def checked(name: str, arch: str, *arguments: str, checks: tuple[str, ...]) -> Run:
    """A run with checks."""
    binary = built(name, arch)
    runner = ExecRunner(checks)
    return runner.run(binary, Target(arch), arguments, limits=Limits(timeout=60.0), cwd=binary.parent)
