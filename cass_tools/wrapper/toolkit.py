"""A folder that poses as a CUDA toolkit: bin/nvcc is cass-hipcc, include has CUDA's names, lib64 HIP's libraries.

For build systems that look for a toolkit, and for C++ that includes CUDA's headers without a CUDA compiler.
"""

import shlex
import sys
import tempfile
from pathlib import Path

from cass_tools.compilers import cuda_headers, headers
from cass_tools.compilers.cache import cache_folder
from cass_tools.errors import CassError
from cass_tools.executor import cache
from cass_tools.nvcc_flags import raw
from cass_tools.wrapper.answers import CUDA_VERSION
from cass_tools.wrapper.runtime import folders
from cass_tools.wrapper.settings import Settings
from cass_tools.wrapper.stamp import code_stamp
from cass_tools.wrapper.toolbox import toolbox

MARK = ".cass-toolkit"  # by which a folder of ours is known
EMPTY_ARCHIVE = b"!<arch>\n"
LATER = headers.SHIPPED / "hip_compat" / "cass"  # what older releases of HIP have not
ARCHIVES = ("cudadevrt", "culibos")
# What C++ without a CUDA compiler sees of headers that are written for sources with kernels.
ON_HOST = {
    "cuda_fp16.h": "#include <hip/hip_fp16.h>",
    "cuComplex.h": "#include <hip/hip_complex.h>\n#include <cass_names/complex.h>",
    "nvToolsExt.h": "",
    "nvml.h": '#include "{path}"',
}
CUDA_DRIVER = """#include <cuda_runtime.h>
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION {number}
#endif"""
PLATFORM = "#pragma once\n#ifndef __HIP_PLATFORM_AMD__\n#define __HIP_PLATFORM_AMD__ 1\n#endif\n"
HOST_RUNTIME = """#ifdef __cplusplus
#pragma push_macro("nodiscard")
#define nodiscard maybe_unused // CUDA's results may be left unread
#include <hip/hip_runtime.h>
#pragma pop_macro("nodiscard")
#include <cstdio>
#include <cstdlib>
#if HIP_VERSION < 60300000
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#if HIP_VERSION < 60000000
#include "{properties}"
#endif
#include "{late}"
#pragma GCC diagnostic pop
#endif
#else
#include <hip/hip_runtime_api.h>
#endif
#include <hip/library_types.h>
#include <cass_names/runtime.h>
#ifndef __cplusplus // which has HIP's function without its flags
#undef cudaMallocHost
#define cudaMallocHost(pointer, size) hipHostMalloc(pointer, size, 0)
#endif
#undef cudaGraphicsResource // the tag of a struct, as which HIP has another name than that of the type
#define cudaGraphicsResource _hipGraphicsResource
#undef __DRIVER_TYPES_H__
#undef __CUDA_RUNTIME_H__
#undef __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__ // guards of CUDA's own headers, by which programs know that they are there
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define CUDART_VERSION {number}
#define __CUDART_API_VERSION CUDART_VERSION"""


# What CMake's HIP language wants of ROCm: the target that everything with GPU code is linked with.
HIP_LANGUAGE = """if(NOT TARGET hip-lang::device)
  add_library(hip-lang::device INTERFACE IMPORTED)
  set_target_properties(hip-lang::device PROPERTIES INTERFACE_LINK_LIBRARIES "{runtime}")
endif()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
"""


