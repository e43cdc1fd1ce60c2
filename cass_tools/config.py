"""One frozen configuration, passed down from the front ends; every field has the default that most people want."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cass_tools.errors import CassError
from cass_tools.user_rules.values import UserRule

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

Version = tuple[int, ...]


class PathConfig(NamedTuple):
    """What differs for files below `folder` whose paths match one of the patterns, which are those of a .gitignore.

    `ignored` rules come to those of the project; `changes` are fields of Config with their values.
    """

    folder: Path
    patterns: tuple[str, ...]
    ignored: frozenset[str] = frozenset()
    changes: tuple[tuple[str, Any], ...] = ()


class Config(NamedTuple):
    """What to translate for.

    `hip_version` and `cuda_version` choose among names by the release that added or removed them. `launch_syntax` keeps
    `kernel<<<...>>>(...)` ("chevron") or rewrites it to `hipLaunchKernelGGL(...)` ("macro"). `compiler` is the name of
    a compiler, or "auto" for the first that is installed. `warp_policy` says what becomes of code that is written for
    warps of 32 lanes: "logical32" keeps groups of 32 lanes on every GPU, "native" widens masks and ballots to the
    hardware's 64. `dual` keeps CUDA's lines beside HIP's in one source for both. `archs` are the AMD GPUs to name in
    build files. Of the `.cu` files of a tree, those `renamed` become `.hip`, those `kept` do not; build files follow.
    `api` is whose names cuBLAS, cuRAND, cuSPARSE, cuSOLVER and cuDNN become: those of HIP's libraries, or those of
    ROCm's own below them. `style` "hipify" writes what has several right spellings as HIPIFY does. `user_rules` are
    those of the project's cass.toml, `ignored` the codes and names of rules that it does without. `is_hip`: the source
    was HIP before anything was done to it (None: its includes say so). `per_path`: what differs for some files; of
    several that hold for one file the last wins.
    """

    hip_version: Version = (6, 3)
    cuda_version: Version = (12, 8)
    launch_syntax: Literal["chevron", "macro"] = "chevron"
    compiler: str = "auto"
    warp_policy: Literal["logical32", "native"] = "logical32"
    dual: bool = False
    archs: tuple[str, ...] = ("gfx1100", "gfx90a")
    renamed: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    api: Literal["hip", "roc"] = "hip"
    style: Literal["cass", "hipify"] = "cass"
    user_rules: tuple[UserRule, ...] = ()
    is_hip: bool | None = None
    ignored: frozenset[str] = frozenset()
    per_path: tuple[PathConfig, ...] = ()

    def at(self, path: Path) -> "Config":
        """The configuration for one file."""
        if not self.per_path:
            return self
        made = self._replace(per_path=())
        for entry in self.per_path:
            if matches(entry.folder, entry.patterns, path):
                made = made._replace(ignored=made.ignored | entry.ignored, **dict(entry.changes))
        return made


def matches(folder: Path, patterns: tuple[str, ...], path: Path) -> bool:
    """Whether a file is one of those that the patterns name below the folder."""
    path = path.absolute()
    if not path.is_relative_to(folder):
        path = path.resolve()
    return path.is_relative_to(folder) and _spec(patterns).match_file(str(path.relative_to(folder)))


@cache
def _spec(patterns: tuple[str, ...]) -> "GitIgnoreSpec":
    from pathspec import GitIgnoreSpec  # few projects have patterns

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError as error:
        raise CassError(f"a pattern for files in the configuration cannot be read: {error}") from error


NATIVE = Config(warp_policy="native")
