"""The helper process that translates kernels: `python -m cass_tools.executor.service`.

The host runtime starts it when a kernel is launched that is not in the cache. An error of LLVM that ends a process ends
this one, and the program that is run gets a sentence. One line in, one line out, fields parted by tabs:

`kernel <code object> <kernel> <folder>` -> `ok <library> <symbol> <vector register rows>` | `refused <sentence>` |
`failed <sentence>`.
"""

import os
import sys
from functools import lru_cache
from pathlib import Path

from filelock import FileLock

from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.translate import KernelIR, kernel_ir
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library

LARGE = 1000  # instructions of a kernel from which on optimising takes longer than most runs


@lru_cache(maxsize=4)
def code_object(path: Path) -> CodeObject:
    """The code object in a file; a program launches several kernels of the same one."""
    return CodeObject(path.read_bytes())


def native(kernel: KernelIR) -> bytes:
    """A shared library with the kernel's function."""
    return shared_library(compile_object(kernel.text, level=0 if kernel.instructions > LARGE else 1))


def translate(source: Path, kernel: str, folder: Path) -> str:
    """Put `<kernel>.so` and its note `<symbol> <rows>` into `folder`; the reply that says so."""
    library = folder / f"{cache.kernel_file(kernel)}.so"
    note = library.with_suffix(".txt")
    with FileLock(library.with_suffix(".lock")):
        if not library.exists():
            ir = kernel_ir(code_object(source), kernel)
            cache.write(note, f"{ir.symbol} {ir.vgprs}\n".encode())
            cache.write(library, native(ir))
    symbol, rows = note.read_text().split()
    return "\t".join(("ok", str(library), symbol, rows))


def answer(line: str) -> str:
    """The reply to one request."""
    verb, *fields = line.rstrip("\n").split("\t")
    if verb != "kernel" or len(fields) != 3:
        return f"failed\tthe request {verb!r} is not understood"
    source, kernel, folder = fields
    try:
        return translate(Path(source), kernel, Path(folder))
    except (Unsupported, CassError) as error:
        return f"refused\t{one_line(str(error))}"
    except Exception as error:  # whatever goes wrong must reach the user as a sentence, not as a dead helper
        return f"failed\t{one_line(f'{type(error).__name__}: {error}')}"


def one_line(text: str) -> str:
    """Text that fits into a field."""
    return " ".join(text.split())


def main() -> None:
    """Answer until the other side closes."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing but replies goes there
    cache.prune()
    for line in sys.stdin:
        print(answer(line), file=replies, flush=True)


if __name__ == "__main__":
    main()
