"""A device function that HIP has by the same name and that computes something else: `__fmul_rn`, `__half2int_rd`,
`__fsqrt_rn`, `__rhadd`.

**Why it fails on AMD.** It compiles, and numbers differ. HIP's `__fadd_rn` is a plain `+`, which clang merges with a
multiplication into a fused one: code that computes rounding errors loses them. HIP's `__fsqrt_rn` and `__frsqrt_rn`
are the hardware's approximations. Conversions ignore the direction they are asked for: those of half always, the others
before ROCm 5.6. `__rhadd` and `__hadd` of integers give 0 or 1 before ROCm 6.3. `__umul24` is an `int`.

**Example.**

    float error = __fmaf_rn(a, b, -__fmul_rn(a, b));
    int floor = __half2int_rd(h);

**Instead.** A function that computes the same as CUDA's, to the last bit, which the translation brings into the file
(`cass::multiply_apart<float>`; the table is data/device_function_differences.tsv).
"""

import functools
from collections.abc import Iterable
from pathlib import Path

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.own_functions import own_functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import first
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules._replaced_calls import replaced
from cass_tools.substitutes import load

_HALF = Pattern(rb"half2?\b|bfloat16")
_TABLE = Path(__file__).parent.parent / "data" / "device_function_differences.tsv"


@functools.cache
def differences() -> dict[str, tuple[str, str]]:
    """For each function the substitute that is called instead, and what HIP's does."""
    rows = (line.split("\t") for line in _TABLE.read_text(encoding="utf-8").splitlines()[1:])
    return {name: (same, difference) for name, same, difference in rows}


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call, unless the file is HIP already or has a function of that name itself."""
    name = context.callee(node)
    if context.layout.hip:
        return
    called = node.child_by_field_name("function")
    if called is None or called.type != "identifier" or name in own_functions(context):
        return
    if name == b"__hadd" and first(_HALF, context.code):  # which has one of its own
        return
    same, difference = differences()[name.decode()]
    yield context.finding(
        RULE,
        called,
        f"HIP's `{name.decode()}` {difference}.",
        severity=Severity.WARNING,
        effort=Effort.LOW,
        suggestion=f"Use `{same}`, which the translation brings with it.",
        edits=replaced(context, node, same),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS170",
    name="device-function-differs",
    on=("call",),
    names=frozenset(differences()),
    needs=(b"_rn", b"_rd", b"_ru", b"_rz", b"hadd", b"__sad", b"__umul24"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cmath>\n__device__ float f(float a, float b) { return __fmul_rn(a, b) + a; }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{load('multiply_apart').text}}}  // namespace cass\n"
            "__device__ float f(float a, float b) { return cass::multiply_apart<float>(a, b) + a; }\n",
        ),
        Example(
            "#include <cmath>\n__device__ int f(int a, int b) { return __rhadd(a, b); }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{load('rounded_half_sum').text}}}  // namespace cass\n"
            "__device__ int f(int a, int b) { return cass::rounded_half_sum<int>(a, b); }\n",
        ),
        Example(
            "#include <cmath>\n__device__ size_t f(unsigned a) { return __umul24(a, a); }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{load('umul24').text}}}  // namespace cass\n"
            "__device__ size_t f(unsigned a) { return cass::umul24(a, a); }\n",
        ),
    ),
    valid=(
        "__device__ __half f(__half a, __half b) { return __hadd(a, b); }\n",
        "#include <hip/hip_runtime.h>\n__device__ float f(float a, float b) { return __fmul_rn(a, b) + a; }\n",
        "__device__ float f(float a, float b) { return __fdiv_rn(a, b) + __fmaf_rn(a, b, a); }\n",
        "__device__ float __fmul_rn(float a, float b) { return 0; }\n"
        "__device__ float f(float a) { return __fmul_rn(a, a); }\n",
    ),
)
