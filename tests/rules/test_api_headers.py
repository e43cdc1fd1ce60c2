"""Where headers go, beyond what the rules show as examples."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate


def _includes(text: str, path: Path = Path("x.cu")) -> list[str]:
    out = translate(Source(path, text.encode()), Config()).data.decode()
    return [line.strip() for line in out.splitlines() if "#include" in line]


def test_each_hip_header_comes_once() -> None:
    text = "#include <cuda.h>\n#include <cublas_v2.h>\n#include <cuda_runtime.h>\n#include <cublas_api.h>\nint x;\n"
    assert _includes(text) == ["#include <hip/hip_runtime.h>", "#include <hipblas/hipblas.h>"]


def test_a_header_under_a_condition_is_no_duplicate_of_the_other_branch() -> None:
    text = "#ifdef A\n#include <cuda.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
    assert _includes(text) == ["#include <hip/hip_runtime.h>"] * 2


def test_a_header_under_a_condition_goes_when_it_is_there_already() -> None:
    text = "#include <cuda_runtime.h>\n#ifdef A\n#include <cuda.h>\nint x;\n#endif\n"
    assert _includes(text) == ["#include <hip/hip_runtime.h>"]


def test_hip_headers_that_are_there_count() -> None:
    text = "#include <hip/hip_runtime.h>\n#include <cuda_runtime.h>\n__global__ void k() {}\n"
    assert _includes(text) == ["#include <hip/hip_runtime.h>"]


def test_the_main_header_comes_before_what_relies_on_it() -> None:
    text = "#include <cooperative_groups.h>\n#include <cuda_runtime.h>\n__global__ void k() {}\n"
    assert _includes(text) == ["#include <hip/hip_runtime.h>", "#include <hip/hip_cooperative_groups.h>"]


def test_standard_headers_may_stay_above_it() -> None:
    text = "#include <cstdio>\n#include <cuda_runtime.h>\n__global__ void k() {}\n"
    assert _includes(text) == ["#include <cstdio>", "#include <hip/hip_runtime.h>"]


@pytest.mark.parametrize("name", ["helper_cuda.h", "helper_math.h", "my/kernel.cuh", "cudaKernels.h"])
def test_headers_of_the_project_stay(name: str) -> None:
    assert f'#include "{name}"' in _includes(f'#include "{name}"\n__global__ void k() {{}}\n')


def test_a_quoted_header_beside_the_file_is_the_projects(tmp_path: Path) -> None:
    (tmp_path / "cuda.h").write_text("")
    assert _includes('#include "cuda.h"\nint x;\n', tmp_path / "x.cu") == ['#include "cuda.h"']
    assert _includes('#include "cuda_runtime.h"\nint x;\n', tmp_path / "x.cu") == ["#include <hip/hip_runtime.h>"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\ufeff__global__ void k() {}\n", "\ufeff#include <hip/hip_runtime.h>\n__global__ void k() {}\n"),
        (
            "/* a\n b */\n\n__global__ void k() {}\n",
            "/* a\n b */\n#include <hip/hip_runtime.h>\n\n__global__ void k() {}\n",
        ),
        ("/* a */ __global__ void k() {}\n", "/* a */\n#include <hip/hip_runtime.h>\n __global__ void k() {}\n"),
        ("#pragma once\n__device__ int f();\n", "#pragma once\n#include <hip/hip_runtime.h>\n__device__ int f();\n"),
        (
            "#pragma once\r\n__device__ int f();\r\n",
            "#pragma once\r\n#include <hip/hip_runtime.h>\r\n__device__ int f();\r\n",
        ),
        (
            "#define A 1\n#include <a>\ncudaError_t e;\n",
            "#define A 1\n#include <hip/hip_runtime.h>\n#include <a>\nhipError_t e;\n",
        ),
    ],
)
def test_a_sensible_place(before: str, after: str) -> None:
    assert translate(Source(Path("x.cu"), before.encode()), Config()).data.decode() == after


@pytest.mark.parametrize(
    "text",
    [
        "#ifdef __NVCC__\n__device__ int f();\n#endif\n",
        "#define HD __host__ __device__\nint f();\n",
        "#include <cuda_runtime_api.h>\ncudaStream_t s;\n",
        "#include <cublas_v2.h>\ncublasHandle_t h;\n",
        "int main() {}\n",
    ],
)
def test_files_that_need_no_main_header(text: str) -> None:
    assert "#include <hip/hip_runtime.h>" not in _includes(text)


def test_a_comment_on_the_line_of_a_dropped_header_stays() -> None:
    text = b"#include <cuda.h>\n#include <cuda_runtime.h> // for streams\nint x;\n"
    out = translate(Source(Path("x.cu"), text), Config()).data
    assert out == b"#include <hip/hip_runtime.h>\n // for streams\nint x;\n"
