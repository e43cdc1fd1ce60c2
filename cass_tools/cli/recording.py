"""`cass record`: writes down what a program does on this machine's GPU, or checks that it does the same here."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cass_tools import output
from cass_tools.cli.options import content
from cass_tools.cli.screen import Screen
from cass_tools.compile_commands import Commands
from cass_tools.compilers import nvcc, pick
from cass_tools.errors import CassError
from cass_tools.records import finding, form, machine, making
from cass_tools.records.checking import check
from cass_tools.runners import load
from cass_tools.tree import CUDA_SUFFIXES
from cass_tools.trial import Settings, Unit, build

SHOWN = 20  # differences that are listed


@dataclass(frozen=True, slots=True)
class Asked:
    """The options: an AMD GPU instead of NVIDIA's, the file to write, whether kernels are watched."""

    amd: bool = False
    output: Path | None = None
    kernels: bool = True
    force: bool = False


def record_file(file: Path, settings: Settings, commands: Commands, asked: Asked) -> int:
    """Run the program on the GPU and write the record; CassError where there is none."""
    unit = _unit(file, settings, commands)
    if asked.amd and file.suffix in CUDA_SUFFIXES:
        raise CassError(f"{file} is CUDA; cass translate {file} makes HIP of it, which --amd records")
    place = asked.output or finding.place(file, settings.args)
    force = asked.force or _is_record(place)
    runner = load("amd" if asked.amd else "nvidia")
    if sentence := runner.missing() or (None if asked.amd else nvcc.missing()):
        raise CassError(f"nothing was recorded: {sentence}")
    target, known = machine.amd() if asked.amd else machine.nvidia()
    with tempfile.TemporaryDirectory(prefix="cass-record-", ignore_cleanup_errors=True) as name:
        compiler = pick(settings.config) if asked.amd else nvcc.NvccCompiler()
        built = build(unit, target, compiler, Path(name), "hip" if asked.amd else "nvidia")
        made = making.record(making.Program(unit, built, runner, settings, Path(name)), known, kernels=asked.kernels)
    place.parent.mkdir(parents=True, exist_ok=True)
    wrote = output.write(output.Place(place, place.parent), form.write(made), force=force)
    lines, count = len(made.stdout.splitlines()), len(made.launches)
    Screen().line(
        f"{file}: exit status {made.status}, {lines} lines, {count} launches on {made.words}; {place} was {wrote}"
    )
    return 0


def check_file(file: Path, settings: Settings, commands: Commands, named: Path | None) -> int:
    """Do what was recorded here and compare; 1 if something differs."""
    unit = _unit(file, settings, commands)
    found = finding.find(unit, settings.args, named)
    if found.record is None:
        raise CassError(found.reason)
    with tempfile.TemporaryDirectory(prefix="cass-record-", ignore_cleanup_errors=True) as name:
        done = check(found.record, unit, settings, Path(name))
    screen = Screen()
    for said in done.differences[:SHOWN]:
        screen.line(f"error: {said}")
    if len(done.differences) > SHOWN:
        screen.line(f"... and {len(done.differences) - SHOWN} more")
    same = "differs from" if done.differences else "does the same as"
    screen.line(f"{file}: {done.words} {same} {found.record.words}, {done.launches} launches")
    return 1 if done.differences else 0


def _unit(file: Path, settings: Settings, commands: Commands) -> Unit:
    unit = Unit(file, content(file), flags=(*commands.of(file), *settings.flags))
    if not unit.has_main:
        raise CassError(f"{file} has no main, so there is nothing to run")
    return unit


def _is_record(path: Path) -> bool:
    """Whether a file is a whole record, which is made again rather than lost."""
    if not path.exists():
        return False
    try:
        form.read(path)
    except CassError as error:
        print(f"cass: {error}", file=sys.stderr)
        return False
    return True
