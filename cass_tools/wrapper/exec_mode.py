"""Linking programs that run here: CASS_TARGET=exec puts the executor in the place of HIP's runtime library.

A program that is started plainly, `./program`, must find the executor and its translator without any variable set. So
it is linked with a library whose recorded name is an absolute path. The file at that path is small: it sets, where the
user has not, the variables that the executor reads, and needs the executor's library, which it finds by a run path.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from cass_tools import proc
from cass_tools.compilers.cache import cache_folder, cache_root
from cass_tools.errors import CassError
from cass_tools.executor import cache, stand_in
from cass_tools.executor.amd.elf import SHT_DYNSYM, Elf

RUNTIME = "libamdhip64.so"
PRIORITY = 101  # of the constructor: the first that a program may ask for
TIMEOUT = 120.0


def link_folder(gpu: str, generation: int) -> Path:
    """A folder for -L whose libamdhip64 makes programs run on the executor as `gpu`; made once.

    CassError where there is no C++ compiler to make it with.
    """
    real = stand_in.folder()
    settings = {
        "CASS_EXEC_ARCH": gpu,
        "CASS_EXEC_PYTHON": sys.executable,
        "CASS_EXEC_CACHE": str(cache.kernels()),
        "CASS_EXEC_HOME": str(cache.root()),
        "CASS_CACHE": str(cache_root()),
    }
    name = f"{RUNTIME}.{generation if f'.{generation}' in stand_in.HIP_VERSIONS else 6}"
    key = cache.key_of([Path(__file__)], str(real), name, repr(settings))
    place = cache_folder("exec-link") / key
    if not (place / "link" / RUNTIME).exists():
        draft = Path(tempfile.mkdtemp(dir=place.parent, prefix=".new-"))
        try:
            _make(draft, place, real / name, settings)
            draft.rename(place)
        except OSError as error:
            if not (place / "link" / RUNTIME).exists():  # else another process was first
                raise CassError(f"{place}: {error.strerror or error}") from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return place / "link"


def _make(draft: Path, place: Path, real: Path, settings: dict[str, str]) -> None:
    """Fill `draft`, which will be `place`: the library for starting, and under link/ those for the linker."""
    link = draft / "link"
    link.mkdir()
    start = draft / "start.c"
    lines = [f"  setenv({_quoted(name)}, {_quoted(value)}, 0);" for name, value in settings.items()]
    text = ["#include <stdlib.h>", f"__attribute__((constructor({PRIORITY}))) static void start(void) {{", *lines, "}"]
    start.write_text("\n".join([*text, ""]))
    # "Auxiliary" puts it before what libraries of ROCm, which the program may name first, need: AMD's own runtime.
    keep = ("-Wl,--no-as-needed", str(real), f"-Wl,-rpath,{real.parent}", f"-Wl,--auxiliary={real}")
    _build("-x", "c", str(start), "-x", "none", *keep, "-Wl,-soname,libcass_start.so", "-o", str(draft / real.name))
    symbols = draft / "symbols.s"
    symbols.write_text(_symbols(real))
    _build(str(symbols), f"-Wl,-soname,{place / real.name}", "-nostdlib", "-o", str(link / RUNTIME))
    for other in ("libhiprtc.so", "libcudart.so"):
        (link / other).write_text(f"INPUT({place / 'link' / RUNTIME})\n")


def _symbols(library: Path) -> str:
    """Assembly that defines, for the linker only, every function that the library has: HIP's are not all of C."""
    elf = Elf(library.read_bytes(), str(library))
    lines = [".text"]
    for table in (section for section in elf.sections if section.kind == SHT_DYNSYM):
        for symbol in elf.symbol_table(table):
            if symbol.defined and symbol.is_global and symbol.kind == "function":
                lines += [f".globl {symbol.name}", f".type {symbol.name},@function", f"{symbol.name}: .byte 0"]
    return "\n".join([*lines, '.section .note.GNU-stack,"",@progbits', ""])


def _build(*words: str) -> None:
    program = stand_in.compiler()
    if program is None:
        raise CassError(f"no C++ compiler is on PATH to link programs for the executor with; {stand_in.GET_COMPILER}")
    done = proc.run([program, "-shared", "-fPIC", *words], timeout=TIMEOUT)
    if done.status != 0:
        raise CassError(f"{program} failed: {done.stderr.decode(errors='replace').strip()[:1000]}")


def _quoted(text: str) -> str:
    return (
        '"'
        + "".join(f"\\{byte:03o}" if byte in b'"\\?' or byte < 32 else chr(byte) for byte in os.fsencode(text))
        + '"'
    )
