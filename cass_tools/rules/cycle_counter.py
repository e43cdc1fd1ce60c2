"""`clock()` and `clock64()` in code for the GPU, whose counter has 20 bits on RDNA3.

**Why it fails on AMD.** Both compile. CUDA's `clock64` never wraps; on gfx11 the counter that clang reads for them
(`SHADER_CYCLES`) has 20 bits and begins again after 1,048,576 cycles, about half a millisecond. A difference of two
readings may be negative, and a loop that waits for more cycles than that never ends. gfx9, gfx10 and gfx12 count 64
bits.

**Example.**

    long long start = clock64();
    while (clock64() - start < cycles) { }

**Instead.** `wall_clock64()`, 64 bits at a constant rate on every AMD GPU; the rate in kHz is
`hipDeviceAttributeWallClockRate`, so a number of cycles has to be converted. For a short stretch of code the difference
modulo 2^20, `(stop - start) & 0xFFFFF`, is right on gfx11.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_CALLED = Pattern(rb"\s*\(\s*\)")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls in functions for the GPU; `clock` of the host is the C library's."""
    name = context.text(node)
    if _CALLED.match(context.code, node.end_byte) is None or not functions(context).on_device(node.start_byte):
        return
    if not context.scopes.is_api(name, node.start_byte):
        return
    yield context.finding(
        RULE,
        node,
        f"`{name.decode()}` counts 20 bits on gfx11: it begins again after 1,048,576 cycles, half a millisecond.",
        severity=Severity.WARNING,
        effort=Effort.LOW,
        suggestion="Use `wall_clock64()`, which counts 64 bits at the rate of hipDeviceAttributeWallClockRate (kHz).",
    )


RULE = Rule(
    code="CASS245",
    name="cycle-counter",
    on=("identifier",),
    names=frozenset({"clock", "clock64"}),
    needs=(b"clock",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__global__ void k(clock_t* t) { t[blockIdx.x] = clock(); }\n"),
        Example("__device__ void rest(long long n) { long long s = clock64(); while (clock64() - s < n) { } }\n"),
    ),
    valid=(
        "#include <ctime>\n__global__ void k();\nclock_t f() { k<<<1, 1>>>(); return clock(); }\n",
        "__global__ void k(long long* t) { *t = wall_clock64(); }\n",
        "struct Chip { __device__ int clock(); };\n__global__ void k(Chip c, int* t) { *t = c.clock(); }\n",
        "namespace mine { __device__ int clock64(); }\n__global__ void k(int* t) { *t = mine::clock64(); }\n",
    ),
)
