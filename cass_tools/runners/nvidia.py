"""Programs that nvcc built on a real NVIDIA GPU of this machine: the CUDA original, the best reference there is.

With `--runner nvidia` the translation too, built through our own headers with HIP's names (nvidia_port.py).
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.model import Run, Target
from cass_tools.runners import Limits, Watching
from cass_tools.runners.process import as_run
from cass_tools.workspace import linked

GPUS = Path("/proc/driver/nvidia/gpus")
DEVICE = Path("/dev/nvidia0")
QUERY = ("nvidia-smi", "--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader")


@dataclass(frozen=True, slots=True)
class Installed:
    """The GPU as nvidia-smi names it, its driver, and the architecture of its code."""

    name: str
    driver: str
    target: Target


def installed() -> Installed:
    """The first NVIDIA GPU; CassError where nvidia-smi names none."""
    done = proc.run(QUERY, timeout=60)
    first = next(iter(done.stdout.decode(errors="replace").splitlines()), "")
    parts = [part.strip() for part in first.split(",")]
    if done.status != 0 or len(parts) != 3 or not re.fullmatch(r"\d+\.\d", parts[2]):
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        raise CassError(f"nvidia-smi does not say which GPU is here: {said[0] if said else 'it said nothing'}")
    name, driver, capability = parts
    return Installed(name, driver, Target(f"sm_{capability.replace('.', '')}"))


@dataclass(frozen=True, slots=True)
class NvidiaRunner:
    """Runs a program that nvcc built, with the shared CUDA runtime of that nvcc. `watching`: for records."""

    watching: Watching | None = None
    name: str = "nvidia"
    where: str = "NVIDIA GPU"

    def missing(self) -> str | None:
        """Why no CUDA program can run here."""
        if not (GPUS.is_dir() and any(GPUS.iterdir())) and not DEVICE.exists():
            return "There is no NVIDIA GPU with its kernel driver on this machine."
        return None

    def can_run(self, target: Target) -> str | None:
        """AMD code never runs on it."""
        return f"{target.arch} code does not run on an NVIDIA GPU" if target.arch.startswith("gfx") else None

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
        """Run it in the sandbox; CUDA reserves so much memory that only the time is limited."""
        done = proc.run(
            [binary, *args],
            timeout=limits.timeout,
            max_output=limits.output,
            cwd=cwd,
            env={**_libraries(), **(self.watching.environment if self.watching else {})},
            sandbox=True,
            readable=linked(cwd),
            writable=(self.watching.folder,) if self.watching else (),
        )
        return as_run(done, runner=self.name, target=target, cwd=cwd, keep_files=keep_files)

    def attached(
        self, binary: Path, target: Target, argv: Sequence[str], *, timeout: float | None = None
    ) -> int | None:
        """Run it without the sandbox."""
        return proc.run_attached(binary, argv, env=_libraries(), timeout=timeout)


def _libraries() -> dict[str, str]:
    """Where the CUDA runtime that nvcc links with is found, behind the folders that the user has named."""
    own = nvidia_tools.runtime_folder()
    others = [os.environ.get("LD_LIBRARY_PATH"), str(own) if own else ""]
    return {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, others))} if own else {}


RUNNER = NvidiaRunner()
