"""The library that serves a recombined program's calls of CUDA's runtime by HIP's: compiled once, then kept.

What CUDA and HIP have under two names comes from the executor's table (executor/host/cuda_aliases.tsv), and from
OTHER_ANSWERS.
"""

import re
import tempfile
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor import cache, stand_in
from cass_tools.executor.amd.elf import Elf

SOURCES = Path(__file__).parent / "shim"
FLAGS = ("-std=c++17", "-O1", "-fPIC", "-fvisibility=hidden", "-shared", "-Wl,-z,noexecstack")
NAME = "libcass_cudart.so.{generation}"
REFERENCE = "libcass_attach.so"
TIMEOUT = 120.0
CALLED = re.compile(r"^hipError_t (hip\w+)\(", re.MULTILINE)  # what graphs.cpp declares
OTHER_ANSWERS = {  # what the executor answers as NVIDIA's cards do, and HIP as AMD's
    "cudaDeviceGetLimit": "hipDeviceGetLimit",
    "cudaDeviceSetLimit": "hipDeviceSetLimit",
    "cudaFreeArray": "hipFreeArray",
    "cudaFuncSetCacheConfig": "hipFuncSetCacheConfig",
    "cudaIpcOpenMemHandle": "hipIpcOpenMemHandle",
    "cudaMemPoolExportPointer": "hipMemPoolExportPointer",
    "cudaMemPoolExportToShareableHandle": "hipMemPoolExportToShareableHandle",
    "cudaMemPoolGetAccess": "hipMemPoolGetAccess",
    "cudaMemPoolImportFromShareableHandle": "hipMemPoolImportFromShareableHandle",
    "cudaMemPoolImportPointer": "hipMemPoolImportPointer",
    "cudaStreamGetDevice": "hipStreamGetDevice",
    "cudaThreadGetLimit": "hipDeviceGetLimit",
    "cudaThreadSetLimit": "hipDeviceSetLimit",
}


def name(generation: int) -> str:
    """What the library is called for programs of CUDA 12 or 13."""
    return NAME.format(generation=generation)


def library(generation: int) -> bytes:
    """The library; CassError without a C++ compiler."""
    version = f"libcudart.so.{generation} {{ global: *; }};\n"
    wanted = (*FLAGS, f"-Wl,-soname,{name(generation)}", f"-DCASS_CUDA_{generation}")
    return _library(name(generation), wanted, ("aliases", "device", "graphs", "managed", "payload", "program"), version)


def reference(generation: int) -> bytes:
    """A library that leads a program's own CUDA runtime to that of the executor, for the run that is compared with."""
    runtime = f'-DCASS_CUDART="libcudart.so.{generation}"'
    return _library(REFERENCE, (*FLAGS, f"-Wl,-soname,{REFERENCE}", "-DCASS_REFERENCE", runtime), ("payload",), "")


def served(generation: int) -> frozenset[str]:
    """The functions that the library has."""
    found = Elf(library(generation), name(generation)).symbols
    return frozenset(symbol.name for symbol in found if symbol.defined)


def _library(called: str, flags: tuple[str, ...], sources: tuple[str, ...], version: str) -> bytes:
    compiler = stand_in.compiler()
    if compiler is None:
        raise CassError(f"no C++ compiler is on PATH to build {called} with; {stand_in.GET_COMPILER}")
    used = [*SOURCES.iterdir(), *stand_in.SOURCES.glob("cuda_*"), *stand_in.SOURCES.glob("*.hpp")]
    made = cache.root() / "shim" / cache.key_of(used, compiler, *flags, *_aliases()) / called
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        with cache.locked(made.parent / "lock"), tempfile.TemporaryDirectory(dir=made.parent) as name_:
            draft = Path(name_)
            (draft / "aliases.inc").write_text("".join(_aliases()))
            (draft / "version").write_text(version)
            script = [f"-Wl,--version-script={draft / 'version'}"] if version else []
            files = [SOURCES / f"{source}.cpp" for source in sources]
            command: list[str | Path] = [compiler, *flags, *script, "-I", draft, "-I", stand_in.SOURCES, *files, "-ldl"]
            done = proc.run([*command, "-o", draft / called], timeout=TIMEOUT)
            if done.status != 0:
                words = done.stderr.decode(errors="replace").strip()[:1000]
                raise CassError(f"{called} cannot be compiled with {compiler}: {words or done.status}")
            (draft / called).rename(made)
    return made.read_bytes()


def _aliases() -> list[str]:
    lines = (stand_in.SOURCES / "cuda_aliases.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines] + [list(pair) for pair in OTHER_ANSWERS.items()]
    called = CALLED.findall((stand_in.SOURCES / "cuda_graph.cpp").read_text())
    return [f"ALIAS({cuda}, {hip})\n" for cuda, hip in rows if cuda.startswith("cuda")] + [
        f"OWN({name})\n" for name in called
    ]
