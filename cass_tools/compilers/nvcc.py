"""NVIDIA's compiler, for the reference only: it builds the CUDA original where an NVIDIA GPU can run it."""

import shutil
from pathlib import Path

from cass_tools import proc
from cass_tools.model import Build, Outcome, Target

THIS_GPU = Target("native")
READ_ALIKE = ("-I", "-D", "-U", "-O", "-std", "-L", "-l", "-g")
WITH_VALUE = ("-isystem", "-include", "-I", "-D", "-U", "-L")


def missing() -> str | None:
    """One sentence about what to install, None when it can build."""
    return None if shutil.which("nvcc") else "nvcc is not on PATH: install NVIDIA's CUDA toolkit."


def build(source: Path, output: Path, flags: tuple[str, ...] = (), timeout: float = 300.0) -> Build:
    """Compile and link `source` for the NVIDIA GPU of this machine."""
    done = proc.run(["nvcc", *_own(("-O2", *flags)), "-arch=native", source, "-o", output], timeout=timeout)
    log = (done.stdout + done.stderr).decode(errors="replace")
    if done.timed_out:
        return Build(Outcome.TIMED_OUT, THIS_GPU, None, log, done.seconds)
    outcome = Outcome.PASSED if done.status == 0 and output.exists() else Outcome.NOT_BUILT
    return Build(outcome, THIS_GPU, output if outcome is Outcome.PASSED else None, log, done.seconds)


def _own(flags: tuple[str, ...]) -> list[str]:
    """The flags that nvcc reads as clang does, or its own word for them; it refuses what it does not know."""
    kept: list[str] = []
    words = iter(flags)
    for word in words:
        if word in WITH_VALUE:
            kept += (word, next(words, ""))
        elif word == "-fgpu-rdc":
            kept.append("-rdc=true")
        elif word.startswith(READ_ALIKE):
            kept.append(word)
    return kept
