"""Programs on a real AMD GPU of this machine, with the user's ROCm."""

import ctypes.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc
from cass_tools.model import Run, Target
from cass_tools.runners import Limits, Watching
from cass_tools.runners.process import as_run
from cass_tools.workspace import linked

NODES = Path("/sys/class/kfd/kfd/topology/nodes")
DRIVER = Path("/dev/kfd")


def installed_gpus(nodes: Path = NODES) -> tuple[str, ...]:
    """The LLVM names of the AMD GPUs that the kernel driver lists, such as gfx1100; CPUs are not among them."""
    found = []
    for properties in sorted(nodes.glob("*/properties")):
        for line in properties.read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == "gfx_target_version" and value.strip() != "0":
                found.append(_llvm_name(int(value)))
    return tuple(dict.fromkeys(found))


def _llvm_name(version: int) -> str:
    """gfx90a for 90010: two decimal digits each for minor version and stepping, written in hexadecimal."""
    major, minor, stepping = version // 10000, version // 100 % 100, version % 100
    return f"gfx{major}{minor:x}{stepping:x}"


@dataclass(frozen=True, slots=True)
class AmdRunner:
    """Runs the program as it is: real hardware, the real runtime. `watching`: for records."""

    watching: Watching | None = None
    name: str = "amd"
    where: str = "AMD GPU"

    def missing(self) -> str | None:
        """Why no program can run on an AMD GPU here."""
        if not DRIVER.exists() or not installed_gpus():
            return "There is no AMD GPU with its kernel driver (amdgpu) on this machine."
        if ctypes.util.find_library("amdhip64") is None and not Path("/opt/rocm/lib/libamdhip64.so").exists():
            return "An AMD GPU is here, but not libamdhip64: install ROCm's HIP runtime."
        return None

    def can_run(self, target: Target) -> str | None:
        """None if a GPU of that architecture is installed."""
        gpus = installed_gpus()
        return None if target.arch in gpus else f"the AMD GPU here is {', '.join(gpus)}, not {target.arch}"

    def run(
        self,
        binary: Path,
        target: Target,
        args: Sequence[str] = (),
        *,
        limits: Limits,
        cwd: Path,
        keep_files: Sequence[str] = (),
    ) -> Run:
        """Run it in the sandbox; the GPU's memory is not limited."""
        done = proc.run(
            [binary, *args],
            timeout=limits.timeout,
            max_output=limits.output,
            cwd=cwd,
            env=self.watching.environment if self.watching else None,
            sandbox=True,
            readable=linked(cwd),
            writable=(self.watching.folder,) if self.watching else (),
        )
        return as_run(done, runner=self.name, target=target, cwd=cwd, keep_files=keep_files)

    def attached(
        self, binary: Path, target: Target, argv: Sequence[str], *, timeout: float | None = None
    ) -> int | None:
        """Run it without the sandbox."""
        return proc.run_attached(binary, argv, timeout=timeout)


RUNNER = AmdRunner()
