"""Programs that somebody has built already: what GPUs they hold code for, and which of them to be."""

import os
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor import payload
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.amd.fatbin import entries
from cass_tools.executor.nvidia import fatbin
from cass_tools.model import Target
from cass_tools.runners import lifting
from cass_tools.runners.exec import ARCHS

MAGIC = b"\x7fELF"
PREFERRED = ("gfx1100", "gfx90a", *ARCHS)
NVIDIA = ("sm_80", "sm_90", "sm_86", "sm_89", "sm_100", "sm_120", "sm_75")
RUNTIME = b"libcudart.so"


def is_executable(path: Path) -> bool:
    """Whether a file is an ELF file, by its first bytes; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def archs_in(data: bytes, name: str) -> tuple[str, ...]:
    """The GPUs, without features (gfx90a for gfx90a:xnack-), that an executable holds code for; sm_80 for CUDA's."""
    if recombined := payload.archs(Elf(data, name)):
        return recombined
    if is_cuda(data, name):
        held = (entry for entry in fatbin.entries(data, name) if entry.kind == "cubin")
        return tuple(dict.fromkeys(f"sm_{entry.sm}" for entry in held))
    if not any(section.name == ".hip_fatbin" for section in Elf(data, name).sections):
        return ()
    return tuple(dict.fromkeys(entry.arch.split(":")[0] for entry in entries(data) if entry.arch))


def is_cuda(data: bytes, name: str) -> bool:
    """Whether an executable is to run on NVIDIA's GPUs; one that `cass asm translate` made is not."""
    names = {section.name for section in Elf(data, name).sections}
    return payload.SECTION not in names and not names.isdisjoint(fatbin.SECTIONS)


def _refuse_cuda(data: bytes, path: Path) -> None:
    """What cannot be run of CUDA: programs that have the runtime inside, and those without machine code."""
    elf = Elf(data, str(path))
    names = b"".join(elf.content(section) for section in elf.sections if section.name == ".dynstr")
    if RUNTIME not in names:
        raise CassError(
            f"{path} has CUDA's runtime linked in, whose place nothing else can take; link it with nvcc -cudart shared"
        )
    if not archs_in(data, str(path)):
        raise CassError(
            f"{path} holds no machine code, only PTX; build it with -gencode=arch=compute_80,code=sm_80, for example"
        )


def target_for(path: Path, wanted: Target | None) -> Target:
    """The GPU to be for a built program: the `wanted` one, else the first that can be played.

    CassError names what the program holds. One without GPU code of its own (its libraries may have it) takes any.
    """
    if not os.access(path, os.X_OK):
        raise CassError(f"{path} is a program without permission to be run; chmod +x {path}")
    data = path.read_bytes()
    if is_cuda(data, str(path)):
        _refuse_cuda(data, path)
    held = archs_in(data, str(path))
    if wanted is not None:
        if held and lifting.is_nvidia(wanted) and wanted.arch not in held:
            return wanted  # code of an older one of its family may be there: the helper chooses
        if held and wanted.arch not in held:
            raise CassError(f"{path} holds code for {', '.join(held)}, not for {wanted.arch}")
        return wanted
    if not held:
        return Target(PREFERRED[0])
    found = next((arch for arch in (*NVIDIA, *PREFERRED) if arch in held), None)
    if found is None:
        can = ", ".join(sorted((*ARCHS, *NVIDIA)))
        raise CassError(f"{path} holds code for {', '.join(held)} only; build it for one of {can}")
    return Target(found)
