"""A macro of CUDA's headers for calling conventions: `CUDART_CB`, `CUDA_CB`, `CUDAAPI`, `CUBLASAPI`.

**Why it fails on AMD.** HIP's headers have no such macros. On Linux they stand for nothing, on Windows for
`__stdcall`, which 64-bit programs ignore.

**Example.** `void CUDART_CB done(cudaStream_t s, cudaError_t e, void* p)` becomes
`void done(hipStream_t s, hipError_t e, void* p)`.

**Instead.** Nothing; the fix is safe.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.conditions import condition_at
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_NAMES = frozenset(
    b"CUDART_CB CUDA_CB CUDAAPI CUDARTAPI CUDARTAPI_CDECL CUBLASAPI CUBLASWINAPI CUFFTAPI CURANDAPI CUSPARSEAPI"
    b" CUSOLVERAPI CUDNNWINAPI NVTX_API".split()
)


# Whether such a macro is defined tells whether a library's header was read; HIP's headers have guards for that.
_GUARDS = {
    b"CUBLASAPI": b"HIPBLAS_H",
    b"CUFFTAPI": b"HIPFFT_H_",
    b"CURANDAPI": b"HIPRAND_H_",
    b"CUSPARSEAPI": b"HIPSPARSE_H",
    b"CUSOLVERAPI": b"HIPSOLVER_H",
}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Uses, not definitions and tests of the macro by a project that has its own."""
    defined = {define.name for define in context.defines.all}
    for name in sorted(_NAMES & context.words.keys() - defined):
        for start in context.words[name]:
            if condition_at(start, context.code) is None:
                gap = 1 if context.code[start + len(name) : start + len(name) + 1] == b" " else 0
                yield _use(context, name, start, Edit(Span(start, start + len(name) + gap), b""))
            elif name in _GUARDS:
                yield _use(context, name, start, Edit(Span(start, start + len(name)), _GUARDS[name]))


def _use(context: Context, name: bytes, start: int, edit: Edit) -> Finding:
    return context.finding(
        RULE,
        Span(start, start + len(name)),
        f"`{name.decode()}` is a macro of CUDA's headers that HIP does not have",
        severity=Severity.INFO,
        effort=Effort.LOW,
        edits=(edit,),
    )


RULE = Rule(
    code="CASS172",
    name="calling-convention",
    on=(FILE,),
    needs=tuple(sorted(_NAMES)),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void CUDART_CB done(void* data) {}\n", "void done(void* data) {}\n"),
        Example("#ifdef CUSPARSEAPI\ncudaError_t e;\n#endif\n", "#ifdef HIPSPARSE_H\ncudaError_t e;\n#endif\n"),
        Example("typedef void (CUDA_CB *Done)(void*);\n", "typedef void (*Done)(void*);\n"),
        Example("typedef CUresult(CUDAAPI* Init)(unsigned);\n", "typedef CUresult(* Init)(unsigned);\n"),
    ),
    valid=("#ifndef CUDART_CB\n#define CUDART_CB\n#endif\nvoid CUDART_CB f(void*);\n", "void STDCALL f(void*);\n"),
)
