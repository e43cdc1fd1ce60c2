"""What a record says of the machine that it was made on: the GPU, its driver, the tools."""

import platform
from collections.abc import Mapping
from pathlib import Path

from cass_tools import __version__
from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.model import Target
from cass_tools.runners import nvidia as nvidia_runner
from cass_tools.runners.amd import installed_gpus

AMD_DRIVER = Path("/sys/module/amdgpu/version")
ROCM = Path("/opt/rocm/.info/version")


def nvidia() -> tuple[Target, Mapping[str, str]]:
    """The first NVIDIA GPU of this machine as a target, and what is known of it; CassError where nothing is."""
    gpu = nvidia_runner.installed()
    return gpu.target, {"gpu": gpu.name, "driver": gpu.driver, **_tools(), **_cuda()}


def amd() -> tuple[Target, Mapping[str, str]]:
    """The first AMD GPU; CassError without one."""
    gpus = installed_gpus()
    if not gpus:
        raise CassError("There is no AMD GPU with its kernel driver (amdgpu) on this machine.")
    known = {"gpu": f"AMD {gpus[0]}", "driver": f"amdgpu {_first_line(AMD_DRIVER) or platform.release()}"}
    rocm = _first_line(ROCM)
    return Target(gpus[0]), {**known, **_tools(), **({"rocm": rocm} if rocm else {})}


def _tools() -> dict[str, str]:
    return {"cass": __version__, "system": f"{platform.system()} {platform.machine()}"}


def _cuda() -> dict[str, str]:
    nvcc = nvidia_tools.find("nvcc")
    version = nvidia_tools.version_of(nvcc) if nvcc else None
    return {"nvcc": f"{version[0]}.{version[1]}"} if version else {}


def _first_line(path: Path) -> str:
    try:
        return path.read_text(errors="replace").splitlines()[0].strip()
    except (OSError, IndexError):
        return ""
