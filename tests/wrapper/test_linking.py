"""Programs of several parts: device code that is linked across units, libraries, archives; run by the executor."""

import shutil
from pathlib import Path

import pytest

from cass_tools.compilers import archive
from cass_tools.compilers.offload_binary import SECTION, packed, unpacked
from cass_tools.errors import CassError
from cass_tools.executor.amd.elf import Elf
from tests.wrapper.command import PROGRAM, Project

DEVICE = '#include "twice.cuh"\n__device__ int factor = 2;\n__device__ int twice(int x) { return factor * x; }\n'
HEADER = (
    "#pragma once\n#include <cuda_runtime.h>\nextern __device__ int factor;\n__device__ int twice(int);\nint more();\n"
)
MORE = """#include "twice.cuh"
__global__ void add(int *p) { *p = twice(*p) + 1; }
int more() {
  int *p, host = 20;
  cudaMalloc(&p, 4);
  cudaMemcpy(p, &host, 4, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(p);
  cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost);
  return host;
}
"""
MAIN = """#include <cstdio>
#include "twice.cuh"
__global__ void set(int *p) { *p = twice(21); }
int main() {
  int *p, host, three = 3;
  cudaMalloc(&p, 4);
  set<<<1, 1>>>(p);
  cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost);
  printf("%d %d ", host, more());
  cudaMemcpyToSymbol(factor, &three, 4);
  printf("%d\\n", more());
}
"""
EXPECTED = "42 41 61\n"


@pytest.fixture
def parts(project: Project) -> Project:
    """Three units that use each other's device code."""
    project.write(twice__cuh=HEADER, device__cu=DEVICE, more__cu=MORE, parts__cu=MAIN)
    project.env["CASS_TARGET"] = "exec"
    return project


def succeed(project: Project, *lines: str, **env: str) -> None:
    for line in lines:
        said = project(*line.split(), **env)
        assert said.status == 0, (line, said.err)


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_units_that_use_device_code_of_each_other(parts: Project, arch: str) -> None:
    succeed(parts, "-dc device.cu more.cu", "-rdc=true -c parts.cu", "device.o more.o parts.o -o parts", CASS_ARCH=arch)
    assert parts.run("./parts").out == EXPECTED


@pytest.mark.gpu_code
def test_all_at_once(parts: Project) -> None:
    succeed(parts, "-rdc=true device.cu more.cu parts.cu -o parts")
    assert parts.run("./parts").out == EXPECTED
    assert not [name for name in parts.names() if name.endswith(".o")]


STATIC = """#include <cstdio>
#include <cuda_runtime.h>
static __constant__ int factor[1];
namespace { __device__ int bias; }
static __device__ int total = 5;
__device__ void add(int n) { atomicAdd(&total, n * factor[0] + bias); }
int set(int f, int b) { return cudaMemcpyToSymbol(factor, &f, 4) + cudaMemcpyToSymbol(bias, &b, 4); }
int get() { int t; cudaMemcpyFromSymbol(&t, total, 4); return t; }
"""
USER = """#include <cstdio>
#include <cuda_runtime.h>
static __device__ int total = 100;  // a name that the other unit has, too
__device__ void add(int n);
int set(int f, int b), get();
__global__ void k() { add(3); atomicAdd(&total, 1); }
int main() {
  set(2, 1);
  k<<<1, 32>>>();
  int mine;
  cudaMemcpyFromSymbol(&mine, total, 4);
  printf("%d %d\\n", get(), mine);
}
"""


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_static_variables_that_the_host_names_after_the_gpu(project: Project, arch: str) -> None:
    project.write(one__cu=STATIC, two__cu=USER)
    for words in ("-dc one.cu two.cu", "-rdc=true one.o two.o -o program"):
        said = project(*words.split(), CASS_TARGET="exec", CASS_ARCH=arch)
        assert (said.status, said.err) == (0, "")
    assert project.run("./program").out == "229 132\n"


@pytest.mark.gpu_code
def test_a_static_library_with_device_code(parts: Project) -> None:
    succeed(parts, "-rdc=true -lib device.cu more.cu -o libparts.a", "-rdc=true parts.cu -L. -lparts -o parts")
    assert parts.run("./parts").out == EXPECTED
    succeed(parts, "-rdc=true parts.cu libparts.a -o again")
    assert parts.run("./again").out == EXPECTED


@pytest.mark.gpu_code
@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_device_link_before_the_host_linker(parts: Project) -> None:
    """As CMake does it: nvcc links the device code, g++ the program."""
    succeed(parts, "-dc -Xcompiler -fPIE device.cu more.cu parts.cu", "-dlink device.o more.o parts.o -o dlink.o")
    where = parts("-dryrun", "parts.o", "-o", "x").err.split()
    linked = parts.run("g++", "device.o", "more.o", "parts.o", "dlink.o", *(w for w in where if w[:2] in ("-L", "-l")))
    assert linked.status == 0, linked.err
    assert parts.run("./a.out").out == EXPECTED


@pytest.mark.gpu_code
def test_a_shared_library_of_its_own_device_code(parts: Project) -> None:
    host = '#include <cstdio>\n#include "twice.cuh"\nint main() { printf("%d\\n", more()); }\n'
    parts.write(host__cpp=host)
    succeed(
        parts, "-rdc=true -shared -Xcompiler -fPIC device.cu more.cu -o libparts.so", "host.cpp -L. -lparts -o host"
    )
    assert parts.run("./host", LD_LIBRARY_PATH=".").out == "41\n"


