"""One frozen configuration, passed down from the front ends; every field has the default that most people want."""

from typing import Literal, NamedTuple

from cass_tools.user_rules.values import UserRule

Version = tuple[int, ...]


class Config(NamedTuple):
    """What to translate for.

    `hip_version` and `cuda_version` choose among names by the release that added or removed them. `launch_syntax` keeps
    `kernel<<<...>>>(...)` ("chevron") or rewrites it to `hipLaunchKernelGGL(...)` ("macro"). `compiler` is the name of
    a compiler, or "auto" for the first that is installed. `archs` are the AMD GPUs to name in build files. Of the `.cu`
    files of a tree, those `renamed` become `.hip`, those `kept` do not; build files follow. `user_rules` are those of
    the project's cass.toml.
    """

    hip_version: Version = (6, 3)
    cuda_version: Version = (12, 8)
    launch_syntax: Literal["chevron", "macro"] = "chevron"
    compiler: str = "auto"
    archs: tuple[str, ...] = ("gfx1100", "gfx90a")
    renamed: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    user_rules: tuple[UserRule, ...] = ()
