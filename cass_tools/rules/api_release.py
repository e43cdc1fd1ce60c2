"""CUDA name whose HIP counterpart is not in the HIP release asked for.

**Why it fails on AMD.** HIP grows and sheds names from release to release. With `--hip-version` older than the release
that added the name, or not older than the one that removed it, the renamed program would not compile: the name stays.

**Example.** With `--hip-version 5.0`, `cudaGetDriverEntryPoint` stays: its counterpart came with HIP 6.2.

**Instead.** Target a release that has it, or do without.
"""

from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.names import TORCH, Status
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_FATES = (Status.TOO_NEW, Status.REMOVED)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use."""
    for use in context.unrenamed:
        if use.api.status in _FATES and use.api.library != TORCH:
            yield context.finding(
                RULE,
                use.span,
                use.api.reason,
                severity=Severity.ERROR,
                effort=Effort.HIGH,
                suggestion=use.api.suggestion,
            )


RULE = Rule(
    code="CASS102",
    name="api-release",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(Example("int f() { return cudaGetDriverEntryPoint(a, b, c, d); }\n", config=Config(hip_version=(5, 0))),),
    valid=("cudaError_t e = cudaMalloc(0, 0);\n",),
)
