"""cass-hipcc with other build systems, as a launcher, beside ccache, and for editors."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from cass_tools.wrapper.launcher import launched
from tests.wrapper.command import HIPCC, PROGRAM, Project
from tests.wrapper.test_projects import of, path_with_us

pytestmark = pytest.mark.gpu_code
CLANGD = next(
    (found for name in ("clangd-19", "clangd-20", "clangd-18", "clangd") if (found := shutil.which(name))), ""
)


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [name for name in programs if shutil.which(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


@needs("cmake", "ninja")
def test_hip_as_a_language_of_cmake(tmp_path: Path) -> None:
    """HIP and CUDA sources, by a name without "hipcc", which CMake refuses in a compiler's."""
    project = of("hip", tmp_path)
    project.env.update(PATH=path_with_us(project), CASS_ARCH="gfx90a")
    said = project.run("cmake", "-G", "Ninja", "-B", "b", "-DCMAKE_HIP_COMPILER=cass-clang++", ".")
    assert said.status == 0, said.err
    assert "Check for working HIP compiler" in said.out
    built = project.run("cmake", "--build", "b", "-v")
    assert built.status == 0, built.out + built.err
    assert "--offload-arch=gfx90a" in built.out  # as asked for, with no GPU here that CMake could find
    assert project.run("b/main").out == "21 42\n"


@needs("meson", "ninja")
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_meson(tmp_path: Path, arch: str) -> None:
    project = of("meson", tmp_path)
    project.env.update(PATH=path_with_us(project), CASS_ARCH=arch)
    project.write(native__ini="[binaries]\ncuda = 'cass-hipcc'\n")
    said = project.run("meson", "setup", "b", "--native-file", "native.ini")
    assert said.status == 0, said.out
    assert "Cuda compiler for the host machine: cass-hipcc (nvcc 12.8.93)" in said.out.replace("ccache ", "")
    built = project.run("ninja", "-C", "b")
    assert built.status == 0, built.out
    assert project.run("b/program").out == "693\n"
    assert project.run("b/whole").out == "1\n"


@needs("make")
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_probes_of_a_configure_script(tmp_path: Path, arch: str) -> None:
    project = of("configure", tmp_path)
    project.env.update(CASS_ARCH=arch)
    words = {"NVCC": str(HIPCC), "CC": str(HIPCC)}
    said = project.run("./configure", **words)
    assert said.status == 0, said.out + (project.folder / "config.log").read_text()
    assert "accepts -std=c99... yes" in said.out
    assert "checking the version of nvcc... 12.8" in said.out
    assert project.run("make").status == 0
    assert project.run("./program").out == "3\n"


@needs("g++")
def test_before_another_compiler_cuda_is_ours_and_the_rest_is_not(project: Project) -> None:
    project.write(
        api__cpp="#include <cuda_runtime.h>\nint count() { int n; return cudaGetDeviceCount(&n) ? -1 : n; }\n",
        plain__cpp="const char *compiler() { return __VERSION__; }\n",
        by__h="#include <cuda_runtime.h>\n",
        through__cpp='#include "by.h"\ncudaError_t f(void *p) { return cudaFree(p); }\n',
    )
    assert project("g++", "-c", "plain.cpp", "-frecord-gcc-switches").status == 0  # which clang does not call so
    assert b"GCC: " in (project.folder / "plain.o").read_bytes()
    assert b"clang" not in (project.folder / "plain.o").read_bytes()
    for name in ("api", "through"):
        assert project("g++", "-c", f"{name}.cpp").status == 0
        assert b"hip" in (project.folder / f"{name}.o").read_bytes()
    assert project("nvcc", "-c", "-arch=sm_80", "main.cu").status == 0
    assert project("g++", "--no-such-option").err.startswith("g++:")
    assert project("no-such-g++", "-c", "plain.cpp").err == "cass-hipcc: error: no-such-g++ is not on PATH\n"


@pytest.mark.parametrize(
    ("words", "compiler"),
    [
        ("g++ -c a.cpp", "g++"),
        ("ccache /opt/bin/x86_64-linux-gnu-g++-12 -c a.cpp", "x86_64-linux-gnu-g++-12"),
        ("/usr/local/cuda/bin/nvcc a.cu", "nvcc"),
        ("clang++-19 a.cu", "clang++-19"),
        ("-c a.cpp g++", None),
        ("a.cu g++", None),
        ("ccache -s", None),
        ("", None),
    ],
)
def test_the_compiler_that_is_named(words: str, compiler: str | None) -> None:
    found = launched(words.split())
    assert (found.compiler if found else None) == compiler


