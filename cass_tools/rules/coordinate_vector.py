"""`threadIdx` and its like where a `uint3` is wanted: `uint3 t = threadIdx;`, `f(blockIdx)`.

**Why it fails on AMD.** In CUDA `threadIdx` and `blockIdx` are of type `uint3`, and a `dim3` becomes one. In HIP all
four are objects of their own, which become a `dim3` but no `uint3`: "no viable conversion".

**Example.**

    uint3 t = threadIdx;

**Instead.** `make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)`, which is right in CUDA too; or a `dim3`.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.parameters import parameter_types
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_BARE = Pattern(rb"(?<![\w.:>])(threadIdx|blockIdx|blockDim|gridDim)\s*+(?=[,;)}])")
_BEFORE = 120  # bytes that are looked at before one
# `uint3 a = `, `const uint3 &a{`, `uint3(`, `(uint3)`
_DECLARED = Pattern(rb"\buint3\b\s*+(?:const\b\s*+)?+&?+\s*+(?:\w++\s*+)?+[=({)]\s*+\Z")
# Functions that nearly every helper header has for a uint3: make_float3(threadIdx).
_MADE = Pattern(rb"(?<![\w:.])(make_(?:u?int|float)3)\s*+\(\s*+\Z")
_UINT3 = b"uint3"


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Every one that stands for itself where the file shows that a uint3 is wanted."""
    for match in _BARE.finditer(context.code):
        span = Span(*match.span(1))
        if context.scopes.is_api(match[1], span.start) and _wanted(span, context):
            name = match[1].decode()
            made = f"make_uint3({name}.x, {name}.y, {name}.z)"
            yield context.finding(
                RULE,
                span,
                f"HIP's `{name}` does not become a `uint3`.",
                severity=Severity.ERROR,
                effort=Effort.LOW,
                suggestion=f"Write `{made}`.",
                edits=(Edit(span, made.encode()),),
                safety=Safety.SAFE,
            )


def _wanted(span: Span, context: Context) -> bool:
    before = context.code[max(0, span.start - _BEFORE) : span.start]
    if _DECLARED.search(before):
        return True
    if made := _MADE.search(before):
        return not functions(context).named(made[1])
    return _is_taken(span, context)


def _is_taken(span: Span, context: Context) -> bool:
    """Whether it is an argument of a function of the file, every one of which takes a uint3 there."""
    node = context.node_at(*span)
    listed = node.parent
    call = listed.parent if listed is not None and listed.type == "argument_list" else None
    if call is None or call.type != "call_expression":
        return False
    starts = [argument.start for argument in context.arguments(call)]
    if span.start not in starts:  # a part of an argument
        return False
    number = starts.index(span.start)
    taken = [parameter_types(function, context) for function in functions(context).named(context.callee(call))]
    fitting = [types[number] for types in taken if types is not None and number < len(types)]
    return bool(fitting) and all(each.removeprefix(b"const ").rstrip(b"&") == _UINT3 for each in fitting)


RULE = Rule(
    code="CASS237",
    name="coordinate-vector",
    on=(FILE,),
    needs=(_UINT3, b"make_float3", b"make_int3"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(int* o) { const uint3 t = threadIdx; uint3 b(blockIdx); o[t.x] = b.x; }",
            "__global__ void k(int* o) { const uint3 t = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); "
            "uint3 b(make_uint3(blockIdx.x, blockIdx.y, blockIdx.z)); o[t.x] = b.x; }",
        ),
        Example(
            "__device__ int flat(const uint3& t, dim3 d) { return t.x + d.x * t.y; }\n"
            "__global__ void k(int* o) { *o = flat(threadIdx, blockDim); }\n",
            "__device__ int flat(const uint3& t, dim3 d) { return t.x + d.x * t.y; }\n"
            "__global__ void k(int* o) { *o = flat(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), blockDim); }\n",
        ),
        Example(
            "__device__ float3 at() { return make_float3(threadIdx); }",
            "__device__ float3 at() { return make_float3(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)); }",
        ),
    ),
    valid=(
        "__device__ void h(uint3 idx) {}\n__device__ void g(dim3 idx) { idx = threadIdx; }\n",
        "__device__ int flat(dim3 d);\n__device__ int at(int a, int b);\n"
        "__global__ void k(int n) { uint3 x = make_uint3(1, at(1, flat(threadIdx)), n); }\n",
        "__device__ float3 make_float3(dim3 d);\n__device__ float3 f() { return g(threadIdx); }\n",
        "struct A { uint3 n_; dim3 d_; __device__ A(uint3 n, dim3 d) : n_(n), d_(threadIdx) {} };",
        "__global__ void k(int* o) { dim3 t = threadIdx; auto b = blockIdx; uint3 u = make_uint3(t.x, b.x, 0); }",
        "__device__ int f(uint3* p) { return 0; }\n__global__ void k() { f((uint3*)&threadIdx); }",
        "__device__ int f(dim3 d);\n__global__ void k(uint3 n) { f(threadIdx); }",
        "template <class V> __device__ int g(V v) { return v.x; }\n__global__ void k(uint3 n) { g(threadIdx); }",
        "__device__ void f(uint3 p, int threadIdx) { uint3 q = make_uint3(p.x, p.y, threadIdx); }",
    ),
)
