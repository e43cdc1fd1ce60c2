"""One frozen configuration, passed down from the front ends; every field has the default that most people want."""

from typing import Literal, NamedTuple

from cass_tools.user_rules.values import UserRule

Version = tuple[int, ...]


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
    was HIP before anything was done to it (None: its includes say so).
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


NATIVE = Config(warp_policy="native")
