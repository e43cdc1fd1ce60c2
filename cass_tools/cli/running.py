"""`cass run`: build a program and run it in the current directory; its output and exit code are the program's own."""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from cass_tools import runners
from cass_tools.cli.options import content
from cass_tools.compile_commands import Commands
from cass_tools.compilers import nvcc, pick
from cass_tools.errors import CassError
from cass_tools.model import Build, Outcome, Run, Source
from cass_tools.translators.rules import translate
from cass_tools.tree import CUDA_SUFFIXES
from cass_tools.trial import Settings, Unit, build

NOT_BUILT, NOT_RUN = 1, 2
WARP = 32


def run_program(file: Path, args: tuple[str, ...], settings: Settings, commands: Commands) -> int:
    """Run `file` for the first of the GPUs.

    CUDA is built untranslated, through the CUDA-on-HIP headers, where the GPU has CUDA's 32 lanes, else translated.
    """
    unit = Unit(file, content(file), flags=(*commands.of(file), *settings.flags))
    if not unit.has_main:
        raise CassError(f"{file} has no main, so there is nothing to run")
    runner = runners.pick(settings.runner)
    target = nvcc.THIS_GPU if runner.name == "nvidia" else settings.targets[0]
    if reason := runner.can_run(target):
        raise CassError(reason)
    with tempfile.TemporaryDirectory(prefix="cass-run-", ignore_cleanup_errors=True) as folder:
        made = _build(unit, settings, Path(folder), on_nvidia=runner.name == "nvidia")
        sys.stderr.write(f"{made.log.rstrip()}\n" if made.log.strip() else "")
        if made.binary is None:
            print(f"cass: {file} was not built for {target.arch}: {made.outcome}", file=sys.stderr)
            return NOT_BUILT
        limits = replace(settings.limits, output=1 << 30)
        return _show(runner.run(made.binary, target, args, limits=limits, cwd=Path.cwd()))


def _build(unit: Unit, settings: Settings, folder: Path, *, on_nvidia: bool) -> Build:
    if on_nvidia:
        if lacks := nvcc.missing():
            raise CassError(lacks)
        return nvcc.build(unit.path, folder / unit.path.stem, unit.flags)
    target = settings.targets[0]
    if unit.path.suffix not in CUDA_SUFFIXES:
        return build(unit, target, pick(settings.config), folder, "hip")
    if target.wave == WARP:
        return build(unit, target, pick(settings.config), folder, "cuda")
    print(f"cass: {unit.path} was translated for {target.wave} lanes, which is not verified here", file=sys.stderr)
    translated = translate(Source(unit.path, unit.data), settings.config)
    return build(replace(unit, data=translated.data), target, pick(settings.config), folder, "hip")


def _show(ran: Run) -> int:
    """Pass on what the program said; its exit code, or the shell's code for a signal."""
    sys.stdout.buffer.write(ran.stdout)
    sys.stdout.flush()
    sys.stderr.buffer.write(ran.stderr)
    sys.stderr.flush()
    if ran.outcome is not Outcome.PASSED:
        print(f"cass: {ran.outcome}: {ran.detail}", file=sys.stderr)
    if ran.outcome is Outcome.NOT_TRIED:
        return NOT_RUN
    if ran.status is None:
        return 124
    return 128 - ran.status if ran.status < 0 else ran.status
