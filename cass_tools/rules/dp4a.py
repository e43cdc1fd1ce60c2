"""`__dp4a` and `__dp2a`: dot products of bytes packed into a word.

**Why it fails on AMD.** HIP does not declare them, and the instruction behind them differs: `v_dot4_i32_i8` on gfx906
to gfx10.3, another one with signs for each operand on gfx11 and later, none on older GPUs. The wrong builtin fails
only when code is generated.

**Example.**

    c = __dp4a(a, b, c);

**Instead.** `cass::dp4a`, which the translation brings into the file: `__builtin_amdgcn_sudot4` for gfx11 and later,
`__builtin_amdgcn_sdot4` for gfx906, gfx908, gfx90a, gfx94x and gfx103x, and four multiplications of bytes for the
rest; for words with and without a sign, `char4` and `uchar4`.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.own_functions import own_functions
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules._replaced_calls import replaced
from cass_tools.substitutes import load


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call."""
    name = context.callee(node).decode()
    if name.encode() in own_functions(context):  # a port's own
        return
    called = node.child_by_field_name("function")
    plain = called is not None and called.type == "identifier"
    substitute = f"cass::{name.lstrip('_')}"
    yield context.finding(
        RULE,
        node,
        f"`{name}` is not declared in HIP, and the instruction for it differs between AMD GPUs.",
        severity=Severity.ERROR,
        effort=Effort.LOW if plain else Effort.HIGH,
        suggestion=f"Use `{substitute}`, which the translation brings with it.",
        edits=replaced(context, node, substitute) if plain else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS154",
    name="dp4a",
    on=("call",),
    names=frozenset({"__dp4a", "__dp2a_hi", "__dp2a_lo"}),
    needs=(b"__dp",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cmath>\n__device__ int f(int a, int b, int c) { return __dp2a_lo(a, b, c); }\n",
            "#include <cmath>\n\nnamespace cass {\n"
            f"{load('dp2a_lo').text}}}  // namespace cass\n"
            "__device__ int f(int a, int b, int c) { return cass::dp2a_lo(a, b, c); }\n",
        ),
    ),
    valid=(
        "__device__ int __dp4a(int a, int b, int c) { return a * b + c; }\n__device__ int f(int a) { return "
        "__dp4a(a, a, 0); }",
    ),
)
