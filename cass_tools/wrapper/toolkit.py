"""A folder that poses as a CUDA toolkit: bin/nvcc is cass-hipcc, include has CUDA's names, lib64 HIP's libraries.

For build systems that look for a toolkit, and for C++ that includes CUDA's headers without a CUDA compiler.
"""

import os
import shlex
import sys
import tempfile
from pathlib import Path

from cass_tools.compilers import cuda_headers, headers
from cass_tools.compilers.cache import cache_folder
from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.nvcc_flags import raw
from cass_tools.wrapper.settings import DEFAULT_GPUS, Settings

VERSION = (12, 8, 93)
RUNTIME = ("cudart", "cudart_static", "cuda", "cudadevrt", "culibos", "nvrtc", "nvrtc_static")
MARK = ".cass-toolkit"  # by which a folder of ours is known


def lay_out(place: Path, gpus: tuple[str, ...], target: str = "amd") -> None:
    """Make or renew the toolkit at `place`; CassError where something else is there."""
    if place.exists() and any(place.iterdir()) and not (place / MARK).exists():
        raise CassError(f"{place} is no toolkit of ours and not empty: name a new folder")
    for folder in ("bin", "include", "lib64", "nvvm/libdevice", "nvvm/bin"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    (place / MARK).write_text("")
    _commands(place / "bin", gpus, target)
    _headers(place / "include")
    _libraries(place / "lib64")
    major, minor, build = VERSION
    version = f"{major}.{minor}.{build}"
    (place / "version.json").write_text(f'{{"cuda": {{"name": "CUDA SDK", "version": "{version}"}}}}\n')
    if not (place / "lib").is_symlink():
        (place / "lib").symlink_to("lib64")


def for_cmake(chosen: Settings | None) -> Path:
    """A toolkit in the cache, for a CMake that was told of the compiler only."""
    key = cache.key_of([Path(__file__)], str(cuda_headers.folder()), sys.executable)
    place = cache_folder("toolkit") / key
    if not (place / MARK).exists():
        fresh = Path(tempfile.mkdtemp(dir=place.parent, prefix=".new-"))
        lay_out(fresh, (), "")
        try:
            fresh.rename(place)
        except OSError:
            if not (place / MARK).exists():
                raise
    return place


def _commands(place: Path, gpus: tuple[str, ...], target: str) -> None:
    told = [f': "${{CASS_ARCH:={",".join(gpus)}}}"; export CASS_ARCH'] if gpus else []
    told += [f': "${{CASS_TARGET:={target}}}"; export CASS_TARGET'] if target else []
    start = f'exec {shlex.quote(sys.executable)} -m cass_tools.wrapper "$@"'
    script = place / "nvcc"
    script.write_text("\n".join(["#!/bin/sh", *told, start, ""]))
    script.chmod(0o755)


def _headers(place: Path) -> None:
    """One header for each of CUDA's, which says that the platform is AMD's and hands on to ours."""
    written = headers.SHIPPED / "cuda_on_hip"
    for root in (cuda_headers.folder(), written):
        for path in sorted(root.rglob("*")):
            if path.is_file():
                shown = path.relative_to(root)
                (place / shown.parent).mkdir(parents=True, exist_ok=True)
                (place / shown).write_text(_forwarding(path))
    runtime = place / "cuda_runtime.h"
    major, minor, _ = VERSION
    number = 1000 * major + 10 * minor
    for name in ("cuda_runtime_api.h", "cuda.h"):
        if name == "cuda.h":
            (place / name).write_text(f"#pragma once\n#define CUDA_VERSION {number}\n#include <{runtime.name}>\n")
        else:
            (place / name).write_text(f"#pragma once\n#include <{runtime.name}>\n")


def _forwarding(path: Path) -> str:
    return f'#ifndef __HIP_PLATFORM_AMD__\n#define __HIP_PLATFORM_AMD__ 1\n#endif\n#include "{os.fspath(path)}"\n'


def _libraries(place: Path) -> None:
    """Linker scripts: each of NVIDIA's names leads to the library that takes its place."""
    names: dict[str, str] = raw()["build_libraries"]
    for name, hip in names.items():
        if hip.startswith("?"):
            continue
        text = f"INPUT(-l{hip})\n" if hip else "/* nothing is needed in its place */\n"
        suffix = ".a" if name.endswith("_static") or name in ("cudadevrt", "culibos") else ".so"
        (place / f"lib{name}{suffix}").write_text(text)


__all__ = ["DEFAULT_GPUS", "for_cmake", "lay_out"]
