"""An executable graph's update as CUDA 12 declares it: `cudaGraphExecUpdate(exec, graph, &info)`.

**Why it fails on AMD.** HIP kept the form of CUDA 11 with four arguments, the node and the result apart, and has no
`cudaGraphExecUpdateResultInfo`.

**Example.**

    cudaGraphExecUpdateResultInfo info;
    cudaGraphExecUpdate(exec, graph, &info);

**Instead.** `hipGraphExecUpdate(exec, graph, &node, &result)`. The fix brings a structure and an overload that takes
it, so that calls and what reads `info.result` stay; `info.errorFromNode` is always null.
"""

from collections.abc import Iterable

from cass_tools import substitutes
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_CALLS = frozenset({"cudaGraphExecUpdate", "cuGraphExecUpdate", "cuGraphExecUpdate_v2"})
_TYPES = frozenset({"cudaGraphExecUpdateResultInfo", "CUgraphExecUpdateResultInfo"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """The type's name; calls with three arguments where the file does not name the type."""
    edits: tuple[Edit, ...] = ()
    name = context.text(node).decode("utf-8", "replace")
    if node.type == "call_expression":
        if len(context.arguments(node)) != 3 or any(kind.encode() in context.words for kind in _TYPES):
            return
        name = context.callee(node).decode()
    elif name not in _TYPES or not context.scopes.is_api(name.encode(), node.start_byte):
        return
    else:
        brought = substitutes.bring(context, "graph_exec_update")
        edits = (Edit(context.span(node), brought.name), *brought.edits)
    yield context.finding(
        RULE,
        node,
        f"HIP has `{name}` in the form of CUDA 11 only: node and result are two arguments.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion="Pass the node and the result to `hipGraphExecUpdate` one by one.",
        edits=edits,
    )


_BROUGHT = f"\nnamespace cass {{\n{substitutes.load('graph_exec_update').text}}}  // namespace cass\n"

RULE = Rule(
    code="CASS177",
    name="graph-exec-update",
    on=("call", "identifier"),
    names=_CALLS | _TYPES,
    needs=tuple(name.encode() for name in sorted(_CALLS | _TYPES)),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cuda_runtime.h>\nint f(cudaGraphExec_t e, cudaGraph_t g) {\n"
            "  cudaGraphExecUpdateResultInfo info;\n  return cudaGraphExecUpdate(e, g, &info);\n}\n",
            f"#include <cuda_runtime.h>\n{_BROUGHT}int f(cudaGraphExec_t e, cudaGraph_t g) {{\n"
            "  cass::graph_exec_update info;\n  return cudaGraphExecUpdate(e, g, &info);\n}\n",
        ),
        Example("int f(cudaGraphExec_t e, cudaGraph_t g, Info* i) { return cudaGraphExecUpdate(e, g, i); }\n"),
    ),
    valid=(
        "int f(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t n, cudaGraphExecUpdateResult r) {\n"
        "  return cudaGraphExecUpdate(e, g, &n, &r);\n}\n",
    ),
)
