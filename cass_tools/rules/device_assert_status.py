"""A status that CUDA gives after a failed `assert` in a kernel: `cudaErrorAssert`, `CUDA_ERROR_ASSERT`.

**Why it fails on AMD.** CUDA stops the kernel, and the next call that waits for it returns the status, so that the
program can go on or end as it likes. On AMD GPUs a failed `assert` is a trap: ROCm prints the assertion and aborts the
whole process. No call ever returns `hipErrorAssert`.

**Example.**

    if (cudaDeviceSynchronize() == cudaErrorAssert) return recover();

**Instead.** Let the kernel write what it has found into memory that the host reads after it, and leave `assert` for
what must end the program.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every use of the status outside declarations of the file's own."""
    name = context.text(node)
    if not context.scopes.is_api(name, node.start_byte):
        return
    yield context.finding(
        RULE,
        node,
        f"No call returns `{name.decode()}` on AMD: a failed `assert` in a kernel ends the process.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Write a flag in the kernel and read it on the host.",
    )


RULE = Rule(
    code="CASS173",
    name="device-assert-status",
    on=("identifier",),
    names=frozenset({"cudaErrorAssert", "CUDA_ERROR_ASSERT"}),
    needs=(b"cudaErrorAssert", b"CUDA_ERROR_ASSERT"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("bool f() { return cudaDeviceSynchronize() == cudaErrorAssert; }\n"),
        Example("int f(int e) { switch (e) { case CUDA_ERROR_ASSERT: return 1; } return 0; }\n"),
    ),
    valid=("#include <cassert>\n__global__ void k(int n) { assert(n > 0); }\n",),
)
