"""The user's source line of an address in GPU code: not that of a header whose function was put in there.

LLVM's symbolizer knows which calls were inlined where. Without it the line table alone has to do; then code from a
system's header counts to the user's line before it.
"""

import os.path
import shutil
from functools import cache
from pathlib import Path

from cass_tools import proc
from cass_tools.executor.amd import lines
from cass_tools.executor.amd.elf import Elf

NAMES = ("llvm-symbolizer", *(f"llvm-symbolizer-{n}" for n in range(30, 16, -1)))
SYSTEM = ("/usr/", "/opt/", str(Path(__file__).parent.parent))
HEADERS = ("/include/hip/", "/amd_detail/")
TIMEOUT = 20.0


@cache
def symbolizer() -> str | None:
    """LLVM's symbolizer on PATH, if there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def is_users(line: str) -> bool:
    """Whether `file:line` is neither in the system's headers nor in HIP's."""
    return not line.startswith(SYSTEM) and not any(part in line for part in HEADERS)


def source_line(elf: Elf, path: Path, address: int) -> str:
    """`file:line` of an address in the code object `elf`, which is the file `path`; nothing where none is known."""
    innermost = lines.at(elf, address)
    if innermost is None or is_users(innermost):
        return innermost or ""
    inlined = next(filter(is_users, _frames(path, address)), None)
    return os.path.normpath(inlined or lines.at(elf, address, is_users) or innermost)


def _frames(path: Path, address: int) -> list[str]:
    """The lines of an address from the innermost inlined function to the outermost."""
    program = symbolizer()
    if program is None:
        return []
    done = proc.run([program, f"--obj={path}", "--functions=none", "--output-style=GNU", hex(address)], timeout=TIMEOUT)
    return [line.split(" ")[0] for line in done.stdout.decode(errors="replace").splitlines() if line]
