"""`__dp4a` and `__dp2a`: dot products of bytes packed into a word.

**Why it fails on AMD.** HIP does not declare them, and the instruction behind them differs: `v_dot4_i32_i8` on gfx906
to gfx10.3, another one with signs for each operand on gfx11 and later, none on older GPUs. The wrong builtin fails
only when code is generated.

**Example.**

    c = __dp4a(a, b, c);

**Instead.** A function with `__builtin_amdgcn_sudot4(true, a, true, b, c, false)` for gfx11 and later,
`__builtin_amdgcn_sdot4(a, b, c, false)` for gfx906, gfx908, gfx90a, gfx94x and gfx103x, and four multiplications of
`signed char` for the rest.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_DOT4 = (
    "Use `__builtin_amdgcn_sudot4` on gfx11 and later, `__builtin_amdgcn_sdot4` on gfx906 to gfx103x, "
    "else four multiplications."
)
_DOT2 = "Write the two multiplications in C++."


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call."""
    name = context.callee(node).decode()
    if any(function.name == name.encode() for function in functions(context).all):  # a port's own
        return
    yield context.finding(
        RULE,
        node,
        f"`{name}` is not declared in HIP, and the instruction for it differs between AMD GPUs.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=_DOT4 if name == "__dp4a" else _DOT2,
    )


RULE = Rule(
    code="CASS154",
    name="dp4a",
    on=("call",),
    names=frozenset({"__dp4a", "__dp2a_hi", "__dp2a_lo"}),
    needs=(b"__dp",),
    check=check,
    doc=__doc__,
    invalid=(Example("__device__ int f(int a, int b, int c) { return __dp4a(a, b, c); }"),),
    valid=(
        "__device__ int __dp4a(int a, int b, int c) { return a * b + c; }\n__device__ int f(int a) { return "
        "__dp4a(a, a, 0); }",
    ),
)