@pytest.mark.gpu_code
def test_a_unit_without_its_device_code_is_said(parts: Project) -> None:
    said = parts("-rdc=true", "parts.cu", "more.cu", "-o", "parts")
    assert said.status == 1
    assert "twice(int)" in said.err
    assert "parts" not in parts.names()


@pytest.mark.gpu_code
def test_objects_for_different_gpus_are_said(parts: Project) -> None:
    succeed(parts, "-dc device.cu more.cu", CASS_ARCH="gfx1100")
    succeed(parts, "-dc parts.cu", CASS_ARCH="gfx90a")
    said = parts("device.o", "more.o", "parts.o", "-o", "parts")
    assert said.status == 1
    assert "no GPU in common" in said.err


@pytest.mark.gpu_code
def test_nothing_to_link_makes_an_empty_object(parts: Project) -> None:
    succeed(parts, "-c main.cu", "-dlink main.o -o dlink.o", "main.o dlink.o -o main")
    assert parts.run("./main").out == "693\n"


@pytest.mark.gpu_code
@pytest.mark.skipif(shutil.which("llvm-objcopy-19") is None, reason="needs llvm-objcopy-19")
def test_the_container_is_that_of_llvm(parts: Project) -> None:
    succeed(parts, "-dc device.cu", CASS_ARCH="gfx1100,gfx90a")
    elf = Elf((parts.folder / "device.o").read_bytes())
    section = next(each for each in elf.sections if each.name == SECTION)
    ours = dict(unpacked(elf.content(section), "device.o"))
    assert list(ours) == ["gfx1100", "gfx90a"]
    (parts.folder / "section").write_bytes(elf.content(section))
    packager = shutil.which("clang-offload-packager-19")
    if packager:
        image = "--image=file=out.bc,triple=amdgcn-amd-amdhsa,arch=gfx90a"
        assert parts.run(packager, "section", image).status == 0
        assert (parts.folder / "out.bc").read_bytes() == ours["gfx90a"]


def test_containers_are_read_as_they_were_written() -> None:
    code = {"gfx1100": b"BC" * 33, "gfx90a": b"x"}
    data = packed(code)
    assert dict(unpacked(data + bytes(64) + data, "it")) == code
    for length in range(1, len(data), 7):
        with pytest.raises(CassError, match="damaged"):
            dict(unpacked(data[:length].rstrip(b"\0"), "it"))


@pytest.mark.skipif(shutil.which("ar") is None, reason="needs ar")
def test_members_of_archives(project: Project) -> None:
    names = ["a.o", "a_name_of_more_than_sixteen_letters.o"]
    for name in names:
        (project.folder / name).write_bytes(name.encode())
    for kind in ("rcs", "rcsT"):
        assert project.run("ar", kind, f"lib{kind}.a", *names).status == 0
        assert list(archive.members(project.folder / f"lib{kind}.a")) == [(name, name.encode()) for name in names]
    broken = project.folder / "broken.a"
    broken.write_bytes(archive.MAGIC + b"x" * 100)
    with pytest.raises(CassError, match="damaged"):
        list(archive.members(broken))
    with pytest.raises(CassError, match="no static library"):
        list(archive.members(Path(__file__)))


@pytest.mark.gpu_code
def test_functions_that_hip_declares_for_cpp_alone_are_linked(project: Project) -> None:
    """Release 5.2 has surfaces so."""
    project.write(
        surface__cu="#include <cstdio>\nint main() { cudaSurfaceObject_t s; cudaResourceDesc d{};\n"
        '  printf("%d\\n", cudaCreateSurfaceObject(&s, &d) != cudaSuccess); }\n'
    )
    succeed(project, "surface.cu -o surface", CASS_TARGET="exec")
    assert project.run("./surface").out == "1\n"


AMDS_OWN = next(iter(sorted(Path("/usr/lib").glob("*-linux-gnu/libamdhip64.so.*"))), None)


@pytest.mark.skipif(AMDS_OWN is None, reason="needs AMD's runtime library, of which other libraries are")
def test_libraries_that_need_amds_runtime_do_not_bring_it_before_ours(project: Project) -> None:
    """As rocRAND does, which a program that asks for -lcurand is linked with."""
    project.write(other__c="int hipGetDeviceCount(int *); int other(void) { int n; return hipGetDeviceCount(&n); }\n")
    needed = ("-Wl,--no-as-needed", str(AMDS_OWN))
    made = project.run("gcc", "-shared", "-fPIC", "other.c", *needed, "-Wl,-soname,libother.so", "-o", "libother.so")
    assert made.status == 0, made.err
    project.write(
        main__cu=PROGRAM.replace("int main() {", 'extern "C" int other();\nint main() {\n  if (other()) return 9;')
    )
    words = ("-L.", "-lother", "-Xlinker", "-rpath=$ORIGIN", "-o", "main")
    said = project("main.cu", *words, CASS_TARGET="exec")
    assert said.status == 0, said.err
    said = project.run("./main")
    assert (said.status, said.out) == (0, "693\n"), said.err
