"""The host runtime that stands in for the libraries of HIP and CUDA: compiled once with the user's compiler, then kept.

The library has a name for each library and generation; all are the same file, and by the name under which a program
asked for it the library knows which layouts the program was built with. Functions of CUDA that are HIP's under another
name are additional names of those (host/cuda_aliases.tsv).
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor.cache import PACKAGE, key_of, root

SOURCES = PACKAGE / "host"
PICTURE = PACKAGE / "nvidia" / "lift" / "runtime" / "picture.h"  # what it includes from elsewhere
HIP_VERSIONS = ("", ".5", ".6", ".7")
NAMES = (
    *(f"{library}.so{version}" for library in ("libamdhip64", "libhiprtc") for version in HIP_VERSIONS),
    "libcudart.so.12",
    "libcudart.so.13",
    "libcuda.so.1",
)
COMPILERS = ("g++", "c++", "clang++", "clang++-19", *(f"clang++-{n}" for n in range(30, 13, -1)))
FOR_GPUS = re.compile("nvcc|hipcc|^cass-|^amdclang")
FLAGS = ("-std=c++17", "-O1", "-fPIC", "-fvisibility=hidden", "-pthread")
LINKED = "link"  # the folder with a library for linking for each HIP generation, and one for CUDA's driver
DRIVER = "cuda"
TIMEOUT = 300.0
GET_COMPILER = "install one (on Debian or Ubuntu: apt-get install g++)"


@cache
def compiler() -> str | None:
    """A C++ compiler: `CXX` where that is one for the host alone, else the first known one on PATH.

    In a build by `make CXX=cass-hipcc` cass-hipcc would wait for what it is started to make.
    """
    chosen = os.environ.get("CXX", "")
    names = COMPILERS if not chosen or FOR_GPUS.search(Path(chosen).name) else (chosen, *COMPILERS)
    return next((found for name in names if (found := shutil.which(name))), None)


def folder() -> Path:
    """A folder with the compiled library, for LD_LIBRARY_PATH. Compiles it where these sources are new (seconds)."""
    program = compiler()
    if program is None:
        raise CassError(f"no C++ compiler is on PATH to build the HIP host runtime with; {GET_COMPILER}")
    place = root() / "host" / _key(program)
    if (place / NAMES[-1]).exists():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    from filelock import FileLock

    with FileLock(place.with_suffix(".lock")):
        if not (place / NAMES[-1]).exists():
            _build(program, place)
    return place


@cache
def _key(program: str) -> str:
    """Names the sources, how they are compiled and what is made of them; read once, though asked for at each run."""
    return key_of([*SOURCES.iterdir(), PICTURE], program, *FLAGS, *NAMES, LINKED, DRIVER)


def to_link_with(generation: int) -> Path | None:
    """A folder for -L with a libamdhip64 whose name is that of a HIP generation; None for one that is not known.

    The library of a distribution may lack what its own headers declare; this one has all that programs can call here.
    """
    return _to_link(str(generation))


def driver_to_link_with() -> Path | None:
    """A folder for -L with a libcuda, which comes with NVIDIA's driver alone: what is linked so loads that one, too."""
    return _to_link(DRIVER)


def _to_link(name: str) -> Path | None:
    place = folder() / LINKED / name
    return place if place.is_dir() else None


def _build(program: str, place: Path) -> None:
    """Compile into a draft next to `place`, and move the result there."""
    with tempfile.TemporaryDirectory(dir=place.parent, prefix="draft-") as name:
        draft = Path(name)
        library = draft / "out" / NAMES[0]
        library.parent.mkdir()
        objects = compile_sources(program, sorted(SOURCES.glob("*.cpp")), draft)
        names = (line.split("\t") for line in (SOURCES / "cuda_aliases.tsv").read_text().splitlines())
        second_names = draft / "second_names"
        second_names.write_text("".join(f"-Wl,--defsym={cuda}={hip}\n" for cuda, hip in names))
        shared: list[str | Path] = [
            program,
            "-shared",
            *FLAGS,
            f"-Wl,--version-script={SOURCES / 'hip.map'}",
            f"@{second_names}",
            *objects,
        ]
        _run([*shared, "-ldl", "-Wl,-soname,libamdhip64.so.6", "-o", library])
        for_linking = {f"libamdhip64.so{generation}": Path(generation[1:], NAMES[0]) for generation in HIP_VERSIONS[1:]}
        for loaded, named in {**for_linking, "libcuda.so.1": Path(DRIVER, "libcuda.so")}.items():
            to_link = library.parent / LINKED / named
            to_link.parent.mkdir(parents=True)
            _run([*shared, "-ldl", f"-Wl,-soname,{loaded}", "-o", to_link])
        for link in NAMES[1:]:
            (library.parent / link).symlink_to(NAMES[0])
        shutil.rmtree(place, ignore_errors=True)  # an earlier one that lacks something
        library.parent.rename(place)


def compile_sources(program: str, sources: Iterable[Path], draft: Path, more: Iterable[str] = ()) -> list[Path]:
    """Object files of `sources` in `draft`, as many at a time as there are processors."""
    prelude = draft / "prelude.hpp"
    shutil.copy(SOURCES / prelude.name, prelude)
    precompiled = prelude.with_suffix(".hpp.pch" if "clang" in Path(program).name else ".hpp.gch")
    flags = [*FLAGS, *more, "-I", str(SOURCES)]
    _run([program, *flags, "-x", "c++-header", prelude, "-o", precompiled])

    def compile_one(source: Path) -> Path:
        output = draft / f"{source.stem}.o"
        _run([program, *flags, "-include", prelude, "-c", source, "-o", output])
        return output

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_one, sources))


def _run(command: list[str | Path]) -> None:
    done = proc.run(command, timeout=TIMEOUT)
    if done.status != 0:
        words = done.stderr.decode(errors="replace").strip() or f"it ended with status {done.status}"
        raise CassError(f"the HIP host runtime cannot be compiled with {command[0]}: {words[:1000]}")
