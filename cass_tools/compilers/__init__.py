"""Compilers that turn a HIP (or untranslated CUDA) source into a program for one AMD GPU.

Each is a small class that satisfies `Compiler`; `pick` chooses. A compiler that is not installed is no error: it says
in one sentence what to install, and its builds are NOT_TRIED. Modules here are imported when they are needed:
cass-hipcc uses some of them and has a start of milliseconds.
"""

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cass_tools.compilers.command import Driver
    from cass_tools.compilers.request import BuildRequest, Language
    from cass_tools.config import Config
    from cass_tools.model import Build

__all__ = ["BuildRequest", "Compiler", "Language", "compilers", "pick"]
_REQUEST = ("BuildRequest", "Language")


def __getattr__(name: str) -> Any:
    """What a request is made of."""
    if name not in _REQUEST:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from cass_tools.compilers import request

    return getattr(request, name)


class Compiler(Protocol):
    """What every compiler offers; instances are values without state."""

    @property
    def name(self) -> str:
        """The name for --compiler."""

    def missing(self) -> str | None:
        """One sentence about what to install, None when this compiler can build."""

    def driver(self, language: "Language", arch: str) -> "Driver":
        """The program to start and what it must be told for `arch`; CassError where something is missing."""

    def build(self, request: "BuildRequest") -> "Build":
        """Compile and link as asked. PASSED has `binary`; every other outcome explains itself in `log`."""


def compilers(config: "Config") -> tuple[Compiler, ...]:
    """All compilers, the preferred first: the user's own ROCm, then the distribution's clang."""
    from cass_tools.compilers.clang import ClangCompiler
    from cass_tools.compilers.hipcc import RocmCompiler

    return (RocmCompiler(hip_version=config.hip_version), ClangCompiler(hip_version=config.hip_version))


def pick(config: "Config") -> Compiler:
    """The compiler that `config.compiler` names; for "auto" the first that can build, else clang."""
    from cass_tools.errors import CassError

    name = config.compiler
    known = {compiler.name: compiler for compiler in compilers(config)}
    if name != "auto":
        if name not in known:
            raise CassError(f"there is no compiler {name}; known are {', '.join(known)} and auto")
        return known[name]
    return next((compiler for compiler in known.values() if not compiler.missing()), known["clang"])
