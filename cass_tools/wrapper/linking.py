"""The last steps of a command line: device code of separate units, then the program, the library or the archive."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which

from cass_tools.compilers import host_part
from cass_tools.compilers.bundle import offload_bundle
from cass_tools.errors import CassError
from cass_tools.wrapper import line as steps
from cass_tools.wrapper.device_link import Unit, libraries, waiting
from cass_tools.wrapper.gpu_only import AMD
from cass_tools.wrapper.plan import QUIET, Job, Step, words_of

OBJECTS = (".o", ".obj", ".a", ".lo")
DEFAULT_LEVEL = "-O3"
ARCHIVERS = ("ar", "llvm-ar-19", "llvm-ar")


def link_steps(job: Job, objects: dict[int, str]) -> Iterator[Step]:
    """What is left when all sources are objects."""
    line = job.line
    if line.step == steps.ARCHIVE:
        yield _archived(job, list(objects.values()))
        return
    words = words_of(line.link, objects)
    files = [Path(word) for word in objects.values() if word.endswith(OBJECTS)]
    units = waiting([*files, *libraries(words)])
    if line.step == steps.DEVICE_LINK:
        yield from _device_linked(job, units, line.output or "a_dlink.o")
        return
    if units:
        made = str(job.work / "device.o")
        for step in _device_linked(job, units, made):
            yield step._replace(makes=None)
        words.append(made)
    output = line.output or "a.out"
    linked = ("-fgpu-rdc", "--hip-link") if units else ("-fgpu-rdc",)  # what clang would look for in its own objects
    words = [word for word in words if word not in linked]
    yield Step((job.box.clang, *QUIET, "-o", output, *words, *job.link), makes=output)


def _archived(job: Job, objects: list[str]) -> Step:
    archiver = next((found for name in ARCHIVERS if (found := which(name))), None)
    if archiver is None:
        raise CassError("no ar is on PATH to make a static library with; on Debian or Ubuntu: apt-get install binutils")
    output = job.line.output or "a.a"

    def afresh() -> None:
        Path(output).unlink(missing_ok=True)  # else members of an earlier one would stay

    return Step((archiver, "rcs", output, *objects), afresh, output)


def _device_linked(job: Job, units: Sequence[Unit], output: str) -> Iterator[Step]:
    """One object that defines what the units' host code refers to; an empty one where no unit waits for it."""
    text = job.work / "device.s"
    assemble = (job.box.clang, "-c", "-x", "assembler", str(text), "-o", output)
    if not units:
        yield Step(assemble, lambda: _write(text, '.section .note.GNU-stack,"",@progbits\n'), output)
        return
    gpus = _gpus(units)
    made = {gpu: job.work / f"device-{gpu}.hsaco" for gpu in gpus}
    for gpu, code in made.items():
        files = []
        for number, unit in enumerate(units):
            if gpu in unit.bitcode:
                files.append(job.work / f"device-{number}-{gpu}.o")  # .o: for the linker as it is
                files[-1].write_bytes(unit.bitcode[gpu])
        target = (f"--target={AMD}", f"-mcpu={gpu}", "-nogpulib", _level(job.line.options), *QUIET)
        yield Step((job.box.clang, *target, *map(str, files), "-o", str(code)))

    def join() -> None:
        fat = job.work / "device.hipfb"
        fat.write_bytes(offload_bundle({gpu: code.read_bytes() for gpu, code in made.items()}))
        _write(text, host_part.assembly([name for unit in units for name in unit.names], fat))

    yield Step(assemble, join, output)


def _gpus(units: Sequence[Unit]) -> list[str]:
    """The GPUs that every unit has code for; CassError where there is none."""
    every = dict.fromkeys(gpu for unit in units for gpu in unit.bitcode)
    shared = [gpu for gpu in every if all(gpu in unit.bitcode for unit in units if unit.bitcode)]
    if not shared:
        told = "; ".join(f"{unit.what}: {', '.join(unit.bitcode) or 'none'}" for unit in units[:4])
        raise CassError(f"the objects have no GPU in common that they were compiled for ({told})")
    return shared


def _level(options: Sequence[str]) -> str:
    levels = [word for word in options if word.startswith("-O") and word[2:] in ("0", "1", "2", "3")]
    return levels[-1] if levels and levels[-1] != "-O0" else DEFAULT_LEVEL


def _write(path: Path, text: str) -> None:
    with open(os.fspath(path), "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(text)
