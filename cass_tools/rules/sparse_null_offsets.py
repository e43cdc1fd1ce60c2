"""A cuSPARSE matrix made without its array of row or column offsets.

**Why it fails on AMD.** cuSPARSE accepts null pointers for the result of a product whose size is not known yet.
hipSPARSE answers `HIPSPARSE_STATUS_INVALID_VALUE`, and if nobody looks at it, the descriptor stays unset.

**Example.**

    cusparseCreateCsr(&c, m, n, 0, nullptr, nullptr, nullptr, ...);

**Instead.** Allocate the offsets (rows + 1 entries) before the descriptor is made.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_OFFSETS = 4  # the argument with the offsets, counted from 0
_NULL = frozenset({b"nullptr", b"NULL", b"0"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls with a null constant in that place."""
    arguments = context.arguments(node)
    if len(arguments) <= _OFFSETS or context.text(arguments[_OFFSETS]) not in _NULL:
        return
    yield context.finding(
        RULE,
        arguments[_OFFSETS],
        "hipSPARSE refuses a matrix without its offsets, which cuSPARSE accepts.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Allocate rows + 1 offsets first (columns + 1 for CSC).",
    )


RULE = Rule(
    code="CASS162",
    name="sparse-null-offsets",
    on=("call",),
    names=frozenset({"cusparseCreateCsr", "cusparseCreateCsc", "cusparseCreateConstCsr", "cusparseCreateConstCsc"}),
    needs=(b"cusparseCreate",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "void f(cusparseSpMatDescr_t* c) { cusparseCreateCsr(c, 4, 4, 0, nullptr, nullptr, nullptr, I, I, Z, R); }"
        ),
    ),
    valid=(
        "void f(cusparseSpMatDescr_t* c, int* o) { cusparseCreateCsr(c, 4, 4, 0, o, nullptr, nullptr, I, I, Z, R); }",
    ),
)
