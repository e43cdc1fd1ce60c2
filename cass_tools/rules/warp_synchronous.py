"""A reduction tail that relies on the lanes of a warp running in step: `s[t] += s[t + 16]; s[t] += s[t + 8]; ...`.

**Why it fails on AMD.** Nothing orders one lane's store before another lane's load except `volatile` and luck; the
compiler may keep values in registers or move them. On 64-lane wavefronts the tail also starts one step late, and on
CUDA it broke with Volta.

**Example.**

    volatile float* s = shared;
    s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8];

**Instead.** `__syncthreads()` after each step outside the branch, or shuffles with width 32 for the last 32 values.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_STEP = Pattern(
    rb"\b([A-Za-z_]\w*)\s*\[\s*([A-Za-z_][\w.]*)\s*\]\s*(?:[-+*|&^]=|=)[^;]{0,120}?\b\1\s*\[\s*\2\s*\+\s*(64|32|16|8|4|2|1)\s*\][^;]{0,80};"
)
_BARRIER = Pattern(rb"__sync|\bsync\s*\(|\bbarrier|__threadfence|\belse\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks for at least two such steps on one array, the distance halved, with no barrier between them."""
    code = context.code
    previous: re.Match[bytes] | None = None
    reported = -1
    for match in _STEP.finditer(code):
        if previous is not None and _follows(code, previous, match):
            if reported < 0 and (function := functions(context).at(match.start())) is not None and function.device:
                reported = previous.start()
                head = code[function.start : match.start()]
                yield _finding(context, Span(previous.start(), previous.end()), previous[1], head)
        else:
            reported = -1
        previous = match


def _follows(code: bytes, first: re.Match[bytes], second: re.Match[bytes]) -> bool:
    between = code[first.end() : second.start()]
    halves = int(first[3]) == 2 * int(second[3])
    return (
        first[1] == second[1]
        and first[2] == second[2]
        and halves
        and len(between) < 200
        and not _BARRIER.search(between)
    )


def _finding(context: Context, where: Span, name: bytes, head: bytes) -> Finding:
    volatile = re.search(rb"\bvolatile\b[^;{}]*\b" + name + rb"\b", head) is not None
    how = "`volatile`" if volatile else "not even `volatile`"
    return context.finding(
        RULE,
        where,
        f"These steps on `{name.decode()}` rely on the lanes of a warp running in step, with {how} to order them.",
        severity=Severity.WARNING if volatile else Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Put `__syncthreads()` between the steps, outside any branch, or use shuffles with width 32.",
    )


RULE = Rule(
    code="CASS131",
    name="warp-synchronous",
    on=("file",),
    needs=(b"+ 16]", b"+16]", b"+ 8]", b"+8]"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ void tail(volatile float* s, int t) {\n"
            "  s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8];\n  s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] "
            "+= s[t + 1];\n}"
        ),
        Example(
            "template <int N> __device__ void tail(float* s, int t) {\n"
            "  if (N >= 64) s[t] += s[t + 32];\n  if (N >= 32) s[t] = max(s[t], s[t + 16]);\n  if (N >= 16) s[t] = "
            "max(s[t], s[t + 8]);\n}"
        ),
    ),
    valid=(
        "__global__ void k(float* s) { int t = threadIdx.x;\n"
        "  if (t < 16) s[t] += s[t + 16]; __syncthreads(); if (t < 8) s[t] += s[t + 8]; __syncthreads(); }",
        "void host(float* s, int t) { s[t] += s[t + 16]; s[t] += s[t + 8]; }",
        "__device__ void f(float* s, int t) { s[t] += s[t + 16]; s[t] += s[t + 3]; }",
    ),
)
