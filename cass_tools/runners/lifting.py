"""What a CUDA program needs so that NVIDIA's machine code in it can be executed here: consent, and two programs.

The host runtime's helper lifts the code (executor/nvidia/lift/service.py). It works inside the sandbox, where neither
the user's settings nor the home directory are seen, so what it must know is said in the environment.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from cass_tools.compilers import device_libs, nvidia_settings, nvidia_tools, toolchain
from cass_tools.compilers.toolchain import Clang
from cass_tools.errors import CassError
from cass_tools.model import Build, Outcome, Target

EXECUTED = "gfx1100"  # what NVIDIA's code is lifted to
DEFAULT = Target("sm_80")
CLUSTERS = Target("sm_90")  # the first that has them, and much else
NAME = re.compile(r"sm_(\d{2,3})")
_NEEDED = re.compile(r"requires \.target sm_(\d{2,3}) or higher")
_NO_HEADER = re.compile(
    "fatal error: .*: No such file or directory|cannot open source file"
)  # no architecture changes that
T = TypeVar("T")


def is_nvidia(target: Target) -> bool:
    """Whether a target is an NVIDIA architecture."""
    return NAME.fullmatch(target.arch) is not None


def made_for_any(make: Callable[[Target], T], build_of: Callable[[T], Build]) -> T:
    """What `make` makes for the default architecture, or for a newer one where a source is only for that.

    What is told of the default is kept if nothing is built for the newer one either.
    """
    first = make(DEFAULT)
    build = build_of(first)
    if build.outcome is not Outcome.NOT_BUILT or _NO_HEADER.search(build.log):
        return first
    second = make(_asked_for(build.log))
    return first if build_of(second).binary is None else second


def _asked_for(log: str) -> Target:
    """The architecture that ptxas asks for; the front end does not say which one it lacks names and attributes of."""
    needed = [int(number) for number in _NEEDED.findall(log)]
    return Target(f"sm_{max(needed)}") if needed else CLUSTERS


def lacking() -> str | None:
    """Why NVIDIA's machine code cannot be executed here, as a sentence; None if it can."""
    try:
        agreed = nvidia_settings.decided()
    except CassError as error:
        return str(error)
    if not agreed:
        return f"NVIDIA's machine code is not used unless you agree to it: {nvidia_settings.HOW}"
    if nvidia_tools.find("nvdisasm") is None:
        return f"nvdisasm is not installed: {nvidia_tools.GET}"
    if toolchain.find_clang() is None:
        return "no clang++ that makes code for AMD GPUs is installed; on Debian or Ubuntu: apt-get install clang-19"
    return None


def environment(target: Target, *, scalar: bool = False) -> dict[str, str]:
    """What the host runtime reads of an NVIDIA target, and its helper; without consent, the reason for the refusal.

    `scalar`: the code is executed thread by thread on this CPU, not as an AMD GPU's.
    """
    from cass_tools.executor.nvidia.lift import service  # all that reads NVIDIA's code, which few commands do
    from cass_tools.executor.nvidia.lift.platform import NATIVE

    number = NAME.fullmatch(target.arch)
    assert number is not None  # noqa: S101  the caller asked is_nvidia
    played = {"CASS_EXEC_ARCH": EXECUTED, "CASS_EXEC_SM": number[1]}
    nvdisasm, clang = nvidia_tools.find("nvdisasm"), toolchain.find_clang()
    if (why := lacking()) or nvdisasm is None or clang is None:
        return {**played, service.LACKING: why or ""}
    if scalar:
        return {**played, "CASS_EXEC_SCALAR": "1", **_lifter(nvdisasm, clang, NATIVE.name)}
    return {**played, **_lifter(nvdisasm, clang, EXECUTED)}


def in_step(target: Target) -> tuple[tuple[str, str], ...]:
    """The variables with which NVIDIA's code runs thread by thread, but so that the threads of a warp go in step."""
    from cass_tools.executor.nvidia.lift import service

    version = environment(target, scalar=True).get(service.VERSION)
    return ((service.VERSION, version + service.STEPS),) if version else ()


@lru_cache(maxsize=4)
def _lifter(nvdisasm: Path, clang: Clang, arch: str) -> dict[str, str]:
    from cass_tools.executor.nvidia.lift import service

    libraries = device_libs.folder_for(clang, EXECUTED)
    return service.environment(nvdisasm, clang.path, arch, libraries)
