"""CASS_VERIFY=1: a program that was linked is run by the project's own test command, and is there only if that passes.

While the test runs the program's time is that of 1970, so that Make takes a program whose test was killed for old.
"""

import os
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from cass_tools.attached import run_attached
from cass_tools.errors import CassError
from cass_tools.wrapper.settings import Settings

SHELL = Path("/bin/sh")
# The test starts where cass.toml is; a program that it has linked again is not tried again.
STARTED = 'cd "$1" || exit; CASS_PROGRAM=$2 CASS_VERIFY=0 exec /bin/sh -c "$3"'
UNTESTED = 'CASS_VERIFY=1 needs a test command: [hipcc] test = "COMMAND" in this folder\'s cass.toml or above'


def command_for(program: str, tests: Mapping[str, str]) -> str | None:
    """The test of a program by its name; None where the project's tests name others. CassError where there are none."""
    if not tests:
        raise CassError(UNTESTED)
    name = os.path.basename(program)  # noqa: PTH119
    return next((command for pattern, command in tests.items() if fnmatchcase(name, pattern)), None)


def refused(program: str, gpus: Sequence[str], chosen: Settings) -> str:
    """Why the program must not stay: its test fails on one of the GPUs. Empty where it passes on all of them."""
    command = command_for(program, chosen.tests)
    if command is None:
        return ""
    os.utime(program, (0, 0))
    for gpu, environment in _places(gpus, chosen.target):
        argv = ("sh", "-c", STARTED, "sh", str(chosen.folder), os.path.abspath(program), command)  # noqa: PTH100
        status = run_attached(SHELL, argv, env=environment, timeout=chosen.test_seconds, tree=True)
        if status != 0:
            ended = f"took more than {chosen.test_seconds:g} s" if status is None else f"ended with {status}"
            return f"{program} is removed: its test `{command}` {ended} on {gpu}"
    os.utime(program)
    return ""


def _places(gpus: Sequence[str], target: str) -> list[tuple[str, dict[str, str]]]:
    """What to run on, and the variables for it: the machine's own AMD GPU, else each GPU on the executor."""
    from cass_tools.model import Target
    from cass_tools.runners import amd  # few command lines are verified
    from cass_tools.runners.exec import RUNNER

    if target == "amd" and set(amd.installed_gpus()) & {*gpus}:
        return [("this machine's GPU", {})]
    known = [gpu for gpu in gpus if RUNNER.can_run(Target(gpu.partition(":")[0])) is None]
    missing = RUNNER.missing() or (None if known else f"the executor plays none of {', '.join(gpus)}")
    if missing:
        raise CassError(f"CASS_VERIFY=1 needs an AMD GPU or the executor: {missing}")
    return [(f"{gpu} (executed on this CPU)", RUNNER.environment(Target(gpu.partition(":")[0]))) for gpu in known]
