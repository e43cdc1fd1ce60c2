"""hipBLAS functions whose types depend on a macro: HIPBLAS_V2, HIPBLAS_USE_HIP_HALF.

**Why it fails on AMD.** From ROCm 6.0 until 7.0 hipBLAS declares its mixed-precision functions twice: by default with
old types; with `hipDataType`, `hipblasComputeType_t` and `hipComplex`, which is what CUDA's types become, only where
HIPBLAS_V2 is defined before its header. Without it the calls do not compile. Its half is a `uint16_t`, and `__half`
only with HIPBLAS_USE_HIP_HALF.

**Example.** A file with `cublasGemmEx` gets `#define HIPBLAS_V2` above `#include <hipblas/hipblas.h>`.

**Instead.** The definition, or `-DHIPBLAS_V2` and `-DHIPBLAS_USE_HIP_HALF` for the whole project where several headers
include hipBLAS.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_HEADER = "hipblas/hipblas.h"
_DEPENDS = re.compile(r"cublas(?:[CZ][a-z]|[SD]?[A-Za-z]+Ex(?:_64)?\Z)")
_SINCE, _UNTIL = (6, 0), (7, 0)
_HALF, _HALF_SINCE = re.compile(r"cublasH[a-z]\w+\Z"), (5, 7)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """At most one finding a macro, at the first such function; HIPIFY's spelling has newer types in its names."""
    release = context.config.hip_version
    if context.config.api == "roc" or context.config.style == "hipify":
        return
    if _SINCE <= release < _UNTIL:
        yield from _macro(context, _DEPENDS, "HIPBLAS_V2", "needs HIPBLAS_V2 before ROCm 7.0")
    if release >= _HALF_SINCE:
        yield from _macro(context, _HALF, "HIPBLAS_USE_HIP_HALF", "takes `__half` only with HIPBLAS_USE_HIP_HALF")


def _macro(context: Context, depends: re.Pattern[str], macro: str, what: str) -> Iterator[Finding]:
    use = next((u for u in context.uses if u.renamed and depends.match(u.api.name)), None)
    if use is None or macro.encode() in context.words:
        return
    place = next((d.include.line.start for d in context.headers.decisions if d.hip == _HEADER), None)
    end = b"\r\n" if b"\r\n" in context.data else b"\n"
    edits = () if place is None else (Edit(Span(place, place), b"#define " + macro.encode() + end),)
    yield context.finding(
        RULE,
        use.span,
        f"{use.api.name} {what}",
        severity=Severity.INFO if edits else Severity.WARNING,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion=f"compile the whole project with -D{macro}",
        edits=edits,
    )


RULE = Rule(
    code="CASS111",
    name="hipblas-v2-types",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cublas",),
    invalid=(
        Example(
            "#include <cublas_v2.h>\nint f() { return cublasGemmEx(h); }\n",
            "#define HIPBLAS_V2\n#include <cublas_v2.h>\nint f() { return cublasGemmEx(h); }\n",
        ),
        Example("int f() { return cublasCgemm(h); }\n"),
        Example(
            "#include <cublas_v2.h>\nint f() { return cublasHgemm(h); }\n",
            "#define HIPBLAS_USE_HIP_HALF\n#include <cublas_v2.h>\nint f() { return cublasHgemm(h); }\n",
        ),
    ),
    valid=(
        "#include <cublas_v2.h>\nint f() { return cublasSgemm(h); }\n",
        "#define HIPBLAS_V2\n#include <cublas_v2.h>\nint f() { return cublasGemmEx(h); }\n",
    ),
)
