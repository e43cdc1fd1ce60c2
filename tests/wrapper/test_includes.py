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
