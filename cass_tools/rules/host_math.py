"""A mathematical function of CUDA that HIP has on the GPU only, called from host code: `rsqrtf`, `sinpi`, `erfinv`.

**Why it fails on AMD.** CUDA's headers define these functions for both sides. HIP's define them for the device, and
the C++ library does not have them: "no matching function".

**Example.**

    float scale = rsqrtf(n);   // in a host function

**Instead.** `1.0f / sqrtf(n)`, and for the others the formula that the message names. Device code stays as it is.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import holds
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_FORMULAS = {
    "rsqrt": "1.0 / sqrt(x)",
    "rcbrt": "1.0 / cbrt(x)",
    "sinpi": "sin(x * M_PI)",
    "cospi": "cos(x * M_PI)",
    "rhypot": "1.0 / hypot(x, y)",
    "erfcx": "exp(x * x) * erfc(x)",
    "normcdf": "0.5 * erfc(-x / sqrt(2.0))",
    "norm3d": "sqrt(x * x + y * y + z * z)",
    "norm4d": "sqrt(x * x + y * y + z * z + w * w)",
    "rnorm3d": "1.0 / sqrt(x * x + y * y + z * z)",
    "erfinv": "",
    "erfcinv": "",
    "normcdfinv": "",
    "sincospi": "",
}
_INVERSE = {
    b"rsqrt": b"(1.0 / sqrt(",
    b"rsqrtf": b"(1.0f / sqrtf(",
    b"rcbrt": b"(1.0 / cbrt(",
    b"rcbrtf": b"(1.0f / cbrtf(",
}
_NAMES = frozenset(f"{name}{kind}" for name in _FORMULAS for kind in ("", "f"))
_SHARED = Pattern(rb"\bconstexpr\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls in functions without any qualifier for the device, unless the file brings the function itself."""
    function = functions(context).at(node.start_byte)
    called = node.child_by_field_name("function")
    if function is None or function.device or called is None or called.type != "identifier":
        return
    name = context.callee(node)
    head = context.code[max(0, function.start - 80) : function.body]
    if _SHARED.search(head) or _own(name, context):
        return
    shown = name.decode()
    formula = _FORMULAS.get(shown, _FORMULAS.get(shown.removesuffix("f"), ""))
    edits: tuple[Edit, ...] = ()
    if name in _INVERSE and (arguments := context.arguments(node)):
        edits = (
            Edit(Span(node.start_byte, arguments[0].start), _INVERSE[name]),
            Edit(Span(arguments[-1].end, node.end_byte), b"))"),
        )
    yield context.finding(
        RULE,
        called,
        f"`{shown}` is for the device only in HIP, and the C++ library does not have it.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion=f"Use `{formula}`." if formula else "Take the function from a mathematical library for the host.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _own(name: bytes, context: Context) -> bool:
    """Whether the file defines the function, as a function or a macro."""
    return name in functions(context).names or holds(context.code, b"define " + name)


RULE = Rule(
    code="CASS151",
    name="host-math",
    on=("call",),
    names=_NAMES,
    needs=(b"__global__", b"<<<", b"cuda"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k();\nfloat scale(int n) { return 2 * rsqrtf(n + 1); }",
            "__global__ void k();\nfloat scale(int n) { return 2 * (1.0f / sqrtf(n + 1)); }",
        ),
        Example("__global__ void k();\ndouble wave(double x) { return sinpi(x); }"),
    ),
    valid=(
        "__global__ void k(float* p) { *p = rsqrtf(*p); }",
        "__global__ void k();\nfloat rsqrtf(float x) { return x; }\nfloat f(float x) { return rsqrtf(x); }",
        "__global__ void k();\n__host__ __device__ float f(float x) { return rsqrtf(x); }",
        "float f(Simd x) { return rsqrt(x); }",
    ),
)
