"""The helper process that translates kernels: `python -m cass_tools.executor.service`.

The host runtime starts it when a kernel is launched that is not in the cache. An error of LLVM that ends a process ends
this one, and the program that is run gets a sentence. One line in, one line out, fields parted by tabs:

`kernel <code object> <kernel> <folder> <tier>` -> `ok <library> <symbol> <vector register rows>` | `refused <sentence>`
| `failed <sentence>`; `line <code object> <address>` -> `ok <file:line>`, with nothing behind the tab where there is
no debug information.

Tier 1 compiles fast, tier 2 makes fast code; the runtime asks for tier 2 once a kernel has run for long. Both work on
the same state of a wave, which may go on in either. Tier 3 is code that shows its memory accesses to the runtime,
tier 4 also follows which registers the program has set.
Routines that kernels share are kept as objects of their own.
"""

import gc
import hashlib
import os
import select
import signal
import sys
import threading
import time
from functools import lru_cache
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.translate import KernelIR, kernel_ir
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.ir.apart import compile_apart
from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library
from cass_tools.executor.source_line import source_line

LARGE = 4000  # instructions of a kernel from which on optimising fully takes longer than it gains
SPLIT = 1500  # instructions up to which the second tier has code of its own for waves with all lanes active
SHARED_LEVEL = 1  # of routines, which are compiled once and used by all kernels; 0 in the first tier until then
GRACE = 10.0  # seconds for a translation to end when the program has: the next run finds it
TIERS = OPENING, OPTIMISED, CHECKED, WATCHED = (1, 2, 3, 4)


@lru_cache(maxsize=4)
def code_object(path: Path) -> CodeObject:
    """The code object in a file; a program launches several kernels of the same one."""
    return CodeObject(path.read_bytes())


def level_of(tier: int, instructions: int) -> int:
    """The optimisation level for a kernel's own code."""
    if tier != OPTIMISED:
        return 0
    return 2 if instructions <= LARGE else 1


def ir_of(code: CodeObject, kernel: str, tier: int) -> KernelIR:
    """The IR of a kernel as a tier wants it; raises Unsupported."""
    split = SPLIT if tier == OPTIMISED else 0
    return kernel_ir(code, kernel, checked=tier == CHECKED, watched=tier == WATCHED, split=split)


def native(kernel: KernelIR, tier: int, routines: Path) -> bytes:
    """A shared library with the kernel's function; `routines` is the folder where shared objects are kept."""
    own, *shared = kernel.parts.modules()
    objects = [compile_apart(own, level=level_of(tier, kernel.instructions))]
    objects += [routine_object(text, routines, opening=tier == OPENING) for text in shared]
    return shared_library(objects, kernel.symbol)


@lru_cache(maxsize=512)
def routine_object(text: str, folder: Path, *, opening: bool) -> bytes:
    """The native code of a routine's module, made once for all kernels; `opening`: quickly, if there is none yet."""
    name = hashlib.sha256(text.encode()).hexdigest()
    quick, good = folder / f"{name}-0.o", folder / f"{name}.o"
    for path in (good, quick) if opening else (good,):
        try:
            return path.read_bytes()
        except FileNotFoundError:
            continue
    data = compile_object(text, level=0 if opening else SHARED_LEVEL)
    cache.write(quick if opening else good, data)
    return data


def translate(source: Path, kernel: str, folder: Path, tier: int) -> str:
    """Put the kernel's library and its note `<symbol> <rows>` into `folder`; the reply that says so."""
    library = folder / f"{cache.kernel_file(kernel, tier)}.so"
    note = library.with_suffix(".txt")
    with cache.locked(library.with_suffix(".lock")):
        if not library.exists():
            ir = ir_of(code_object(source), kernel, tier)
            cache.write(note, f"{ir.symbol} {ir.vgprs}\n".encode())
            cache.write(library, native(ir, tier, folder.parent / "routines"))
    symbol, rows = note.read_text().split()
    return "\t".join(("ok", str(library), symbol, rows))


def answer(line: str) -> str:
    """The reply to one request."""
    verb, *fields = line.rstrip("\n").split("\t")
    try:
        if verb == "kernel" and len(fields) == 4 and fields[3] in map(str, TIERS):
            return translate(Path(fields[0]), fields[1], Path(fields[2]), int(fields[3]))
        if verb == "line" and len(fields) == 2:
            source = Path(fields[0])
            return f"ok\t{source_line(code_object(source).elf, source, int(fields[1], 16))}"
        if verb == "lift" and len(fields) == 4 and fields[2].isdigit():
            from cass_tools.executor.nvidia.lift import service as lifter  # not for programs of AMD

            return lifter.answer(Path(fields[0]), Path(fields[1]), int(fields[2]), fields[3])
        return f"failed\tthe request {verb!r} is not understood"
    except (Unsupported, CassError) as error:
        return f"refused\t{one_line(str(error))}"
    except Exception as error:  # whatever goes wrong must reach the user as a sentence, not as a dead helper
        return f"failed\t{one_line(f'{type(error).__name__}: {error}')}"


def one_line(text: str) -> str:
    """Text that fits into a field."""
    return " ".join(text.split())


def _end_with(program: int) -> None:
    """End this process `GRACE` after the program at the other end, whatever LLVM is at."""
    ends = select.poll()
    ends.register(program, 0)  # told of nothing but its end
    ends.poll()
    time.sleep(GRACE)
    os._exit(1)


def main() -> None:
    """Answer until the other side closes."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the program may have ignored it
    replies = os.dup(1)
    threading.Thread(target=_end_with, args=(replies,), daemon=True).start()
    os.dup2(2, 1)  # nothing but replies goes there
    gc.freeze()  # what was imported stays
    gc.set_threshold(200_000)
    for number, line in enumerate(sys.stdin):
        try:
            os.write(replies, f"{answer(line)}\n".encode())
        except BrokenPipeError:  # the program has ended; the next run finds what was made
            return
        if number == 0:  # nobody waits for it, and the next kernel may never come
            cache.prune_seldom()


if __name__ == "__main__":
    main()
