"""A translation on a real NVIDIA GPU: built by nvcc with HIP's names, run at 32 lanes.

It shows that the port computes the same on the original's hardware; AMD's machine code is only built then, and a
verdict says so.
"""

from pathlib import Path

from cass_tools.compilers.hip_on_cuda import HipOnCuda
from cass_tools.model import Build, Outcome, Target
from cass_tools.runners import Runner, lifting
from cass_tools.runners.nvidia import installed
from cass_tools.trial import Unit, build

NOTE = "run on an NVIDIA GPU at 32 lanes, as nvcc builds it with HIP's names; code for AMD was built, not run"


def runs_on(runner: Runner | str) -> bool:
    """Whether translations are to run on an NVIDIA GPU."""
    return not isinstance(runner, str) and runner.name == "nvidia"


def builds(unit: Unit, runner: Runner | str, folder: Path) -> list[Build]:
    """The program for the NVIDIA GPU that it is to run on, none for other runners.

    What nvcc does not build is NOT_TRIED: a port may well use what only AMD's compilers have.
    """
    if not runs_on(runner):
        return []
    made = build(unit, installed().target, HipOnCuda(), folder, "nvidia")
    if made.outcome is Outcome.NOT_BUILT:
        return [made._replace(outcome=Outcome.NOT_TRIED)]
    return [made]


def is_to_run(target: Target, runner: Runner | str) -> bool:
    """Whether code for `target` is what the runner runs."""
    return lifting.is_nvidia(target) == runs_on(runner)
