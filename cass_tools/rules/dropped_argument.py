"""Call whose HIP counterpart has no place for one of the arguments.

**Why it fails on AMD.** The HIP function knows nothing of what the argument says: a callback that computes the shared
memory of a block, the creation parameters of a context. Dropping it is right only where it said nothing of weight.

**Example.** `cuOccupancyMaxPotentialBlockSize(&g, &b, f, perBlock, 0, 0)` becomes
`hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, 0, 0)`.

**Instead.** The call without it, applied only where the result is verified; look at what it was for.
"""

from collections.abc import Iterator

from cass_tools.cuda.calls import changed_calls
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NOTHING = (b"0", b"NULL", b"nullptr")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call."""
    for call in changed_calls(context, "drop"):
        position = call.change.position
        where = call.arguments[position]
        said = context.data[where.start : where.end]
        yield context.finding(
            RULE,
            where,
            f"{call.change.name}: HIP has no place for argument {position + 1}; what it said is lost",
            severity=Severity.INFO if said in _NOTHING else Severity.WARNING,
            suggestion="check that the program does not need it",
            edits=(Edit(Span(call.arguments[position - 1].end, where.end), b""),),
            safety=Safety.SAFE if said in _NOTHING else Safety.UNSAFE,
        )


RULE = Rule(
    code="CASS109",
    name="dropped-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cuOccupancy", b"cuCtxCreate"),
    invalid=(
        Example(
            "void f() { cuOccupancyMaxPotentialBlockSize(&g, &b, k, perBlock, 0, 0); }\n",
            "void f() { cuOccupancyMaxPotentialBlockSize(&g, &b, k, 0, 0); }\n",
        ),
        Example(
            "void f() { cuCtxCreate(&c, NULL, 0, device); }\n",
            "void f() { cuCtxCreate(&c, 0, device); }\n",
        ),
    ),
    valid=("#include <hip/hip_runtime.h>\nvoid f() { hipCtxCreate(&c, 0, device); }\n",),
)
