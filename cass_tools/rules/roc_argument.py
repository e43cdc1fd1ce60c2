"""Call of a library function that takes other arguments in ROCm's own library, with `--api roc`.

**Why it fails on AMD.** HIP's libraries have CUDA's parameters; rocSPARSE and MIOpen below them have their own: stages
in place of separate functions, policies, algorithms at the end, sizes as size_t.

**Example.** `cusparseSpMV_bufferSize(h, op, &a, A, x, &b, y, type, alg, &n)` becomes
`rocsparse_spmv(h, op, &a, A, x, &b, y, type, alg, rocsparse_spmv_stage_buffer_size, &n, nullptr)`.

**Instead.** The call that means the same, applied only where the result is verified. Where CUDA's call asks for a size
as int, the variable must become a size_t: a cast of its address would have ROCm write eight bytes over four. Where
CUDA's call does not say what ROCm needs, the finding says what that is.
"""

from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.roc_calls import RocCall, edits, roc_calls
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call, and one more for each argument that a person must see to."""
    if context.config.api != "roc":
        return
    for call in roc_calls(context):
        yield from _seen_to_by_hand(call, context)
        made = edits(context, call)
        if made and any(context.data[e.span.start : e.span.end] != e.text for e in made):
            yield context.finding(
                RULE,
                call.use.span,
                f"{call.use.hip} takes other arguments than {call.use.api.name}",
                severity=Severity.INFO,
                effort=Effort.LOW,
                edits=made,
                safety=Safety.UNSAFE,
            )


def _seen_to_by_hand(call: RocCall, context: Context) -> Iterator[Finding]:
    for step in call.of_kind("size"):
        argument = call.arguments[step.position]
        name = context.code[argument.start : argument.end].decode("ascii", "replace")
        if not context.code[argument.start : argument.end].startswith(b"(size_t"):
            yield context.finding(
                RULE,
                argument,
                f"{call.use.hip} writes a size_t where {call.use.api.name} writes an int",
                severity=Severity.ERROR,
                suggestion=f"declare what {name} points to as size_t",
            )
    for step in call.of_kind("unknown"):
        yield context.finding(
            RULE,
            call.use.span,
            f"{call.use.hip} needs {step.text}, which {call.use.api.name} is not told",
            severity=Severity.ERROR,
            effort=Effort.HIGH,
            suggestion="write the call by hand, or translate the file with --api hip",
        )


_ROC = Config(api="roc")

RULE = Rule(
    code="CASS167",
    name="roc-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cusparse", b"cudnn"),
    invalid=(
        Example(
            "void f() { cusparseSpVV(h, op, x, y, &r, type, buffer); }\n",
            "void f() { cusparseSpVV(h, op, x, y, &r, type, nullptr, buffer); }\n",
            _ROC,
        ),
        Example(
            "void f() { cusparseScsrilu02(h, m, nnz, d, v, r, c, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer); }\n",
            "void f() { cusparseScsrilu02(h, m, nnz, d, v, r, c, info, rocsparse_solve_policy_auto, buffer); }\n",
            _ROC,
        ),
        Example("void f() { int n; cusparseSgemvi_bufferSize(h, op, m, k, nnz, &n); }\n", config=_ROC),
        Example("void f() { cusparseSpSM_solve(h, a, b, &s, A, B, C, type, alg, d); }\n", config=_ROC),
    ),
    valid=("void f() { cusparseSpVV(h, op, x, y, &r, type, buffer); }\n",),
)
