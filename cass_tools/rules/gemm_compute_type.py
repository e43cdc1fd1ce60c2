"""Element type given as the compute type of `cublasGemmEx` and its like.

**Why it fails on AMD.** cuBLAS still takes the compute type of CUDA 10, `CUDA_R_32F`, by an overload. hipBLAS takes
only a `hipblasComputeType_t`, to which no `hipDataType` converts: "no matching function for call".

**Example.** `cublasGemmEx(..., c, CUDA_R_16F, ldc, CUDA_R_32F, CUBLAS_GEMM_DEFAULT)` becomes
`hipblasGemmEx(..., c, HIP_R_16F, ldc, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT)`.

**Instead.** The compute type that cuBLAS takes for it; the fix is safe. Where the type is a `cudaDataType` variable,
give it the type `cublasComputeType_t`.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_CALLS = {"cublasGemmEx": (19, 17), "cublasGemmBatchedEx": (20, 18), "cublasGemmStridedBatchedEx": (23, 21)}
_CALLS |= {f"{name}_64": places for name, places in _CALLS.items()}
_COMPUTE = {
    **dict.fromkeys((b"CUDA_R_16F",), b"HIPBLAS_COMPUTE_16F"),
    **dict.fromkeys((b"CUDA_R_32F", b"CUDA_C_32F"), b"HIPBLAS_COMPUTE_32F"),
    **dict.fromkeys((b"CUDA_R_64F", b"CUDA_C_64F"), b"HIPBLAS_COMPUTE_64F"),
    b"CUDA_R_32I": b"HIPBLAS_COMPUTE_32I",
}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call; ROCm's own library takes element types there."""
    if context.config.api == "roc" or context.config.hip_version < (6, 0):
        return
    for use in context.uses:
        arity, place = _CALLS.get(use.api.name, (0, 0))
        arguments = call_arguments(context.code, use.span.end) if arity and use.renamed else None
        if arguments is None or len(arguments) != arity:
            continue
        where = arguments[place]
        text = context.code[where.start : where.end].strip()
        if text in _COMPUTE:
            yield _finding(context, where, text.decode(), _COMPUTE[text])
        elif re.fullmatch(rb"\w+", text) and re.search(rb"\bcudaDataType(?:_t)?\s+(?:const\s+)?" + text, context.code):
            yield _finding(context, where, text.decode(), b"")


def _finding(context: Context, where: Span, shown: str, compute: bytes) -> Finding:
    return context.finding(
        RULE,
        where,
        f"{shown} is an element type; hipBLAS takes a hipblasComputeType_t for computing.",
        severity=Severity.INFO if compute else Severity.ERROR,
        effort=Effort.LOW if compute else Effort.MEDIUM,
        suggestion=""
        if compute
        else f"declare {shown} as cublasComputeType_t, and give it CUBLAS_COMPUTE_32F and so on",
        edits=(Edit(where, compute),) if compute else (),
    )


_BEFORE = "cublasGemmEx(h, o, o, m, n, k, &a, A, t, 1, B, t, 1, &b, C, t, 1, "

RULE = Rule(
    code="CASS221",
    name="gemm-compute-type",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cublasGemm",),
    invalid=(
        Example(
            f"void f() {{ {_BEFORE}CUDA_R_32F, CUBLAS_GEMM_DEFAULT); }}\n",
            f"void f() {{ {_BEFORE}HIPBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT); }}\n",
        ),
        Example(f"void f(cudaDataType_t compute) {{ {_BEFORE}compute, CUBLAS_GEMM_DEFAULT); }}\n"),
    ),
    valid=(
        f"void f() {{ {_BEFORE}CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT); }}\n",
        f"void f(cublasComputeType_t compute) {{ {_BEFORE}compute, CUBLAS_GEMM_DEFAULT); }}\n",
    ),
)
