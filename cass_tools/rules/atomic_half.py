"""`atomicAdd` on `__half`, `__half2`, `__nv_bfloat16` or `__nv_bfloat162`, `atomicCAS` on `unsigned short`.

**Why it fails on AMD.** HIP has no such overloads until late in ROCm 7 ("no matching function"). `unsafeAtomicAdd` has
some of them, and loses updates in memory that the host shares.

**Example.**

    atomicAdd(p, __floats2half2_rn(0.5f, 1.0f));   // __half2* p

**Instead.** `cass::atomic_add_16` and `cass::atomic_cas_16`, which the translation brings into the file: a
compare-and-swap loop over the 32-bit word that holds the number. `unsafeAtomicAdd` is faster, for memory from
`hipMalloc` alone.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules._replaced_calls import replaced
from cass_tools.substitutes import load

_TYPE = Pattern(rb"\b(?:__half2?|half2?|__nv_bfloat162?|nv_bfloat162?|__hip_bfloat162?|at::Half|at::BFloat16)\b")
_CAST = Pattern(rb"[(<]\s*" + _TYPE.pattern + rb"\s*\*")
_SHORT = Pattern(rb"\s*(?:unsigned\s+short(?:\s+int)?|short\s+unsigned(?:\s+int)?|u?int16_t|ushort)\s*\*")
_SHORT_CAST = Pattern(rb"[(<]" + _SHORT.pattern + rb"\s*[)>]")
_VALUE = Pattern(
    rb"\s*(?:__float2half|__floats2half2|__float2bfloat16|__floats2bfloat162|__halves2half2|make_half2|__half2?\s*\(|__hadd|__hmul)"
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Judges by the type of the pointer's variable, a cast, or the function that makes the value."""
    arguments = [context.code[span.start : span.end] for span in context.arguments(node)]
    name = context.callee(node)
    if name == b"atomicCAS" and len(arguments) == 3 and _points_to(_SHORT, _SHORT_CAST, node, context, arguments[0]):
        yield _finding(node, context, "HIP's `atomicCAS` has no form for 16-bit numbers.", "cass::atomic_cas_16")
    elif (
        name == b"atomicAdd"
        and len(arguments) == 2
        and (_VALUE.match(arguments[1]) or _points_to(_TYPE, _CAST, node, context, arguments[0]))
    ):
        what = "HIP's `atomicAdd` has no form for 16-bit floating-point numbers before late releases of ROCm 7."
        yield _finding(node, context, what, "cass::atomic_add_16")


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
    """Whether the pointer is cast to one of these types, or is a variable of one."""
    if cast.search(target):
        return True
    function = functions(context).at(node.start_byte)
    name = IDENTIFIER.search(target)
    if function is None or name is None or b"->" in target or b"." in target:
        return False
    kind = flow(context, function).types.get(name.group())
    return kind is not None and kinds.search(kind) is not None


RULE = Rule(
    code="CASS158",
    name="atomic-half",
    on=("call",),
    names=frozenset({"atomicAdd", "atomicCAS"}),
    needs=(b"half", b"bfloat16", b"Half", b"short", b"int16_t"),
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
    ),
    valid=(
        "__global__ void k(float* p, __half v) { atomicAdd(p, __half2float(v)); }",
        "__global__ void k(int* half, int v) { atomicAdd(half, v); }",
        "__global__ void k(unsigned* p, unsigned short v) { atomicCAS(p, 0, v); }",
    ),
)
