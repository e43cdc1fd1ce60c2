"""Runners: where a built program is run. Each says what it lacks, in a sentence, or runs the program.

`exec` executes the AMD machine code on this machine's CPU, `amd` uses a real AMD GPU, `nvidia` a real NVIDIA GPU (for
the CUDA original, or for a translation that nvcc has built), `ssh:HOST` another machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from cass_tools.errors import CassError
from cass_tools.model import Run, Target

MODULES = {
    "exec": "cass_tools.runners.exec",
    "amd": "cass_tools.runners.amd",
    "nvidia": "cass_tools.runners.nvidia",
}
SSH = "ssh:"
CHECKS = ("bounds", "race", "init", "divergence")
"""What the executor can look for while a program runs (docs/checks.md)."""
AUTOMATIC = ("amd", "exec")  # in this order: hardware is the better judge


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use: seconds of wall time, bytes of private memory per process, bytes of each output."""

    timeout: float = 60.0
    memory: int = 8 << 30
    output: int = 16 << 20


@dataclass(frozen=True, slots=True)
class Watching:
    """A program's kernels are watched: `library` is loaded before the GPU's runtime, and writes into `folder`."""

    library: Path
    folder: Path

    @property
    def output(self) -> Path:
        """The file with a line for each launch."""
        return self.folder / "launches"

    @property
    def environment(self) -> dict[str, str]:
        """What makes the library be loaded and write."""
        return {"LD_PRELOAD": str(self.library), "CASS_RECORD_TO": str(self.output)}


class Runner(Protocol):
    """A place where programs run."""

    @property
    def name(self) -> str:
        """As it is written after `--runner`."""

    @property
    def where(self) -> str:
        """Where the code runs, in the words of the verdict: "this CPU", "AMD GPU"."""

    def missing(self) -> str | None:
        """What this machine lacks for it, as a sentence that also says how to get it; None if nothing."""

    def can_run(self, target: Target) -> str | None:
        """Why code for this target cannot run here (another GPU is installed), or None."""

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
        """Run `binary` in the directory `cwd` (it may write there) and bring back what it said and `keep_files`.

        PASSED: it ended on its own, whatever its exit status. NOT_TRIED: this runner refuses it, and `detail` says what
        is not supported. `keep_files` are relative to `cwd`; a file that is not there comes back as None.
        """

    def attached(
        self, binary: Path, target: Target, argv: Sequence[str], *, timeout: float | None = None
    ) -> int | None:
        """Run `binary` as the user would, unlimited, with their terminal, directory and files; see proc.run_attached.

        `argv` starts with the name that the program sees as its own.
        """


def _checking(name: str, checks: Sequence[str]) -> Runner:
    from cass_tools.runners.exec import ExecRunner

    if name not in ("auto", "exec"):
        raise CassError(f"checks are made by the executor only, not by the runner {name}")
    runner = ExecRunner(tuple(checks))
    if sentence := runner.missing():
        raise CassError(sentence)
    return runner


def load(name: str) -> Runner:
    """The runner of that name, whether or not this machine can use it."""
    if name.startswith(SSH):
        from cass_tools.runners.ssh import SshRunner

        return SshRunner(name.removeprefix(SSH))
    if name not in MODULES:
        raise CassError(f"there is no runner {name!r}; choose auto, {', '.join(MODULES)} or ssh:HOST")
    runner: Runner = import_module(MODULES[name]).RUNNER
    return runner


def pick(name: str = "auto", checks: Sequence[str] = ()) -> Runner:
    """The named runner, or for `auto` the first one that lacks nothing; CassError says what is missing.

    `checks` of memory accesses (`CHECKS`) are made by the executor only, whose results are slower to come then.
    """
    if checks:
        return _checking(name, checks)
    if name != "auto":
        runner = load(name)
        if sentence := runner.missing():
            raise CassError(sentence)
        return runner
    reasons = []
    for runner in map(load, AUTOMATIC):
        sentence = runner.missing()
        if sentence is None:
            return runner
        reasons.append(f"{runner.name}: {sentence}")
    raise CassError("no runner can be used here. " + " ".join(reasons))
