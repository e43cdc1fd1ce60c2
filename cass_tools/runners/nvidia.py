"""The CUDA original on a real NVIDIA GPU of this machine: the best reference there is."""

from collections.abc import Sequence
from pathlib import Path

from cass_tools import proc
from cass_tools.model import Run, Target
from cass_tools.runners import Limits
from cass_tools.runners.process import as_run
from cass_tools.workspace import linked

GPUS = Path("/proc/driver/nvidia/gpus")


class NvidiaRunner:
    """Runs a program that nvcc built; it never runs a translation."""

    name = "nvidia"
    where = "NVIDIA GPU"

    def missing(self) -> str | None:
        """Why no CUDA program can run here."""
        if not GPUS.is_dir() or not any(GPUS.iterdir()):
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
            sandbox=True,
            readable=linked(cwd),
        )
        return as_run(done, runner=self.name, target=target, cwd=cwd, keep_files=keep_files)

    def attached(
        self, binary: Path, target: Target, argv: Sequence[str], *, timeout: float | None = None
    ) -> int | None:
        """Run it without the sandbox."""
        return proc.run_attached(binary, argv, timeout=timeout)


RUNNER = NvidiaRunner()
