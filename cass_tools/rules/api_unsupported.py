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
from cass_tools.rules import dropped_argument, range_attributes, texture_reference

# Rules of their own know what to write: managed-memory-hint, graph-exec-update, range-attributes.
_ELSEWHERE = frozenset({"cudaMemLocationTypeHost", "cudaGraphExecUpdateResultInfo", "CUgraphExecUpdateResultInfo"})
_ELSEWHERE |= range_attributes.NAMES | texture_reference.BINDS
# What to do about a name of a kind, where its row says nothing.
_WAYS_OUT = {
    "function": "Take the call out if the program does without what it asks for; otherwise write it with functions "
    "that HIP has, in a branch `#ifdef __HIP__`.",
    "type": "Keep what uses it for CUDA, in `#ifndef __HIP__`, and write AMD's branch with types that HIP has.",
    "enum": "Keep the call that takes it for CUDA, in `#ifndef __HIP__`, if it is a hint only; otherwise do on AMD "
    "without what it asks for.",
    "macro": "Define it for AMD yourself, in `#ifdef __HIP__`, or keep what uses it for CUDA.",
    "header": "Include it for CUDA only, in `#ifndef __HIP__`; what is used of it needs a replacement.",
}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use; device functions have a rule of their own (device-function-missing)."""
    empty = dropped_argument.empty_parameters(context) if context.unrenamed else {}
    for use in context.unrenamed:
        if any(where.start <= use.span.start < where.end for where in empty):
            continue
        if use.api.library == TORCH:
            if any(include.line.start <= use.span.start < include.line.end for include in context.layout.includes):
                continue  # PyTorch's build renames its headers, this name with them
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
                suggestion=use.api.suggestion or _WAYS_OUT.get(use.api.kind, ""),
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
    valid=(
        "#include <ATen/cuda/CUDAContext.h>\n#include <c10/cuda/CUDAGuard.h>\n",
        "void cudaGraphConditionalHandleCreate() {}\n",
        "cudaError_t e;\n",
    ),
)
