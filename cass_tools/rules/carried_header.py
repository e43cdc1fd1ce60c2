"""Names whose header came with another one in CUDA: `cublas_v2.h` includes `cuda_bf16.h`, `cuda_runtime.h` `math.h`.

**Why it fails on AMD.** HIP's headers bring less with them. After `#include <hipblas/hipblas.h>` there is no
`__hip_bfloat16` yet, and the compiler calls it an unknown type; after `#include <hip/hip_runtime.h>` the host has no
`isnan` outside of `std`, and the compiler finds no function that it may call.

**Example.** `#include <cublas_v2.h>` and then `__nv_bfloat16 x;`, without `#include <cuda_bf16.h>`.

**Instead.** `#include <hip/hip_bf16.h>`, `<hip/hip_fp16.h>` or `<math.h>` besides; the fix is safe.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.headers import Decision
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule


class _Kind(NamedTuple):
    """Names of CUDA's that `header` declares on AMD.

    `carriers` are headers of CUDA's that bring them, `enough` what brings them on AMD besides. `host`: only uses in
    code for the host need the header.
    """

    header: str
    names: Pattern
    carriers: Pattern
    enough: frozenset[str] = frozenset()
    host: bool = False


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
    ),
    _Kind(
        "math.h",  # all else of it is in <cmath> too, which HIP's headers include
        Pattern(rb"(?:isfinite|isnan|isinf|isnormal|signbit|fpclassify)\Z"),
        Pattern(rb"cuda_runtime\.h\Z"),
        frozenset({"tgmath.h"}),
        host=True,
    ),
)
_ALL_OF_STD = Pattern(rb"\busing\s+namespace\s+std\b")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """At most one finding for each header, after the include that brought it in CUDA."""
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
            f"<{kind.header}> does not come with <{carrier.hip}>, as it did with {carrier.include.path}",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=(Edit(Span(at, at), text),),
        )


def _carrier(kind: _Kind, decisions: tuple[Decision, ...]) -> Decision | None:
    """The include that brings the names in CUDA, if none brings them on AMD."""
    if any(d.hip == kind.header or d.hip in kind.enough for d in decisions):
        return None
    return next((d for d in decisions if d.api is not None and kind.carriers.match(d.include.path.encode())), None)


def _is_used(kind: _Kind, context: Context) -> bool:
    named = [name for name in context.words if kind.names.match(name)]
    places = [at for name in named for at in context.scopes.api_places(name)]
    if not (places and kind.host):
        return bool(places)
    if _ALL_OF_STD.search(context.code) or any(b"using std::" + name in context.code for name in named):
        return False
    device = [f for f in functions(context).all if (f.device or f.kernel) and not f.host]
    return any(_is_plain(at, context) and not any(f.head <= at < f.end for f in device) for at in places)


def _is_plain(at: int, context: Context) -> bool:
    """Whether a name is used as it stands: not as a member of `std`, which has it."""
    return not context.code[max(0, at - 16) : at].rstrip().endswith(b"std::")


RULE = Rule(
    code="CASS233",
    name="carried-header-missing",
    on=(FILE,),
    needs=(b"half", b"bfloat16", b"isfinite", b"isnan", b"isinf", b"isnormal", b"signbit", b"fpclassify"),
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
        Example(
            "#include <cuda_runtime.h>\nbool f(float x) { return isnan(x); }\n",
            "#include <cuda_runtime.h>\n#include <math.h>\nbool f(float x) { return isnan(x); }\n",
        ),
    ),
    valid=(
        "#include <cuda_runtime.h>\n#include <math.h>\nbool f(float x) { return isnan(x); }\n",
        "#include <cuda_runtime.h>\n#include <cmath>\nbool f(float x) { return std::isnan(x); }\n",
        "#include <cuda_runtime.h>\n__device__ bool f(float x) { return isnan(x); }\n",
        "#include <cublas_v2.h>\n#include <cuda_bf16.h>\ntypedef __nv_bfloat16 r;\n",
        "#include <cublas_v2.h>\nnamespace mine { struct half { int x; }; half y; }\n",
        "#include <cuda_runtime.h>\ntypedef __nv_bfloat16 r;\n",
    ),
)
