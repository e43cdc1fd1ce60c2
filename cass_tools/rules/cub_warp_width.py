"""CUB's warp collectives without the width: `cub::WarpReduce<int>`.

**Why it fails on AMD.** CUB's default is 32 lanes, hipCUB's the size of a wavefront, 64 on gfx9. Two groups of 32
threads that each have a `TempStorage` of their own then take part in one operation of 64: wrong sums, no diagnostic.

**Example.**

    using WR = cub::WarpReduce<int>;

**Instead.** Say the width: `cub::WarpReduce<int, 32>` means the same in CUDA and becomes right in hipCUB.
"""

from collections.abc import Iterable

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._cub import is_cub

# Position of the logical width among the template arguments of each class.
_WIDTH = {b"WarpReduce": 1, b"WarpScan": 1, b"WarpExchange": 2, b"WarpLoad": 3, b"WarpStore": 3, b"WarpMergeSort": 2}
_NAME = Pattern(rb"\s*(\w+)\s*<")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Template names of CUB; the width is added where it is simply the next argument."""
    match = _NAME.match(context.code, node.start_byte, node.end_byte)
    position = _WIDTH.get(match[1]) if match is not None else None
    if match is None or position is None or not is_cub(match[1], match.start(1), context):
        return
    arguments = split_arguments(context.code, match.end(), node.end_byte - 1)
    if not arguments or len(arguments) > position:
        return
    name = match[1].decode()
    edits = (Edit(Span(arguments[-1].end, arguments[-1].end), b", 32"),) if len(arguments) == position else ()
    yield context.finding(
        RULE,
        node,
        f"`{name}` without a width works on 32 lanes in CUB, but on all 64 of a gfx9 wavefront in hipCUB.",
        severity=Severity.WARNING,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion="Say the width of 32 lanes in the template arguments.",
        edits=edits,
        safety=Safety.SAFE,
    )


RULE = Rule(
    code="CASS152",
    name="cub-warp-width",
    on=("template_type",),
    needs=tuple(_WIDTH),
    check=check,
    doc=__doc__,
    invalid=(
        Example("using WR = cub::WarpReduce<int>;\n", "using WR = cub::WarpReduce<int, 32>;\n"),
        Example(
            "__device__ void f() { typename cub::WarpScan<Pair<int, int>>::TempStorage t; }",
            "__device__ void f() { typename cub::WarpScan<Pair<int, int>, 32>::TempStorage t; }",
        ),
        Example(
            "using cub::WarpReduce;\nnamespace c = cub;\nusing A = WarpReduce<int>;\nc::WarpScan<int> b;\n",
            "using cub::WarpReduce;\nnamespace c = cub;\nusing A = WarpReduce<int, 32>;\nc::WarpScan<int, 32> b;\n",
        ),
        Example("using WL = cub::WarpLoad<int, 4>;\n"),
    ),
    valid=(
        "using WR = cub::WarpReduce<int, 16>;\n",
        "using BR = cub::BlockReduce<int, 128>;\n",
        "using WR = mine::WarpReduce<int>;\n",
        "using mine::WarpReduce;\nusing WR = WarpReduce<int>;\n",
    ),
)
