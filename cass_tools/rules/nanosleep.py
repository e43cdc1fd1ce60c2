"""`__nanosleep`.

**Why it fails on AMD.** HIP does not declare it. The instruction behind a pause, `s_sleep`, counts steps of 64 clocks
and takes a constant only.

**Example.**

    while (atomicAdd(flag, 0) == 0) { __nanosleep(ns); ns *= 2; }

**Instead.** `__builtin_amdgcn_s_sleep(1)` in the loop. The length does not matter for a result, only for how often
memory is asked.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call; a statement of its own gets the shortest pause."""
    alone = node.parent is not None and node.parent.type == "expression_statement"
    yield context.finding(
        RULE,
        node,
        "`__nanosleep` is not declared in HIP, whose pause takes a constant number of 64-clock steps.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Use `__builtin_amdgcn_s_sleep(1)`.",
        edits=(Edit(context.span(node), b"__builtin_amdgcn_s_sleep(1)"),) if alone else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS153",
    name="nanosleep",
    on=("call",),
    names=frozenset({"__nanosleep"}),
    needs=(b"__nanosleep",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ void f(int ns) { __nanosleep(ns); }",
            "__device__ void f(int ns) { __builtin_amdgcn_s_sleep(1); }",
        ),
    ),
    valid=("void f() { nanosleep(nullptr, nullptr); }",),
)
