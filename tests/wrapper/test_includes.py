"""Headers are found as the compiler finds them, by whatever name."""

from pathlib import Path

import pytest

from cass_tools.wrapper.includes import folders_in, included
from tests.wrapper.command import KERNEL, PROGRAM, Project


def names(folder: Path, text: str, *options: str) -> set[str]:
    """The headers of a source in `folder`."""
    return {path.name for path, _ in included([(folder / "main.cu", text.encode())], folders_in(options))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Headers a.h, b.h and c.h, the last in a folder `sub`."""
    (tmp_path / "sub").mkdir()
    for name in ("a.h", "b.h", "sub/c.h"):
        (tmp_path / name).write_text("\n")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "options", "found"),
    [
        ('#define H "a.h"\n#include H\n', (), {"a.h"}),
        ("#include H\n", ('-DH="a.h"',), {"a.h"}),
        ("#include H\n", ("-DH=<c.h>", "-Isub"), {"c.h"}),
        ("#include H\n", ("-DH=<c.h>",), set()),
        ('#if X\n#define H "a.h"\n#else\n#  define H "b.h"\n#endif\n# include H // which\n', (), {"a.h", "b.h"}),
        ('#define G "a.h"\n#define H G\n#include H\n', (), {"a.h"}),
        ("#define H H\n#include H\n", (), set()),
        ("#define A B\n#define B A\n#include A\n", (), set()),
        ("#define Q(x) #x\n#define QUOTE(x) Q(x)\n#include QUOTE(H)\n", ("-DH=sub/c.h",), {"c.h"}),
        ("#define Q(x) #x\n#include Q(a.h)\n", (), {"a.h"}),
        ("#include UNKNOWN\n#include OTHER(\n", (), set()),
    ],
)
def test_names_that_macros_hold(text: str, options: tuple[str, ...], found: set[str], folder: Path) -> None:
    used = [option.replace("-I", f"-I{folder}/") for option in options]
    assert names(folder, text, *used) == found


def test_a_macro_of_a_header_that_a_macro_names(folder: Path) -> None:
    (folder / "a.h").write_text('#define SECOND "sub/c.h"\n')
    (folder / "b.h").write_text('#include "../nowhere.h"\n')
    assert names(folder, '#define FIRST "a.h"\n#include FIRST\n#include SECOND\n#include "b.h"\n') == {
        "a.h",
        "b.h",
        "c.h",
    }


def test_headers_of_hip_are_as_they_should_be(folder: Path) -> None:
    rocm = folder / "rocm"
    (rocm / "thrust").mkdir(parents=True)
    for name in ("sort.h", "rocthrust_version.hpp"):
        (rocm / "thrust" / name).write_text("cudaMalloc\n")
    assert names(folder, "#include <thrust/sort.h>\n", f"-I{rocm}", "-I/nowhere") == set()


@pytest.mark.gpu_code
def test_a_header_that_only_a_macro_names_is_translated(project: Project) -> None:
    project.write(main__cu=PROGRAM.replace('"scale.cuh"', "KERNELS"))
    project.write(scale__cuh=KERNEL.replace("#pragma once\n", "#pragma once\n#include <cooperative_groups.h>\n"))
    said = project('-DKERNELS="scale.cuh"', "-c", "main.cu")
    assert said.status == 0, said.err


@pytest.mark.gpu_code
def test_a_header_without_the_word_cuda_is_translated_for_a_cuda_source(project: Project) -> None:
    header = "inline float widened(__nv_bfloat16 x) { return __bfloat162float(x); }\n"
    project.write(widen__h=header, main__cu='#include <cuda_bf16.h>\n#include "widen.h"\n')
    said = project("-c", "main.cu")
    assert said.status == 0, said.err


@pytest.mark.gpu_code
@pytest.mark.parametrize("name", ["USE_ROCM", "USE_HIP"])
def test_a_branch_of_the_projects_own_port_is_read_only_where_it_is_asked_for(name: str, project: Project) -> None:
    branches = f"#ifdef {name}\nint on_amd() {{ return own(); }}\n#else\n#include <cuda_runtime.h>\n"
    project.write(main__cu=f"{branches}int f(float **p) {{ return cudaMalloc(p, 4); }}\n#endif\n")
    said = project("-c", "main.cu")
    assert said.status == 0, said.err
    assert "'own'" in project("-c", f"-D{name}", "main.cu").err


@pytest.mark.gpu_code
def test_names_that_macros_of_another_header_put_together(project: Project) -> None:
    """Nothing in the file that uses them tells what they are."""
    portable = "#define PREFIX cuda\n#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n"
    names = ("Malloc", "Memcpy", "MemcpyHostToDevice", "MemcpyDeviceToHost", "GetLastError")
    program = PROGRAM
    for name in sorted(names, key=len, reverse=True):
        portable += f"#define gpu{name} CAT(PREFIX, {name})\n"
        program = program.replace(f"cuda{name}", f"gpu{name}")
    project.write(portable__h=portable, scale__cuh=KERNEL)
    project.write(main__cu=program.replace('"scale.cuh"', '"scale.cuh"\n#include "portable.h"'))
    assert "cuda" not in program
    assert project("main.cu", "-o", "main", CASS_TARGET="exec").err == ""
    assert project.run("./main").out == "693\n"


@pytest.mark.gpu_code
@pytest.mark.parametrize("name", ["HAVE_HIP", "MY_ENABLE_ROCM"])
def test_a_test_for_the_port_beside_one_for_the_gpus_pass(name: str, project: Project) -> None:
    """Both branches that a project of the sort writes: one of them is there in each pass."""
    chosen = f"#if defined {name} || (defined BUILD && defined __CUDA_ARCH__)"
    other = f"#if !defined {name} && !(defined BUILD && defined __CUDA_ARCH__)"
    functions = (
        f"{chosen}\n__device__ int seven() {{ return 7; }}\n#endif\n{other}\nint seven() {{ return 8; }}\n#endif\n"
    )
    project.write(scale__cuh=KERNEL + functions)
    program = PROGRAM.replace("int main", "__global__ void k(int *x) { x[99] = 7 * seven() + 644; }\nint main")
    program = program.replace("scale<<<4, 32>>>(100, 7, device)", "k<<<1, 1>>>(device)")
    project.write(main__cu=program.replace("host[99])", "host[99] + seven() - 8)"))
    assert project("-DBUILD", "main.cu", "-o", "main", CASS_TARGET="exec").err == ""
    assert project.run("./main").out == "693\n"


@pytest.mark.gpu_code
@pytest.mark.parametrize("include", ["hip/hip_runtime.h", "cuda_runtime.h"])
def test_a_header_shared_with_cuda_sees_the_wavefront_of_a_hip_program(include: str, project: Project) -> None:
    """`warpSize` of a header without includes: the hardware's in a unit that is HIP's, a warp's in one of CUDA's."""
    project.write(width__h="__global__ void k(int *x) { x[0] = warpSize; }\n")
    program = PROGRAM if include.startswith("cuda") else PROGRAM.replace("cuda", "hip")
    program = program.replace("scale.cuh", "width.h").replace("scale<<<4, 32>>>(100, 7, device)", "k<<<1, 1>>>(device)")
    project.write(main__cu=f"#include <{include}>\n{program.replace('host[99]', 'host[0]')}")
    assert project("main.cu", "-o", "main", CASS_TARGET="exec", CASS_ARCH="gfx90a").err == ""
    assert project.run("./main", CASS_ARCH="gfx90a").out == ("32\n" if include.startswith("cuda") else "64\n")