def lay_out(place: Path, chosen: Settings) -> None:
    """Make or renew the toolkit at `place` for a target and its GPUs; CassError where something else is there."""
    if place.exists() and not (place / MARK).exists() and (not place.is_dir() or any(place.iterdir())):
        raise CassError(f"{place} is no toolkit of ours and not empty: name a new folder")
    for folder in ("bin", "include", "lib64", "nvvm/libdevice"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    (place / MARK).write_text("")
    _compiler(place / "bin" / "nvcc", chosen)
    _headers(place / "include")
    link = folders(chosen.target, chosen.gpus, toolbox(chosen.gpus, chosen.compiler))
    _libraries(place / "lib64", link)
    _rocm(place, link, chosen)
    version = ".".join(map(str, CUDA_VERSION))
    (place / "version.json").write_text(f'{{"cuda": {{"name": "CUDA SDK", "version": "{version}"}}}}\n')
    if not (place / "lib").is_symlink():
        (place / "lib").symlink_to("lib64")


def for_cmake(chosen: Settings) -> Path:
    """A toolkit in the cache, for a CMake that was told of the compiler only."""
    link = folders(chosen.target, chosen.gpus, toolbox(chosen.gpus, chosen.compiler))
    key = cache.key_of([], code_stamp(), str(cuda_headers.folder()), sys.executable, *link, *chosen.gpus, chosen.target)
    place = cache_folder("toolkit") / key
    if not (place / MARK).exists():
        fresh = Path(tempfile.mkdtemp(dir=place.parent, prefix=".new-"))
        lay_out(fresh, chosen)
        try:
            fresh.rename(place)
        except OSError:
            if not (place / MARK).exists():  # else another process was first
                raise
    return place


def _compiler(script: Path, chosen: Settings) -> None:
    """nvcc: cass-hipcc for the GPUs and the target of the toolkit, unless the environment says otherwise."""
    told = [
        f': "${{CASS_ARCH:={",".join(chosen.gpus)}}}" "${{CASS_TARGET:={chosen.target}}}"',
        "export CASS_ARCH CASS_TARGET",
        f'exec {shlex.quote(sys.executable)} -m cass_tools.wrapper "$@"',
    ]
    script.write_text("\n".join(["#!/bin/sh", *told, ""]))
    script.chmod(0o755)


def _headers(place: Path) -> None:
    """One header for each of CUDA's. In HIP mode they are those for untranslated sources; C and C++ get the names."""
    generated, written = cuda_headers.folder(), headers.SHIPPED / "cuda_on_hip"
    for path in sorted(generated.rglob("*.h*")):
        _put(place / path.relative_to(generated), f'#include "{path}"')
    for path in sorted(written.rglob("*")):
        name = path.relative_to(written)
        if path.is_file() and name.parts[0] != "cass_cuda":
            host = ON_HOST.get(str(name), f'#error "{name} is for CUDA sources, which cass-hipcc compiles"')
            host = host.replace("{path}", str(path))
            _put(place / name, f'#ifdef __HIP__\n#include "{path}"\n#else\n{host}\n#endif')
    number = 1000 * CUDA_VERSION[0] + 10 * CUDA_VERSION[1]
    runtime = HOST_RUNTIME.replace("{number}", str(number)).replace("{late}", str(LATER / "late_api.h"))
    runtime = runtime.replace("{properties}", str(LATER / "properties.h"))
    ours = written / "cuda_runtime.h"
    _put(place / "cuda_runtime.h", f'#ifdef __HIP__\n#include "{ours}"\n#else\n{runtime}\n#endif')
    _put(place / "cuda_runtime_api.h", "#include <cuda_runtime.h>")
    _put(place / "cuda.h", CUDA_DRIVER.replace("{number}", str(number)))


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{PLATFORM}{text}\n")


def _rocm(place: Path, link: tuple[str, ...], chosen: Settings) -> None:
    """What CMake's HIP language looks for where ROCm is: its package, and the program that lists the GPUs."""
    package = place / "lib64" / "cmake" / "hip-lang"
    package.mkdir(parents=True, exist_ok=True)
    (package / "hip-lang-config.cmake").write_text(HIP_LANGUAGE.replace("{runtime}", str(_library("amdhip64", link))))
    script = place / "bin" / "rocm_agent_enumerator"
    script.write_text("\n".join(["#!/bin/sh", f"printf '%s\\n' {shlex.join(chosen.gpus)}", ""]))
    script.chmod(0o755)


def _library(name: str, link: tuple[str, ...]) -> Path:
    """A library in the folders to link with, which the last link of a build does not know; else by its name alone."""
    return next((file for folder in link if (file := Path(folder, f"lib{name}.so")).exists()), Path(f"-l{name}"))


def _libraries(place: Path, link: tuple[str, ...]) -> None:
    """Linker scripts: each of NVIDIA's names leads to the library that takes its place."""
    names: dict[str, str] = raw()["build_libraries"] | raw()["drop_in_libraries"]
    for name, hip in {**names, "amdhip64": "amdhip64"}.items():
        if name in ARCHIVES:
            (place / f"lib{name}.a").write_bytes(EMPTY_ARCHIVE)
        elif not hip.startswith("?"):
            text = f"INPUT({_library(hip, link)})\n"
            (place / f"lib{name}{'.a' if name.endswith('_static') else '.so'}").write_text(text)
