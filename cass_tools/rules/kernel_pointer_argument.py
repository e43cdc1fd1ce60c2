"""Kernel passed to an API function by name.

**Why it fails on AMD.** HIP's C functions take a kernel as `const void*`; a kernel's name does not convert to that by
itself, and not every release has the template overloads that CUDA has.

**Example.** `cudaFuncSetAttribute(k<float, 256>, attribute, n)` becomes
`hipFuncSetAttribute(reinterpret_cast<const void*>(k<float, 256>), attribute, n)`.

**Instead.** The cast (in C the C one); the fix is safe.
"""

from collections.abc import Iterator

from cass_tools.cuda.calls import changed_calls
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity, enclosed
from cass_tools.rule import Example, Rule

_CAST_ALREADY = (b"reinterpret_cast<const void", b"(const void*)", b"(const void *)", b"(void*)", b"(void *)")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per kernel."""
    cast = b"(const void*)(" if context.source.path.suffix == ".c" else b"reinterpret_cast<const void*>("
    for call in changed_calls(context, "cast"):
        where = call.arguments[call.change.position]
        text = context.data[where.start : where.end]
        if not text or text.startswith(_CAST_ALREADY):
            continue
        yield context.finding(
            RULE,
            where,
            f"{call.change.name} takes its kernel as const void* in HIP",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=enclosed(where, cast),
        )


RULE = Rule(
    code="CASS107",
    name="kernel-pointer-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cudaFunc", b"cudaLaunch"),
    invalid=(
        Example(
            "void f(int b) { cudaFuncSetAttribute(k<float, 256>, a, b); }\n",
            "void f(int b) { cudaFuncSetAttribute(reinterpret_cast<const void*>(k<float, 256>), a, b); }\n",
        ),
        Example(
            "void f() { cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1); }\n",
            "void f() { cudaFuncSetCacheConfig(reinterpret_cast<const void*>(k), cudaFuncCachePreferL1); }\n",
        ),
    ),
    valid=("void f() { hipFuncSetCacheConfig((const void*)k, x); }\n",),
)
