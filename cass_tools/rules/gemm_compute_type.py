"""Variable of an element type given as the compute type of `cublasGemmEx` and its like.

**Why it fails on AMD.** cuBLAS still takes the compute type of CUDA 10, a `cudaDataType`, by an overload. hipBLAS takes
only a `hipblasComputeType_t`, to which no `hipDataType` converts: "no matching function for call".

**Example.** `cudaDataType compute = CUDA_R_32F; cublasGemmEx(..., c, type, ldc, compute, algorithm)`.

**Instead.** Declare it as `cublasComputeType_t` with `CUBLAS_COMPUTE_32F` and its like. Where the call itself says
`CUDA_R_32F`, the translation writes `HIPBLAS_COMPUTE_32F`.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.gemm import element_variables
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call."""
    for where in element_variables(context, context.uses):
        name = context.code[where.start : where.end].decode()
        yield context.finding(
            RULE,
            where,
            f"`{name}` is an element type; hipBLAS takes a hipblasComputeType_t for computing.",
            severity=Severity.ERROR,
            effort=Effort.MEDIUM,
            suggestion=f"Declare `{name}` as cublasComputeType_t, with CUBLAS_COMPUTE_32F or its like.",
        )


_BEFORE = "cublasGemmEx(h, o, o, m, n, k, &a, A, t, 1, B, t, 1, &b, C, t, 1, "

RULE = Rule(
    code="CASS221",
    name="gemm-compute-type",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cublas",),
    invalid=(Example(f"void f(cudaDataType_t compute) {{ {_BEFORE}compute, CUBLAS_GEMM_DEFAULT); }}\n"),),
    valid=(
        f"void f() {{ {_BEFORE}CUDA_R_32F, CUBLAS_GEMM_DEFAULT); }}\n",
        f"void f(cublasComputeType_t compute) {{ {_BEFORE}compute, CUBLAS_GEMM_DEFAULT); }}\n",
    ),
)
