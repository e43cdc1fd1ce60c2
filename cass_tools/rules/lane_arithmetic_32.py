"""Lane and warp numbers computed for warps of 32 lanes: `threadIdx.x & 31`, `% 32`, `>> 5`, `/ 32`.

**Why it fails on AMD.** A wavefront of gfx9 has 64 lanes. Two lanes of one wavefront then share a "lane number", and
a wavefront has two "warp numbers", while ballots, shuffles and `__syncwarp` work on all 64: leaders are elected
twice, masks hit other lanes.

**Example.**

    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

**Instead.** Keep 32 and confine every lane operation to groups of 32 (width 32, the ballot's own half), or compute
both with `warpSize`, which is 64 there, and size the arrays for it: `--warp-policy native` writes `warpSize`, and
verification decides. Numbers that never meet a lane operation are not reported: a tile of 32 is only a tile.
"""

import re
from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import Function, crosses_lanes, functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import confined, groups_of_32, is_hip
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

# An operator that can take a lane or warp number, followed by what may be 31, 32 or 5.
_OPERATOR = Pattern(rb"(?<![&>])(&(?!&)|%|/|>>)=?(?=\s*\(*\s*(?:(?:0x)?[0-9]|[A-Za-z_]))")
_MEANING = {(b"&", 31): "lane", (b"%", 32): "lane", (b">>", 5): "warp", (b"/", 32): "warp"}
_WIDENED = {b"&": b"& (warpSize - 1)", b"%": b"% warpSize", b">>": b"/ warpSize", b"/": b"/ warpSize"}
_WARP_NAME = Pattern(rb"\(?\s*(?:k?(?i:(?:\w*_)?warp_?size|(?:\w*_)?threads_per_warp|lanes_per_warp))\s*(-\s*1)?\s*\)?")
_CROSSES = (
    b"__shfl",
    b"__ballot",
    b"__any",
    b"__all",
    b"__match_",
    b"__activemask",
    b"__reduce_",
    b"__syncwarp",
    b"arp",
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Goes through the device functions of the file whose lanes work together."""
    if not crosses_lanes(context) or groups_of_32(context) or confined(context):
        return
    known = functions(context)
    for function in known.all:
        if function.device and known.cooperates(function) and known.at(function.body) is function:
            yield from _in_function(function, context)


def _in_function(function: Function, context: Context) -> Iterable[Finding]:
    for match in _OPERATOR.finditer(context.code, function.body, function.end):
        token = context.node_at(match.start(), match.start() + 1)
        parent = token.parent
        if parent is None or parent.type not in ("binary_expression", "assignment_expression"):
            continue
        left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
        if left is None or right is None or left.end_byte > match.start():
            continue
        number = value_of(context, context.code[right.start_byte : right.end_byte])
        if number is None or (kind := _MEANING.get((match[1], number))) is None:
            continue
        known = flow(context, function)
        block = b"blockDim" in context.code[left.start_byte : left.end_byte] and kind == "warp"
        if block or known.varies(left.start_byte, left.end_byte):
            yield _finding(
                parent, context, kind, block, _widened(left, right, Span(match.start(), right.end_byte), parent)
            )


def value_of(context: Context, text: bytes) -> int | None:
    """The value of the right side; names such as WARP_SIZE from other headers count as CUDA's 32."""
    value = constants(context).value(text)
    if value is None and (match := _WARP_NAME.fullmatch(text)) and not _known(context, text):
        return 31 if match[1] else 32
    return value


def _known(context: Context, text: bytes) -> bool:
    """Whether the file itself defines a name in `text`: then it is no constant, or one of several."""
    return b"warpSize" in text or any(constants(context).defines(n) for n in re.findall(rb"[A-Za-z_]\w*", text))


def _widened(left: Node, right: Node, place: Span, whole: Node) -> tuple[Edit, ...]:
    """The same by `warpSize`; the left side keeps its parts together where the new operator binds tighter."""
    operator = whole.child_by_field_name("operator")
    sign = operator.text or b"" if operator is not None else b""
    if operator is None or sign.rstrip(b"=") not in _WIDENED or right.end_byte != whole.end_byte:
        return ()
    bare, assigns = sign.rstrip(b"="), sign.endswith(b"=")
    text = _WIDENED[bare].replace(b" ", b"= ", 1) if assigns else _WIDENED[bare]
    edit = Edit(Span(operator.start_byte, place.end), text)
    if bare == b">>" and not assigns and left.type in ("binary_expression", "conditional_expression"):
        return (
            Edit(Span(left.start_byte, left.start_byte), b"("),
            Edit(Span(left.end_byte, left.end_byte), b")"),
            edit,
        )
    return (edit,)


def _finding(node: Node, context: Context, kind: str, block: bool, edits: tuple[Edit, ...]) -> Finding:
    shown = context.text(node).decode("utf-8", "replace")
    what = "the number of warps in a block" if block else f"a {kind} number"
    return context.finding(
        RULE,
        node,
        f"`{shown}` computes {what} for warps of 32 lanes, but this code works across the lanes of a wavefront, "
        f"which has 64 on gfx9.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Confine shuffles, ballots and masks to groups of 32 lanes, or use `warpSize` here and everywhere "
        "else.",
        edits=edits if context.config.warp_policy == "native" and not is_hip(context) else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS125",
    name="lane-arithmetic-32",
    on=("file",),
    needs=_CROSSES,
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(int* o) {\n  int lane = threadIdx.x & 31;\n  o[lane] = __shfl_sync(~0ull, lane, 0);\n}",
            "__global__ void k(int* o) {\n  int lane = threadIdx.x & (warpSize - 1);\n"
            "  o[lane] = __shfl_sync(~0ull, lane, 0);\n}",
            config=NATIVE,
        ),
        Example(
            "__global__ void k(int* o) { o[threadIdx.x + blockIdx.x >> 5] = __shfl_sync(~0ull, 1, 0); }",
            "__global__ void k(int* o) { o[(threadIdx.x + blockIdx.x) / warpSize] = __shfl_sync(~0ull, 1, 0); }",
            config=NATIVE,
        ),
        Example(
            "#define WARP_SIZE 32\n"
            "__device__ int sum(int v) { return v + __shfl_down_sync(~0ull, v, 1); }\n"
            "__global__ void k(int* o) {\n"
            "  int s = sum(threadIdx.x);\n"
            "  if (threadIdx.x % WARP_SIZE == 0) o[threadIdx.x / WARP_SIZE] = s;\n"
            "}",
            "#define WARP_SIZE 32\n"
            "__device__ int sum(int v) { return v + __shfl_down_sync(~0ull, v, 1); }\n"
            "__global__ void k(int* o) {\n"
            "  int s = sum(threadIdx.x);\n"
            "  if (threadIdx.x % warpSize == 0) o[threadIdx.x / warpSize] = s;\n"
            "}",
            config=NATIVE,
        ),
        Example(
            "__device__ void f(int* o, int tid) { tid &= 31; o[tid] = __popcll(__ballot(o[tid])); }",
            "__device__ void f(int* o, int tid) { tid &= (warpSize - 1); o[tid] = __popcll(__ballot(o[tid])); }",
            config=NATIVE,
        ),
    ),
    valid=(
        "#define WARP_SIZE 32\n__global__ void k(int* o) { __shared__ int s[4];\n"
        "  atomicAdd(&s[threadIdx.x / WARP_SIZE], 1); __syncthreads(); o[threadIdx.x] = s[threadIdx.x % 4]; }",
        "__global__ void tile(float* o) { __shared__ float t[32][32]; int x = threadIdx.x % 32, y = threadIdx.x / 32;\n"
        "  t[y][x] = o[x]; __syncthreads(); o[threadIdx.x] = t[x][y]; }",
        "int blocks(int n) { return (n + 31) / 32; }",
        "__global__ void k(int* o) { int lane = threadIdx.x % warpSize; o[lane] = __shfl_xor(lane, 1); }",
        "__global__ void bits(unsigned* o, unsigned n) { unsigned w = n >> 5, b = n & 31; if (__any_sync(~0ull, b)) "
        "o[w] = b; }",
        "#ifdef __HIP__\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif\n"
        "__global__ void k(int* o) { o[threadIdx.x % WARP_SIZE] = __shfl_xor(1, 1); }",
    ),
)
