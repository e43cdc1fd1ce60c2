"""Making a shared library out of native objects: by ourselves where they need nothing else, else with any linker."""

import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor.elf_library import library

LINKERS = ("ld.lld-19", "ld.lld", "ld", *(f"ld.lld-{n}" for n in range(30, 16, -1)), "cc", "gcc", "clang")
TIMEOUT = 60.0


@cache
def linker() -> str | None:
    """The first linker or compiler driver on PATH; None if there is none."""
    return next((found for name in LINKERS if (found := shutil.which(name))), None)


def shared_library(objects: Sequence[bytes], symbol: str) -> bytes:
    """The objects as a shared library that has the function `symbol`; CassError says what the linker did not like."""
    return library(objects, symbol) or _linked(objects)


def _linked(objects: Sequence[bytes]) -> bytes:
    program = linker()
    if program is None:
        raise CassError("no linker (ld.lld or ld) is on PATH; on Debian or Ubuntu: apt-get install binutils")
    with tempfile.TemporaryDirectory(prefix="cass-link-") as folder:
        output = Path(folder, "kernel.so")
        sources = [Path(folder, f"{number}.o") for number in range(len(objects))]
        for source, data in zip(sources, objects, strict=True):
            source.write_bytes(data)
        done = proc.run([program, "-shared", "-o", output, *sources], timeout=TIMEOUT)
        if done.status != 0 or not output.exists():
            raise CassError(f"{program} failed: {done.stderr.decode(errors='replace').strip()[:500]}")
        return output.read_bytes()
