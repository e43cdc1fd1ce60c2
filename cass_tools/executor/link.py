"""Making a shared library out of one native object: any linker will do, nothing is linked in."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError

LINKERS = ("ld.lld-19", "ld.lld", "ld", *(f"ld.lld-{n}" for n in range(30, 16, -1)), "cc", "gcc", "clang")
TIMEOUT = 60.0


@cache
def linker() -> str | None:
    """The first linker or compiler driver on PATH; None if there is none."""
    return next((found for name in LINKERS if (found := shutil.which(name))), None)


def shared_library(image: bytes) -> bytes:
    """The object as a shared library; CassError says what the linker did not like."""
    program = linker()
    if program is None:
        raise CassError("no linker (ld.lld or ld) is on PATH; on Debian or Ubuntu: apt-get install binutils")
    with tempfile.TemporaryDirectory(prefix="cass-link-") as folder:
        source, output = Path(folder, "kernel.o"), Path(folder, "kernel.so")
        source.write_bytes(image)
        done = proc.run([program, "-shared", "-o", output, source], timeout=TIMEOUT)
        if done.status != 0 or not output.exists():
            raise CassError(f"{program} failed: {done.stderr.decode(errors='replace').strip()[:500]}")
        return output.read_bytes()
