"""A cooperative launch whose result nobody looks at.

**Why it fails on AMD.** All blocks of such a grid must be resident at once. The number that fits differs from
NVIDIA's, an estimate that is too high can pass the launch, and the grid then waits for blocks that never start: a
hang with no message.

**Example.**

    cudaLaunchCooperativeKernel(step, grid, block, args);

**Instead.** Ask `hipOccupancyMaxActiveBlocksPerMultiprocessor` times the number of compute units before the launch,
and check what the launch returns.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_NAMES = frozenset(
    {"cudaLaunchCooperativeKernel", "cudaLaunchCooperativeKernelMultiDevice", "cuLaunchCooperativeKernel"}
)

_ASKS = b"OccupancyMaxActiveBlocksPerMultiprocessor"


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls that are a statement of their own, in functions that do not ask what fits."""
    if node.parent is None or node.parent.type != "expression_statement":
        return
    function = functions(context).at(node.start_byte)
    if function is not None and _ASKS in context.code[function.body : node.start_byte]:
        return
    yield context.finding(
        RULE,
        node,
        f"`{context.callee(node).decode()}` is not checked here; a grid that does not fit on the GPU hangs at "
        f"`grid.sync()`.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Check the occupancy times the number of compute units first, and the result of the launch.",
    )


RULE = Rule(
    code="CASS145",
    name="cooperative-launch",
    on=("call",),
    names=_NAMES,
    needs=(b"LaunchCooperativeKernel",),
    check=check,
    doc=__doc__,
    invalid=(Example("void go(void* k, void** a) { cudaLaunchCooperativeKernel(k, 4, 32, a, 0, 0); }"),),
    valid=(
        "int go(void* k, void** a) { return cudaLaunchCooperativeKernel(k, 4, 32, a, 0, 0) != cudaSuccess; }",
        "void go(void* k, void** a) { int n; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0);\n"
        "cudaLaunchCooperativeKernel(k, n * 8, 32, a, 0, 0); }",
        "void go(void* k, void** a) { CHECK(cudaLaunchCooperativeKernel(k, 4, 32, a, 0, 0)); }",
    ),
)
