"""`__syncwarp`.

**Why it fails on AMD.** HIP has it since ROCm 7.0; before, the name is undeclared. Deleting the call "because
wavefronts run in step" is wrong: the compiler may still move shared-memory accesses across the place. A function of
that name of your own clashes with 7.0.

**Example.**

    buf[l] = x;
    __syncwarp();
    y = buf[l ^ 1];

**Instead.** `cass::syncwarp()`, which the fix brings into the file: a fence of wavefront scope on both sides of
`__builtin_amdgcn_wave_barrier()`, which costs nothing at run time. It covers the whole wavefront; a mask for some of
its lanes is not needed.
"""

from collections.abc import Iterable

from cass_tools import substitutes
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import first
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_NAME = "syncwarp"
_OWN = Pattern(rb"\b(?:define|void)\s+__syncwarp\b")
_SINCE = (7, 0)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call, unless the chosen HIP has the function or the file brings its own."""
    if context.config.hip_version >= _SINCE or first(_OWN, context.code):
        return
    brought = substitutes.bring(context, _NAME)
    yield context.finding(
        RULE,
        node,
        "`__syncwarp` is not declared before ROCm 7.0.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Use fences of wavefront scope around `__builtin_amdgcn_wave_barrier()`.",
        edits=(Edit(context.span(node), brought.name + b"()"), *brought.edits),
        safety=Safety.UNSAFE,
    )


_BROUGHT = f"\nnamespace cass {{\n{substitutes.load(_NAME).text}}}  // namespace cass\n"

RULE = Rule(
    code="CASS134",
    name="syncwarp",
    on=("call",),
    names=frozenset({"__syncwarp"}),
    needs=(b"__syncwarp",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cstdio>\n__device__ void f() { __syncwarp(); }",
            f"#include <cstdio>\n{_BROUGHT}__device__ void f() {{ cass::syncwarp(); }}",
        ),
        Example(
            "#include <cuda_runtime.h>\n#define SYNC __syncwarp(0xffffffff)\n",
            f"#include <cuda_runtime.h>\n{_BROUGHT}#define SYNC cass::syncwarp()\n",
        ),
    ),
    valid=(
        "#define __syncwarp(mask) __threadfence_block()\n__device__ void f() { __syncwarp(0); }",
        "__device__ inline void __syncwarp() { __threadfence_block(); }\n__device__ void f() { __syncwarp(); }",
        "// __syncwarp() is what we want\n__device__ void f() { __syncthreads(); }",
    ),
)
