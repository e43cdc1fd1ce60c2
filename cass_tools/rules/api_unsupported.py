"""CUDA name that HIP does not have.

**Why it fails on AMD.** No HIP library declares a counterpart: the feature belongs to NVIDIA's hardware or driver, or
nobody has ported it. The name stays in the output, which will not compile.

**Example.** `cudaGraphConditionalHandleCreate(...)`, `CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH`, most of `cudnnBackend*`.

**Instead.** What the finding suggests where something is known: the name in newer HIP releases, or the ROCm library
below HIP. Otherwise leave the feature out on AMD, behind `#ifndef __HIP_PLATFORM_AMD__`.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.names import TORCH, Status
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules import dropped_argument, range_attributes

# Rules of their own know what to write: managed-memory-hint, graph-exec-update, range-attributes.
_ELSEWHERE = frozenset({"cudaMemLocationTypeHost", "cudaGraphExecUpdateResultInfo", "CUgraphExecUpdateResultInfo"})
_ELSEWHERE |= range_attributes.NAMES


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use; device functions have a rule of their own (device-function-missing)."""
    empty = dropped_argument.empty_parameters(context)
    for use in context.uses:
        if any(where.start <= use.span.start < where.end for where in empty):
            continue
        if use.api.library == TORCH:
            yield context.finding(
                RULE,
                use.span,
                f"{use.api.name} is PyTorch's own name",
                effort=Effort.LOW,
                suggestion=f"PyTorch's build renames it to {use.api.hip} itself",
            )
        elif use.api.status is Status.UNSUPPORTED and use.api.kind != "device" and use.api.name not in _ELSEWHERE:
            yield context.finding(
                RULE,
                use.span,
                use.api.reason,
                severity=Severity.ERROR,
                effort=Effort.HIGH,
                suggestion=use.api.suggestion,
            )


RULE = Rule(
    code="CASS101",
    name="api-unsupported",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void f() { cudaGraphConditionalHandleCreate(0, 0, 0, 0); }\n"),
        Example("cudnnBackendDescriptor_t d;\n"),
    ),
    valid=("void cudaGraphConditionalHandleCreate() {}\n", "cudaError_t e;\n"),
)
