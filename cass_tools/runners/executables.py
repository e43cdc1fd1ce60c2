"""Programs that somebody has built already: what GPUs they hold code for, and which of them to be."""

import os
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf
from cass_tools.executor.amd.fatbin import entries
from cass_tools.model import Target
from cass_tools.runners.exec import ARCHS

MAGIC = b"\x7fELF"
PREFERRED = ("gfx1100", "gfx90a", *ARCHS)


def is_executable(path: Path) -> bool:
    """Whether a file is an ELF file, by its first bytes; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def archs_in(data: bytes, name: str) -> tuple[str, ...]:
    """The GPUs, without features (`gfx90a` for `gfx90a:xnack-`), that an executable holds code for."""
    if not any(section.name == ".hip_fatbin" for section in Elf(data, name).sections):
        return ()
    return tuple(dict.fromkeys(entry.arch.split(":")[0] for entry in entries(data) if entry.arch))


def target_for(path: Path, wanted: Target | None) -> Target:
    """The GPU to be for a built program: the `wanted` one, else the first that can be played.

    CassError names what the program holds. One without GPU code of its own (its libraries may have it) takes any.
    """
    if not os.access(path, os.X_OK):
        raise CassError(f"{path} is a program without permission to be run; chmod +x {path}")
    held = archs_in(path.read_bytes(), str(path))
    if wanted is not None:
        if held and wanted.arch not in held:
            raise CassError(f"{path} holds code for {', '.join(held)}, not for {wanted.arch}")
        return wanted
    if not held:
        return Target(PREFERRED[0])
    found = next((arch for arch in PREFERRED if arch in held), None)
    if found is None:
        can = ", ".join(sorted(ARCHS))
        raise CassError(f"{path} holds code for {', '.join(held)} only; build it for one of {can}")
    return Target(found)
