"""The second argument of `__launch_bounds__`, and commas in template arguments there.

**Why it fails on AMD.** CUDA reads it as the least number of blocks per multiprocessor, HIP as the least number of
wavefronts per SIMD unit. The same number asks for another occupancy, so the compiler may spill registers or leave
most of them unused. The third argument (blocks per cluster) does not exist in HIP. HIP's `__launch_bounds__` is a
macro that counts its arguments: the comma in `Traits<N, 4>::threads` makes two of one.

**Example.**

    __global__ void __launch_bounds__(256, 2) k(float* p);

**Instead.** Drop it and measure, or convert: blocks * threads / wavefront size / SIMD units (4 in a compute unit of
gfx9, 2 of gfx11). For 256 threads and 2 blocks on gfx90a that is 256 * 2 / 64 / 4 = 2. Parentheses around an argument
with a comma; the fix writes them.
"""

from collections.abc import Iterable

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.loops import closing
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span, enclosed
from cass_tools.rule import Example, Rule

_BOUNDS = Pattern(rb"\b__launch_bounds__\s*\(")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Searches the text, since the grammar does not see the qualifier."""
    for match in _BOUNDS.finditer(context.code):
        arguments = split_arguments(context.code, match.end(), closing(context.code, match.end(), match.end() + 400))
        for argument in arguments:
            if _has_comma(context.code[argument.start : argument.end]):
                yield _parenthesised(argument, context)
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


def _has_comma(text: bytes) -> bool:
    """Whether the preprocessor sees a comma in an argument: one that no parentheses hold."""
    depth = 0
    for mark in text:
        depth += (mark == 0x28) - (mark == 0x29)
        if mark == 0x2C and depth == 0:
            return True
    return False


def _parenthesised(argument: Span, context: Context) -> Finding:
    return context.finding(
        RULE,
        argument,
        "HIP's `__launch_bounds__` is a macro, which takes the comma in this argument for its own.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Put the argument in parentheses.",
        edits=enclosed(argument, b"("),
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
        Example(
            "template <int N> __global__ void __launch_bounds__(Size<N, 4>::threads) k(float* p) { *p = N; }",
            "template <int N> __global__ void __launch_bounds__((Size<N, 4>::threads)) k(float* p) { *p = N; }",
        ),
        Example("__global__ void __launch_bounds__(128, 2, 4) k(float* p) { *p = 1; }"),
    ),
    valid=(
        "__global__ void __launch_bounds__(256) k(float* p) { *p = 1; }",
        "template <int N> __global__ __launch_bounds__(f(N, 2)) void k(float* p) { *p = N; }",
    ),
)
