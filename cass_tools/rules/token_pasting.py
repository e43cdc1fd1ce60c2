"""A macro that builds a CUDA name by pasting tokens: `cuda##name`.

**Why it fails on AMD.** The name exists only after the preprocessor has run, so no tool that reads the file can
rename it, and the CUDA name that comes out is undeclared in HIP.

**Example.**

    #define API(name) check(cuda##name)
    API(Malloc)(&p, n);

**Instead.** Paste onto `hip` where all names that are built have the same rest in HIP (look at each use), or write
the names out.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_PREFIX = (
    rb"(?:cuda|cu|CU|CUDA_?|cublas|CUBLAS_?|cufft|CUFFT_?|curand|CURAND_?|cusparse|CUSPARSE_?|cusolver|CUSOLVER_?|cudnn|CUDNN_?|nccl|nvml|nvrtc"
    rb"|nvtx|__nv|__cuda|thrust|cub)\w*"
)
_LEFT = Pattern(rb"\b(" + _PREFIX + rb")\s*##\s*(\w+)")
_RIGHT = Pattern(rb"\b(\w+)\s*##\s*(" + _PREFIX + rb")\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks at the body of a function-like macro for `##` next to a CUDA prefix."""
    code = context.code
    if node.type != "preproc_function_def" or code.find(b"##", node.start_byte, node.end_byte) < 0:
        return
    parameters = node.child_by_field_name("parameters")
    names = (
        set(re.findall(rb"\w+", code[parameters.start_byte : parameters.end_byte])) if parameters is not None else set()
    )
    for pattern in (_LEFT, _RIGHT):
        for match in pattern.finditer(code, node.start_byte, node.end_byte):
            if match[1] in names and match[2] in names:
                continue
            yield context.finding(
                RULE,
                Span(match.start(), match.end()),
                f"`{match.group().decode()}` builds a CUDA name that can only be seen after preprocessing.",
                severity=Severity.ERROR,
                effort=Effort.HIGH,
                suggestion="Paste onto the prefix of HIP's names after a look at every use, or write the names out.",
            )


RULE = Rule(
    code="CASS141",
    name="token-pasting",
    on=("define",),
    needs=(b"##",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#define API(name) check(cuda##name)\n"),
        Example("#define GEMM(T) cublas ## T ## gemm(handle)\n"),
        Example("#define TYPE(x) x##_cudaError\n#define STREAM(x) x ## cudaStream_t\n"),
    ),
    valid=("#define CAT(a, b) a##b\n", "#define NAME(x) my_##x##_kernel\n", "#define P(cublas, x) cublas##x\n"),
)
