"""Half or bfloat16 types whose header came with a library's: `cublas_v2.h` includes `cuda_fp16.h` and `cuda_bf16.h`.

**Why it fails on AMD.** The headers of HIP's libraries bring less with them: after `#include <hipblas/hipblas.h>` there
is no `__hip_bfloat16` yet, and the compiler calls it an unknown type.

**Example.** `#include <cublas_v2.h>` and then `__nv_bfloat16 x;`, without `#include <cuda_bf16.h>`.

**Instead.** `#include <hip/hip_bf16.h>` or `<hip/hip_fp16.h>` after the library's header; the fix is safe.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.headers import Decision
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule


class _Kind(NamedTuple):
    """Types that `header` of HIP's declares, under the `names` of CUDA's.

    `carriers` are headers that bring them in CUDA, `enough` what brings them in HIP besides.
    """

    header: str
    names: Pattern
    carriers: Pattern
    enough: frozenset[str]


# What includes what: cuBLAS's, NCCL's and cuSOLVER's headers, and CUDA's own of releases 11 to 13.
_BOTH = r"(?:cublas\w*|cusolver(?:Dn|Sp|Mg|Rf)\w*|nccl|mma|cuda_fp8)\.h|cub/[\w/]+\.cuh"
_KINDS = (
    _Kind(
        "hip/hip_fp16.h",
        Pattern(rb"(?:__)?half2?(?:_raw)?\Z|__half\w*\Z|__\w+2half\w*\Z"),
        Pattern(rf"(?:{_BOTH}|cuda_bf16\.h)\Z".encode()),
        frozenset({"hipcub/hipcub.hpp", "rccl/rccl.h", "rocwmma/rocwmma.hpp"}),
    ),
    _Kind(
        "hip/hip_bf16.h",
        Pattern(rb"(?:__)?nv_bfloat16\w*\Z|__\w*bfloat16\w*\Z"),
        Pattern(rf"(?:{_BOTH})\Z".encode()),
        frozenset(),
    ),
)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """At most one finding for each of the two headers, after the include that brought it in CUDA."""
    for kind in _KINDS:
        carrier = _carrier(kind, context.headers.decisions)
        if carrier is None or not _is_used(kind, context):
            continue
        at = carrier.include.line.end
        end = b"\r\n" if context.data[:at].endswith(b"\r\n") else b"\n"
        text = b"#include <" + kind.header.encode() + b">" + end
        if context.data[at - 1 : at] != b"\n":
            text = end + text
        yield context.finding(
            RULE,
            carrier.include.target,
            f"<{kind.header}> does not come with <{carrier.hip}>, as CUDA's did with {carrier.include.path}",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=(Edit(Span(at, at), text),),
        )


def _carrier(kind: _Kind, decisions: tuple[Decision, ...]) -> Decision | None:
    """The include that brings the types in CUDA, if none brings them in HIP."""
    if any(d.hip == kind.header or d.hip in kind.enough for d in decisions):
        return None
    return next((d for d in decisions if d.api is not None and kind.carriers.match(d.include.path.encode())), None)


def _is_used(kind: _Kind, context: Context) -> bool:
    return any(kind.names.match(name) and context.scopes.api_places(name) for name in context.words)


RULE = Rule(
    code="CASS232",
    name="half-header-missing",
    on=(FILE,),
    needs=(b"half", b"bfloat16"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cuda_runtime.h>\n#include <cublas_v2.h>\ntypedef __nv_bfloat16 r;\n",
            "#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#include <hip/hip_bf16.h>\ntypedef __nv_bfloat16 r;\n",
        ),
        Example(
            "#include <cuda_bf16.h>\n__device__ float f(__half x) { return x; }\n",
            "#include <cuda_bf16.h>\n#include <hip/hip_fp16.h>\n__device__ float f(__half x) { return x; }\n",
        ),
    ),
    valid=(
        "#include <cublas_v2.h>\n#include <cuda_bf16.h>\ntypedef __nv_bfloat16 r;\n",
        "#include <cublas_v2.h>\nnamespace mine { struct half { int x; }; half y; }\n",
        "#include <cuda_runtime.h>\ntypedef __nv_bfloat16 r;\n",
    ),
)