@needs("cmake", "ninja", "g++")
def test_launcher_of_cmake(project: Project) -> None:
    project.write(
        CMakeLists__txt="cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES CXX)\n"
        "add_library(api STATIC api.cpp plain.cpp)\n",
        api__cpp="#include <cuda_runtime.h>\nint f(void **p) { return cudaMalloc(p, 4); }\n",
        plain__cpp="int one() { return 1; }\n",
    )
    said = project.run("cmake", "-G", "Ninja", "-B", "b", f"-DCMAKE_CXX_COMPILER_LAUNCHER={HIPCC}", ".")
    assert said.status == 0, said.err
    built = project.run("cmake", "--build", "b")
    assert built.status == 0, built.out
    assert b"hipMalloc" in (project.folder / "b" / "CMakeFiles" / "api.dir" / "api.cpp.o").read_bytes()


@needs("ccache")
def test_ccache_before_us_knows_our_settings(project: Project, tmp_path: Path) -> None:
    """Its keys know nothing of CASS_ARCH, unless the text that they are made of says it."""
    project.env.update(CCACHE_DIR=str(tmp_path / "ccache"), PATH=path_with_us(project))

    def made(arch: str) -> bytes:
        said = project.run("ccache", str(HIPCC), "-c", "main.cu", "-o", "main.o", CASS_ARCH=arch)
        assert said.status == 0, said.err
        return (project.folder / "main.o").read_bytes()

    first = made("gfx1100")
    assert b"gfx90a" in made("gfx90a")
    assert made("gfx1100") == first
    counts = dict(line.split("\t") for line in project.run("ccache", "--print-stats").out.splitlines())
    assert (counts["cache_miss"], counts["preprocessed_cache_hit"], counts["direct_cache_hit"]) == ("2", "1", "0")
    project.write(scale__cuh=(project.folder / "scale.cuh").read_text().replace("*= a", "+= a"))
    assert made("gfx1100") != first


@needs("ccache", "g++")
def test_ccache_behind_us(project: Project, tmp_path: Path) -> None:
    project.env.update(CCACHE_DIR=str(tmp_path / "ccache"))
    project.write(plain__cpp="int one() { return 1; }\n")
    for _ in range(2):
        assert project("ccache", "g++", "-c", "plain.cpp").status == 0
    assert "direct_cache_hit\t1" in project.run("ccache", "--print-stats").out
    assert project("ccache", "nvcc", "-c", "main.cu").status == 0


@pytest.mark.skipif(not CLANGD, reason="needs clangd")
def test_commands_that_clangd_takes(project: Project) -> None:
    words = f"{HIPCC} -forward-unknown-to-host-compiler --generate-code=arch=compute_80,code=[sm_80] -Xptxas -O3"
    entry = {"directory": str(project.folder), "file": "main.cu", "command": f"{words} -std=c++17 -x cu -c main.cu"}
    other = {"directory": "/", "file": "a.c", "command": "cc -c a.c"}
    (project.folder / "build").mkdir()
    (project.folder / "build" / "compile_commands.json").write_text(json.dumps([entry, other]))
    cass = str(HIPCC.with_name("cass"))
    made = project.run(cass, "compile-commands", "build/compile_commands.json", "--arch", "gfx1100")
    assert (made.status, made.out) == (0, "compile_commands.json: 2 commands for clangd\n"), made.err
    converted = json.loads((project.folder / "compile_commands.json").read_bytes())
    assert converted[1] == other
    said = project.run(CLANGD, "--check=main.cu")
    assert [line for line in said.err.splitlines() if line.startswith("E") and "IncludeCleaner" not in line] == []
    project.write(main__cu=PROGRAM.replace("cudaGetLastError", "cudaGetLatestError"))
    assert "undeclared identifier 'cudaGetLatestError'" in project.run(CLANGD, "--check=main.cu").err
    (project.folder / "build" / "compile_commands.json").write_text("{}")
    assert project.run(cass, "compile-commands", "build/compile_commands.json").status == 2


@needs("cmake", "ninja", "ccache")
def test_response_files_and_ccache_of_cmake(tmp_path: Path) -> None:
    """CMake hands nvcc its folders, objects and libraries by --options-file, and ccache calls cass-hipcc."""
    project = of("cmake", tmp_path)
    project.env.update(PATH=path_with_us(project), CASS_ARCH="gfx1100", CCACHE_DIR=str(tmp_path / "ccache"))
    files = [f"-DCMAKE_CUDA_USE_RESPONSE_FILE_FOR_{what}=ON" for what in ("INCLUDES", "OBJECTS", "LIBRARIES")]
    launch = ("-DCMAKE_CUDA_COMPILER_LAUNCHER=ccache", f"-DCMAKE_C_COMPILER_LAUNCHER={HIPCC}")
    words = (
        "-DCMAKE_CUDA_COMPILER=cass-hipcc",
        "-DCMAKE_CUDA_ARCHITECTURES=80",
        "-DCMAKE_NINJA_FORCE_RESPONSE_FILE=ON",
    )
    said = project.run("cmake", "-G", "Ninja", "-B", "b", *words, *files, *launch, ".")
    assert said.status == 0, said.err
    built = project.run("cmake", "--build", "b", "-v")
    assert built.status == 0, built.out + built.err
    assert "--options-file" in built.out and "ccache" in built.out
    assert project.run("b/main").out == "42 41 5 1 0\n"


