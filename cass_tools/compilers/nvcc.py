"""NVIDIA's compiler, for the reference only: it builds the CUDA original where an NVIDIA GPU can run it."""

import shutil
from pathlib import Path

from cass_tools import proc
from cass_tools.model import Build, Outcome, Target

THIS_GPU = Target("native")


def missing() -> str | None:
    """One sentence about what to install, None when it can build."""
    return None if shutil.which("nvcc") else "nvcc is not on PATH: install NVIDIA's CUDA toolkit."


def build(source: Path, output: Path, flags: tuple[str, ...] = (), timeout: float = 300.0) -> Build:
    """Compile and link `source` for the NVIDIA GPU of this machine."""
    done = proc.run(["nvcc", "-O2", "-arch=native", *flags, source, "-o", output], timeout=timeout)
    log = (done.stdout + done.stderr).decode(errors="replace")
    if done.timed_out:
        return Build(Outcome.TIMED_OUT, THIS_GPU, None, log, done.seconds)
    outcome = Outcome.PASSED if done.status == 0 and output.exists() else Outcome.NOT_BUILT
    return Build(outcome, THIS_GPU, output if outcome is Outcome.PASSED else None, log, done.seconds)
