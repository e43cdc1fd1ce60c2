"""A thread that returns before a barrier which the rest of its block reaches.

**Why it fails on AMD.** On CUDA whole warps of 32 that leave are no longer waited for. On 64-lane wavefronts (gfx9)
the same condition can split a wavefront: one half is gone when the other arrives at `__syncthreads()`. Hangs and
memory faults were reported.

**Example.**

    if (row >= n) return;
    s[threadIdx.x] = in[row];
    __syncthreads();

**Instead.** A flag (`bool active = row < n;`) around the loads and stores, and the barrier where all threads pass.
"""

from bisect import bisect_left
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

# Each begins with a fixed word, which is looked for at the speed of C.
_BARRIERS = (
    Pattern(rb"__syncthreads(?<=\b__syncthreads)(?:_count|_and|_or)?\s*\("),
    Pattern(rb"\.sync\s*\(\s*\)"),
)
_RETURN = Pattern(rb"return(?<=\breturn)\b\s*;")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Goes through the kernels that have both, and asks what each `return` depends on."""
    if _RETURN.search(context.code) is None:
        return
    known = functions(context)
    everywhere = sorted(m.start() for barrier in _BARRIERS for m in barrier.finditer(context.code))
    for function in known.all if everywhere else ():
        if not function.kernel or known.at(function.body) is not function:
            continue
        barriers = everywhere[bisect_left(everywhere, function.body) : bisect_left(everywhere, function.end)]
        if not barriers:
            continue
        for match in _RETURN.finditer(context.code, function.body, barriers[-1]):
            if known.at(match.start()) is function and _splits(function, match.start(), context):
                yield context.finding(
                    RULE,
                    context.node_at(match.start(), match.end()),
                    f"Threads that return here never reach the barrier in line "
                    f"{context.line(_next(barriers, match.start()))}, "
                    "and can leave half of a 64-lane wavefront behind.",
                    severity=Severity.WARNING,
                    effort=Effort.MEDIUM,
                    suggestion="Keep all threads to the end: make the condition a flag around loads and stores.",
                )


def _next(barriers: list[int], offset: int) -> int:
    return next(b for b in barriers if b > offset)


def _splits(function: Function, offset: int, context: Context) -> bool:
    """Whether a condition around the `return` differs between threads of a block."""
    node: Node | None = context.node_at(offset, offset + 6)
    known = flow(context, function)
    while node is not None and node.start_byte > function.body:
        if node.type in ("if_statement", "while_statement", "for_statement"):
            condition = node.child_by_field_name("condition")
            if condition is not None and known.varies(condition.start_byte, condition.end_byte):
                return True
        node = node.parent
    return False


RULE = Rule(
    code="CASS132",
    name="early-return-barrier",
    on=("file",),
    needs=(b"__syncthreads", b"sync()"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(int* p, int n) { __shared__ int s[64]; int i = blockIdx.x * 64 + threadIdx.x;\n"
            "  if (i >= n) return;\n  s[threadIdx.x] = p[i]; __syncthreads(); p[i] = s[63 - threadIdx.x]; }"
        ),
    ),
    valid=(
        "__global__ void k(int* p, int n) { __shared__ int s[64]; if (blockIdx.x >= n) return;\n"
        "  s[threadIdx.x] = p[0]; __syncthreads(); p[0] = s[0]; }",
        "__global__ void k(int* p, int n) { __shared__ int s[64]; s[threadIdx.x] = p[0]; __syncthreads();\n"
        "  if (threadIdx.x >= n) return; p[0] = s[0]; }",
        "__global__ void k(int* p, int n) { if (threadIdx.x >= n) return; p[threadIdx.x] = 1; }",
    ),
)
