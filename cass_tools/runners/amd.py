"""Programs on a real AMD GPU of this machine, with the user's ROCm."""

import ctypes.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cass_tools import proc
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners import Limits, Watching
from cass_tools.runners.process import as_run
from cass_tools.workspace import linked

NODES = Path("/sys/class/kfd/kfd/topology/nodes")
DRIVER = Path("/dev/kfd")
ROCM = "/opt/rocm/lib/libamdhip64.so"
NO_DEVICE = 100
# In a process of its own: what a runtime does to ours at its start would stay.
COUNT = (
    "import ctypes, sys; n = ctypes.c_int();print(ctypes.CDLL(sys.argv[1]).hipGetDeviceCount(ctypes.byref(n)), n.value)"
)


def installed_gpus(nodes: Path = NODES) -> tuple[str, ...]:
    """The LLVM names of the AMD GPUs that the kernel driver lists, such as gfx1100; CPUs are not among them."""
    found = []
    for properties in sorted(nodes.glob("*/properties")):
        for line in properties.read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == "gfx_target_version" and value.strip() != "0":
                found.append(llvm_name(int(value)))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1)
def no_device() -> str | None:
    """What the HIP runtime says where it finds no GPU: the driver may be there, and the GPU not usable by this user."""
    library = ctypes.util.find_library("amdhip64") or ROCM
    done = proc.run([sys.executable, "-I", "-S", "-c", COUNT, library], timeout=60)
    said = done.stdout.decode(errors="replace").split()
    if done.status != 0 or len(said) != 2:
        return f"{library} cannot be asked for GPUs: {_last_line(done.stderr)}"
    error, count = map(int, said)
    if error == 0 and count > 0:
        return None
    why = "hipErrorNoDevice" if error == NO_DEVICE else f"error {error}"
    return f"{library} finds no AMD GPU ({why}); is this user in the groups render and video?"


def _last_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it did not answer"


def llvm_name(version: int) -> str:
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
        if ctypes.util.find_library("amdhip64") is None and not Path(ROCM).exists():
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
        """Run it in the sandbox; the GPU's memory is not limited. NOT_TRIED where ROCm's own library finds no GPU."""
        if sentence := no_device():
            return Run(Outcome.NOT_TRIED, self.name, target, detail=sentence)
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
