"""One frozen configuration, passed down from the front ends; every field has the default that most people want."""

from typing import Literal, NamedTuple

Version = tuple[int, ...]


class Config(NamedTuple):
    """What to translate for.

    `hip_version` and `cuda_version` choose among names by the release that added or removed them. `launch_syntax` keeps
    `kernel<<<...>>>(...)` ("chevron") or rewrites it to `hipLaunchKernelGGL(...)` ("macro"). `compiler` is the name of
    a compiler, or "auto" for the first that is installed. `api` is whose names cuBLAS, cuRAND, cuSPARSE, cuSOLVER and
    cuDNN become: those of HIP's libraries, or those of ROCm's own below them. `style` "hipify" writes what has several
    right spellings as HIPIFY does.
    """

    hip_version: Version = (6, 3)
    cuda_version: Version = (12, 8)
    launch_syntax: Literal["chevron", "macro"] = "chevron"
    compiler: str = "auto"
    api: Literal["hip", "roc"] = "hip"
    style: Literal["cass", "hipify"] = "cass"
