"""A shared array of 32 elements indexed by a lane number that reaches 63.

**Why it fails on AMD.** A lane number computed with `warpSize` or read from the hardware goes up to 63 on gfx9, past
the end of an array that has one element for each lane of a 32-lane warp. The neighbour in shared memory is
overwritten.

**Example.**

    __shared__ float s[32];
    s[threadIdx.x % warpSize] = v;

**Instead.** 64 elements, or one constant for both sides: the array's size and the lane arithmetic.
"""

import re
from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_SHARED = Pattern(rb"\b__shared__\b[^;{}()=]*?\b([A-Za-z_]\w*)\s*\[([^\[\];]+)\]\s*;")
_LANE = Pattern(rb"%\s*warpSize\b|&\s*\(\s*warpSize\s*-\s*1\s*\)|\b__lane_id\s*\(|%%?laneid")
_BELOW_32 = Pattern(rb"<\s*(?:32|16)\b|&\s*(?:31|0x1[fF])\b|%\s*32\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Pairs shared arrays of at most 32 elements with indices that are lane numbers of the hardware."""
    if groups_of_32(context):
        return
    known = functions(context)
    for match in _SHARED.finditer(context.code):
        size = constants(context).value(match[2])
        function = known.at(match.start())
        if size != 32 or function is None or not function.device:
            continue
        index = _index(match[1], function, context)
        if index is not None:
            yield context.finding(
                RULE,
                index,
                f"The array `{match[1].decode()}` has 32 elements, but this lane number reaches 63 on gfx9.",
                severity=Severity.ERROR,
                effort=Effort.MEDIUM,
                suggestion="Give the array 64 elements.",
            )


def _index(name: bytes, function: Function, context: Context) -> Span | None:
    """The first index of array `name` that is a lane number up to 63."""
    known = flow(context, function)
    for match in re.finditer(rb"\b" + name + rb"\s*\[([^\[\]]+)\]", context.code[function.body : function.end]):
        text = match[1].strip()
        sources = (text, *known.initial(text))
        lane = any(_LANE.search(source) for source in sources)
        if lane and not any(_BELOW_32.search(source) for source in sources) and not _guarded(text, function, context):
            return Span(function.body + match.start(1), function.body + match.end(1))
    return None


def _guarded(name: bytes, function: Function, context: Context) -> bool:
    """Whether the function compares the index with 32 or less anywhere: then it may know what it does."""
    return (
        re.search(rb"\b" + re.escape(name) + rb"\s*<\s*(?:32|16|8)\b", context.code[function.body : function.end])
        is not None
    )


RULE = Rule(
    code="CASS128",
    name="warp-array-32",
    on=("file",),
    needs=(b"warpSize", b"__lane_id", b"laneid"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(float* o) { __shared__ float s[32]; int lane = threadIdx.x % warpSize; "
            "s[lane] = o[0]; }",
            config=NATIVE,
        ),
        Example(
            "#define N 32\n__global__ void k(float* o) { __shared__ float s[N]; s[__lane_id()] = o[0]; }",
            config=NATIVE,
        ),
    ),
    valid=(
        "__global__ void k(float* o) { __shared__ float s[64]; int lane = threadIdx.x % warpSize; s[lane] = o[0]; }",
        "__global__ void k(float* o) { __shared__ float s[32]; int w = threadIdx.x / warpSize; s[w] = o[0]; }",
        "__global__ void k(float* o) { __shared__ float s[32]; int lane = threadIdx.x % 32; s[lane] = o[0]; }",
    ),
)
