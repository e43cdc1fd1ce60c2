"""Spelling as HIPIFY's: `--style hipify`."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.model import Source
from cass_tools.translators.rules import translate

HIPIFY = Config(style="hipify")


def _translate(text: str, config: Config = HIPIFY) -> str:
    return translate(Source(Path("x.cu"), text.encode()), config).data.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('#include "cuda_runtime.h"\ncudaError_t e;\n', '#include "hip/hip_runtime.h"\nhipError_t e;\n'),
        ("#include <cuda.h>\n#include <cublas_v2.h>\n", "#include <hip/hip_runtime.h>\n#include <hipblas.h>\n"),
        (
            "#pragma once\n#include <stdio.h>\ncudaError_t e;\n",
            "#pragma once\n#include <hip/hip_runtime.h>\n#include <stdio.h>\nhipError_t e;\n",
        ),
        (
            '#include "k.cuh"\n#include <cuda.h>\n__global__ void k();\n',
            '#include "k.cuh"\n#include <hip/hip_runtime.h>\n__global__ void k();\n',
        ),
        (
            "#include <cuda.h>\nint f() { return cublasCgemm(h); }\n",
            "#include <hip/hip_runtime.h>\nint f() { return hipblasCgemm_v2(h); }\n",
        ),
        (
            '#include <cuda.h>\nvoid f() { puts("cudaMalloc: cudaMallocX"); }\n',
            '#include <hip/hip_runtime.h>\nvoid f() { puts("hipMalloc: cudaMallocX"); }\n',
        ),
    ],
)
def test_spelling(before: str, after: str) -> None:
    assert _translate(before) == after
    assert _translate(after) == after


def test_a_file_without_cuda_stays_as_it_is() -> None:
    assert _translate("#pragma once\n#include <stdio.h>\n") == "#pragma once\n#include <stdio.h>\n"


def test_rocms_own_headers_have_hipifys_places_too() -> None:
    text = '#include <cuda.h>\n#include "cusparse.h"\n'
    assert _translate(text, Config(style="hipify", api="roc")).splitlines()[1] == '#include "rocsparse.h"'


def test_templates_as_macros() -> None:
    text = "#define K k<int>\ntemplate <class T> __global__ void k();\n__global__ void p();\n"
    text += "void f() { K<<<1, 2>>>(); p<<<1, 2>>>(); }\n"
    out = _translate(text, Config(style="hipify", launch_syntax="macro"))
    assert "hipLaunchKernelGGL(HIP_KERNEL_NAME(K), dim3(1), dim3(2), 0, 0)" in out
    assert "hipLaunchKernelGGL(p, " in out
