"""Call whose HIP counterpart takes one argument more.

**Why it fails on AMD.** The parameter has no default value in HIP, or none in C, or CUDA has an overload without it.

**Example.** `cudaMallocHost(&p, n)` becomes `hipHostMalloc(&p, n, hipHostMallocDefault)`.

**Instead.** The argument that means what CUDA did without it; the fix is safe.
"""

from collections.abc import Iterator

from cass_tools.cuda.calls import ChangedCall, changed_calls
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call."""
    for call in changed_calls(context, "insert"):
        yield context.finding(
            RULE,
            call.name,
            f"{call.change.name} takes {call.change.text} as argument {call.change.position + 1} in HIP",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=(_insertion(call),),
        )


def _insertion(call: ChangedCall) -> Edit:
    text = call.change.text.encode()
    if call.change.position < len(call.arguments):
        at = call.arguments[call.change.position].start
        return Edit(Span(at, at), text + b", ")
    at = call.arguments[-1].end
    return Edit(Span(at, at), b", " + text)


RULE = Rule(
    code="CASS108",
    name="added-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "void f(float** p) { cudaMallocHost((void**)p, 64); }\n",
            "void f(float** p) { cudaMallocHost((void**)p, 64, hipHostMallocDefault); }\n",
        ),
        Example(
            "void f() { cudaGraphInstantiate(&x, g); }\n",
            "void f() { cudaGraphInstantiate(&x, g, 0); }\n",
        ),
        Example(
            "void f() { cudaMalloc3DArray(&a, &format, size); }\n",
            "void f() { cudaMalloc3DArray(&a, &format, size, hipArrayDefault); }\n",
        ),
        Example(
            "void f(void** a) { cudaLaunchCooperativeKernel(k, 1, 1, a); }\n",
            "void f(void** a) { cudaLaunchCooperativeKernel(k, 1, 1, a, 0, 0); }\n",
        ),
        Example(
            "__device__ int f(int* p) { return __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED); }\n",
            "__device__ int f(int* p) { return __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED, "
            "__HIP_MEMORY_SCOPE_SYSTEM); }\n",
        ),
    ),
    valid=("void f() { hipHostMalloc(p, 64, hipHostMallocDefault); }\n",),
)
