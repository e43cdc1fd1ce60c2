"""A shuffle without the width argument that may reach past a group of 32 lanes.

**Why it fails on AMD.** The default width is the size of a wavefront, 64 on gfx9. Shuffles up, down or from a given
lane then cross the border between lanes 31 and 32, where CUDA keeps the lane's own value or wraps around: wrong
results, no diagnostic.

**Example.**

    x = __shfl_down_sync(mask, x, 5);

**Instead.** A fourth argument of 32, `__shfl_down_sync(mask, x, 5, 32)`, if the code is written for warps of 32
lanes. `xor` with less than 32 stays in its group of 32 and is not reported; nor are distances computed from
`warpSize`.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.conditions import only_amd_reads
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.loops import steps_of
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_KINDS = ("", "_up", "_down", "_xor")
_NAMES = frozenset(f"__shfl{kind}{sync}" for kind in _KINDS for sync in ("_sync", ""))
_ADAPTS = Pattern(rb"\bwarpSize\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Reports calls with one argument too few to name a width, unless the distance cannot leave a group of 32."""
    name = context.callee(node)
    arguments = context.arguments(node)
    if len(arguments) != (3 if name.endswith(b"_sync") else 2):
        return
    if only_amd_reads(node.start_byte, context.code):
        return  # written for AMD's wavefronts
    if name in context.defines.names:
        return  # a macro of the file's own, in whose text the shuffle is
    grouped = groups_of_32(context)
    if grouped and name.endswith(b"_sync"):
        return  # `warp-mask-32` gives it its width
    distance = arguments[-1]
    text = context.code[distance.start : distance.end]
    adapts = not grouped and _ADAPTS.search(text) is not None
    if adapts or _stays(node, context, name, text, grouped):
        return
    yield context.finding(
        RULE,
        node,
        f"`{name.decode()}` without a width works on 64 lanes on gfx9, where CUDA works on groups of 32.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Pass 32 as the last argument if the code is written for warps of 32 lanes.",
        edits=(Edit(Span(distance.end, distance.end), b", 32"),),
        safety=Safety.UNSAFE if grouped else Safety.DISPLAY,
    )


def _stays(node: Node, context: Context, name: bytes, distance: bytes, grouped: bool) -> bool:
    """Whether the shuffle is one of a loop that `warp-loop-16` reports, adapts, or is an `xor` below 32."""
    exchange = b"_xor" in name
    value = constants(context).value(distance)
    if value is not None:
        return exchange and value < 32
    if grouped:
        return exchange
    variable = distance.strip()
    if IDENTIFIER.fullmatch(variable) is None:
        return exchange  # computed partners, such as `1 << i`, are below 32 in all code for 32 lanes
    steps = steps_of(context, node, variable)
    if steps is not None:
        if steps.adapts or steps.halves:
            return True
        return exchange
    function = functions(context).at(node.start_byte)
    return exchange or function is None


RULE = Rule(
    code="CASS124",
    name="shuffle-default-width",
    on=("call",),
    names=_NAMES,
    needs=(b"__shfl",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ int f(int x) { return __shfl_down_sync(~0ull, x, 5); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int x) { return __shfl_sync(~0ull, x, 0); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int x, int lane) { return __shfl(x, lane - 1); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(int x) { for (int d = 1; d < 32; d *= 2) x += __shfl_up_sync(~0ull, x, d); return x; }",
            config=NATIVE,
        ),
    ),
    valid=(
        "#define __shfl(v, d) __shfl_sync(~0ull, v, d, 32)\n__device__ int f(int x) { return __shfl(x, 0); }",
        "#ifdef USE_ROCM\n#define DOWN(x, n) __shfl_down(x, n)\n#endif\n",
        "__device__ int f(int x) { return __shfl_down_sync(~0ull, x, 5, 32); }",
        "__device__ int f(int x) { return __shfl_xor_sync(~0ull, x, 16); }",
        "__device__ int f(int x) { for (int o = 16; o; o >>= 1) x += __shfl_xor_sync(~0ull, x, o); return x; }",
        "__device__ int f(int x) { for (int o = warpSize / 2; o; o /= 2) x += __shfl_down_sync(~0ull, x, o); return "
        "x; }",
        "#include <hip/hip_runtime.h>\n__device__ int f(int x) { return __shfl(x, threadIdx.x % warpSize); }",
    ),
)