@needs("ninja")
def test_dependencies_that_nvcc_is_asked_for_before_it_compiles(project: Project) -> None:
    """As build files for nvcc before 10.2 do, which could not do both at once."""
    told = f"{HIPCC} -M -MT $out $in -o $out.d && {HIPCC} -dc $in -o $out"
    project.write(
        build__ninja=f"rule cu\n  command = {told}\n  depfile = $out.d\n  deps = gcc\n"
        f"rule link\n  command = {HIPCC} -rdc=true $in -o $out\n"
        "build main.o: cu main.cu\nbuild program: link main.o\n"
    )
    project.env.update(CASS_TARGET="exec")
    said = project.run("ninja")
    assert said.status == 0, said.out
    assert project.run("./program").out == "693\n"
    assert "no work to do" in project.run("ninja").out
    project.write(scale__cuh=(project.folder / "scale.cuh").read_text().replace("*= a", "+= a"))
    assert project.run("ninja").status == 0
    assert project.run("./program").out == "106\n"


# As PyTorch 2.14 (torch.utils.cpp_extension) writes it for an extension of one C++ and one CUDA source.
EXTENSION = """ninja_required_version = 1.3
cxx = c++
nvcc = ccache {home}/bin/nvcc

cflags = -DTORCH_EXTENSION_NAME=scaled -isystem {home}/include -fPIC -std=c++20
post_cflags =
cuda_cflags = -DTORCH_EXTENSION_NAME=scaled -isystem {home}/include -D__CUDA_NO_HALF_OPERATORS__ \
-D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_BFLOAT16_CONVERSIONS__ -D__CUDA_NO_HALF2_OPERATORS__ \
--expt-relaxed-constexpr -gencode=arch=compute_80,code=compute_80 -gencode=arch=compute_80,code=sm_80 \
--compiler-options '-fPIC' -O3 --use_fast_math -std=c++20
cuda_post_cflags =
ldflags = -shared -L{home}/lib64 -lcudart

rule compile
  command = $cxx -MMD -MF $out.d $cflags -c $in -o $out $post_cflags
  depfile = $out.d
  deps = gcc

rule cuda_compile
  depfile = $out.d
  deps = gcc
  command = $nvcc {depend} $cuda_cflags -c $in -o $out $cuda_post_cflags

rule link
  command = $cxx $in $ldflags -o $out

build api.o: compile {here}/api.cpp
build scale.cuda.o: cuda_compile {here}/scale.cu
build scaled.so: link api.o scale.cuda.o
default scaled.so
"""
DEPENDING = ("-MD -MF $out.d", "--generate-dependencies-with-compile --dependency-output $out.d")


@needs("ninja", "ccache", "c++")
@pytest.mark.parametrize("depend", DEPENDING)
def test_an_extension_as_pytorch_builds_it(project: Project, tmp_path: Path, depend: str) -> None:
    """CUDA_HOME is a toolkit of ours; the library is loaded into Python and its kernel executed here."""
    home = tmp_path / "cuda"
    cass = str(HIPCC.with_name("cass"))
    assert project.run(cass, "toolkit", str(home), "--arch", "gfx1100", "--target", "exec").status == 0
    version = project.run(str(home / "bin" / "nvcc"), "--version").out
    assert re.search(r"release (\d+\.\d+)", version)  # by which it is compared with PyTorch's own
    body = PROGRAM.partition("int main() {")[2].replace("printf", "return host[99]; printf")
    project.write(
        api__cpp='int TORCH_EXTENSION_NAME();\nextern "C" int answer() { return TORCH_EXTENSION_NAME(); }\n',
        scale__cu=f'#include <cstdio>\n#include "scale.cuh"\nint TORCH_EXTENSION_NAME() {{{body}',
        build__ninja=EXTENSION.format(home=home, here=project.folder, depend=depend),
    )
    project.env.update(CCACHE_DIR=str(tmp_path / "ccache"))
    built = project.run("ninja", "-v")
    assert built.status == 0, built.out
    asked = "import ctypes; print(ctypes.CDLL('./scaled.so').answer())"
    assert project.run(sys.executable, "-c", asked).out == "693\n"
    assert "no work to do" in project.run("ninja").out
