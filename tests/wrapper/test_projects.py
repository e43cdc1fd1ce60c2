"""Projects of several build systems, built by changing one word, and run by the executor."""

import json
import shutil
from pathlib import Path

import pytest

from tests.wrapper.command import HIPCC, KERNEL, PROGRAM, Project

pytestmark = pytest.mark.gpu_code
PROJECTS = Path(__file__).parent / "projects"
EXPECTED = "42 41 5 1 0\n"
GENERATORS = {"Ninja": "ninja", "Unix Makefiles": "make"}


def of(name: str, tmp_path: Path) -> Project:
    """A project of ours, copied, with cass-hipcc on PATH."""
    shutil.copytree(PROJECTS / name, tmp_path / name)
    return Project(tmp_path / name, {"CASS_TARGET": "exec"})


def path_with_us(project: Project) -> str:
    return f"{HIPCC.parent}:{project.env.get('PATH', '')}:/usr/local/bin:/usr/bin:/bin"


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
@pytest.mark.parametrize("generator", GENERATORS)
def test_cmake(generator: str, arch: str, tmp_path: Path) -> None:
    """Static and shared libraries, separable compilation, a generated header, C++ beside CUDA."""
    if shutil.which(GENERATORS[generator]) is None:
        pytest.skip(f"needs {GENERATORS[generator]}")
    project = of("cmake", tmp_path)
    project.env.update(CASS_ARCH=arch, PATH=path_with_us(project))
    words = ("-DCMAKE_CUDA_COMPILER=cass-hipcc", "-DCMAKE_CUDA_ARCHITECTURES=80", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    said = project.run("cmake", "-G", generator, "-B", "build", *words, ".")
    assert said.status == 0, said.err
    assert "The CUDA compiler identification is NVIDIA 12.8.93" in said.out
    assert "Detecting CUDA compiler ABI info - done" in said.out
    said = project.run("cmake", "--build", "build")
    assert said.status == 0, said.out + said.err
    assert project.run("build/main").out == EXPECTED
    assert project.run("build/whole").out == "5\n"
    again = project.run("cmake", "--build", "build")
    assert "Building" not in again.out
    (project.folder / "twice.cuh").touch()
    assert "more.cu.o" in project.run("cmake", "--build", "build", "-v").out  # its dependencies are known
    commands = json.loads((project.folder / "build" / "compile_commands.json").read_bytes())
    assert len(commands) == 7


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_make(arch: str, tmp_path: Path) -> None:
    project = of("make", tmp_path)
    said = project.run("make", "-j4", f"NVCC={HIPCC}", CASS_ARCH=arch)
    assert said.status == 0, said.err
    assert project.run("./program").out == "693\n"
    assert "up to date" in project.run("make", f"NVCC={HIPCC}", CASS_ARCH=arch).out
    (project.folder / "scale.cuh").touch()
    assert "kernel.cu" in project.run("make", f"NVCC={HIPCC}", CASS_ARCH=arch).out


@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")
def test_a_toolkit_for_find_package_and_for_cuda_home(project: Project, tmp_path: Path) -> None:
    place = tmp_path / "toolkit"
    cass = str(HIPCC.with_name("cass"))
    made = project.run(cass, "toolkit", str(place), "--arch", "gfx1100", "--target", "exec")
    assert made.status == 0, made.err
    nvcc = str(place / "bin" / "nvcc")
    assert (
        project.run(nvcc, "-ccbin", "g++", f"-I{place}/include", f"-L{place}/lib64", "main.cu", "-o", "m").status == 0
    )
    assert project.run("./m").out == "693\n"
    project.write(
        host__cpp="#include <cuda.h>\n#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cstdio>\n"
        "#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__cuda_cuda_h__)\n"
        "#error guards that programs ask for\n#endif\nint main() { int n; cudaDeviceProp p; "
        'cudaError_t e = cudaGetDeviceCount(&n); dim3 d(2); printf("%d %d %u\\n", e, n, d.x);\n'
        "if (cudaGetDeviceProperties(&p, 0) || p.asyncEngineCount < 1 || !p.surfaceAlignment) return 2;\n"
        "const char *text = nullptr; return cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text) || !text; }\n",
        plain__c="#include <cuda_runtime_api.h>\nint count(int *n) { return cudaGetDeviceCount(n); }\n",
        CMakeLists__txt="cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES C CXX)\n"
        "find_package(CUDAToolkit 12 REQUIRED)\nadd_executable(host host.cpp plain.c)\n"
        "target_link_libraries(host CUDA::cudart CUDA::cuda_driver)\n",
    )
    said = project.run("cmake", "-B", "b", f"-DCUDAToolkit_ROOT={place}", ".")
    assert said.status == 0, said.err
    built = project.run("cmake", "--build", "b")
    assert built.status == 0, built.out + built.err
    assert project.run("b/host").out == "0 1 2\n"
    again = project.run(cass, "toolkit", str(place), "--arch", "gfx90a")
    assert again.status == 0
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    refused = project.run(cass, "toolkit", str(tmp_path / "other"))
    assert (refused.status, "not empty" in refused.err) == (2, True)


def test_many_at_once_with_a_cold_cache(project: Project, tmp_path: Path) -> None:
    if shutil.which("make") is None:
        pytest.skip("needs make")
    names = [f"u{number}" for number in range(8)]
    for name in names:
        (project.folder / f"{name}.cu").write_text(PROGRAM.replace("main()", f"{name}()"))
    rule = f"all: {' '.join(f'{name}.o' for name in names)}\n%.o: %.cu\n\t{HIPCC} -c $< -o $@\n"
    project.write(Makefile=rule, scale__cuh=f"{KERNEL}// {tmp_path}\n")
    said = project.run("make", "-j8")
    assert said.status == 0, said.err
    assert {f"{name}.o" for name in names} <= project.names()
