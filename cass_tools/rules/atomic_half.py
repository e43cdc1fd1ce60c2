"""`atomicAdd` on `__half`, `__half2`, `__nv_bfloat16` or `__nv_bfloat162`, `atomicCAS` on `unsigned short`;
`atomicAdd` on `float2` and `float4`, `__ldg` of bf16.

**Why it fails on AMD.** HIP has no such overloads until late in ROCm 7 ("no matching function"). `unsafeAtomicAdd` has
some of them, and loses updates in memory that the host shares.

**Example.**

    atomicAdd(p, __floats2half2_rn(0.5f, 1.0f));   // __half2* p

**Instead.** `cass::atomic_add_16` and `cass::atomic_cas_16`, which the translation brings into the file: a
compare-and-swap loop over the 32-bit word that holds the number. `unsafeAtomicAdd` is faster, for memory from
`hipMalloc` alone.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import first
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules._replaced_calls import replaced
from cass_tools.substitutes import load

_TYPE = Pattern(rb"\b(?:__half2?|half2?|__nv_bfloat162?|nv_bfloat162?|__hip_bfloat162?|at::Half|at::BFloat16)\b")
_CAST = Pattern(rb"[(<]\s*" + _TYPE.pattern + rb"\s*\*")
_BFLOAT16 = Pattern(rb"\b(?:__nv_bfloat162?|nv_bfloat162?|__hip_bfloat162?)\b")
_BFLOAT16_CAST = Pattern(rb"[(<]\s*(?:const\s+)?" + _BFLOAT16.pattern + rb"\s*(?:const\s*)?\*")
_VECTOR = Pattern(rb"\bfloat[24]\b")
_VECTOR_CAST = Pattern(rb"[(<]\s*float[24]\s*\*")
_SHORT = Pattern(rb"\s*(?:unsigned\s+short(?:\s+int)?|short\s+unsigned(?:\s+int)?|u?int16_t|ushort)\s*\*")
_SHORT_CAST = Pattern(rb"[(<]" + _SHORT.pattern + rb"\s*[)>]")
_VALUE = Pattern(
    rb"\s*(?:__float2half|__floats2half2|__float2bfloat16|__floats2bfloat162|__halves2half2|make_half2|__half2?\s*\(|__hadd|__hmul)"
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Judges by the type of the pointer's variable, a cast, or the function that makes the value."""
    arguments = [context.code[span.start : span.end] for span in context.arguments(node)]
    name = context.callee(node)
    if name == b"__ldg":
        if len(arguments) == 1 and _points_to(_BFLOAT16, _BFLOAT16_CAST, node, context, arguments[0]):
            yield _loaded(node, context)
    elif (
        name == b"atomicAdd" and len(arguments) == 2 and _points_to(_VECTOR, _VECTOR_CAST, node, context, arguments[0])
    ):
        yield context.finding(
            RULE,
            node,
            "HIP's `atomicAdd` has no form for float2 and float4.",
            severity=Severity.ERROR,
            suggestion="Add each member by an `atomicAdd` of its own; CUDA's is not atomic as a whole either.",
        )
    elif name == b"atomicCAS" and len(arguments) == 3 and _points_to(_SHORT, _SHORT_CAST, node, context, arguments[0]):
        yield _finding(node, context, "HIP's `atomicCAS` has no form for 16-bit numbers.", "cass::atomic_cas_16")
    elif (
        name == b"atomicAdd"
        and len(arguments) == 2
        and (_VALUE.match(arguments[1]) or _points_to(_TYPE, _CAST, node, context, arguments[0]))
    ):
        what = "HIP's `atomicAdd` has no form for 16-bit floating-point numbers before late releases of ROCm 7."
        yield _finding(node, context, what, "cass::atomic_add_16")


def _loaded(node: Node, context: Context) -> Finding:
    called = node.child_by_field_name("function")
    return context.finding(
        RULE,
        node,
        "HIP's `__ldg` has no form for bf16.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Read it by `*`.",
        edits=(Edit(context.span(called), b"*"),) if called is not None else (),
    )


def _finding(node: Node, context: Context, what: str, substitute: str) -> Finding:
    called = node.child_by_field_name("function")
    plain = called is not None and called.type == "identifier"
    return context.finding(
        RULE,
        node,
        what,
        severity=Severity.ERROR,
        effort=Effort.LOW if plain else Effort.HIGH,
        suggestion=f"Use `{substitute}`, a compare-and-swap loop on the word, which the translation brings with it.",
        edits=replaced(context, node, substitute) if plain else (),
        safety=Safety.UNSAFE,
    )


def _points_to(kinds: Pattern, cast: Pattern, node: Node, context: Context, target: bytes) -> bool:
    """Whether the pointer is cast to one of these types, or is a variable of one; aliases of the file count."""
    if cast.search(target) or cast.search(_resolved(target, context)):
        return True
    function = functions(context).at(node.start_byte)
    name = IDENTIFIER.search(target)
    if function is None or name is None or b"->" in target or b"." in target:
        return False
    kind = flow(context, function).types.get(name.group())
    return kind is not None and kinds.search(_resolved(kind, context)) is not None


def _resolved(kind: bytes, context: Context) -> bytes:
    """The type with the names that the file gives to other types replaced by those."""

    def meant(match: re.Match[bytes]) -> bytes:
        name = re.escape(match.group())
        alias = first(
            rb"\busing\s+" + name + rb"\s*=\s*([\w:\s]+);|\btypedef\s+([\w:\s]+?)\s+" + name + rb"\s*;", context.code
        )
        return match.group() if alias is None else alias[1] or alias[2]

    return IDENTIFIER.sub(meant, kind)


RULE = Rule(
    code="CASS158",
    name="atomic-half",
    on=("call",),
    names=frozenset({"atomicAdd", "atomicCAS", "__ldg"}),
    needs=(b"half", b"bfloat16", b"Half", b"short", b"int16_t", b"float2", b"float4"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cmath>\n__global__ void k(__half2* p) { atomicAdd(p, __floats2half2_rn(0.5f, 1.0f)); }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{load('atomic_add_16').text}}}  // namespace cass\n"
            "__global__ void k(__half2* p) { cass::atomic_add_16(p, __floats2half2_rn(0.5f, 1.0f)); }\n",
        ),
        Example(
            "#include <cmath>\n__global__ void k(unsigned short* p) { atomicCAS(p, 0, 1); }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{load('atomic_cas_16').text}}}  // namespace cass\n"
            "__global__ void k(unsigned short* p) { cass::atomic_cas_16(p, 0, 1); }\n",
        ),
        Example("__global__ void k(float* f, float2 v) { atomicAdd((float2*)f, v); }"),
        Example(
            "using bf = __nv_bfloat16;\n__global__ void k(const bf* x, bf* y) { y[0] = __ldg(x); }\n",
            "using bf = __nv_bfloat16;\n__global__ void k(const bf* x, bf* y) { y[0] = *(x); }\n",
        ),
    ),
    valid=(
        "__global__ void k(float4* p, float v) { atomicAdd(&p->x, v); }",
        "__global__ void k(float* p, __half v) { atomicAdd(p, __half2float(v)); }",
        "__global__ void k(int* half, int v) { atomicAdd(half, v); }",
        "__global__ void k(unsigned* p, unsigned short v) { atomicCAS(p, 0, v); }",
    ),
)
