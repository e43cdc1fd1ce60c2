"""FP8 numbers: `__nv_fp8_e4m3`, `__nv_fp8_e5m2` and their conversions.

**Why it fails on AMD.** Two encodings share the names. CUDA, gfx950 and gfx12 use OCP's; gfx94x has its own (fnuz):
the same byte means half the value, 0x80 is NaN, the largest e4m3 number is 240. Bytes that come from a file, the host
or another GPU are silently wrong there. gfx90a and RDNA 3 have no FP8 hardware: conversions are done in software.

**Example.**

    unsigned char b = __nv_fp8_e4m3(x).__x;

**Instead.** `__hip_fp8_e4m3` and `__HIP_E4M3` (OCP, since ROCm 6.3) where bytes are stored or exchanged: they become
that. ROCm 6.3 makes them in host code alone for gfx94x; there `__hip_fp8_e4m3_fnuz` is for what never leaves the GPU,
or convert at the border and rescale by two. HIP keeps the sign of NaN.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_TYPES = frozenset(f"__nv_fp8{many}_{kind}" for many in ("", "x2", "x4") for kind in ("e4m3", "e5m2"))
_NAMES = _TYPES | {
    "__nv_cvt_float_to_fp8",
    "__nv_cvt_halfraw_to_fp8",
    "__nv_cvt_fp8_to_halfraw",
    "__nv_cvt_float2_to_fp8x2",
}


def check(node: Node, context: Context) -> Iterable[Finding]:
    """The first use of each name in a file, so that one decision is asked for once."""
    name = context.code[node.start_byte : node.end_byte]
    if context.words[name][0] != node.start_byte:
        return
    yield context.finding(
        RULE,
        node,
        f"`{name.decode()}` uses OCP's fp8 encoding; gfx94x has another one (fnuz), in which the same byte means "
        f"half the value.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Use HIP's OCP types where bytes are stored or exchanged, and fnuz only within a gfx94x.",
    )


RULE = Rule(
    code="CASS157",
    name="fp8-encoding",
    on=("identifier",),
    names=_NAMES,
    needs=(b"fp8",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__device__ __nv_fp8_e4m3 x;\n"),
        Example("__device__ unsigned char f(float x) { return (unsigned char)__nv_fp8_e5m2(x).__x; }"),
    ),
    valid=("__device__ __hip_fp8_e4m3 x;\n", "// __nv_fp8_e4m3 is not used\nint x;\n"),
)
