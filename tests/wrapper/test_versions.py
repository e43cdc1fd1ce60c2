"""CUDA's version as numbers, code for GPUs on standard output, and caches that are damaged or not there."""

import stat
from pathlib import Path

import pytest

from cass_tools.compilers.toolchain import device_library_folders
from tests.wrapper.command import HIPCC, Project

pytestmark = pytest.mark.gpu_code
SOURCE = """\
#include <cuda_runtime.h>
#include <cstdio>
#include "version.h"
#define MINE CUDART_VERSION
#if MINE < 11000 || CUDART_VERSION / 1000 < 11
#error old
#endif
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1100 || !IS_CUDA
#error old compiler
#endif
int main() { printf("%d %d\\n", CUDART_VERSION, __CUDACC_VER_MAJOR__); }
"""


def test_macros_of_cudas_version_are_numbers(project: Project) -> None:
    project.write(version__h="#ifdef CUDA_VERSION\n#define IS_CUDA 1\n#endif\n", a__cu=SOURCE)
    made = project("a.cu", "-o", "a", CASS_TARGET="exec")
    assert (made.status, made.err) == (0, "")
    assert project.run("./a").out == "12000 12\n"
    assert project("a.cu", "-DCUDART_VERSION=11080", "-o", "a", CASS_TARGET="exec").status == 0
    assert project.run("./a").out == "11080 12\n"


def test_code_for_gpus_goes_to_standard_output(project: Project) -> None:
    project.write(k__cu="__global__ void k(int *p) { *p = 1; }\n")
    made = project.run("sh", "-c", '"$0" -ptx k.cu -o - > out', str(HIPCC))
    assert (made.status, made.err) == (0, "")
    assert (project.folder / "out").read_bytes().startswith(b"__CLANG_OFFLOAD_BUNDLE__")
    assert "-" not in project.names()


def test_a_cache_that_cannot_be_made_is_no_error(project: Project, tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    made = project("-c", "main.cu", XDG_CACHE_HOME="/proc/nowhere", CASS_CACHE="", TMPDIR=str(place))
    assert (made.status, made.err) == (0, "")
    [folder] = place.glob("cass-tools-*")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o777)  # anybody might have put something there
    assert project("-c", "main.cu", XDG_CACHE_HOME="/proc/nowhere", CASS_CACHE="", TMPDIR=str(place)).status == 1


def test_damaged_files_in_the_cache_are_made_anew(project: Project, tmp_path: Path) -> None:
    """Such as device libraries of a GPU that the installed ones do not know: gfx1100 in Debian 12, gfx1200 in 13."""
    known = {file.name for folder in device_library_folders() for file in folder.glob("oclc_isa_version_*.bc")}
    arch = next(each for each in ("gfx1100", "gfx1200", "gfx1201") if f"oclc_isa_version_{each[3:]}.bc" not in known)
    where = {"CASS_CACHE": str(tmp_path / "cache"), "CASS_ARCH": arch}
    assert project("-c", "main.cu", **where).status == 0
    before = project("-E", "main.cu", **where).out
    libraries = [file for file in (tmp_path / "cache" / "device-libs").glob("*/*.bc") if file.stat().st_size > 10000]
    assert libraries and not any(file.is_symlink() for file in libraries)  # the system's own are out of reach
    for file in libraries:
        file.write_bytes(file.read_bytes()[:100])
    assert project("-c", "main.cu", **where).status == 0
    assert project("-E", "main.cu", **where).out == before
