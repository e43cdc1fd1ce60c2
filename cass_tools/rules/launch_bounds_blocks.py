"""The second argument of `__launch_bounds__`.

**Why it fails on AMD.** CUDA reads it as the least number of blocks per multiprocessor, HIP as the least number of
wavefronts per SIMD unit. The same number asks for another occupancy, so the compiler may spill registers or leave
most of them unused. The third argument (blocks per cluster) does not exist in HIP.

**Example.**

    __global__ void __launch_bounds__(256, 2) k(float* p);

**Instead.** Drop it and measure, or convert: blocks * threads / wavefront size / SIMD units (4 in a compute unit of
gfx9, 2 of gfx11). For 256 threads and 2 blocks on gfx90a that is 256 * 2 / 64 / 4 = 2.
"""

from collections.abc import Iterable

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.loops import closing
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_BOUNDS = Pattern(rb"\b__launch_bounds__\s*\(")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Searches the text, since the grammar does not see the qualifier."""
    for match in _BOUNDS.finditer(context.code):
        arguments = split_arguments(context.code, match.end(), closing(context.code, match.end(), match.end() + 400))
        if len(arguments) > 2:
            yield context.finding(
                RULE,
                arguments[2],
                "HIP's `__launch_bounds__` has no third argument: AMD GPUs before gfx12.5 have no thread block "
                "clusters.",
                severity=Severity.ERROR,
                suggestion="Remove it.",
            )
        if len(arguments) >= 2:
            yield context.finding(
                RULE,
                arguments[1],
                "HIP reads the second argument of `__launch_bounds__` as wavefronts per SIMD unit, not as blocks per "
                "multiprocessor.",
                severity=Severity.WARNING,
                effort=Effort.MEDIUM,
                suggestion=_suggestion(context, arguments[0], arguments[1]),
            )


def _suggestion(context: Context, threads: Span, blocks: Span) -> str:
    known = constants(context)
    size = known.value(context.code[threads.start : threads.end])
    count = known.value(context.code[blocks.start : blocks.end])
    if size is None or count is None:
        return "Convert it: blocks * threads / wavefront size / SIMD units (4 on gfx9, 2 on gfx11), or drop it."
    waves = max(1, -(-size * count // 256))
    return f"The same occupancy is {waves} on gfx9 (64 lanes, 4 SIMD units); or drop it and measure."


RULE = Rule(
    code="CASS130",
    name="launch-bounds-blocks",
    on=("file",),
    needs=(b"__launch_bounds__",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__global__ void __launch_bounds__(256, 2) k(float* p) { *p = 1; }"),
        Example("template <int N> __global__ __launch_bounds__(N, (N > 64 ? 2 : 4)) void k(float* p) { *p = N; }"),
        Example("__global__ void __launch_bounds__(128, 2, 4) k(float* p) { *p = 1; }"),
    ),
    valid=(
        "__global__ void __launch_bounds__(256) k(float* p) { *p = 1; }",
        "template <int N> __global__ __launch_bounds__(f(N, 2)) void k(float* p) { *p = N; }",
    ),
)
