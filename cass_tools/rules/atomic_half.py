"""`atomicAdd` on `__half`, `__half2`, `__nv_bfloat16` or `__nv_bfloat162`.

**Why it fails on AMD.** HIP has no such overload until late in ROCm 7 ("no matching function"). `unsafeAtomicAdd` has
some of them, and loses updates in memory that the host shares.

**Example.**

    atomicAdd(p, __floats2half2_rn(0.5f, 1.0f));   // __half2* p

**Instead.** A compare-and-swap loop over the 32-bit word that holds the number, or `unsafeAtomicAdd` for memory from
`hipMalloc` alone.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_TYPE = Pattern(rb"\b(?:__half2?|half2?|__nv_bfloat162?|nv_bfloat162?|__hip_bfloat162?|at::Half|at::BFloat16)\b")
_CAST = Pattern(rb"[(<]\s*" + _TYPE.pattern + rb"\s*\*")
_VALUE = Pattern(
    rb"\s*(?:__float2half|__floats2half2|__float2bfloat16|__floats2bfloat162|__halves2half2|make_half2|__half2?\s*\(|__hadd|__hmul)"
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Judges by the type of the pointer's variable, a cast, or the function that makes the value."""
    arguments = context.arguments(node)
    if len(arguments) != 2:
        return
    target, value = (context.code[span.start : span.end] for span in arguments)
    if not (_VALUE.match(value) or _CAST.search(target) or _by_variable(node, context, target)):
        return
    yield context.finding(
        RULE,
        node,
        "HIP's `atomicAdd` has no form for 16-bit floating-point numbers before late releases of ROCm 7.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion="Use a compare-and-swap loop on the 32-bit word, or `unsafeAtomicAdd` for memory from `hipMalloc`.",
    )


def _by_variable(node: Node, context: Context, target: bytes) -> bool:
    function = functions(context).at(node.start_byte)
    name = IDENTIFIER.search(target)
    if function is None or name is None or b"->" in target or b"." in target:
        return False
    kind = flow(context, function).types.get(name.group())
    return kind is not None and _TYPE.search(kind) is not None


RULE = Rule(
    code="CASS158",
    name="atomic-half",
    on=("call",),
    names=frozenset({"atomicAdd"}),
    needs=(b"half", b"bfloat16", b"Half"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__global__ void k(__half2* p) { atomicAdd(p, __floats2half2_rn(0.5f, 1.0f)); }"),
        Example("__global__ void k(__nv_bfloat16* p, int i, __nv_bfloat16 v) { atomicAdd(&p[i], v); }"),
    ),
    valid=(
        "__global__ void k(float* p, __half v) { atomicAdd(p, __half2float(v)); }",
        "__global__ void k(int* half, int v) { atomicAdd(half, v); }",
    ),
)
