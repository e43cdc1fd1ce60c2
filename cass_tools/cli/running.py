"""`cass run`: build a program, unless it is built already, and run it here as if it had been started by itself.

It has the terminal, the standard streams, the directory and the environment of the command, and no limits; the exit
code is the program's own.
"""

import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from cass_tools import runners
from cass_tools.cli.options import content
from cass_tools.compile_commands import Commands
from cass_tools.compilers import nvcc, nvidia_settings, pick
from cass_tools.compilers.hip_on_cuda import HipOnCuda
from cass_tools.errors import CassError
from cass_tools.line_marks import keep_lines
from cass_tools.model import Build, Source, Target
from cass_tools.reference import nvidia_build
from cass_tools.runners import lifting
from cass_tools.runners.exec import SCALAR
from cass_tools.runners.executables import target_for
from cass_tools.runners.nvidia import installed
from cass_tools.runners.process import ended_by
from cass_tools.translators.rules import translate
from cass_tools.tree import CUDA_SUFFIXES
from cass_tools.trial import Settings, Unit, build

NOT_BUILT, OUT_OF_TIME, SIGNALLED = 1, 124, 128  # the last two as timeout(1) and the shell have them
QUIET = frozenset({signal.SIGINT, signal.SIGPIPE, signal.SIGTERM})  # ends that the user asked for
WARP = 32


def run_program(
    file: Path, args: tuple[str, ...], settings: Settings, commands: Commands, timeout: float | None = None
) -> int:
    """Run `file`, for at most `timeout` seconds; the exit code.

    CUDA is built untranslated, through the CUDA-on-HIP headers, where the GPU has CUDA's 32 lanes, else translated.
    """
    if len(settings.targets) > 1:
        names = ",".join(target.arch for target in settings.targets)
        raise CassError(f"--arch {names}: cass run runs a program for one GPU; start it once for each")
    runner = runners.pick(settings.runner, settings.checks)
    unit = Unit(file, content(file), flags=(*commands.of(file), *settings.flags))
    if not unit.has_main:
        raise CassError(f"{file} has no main, so there is nothing to run")
    target = nvcc.THIS_GPU if runner.name == "nvidia" else settings.targets[0]
    if reason := runner.can_run(target):
        raise CassError(reason)
    with tempfile.TemporaryDirectory(prefix="cass-run-", ignore_cleanup_errors=True) as folder:
        made = _build(unit, settings, Path(folder), on_nvidia=runner.name == "nvidia")
        sys.stderr.write(f"{made.log.rstrip()}\n" if made.log.strip() else "")
        if made.binary is None:
            print(f"cass: {file} was not built for {target.arch}: {made.outcome}", file=sys.stderr)
            return NOT_BUILT
        sys.stderr.flush()
        status = runner.attached(made.binary, target, (_called(file), *args), timeout=timeout)
        return _exit_code(status, timeout)


def run_as_cuda(
    file: Path,
    args: tuple[str, ...],
    settings: Settings,
    commands: Commands,
    timeout: float | None = None,
    *,
    target: Target | None = None,
    scalar: bool = False,
) -> int:
    """Build CUDA's own source with nvcc and execute NVIDIA's machine code of it; the exit code.

    Without a `target`, for the first architecture that has all that the source names. `scalar`: thread by thread on
    this CPU, apart from all that concerns AMD's GPUs.
    CassError where the user has not agreed to that, or a tool is missing.
    """
    nvidia_settings.require()
    runner = _executor(settings, scalar=scalar)
    if reason := nvcc.missing() or runner.can_run(target or lifting.DEFAULT):
        raise CassError(reason)
    unit = Unit(file, content(file), flags=(*commands.of(file), *settings.flags))
    if not unit.has_main:
        raise CassError(f"{file} has no main, so there is nothing to run")
    with tempfile.TemporaryDirectory(prefix="cass-run-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        made = build(unit, target, nvcc.NvccCompiler(), folder, "nvidia") if target else nvidia_build(unit, folder)
        sys.stderr.write(f"{made.log.rstrip()}\n" if made.log.strip() else "")
        if made.binary is None:
            print(f"cass: {file} was not built for {made.target.arch}: {made.outcome}", file=sys.stderr)
            return NOT_BUILT
        sys.stderr.flush()
        status = runner.attached(made.binary, made.target, (_called(file), *args), timeout=timeout)
        return _exit_code(status, timeout)


def _called(source: Path) -> str:
    """A program's name for itself, as a shell would start it beside its source."""
    program = source.with_suffix("")
    return str(program) if len(program.parts) > 1 else f"./{program}"


def _executor(settings: Settings, *, scalar: bool) -> runners.Runner:
    """The runner that lifts NVIDIA's code; CassError where the user named another."""
    if settings.runner not in ("auto", "exec"):
        raise CassError(f"NVIDIA's machine code is executed by the executor only, not by the runner {settings.runner}")
    if scalar and settings.checks:
        raise CassError("--scalar runs without the executor's checks: leave out --check")
    return SCALAR if scalar else runners.pick("exec", settings.checks)


def run_built(
    file: Path,
    args: tuple[str, ...],
    settings: Settings,
    timeout: float | None,
    wanted: Target | None = None,
    *,
    scalar: bool = False,
) -> int:
    """Run a program as somebody has built it, unchanged; as the `wanted` GPU or one that it holds code for."""
    target = target_for(file, wanted)
    if lifting.is_nvidia(target):
        nvidia_settings.require()
        runner = _executor(settings, scalar=scalar)
    elif scalar:
        raise CassError(f"--scalar is for NVIDIA's machine code, and {file} holds AMD's")
    else:
        runner = runners.pick(settings.runner, settings.checks)
    if reason := runner.can_run(target):
        raise CassError(reason)
    path = file.absolute()
    return _exit_code(runner.attached(path, target, (str(file), *args), timeout=timeout), timeout)


def _build(unit: Unit, settings: Settings, folder: Path, *, on_nvidia: bool) -> Build:
    if on_nvidia:
        if lacks := nvcc.missing():
            raise CassError(lacks)
        if unit.path.suffix not in CUDA_SUFFIXES:
            return build(unit, installed().target, HipOnCuda(), folder, "nvidia")
        return nvcc.build(unit.path, folder / unit.path.stem, unit.flags)
    target = settings.targets[0]
    if unit.path.suffix not in CUDA_SUFFIXES:
        return build(unit, target, pick(settings.config), folder, "hip")
    if target.wave == WARP:
        return build(unit, target, pick(settings.config), folder, "cuda")
    print(f"cass: {unit.path} was translated for {target.wave} lanes, which is not verified here", file=sys.stderr)
    translated = translate(Source(unit.path, unit.data), settings.config)
    data = keep_lines(unit.data, translated.data)  # for the lines in the compiler's messages
    return build(replace(unit, data=data), target, pick(settings.config), folder, "hip")


def _exit_code(status: int | None, timeout: float | None) -> int:
    """The program's exit code, or the shell's code for a signal or a time-out, which is said as the shell says it."""
    if status is None:
        print(f"cass: stopped after {timeout:g} s", file=sys.stderr)
        return OUT_OF_TIME
    if status >= 0:
        return status
    if -status not in QUIET:
        print(f"cass: {ended_by(-status)}", file=sys.stderr)
    return SIGNALLED - status
