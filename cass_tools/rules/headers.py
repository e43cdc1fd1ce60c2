"""Include of a CUDA header.

**Why it fails on AMD.** CUDA's headers are not there. Several of them are one header in HIP, some have no counterpart
because nothing of theirs is needed (`device_launch_parameters.h`), and a few have none at all.

**Example.** `#include <cuda.h>` and `#include <cuda_runtime.h>` become one `#include <hip/hip_runtime.h>`;
`#include <cub/block/block_reduce.cuh>` becomes `#include <hipcub/hipcub.hpp>`. A project's own headers stay, whatever
their names: `"helper_cuda.h"`, `"kernels.cuh"`, and any quoted header that lies beside the file.

**Instead.** The HIP header; where HIP has none, or one that is not packaged with ROCm (hipDNN), the finding says so.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.headers import Decision, Fate
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

# Headers that exist, but that an installation of ROCm does not have.
_APART = {
    "hipDNN.h": "hipDNN, a thin layer over MIOpen with cuDNN's older functions, is not packaged with ROCm: build it "
    "yourself, or call MIOpen (--api roc)"
}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per include of a CUDA header."""
    for decision in context.headers.decisions:
        if decision.api is not None:
            yield _finding(decision, context)


def _finding(decision: Decision, context: Context) -> Finding:
    include, path = decision.include, decision.include.path
    if decision.fate is Fate.KEEP:
        assert decision.api is not None  # noqa: S101 - the caller asks for these only
        message = f"<{path}>: {decision.reason}"
        suggestion = decision.api.suggestion
        return context.finding(
            RULE, include.target, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=suggestion
        )
    if decision.fate is Fate.REMOVE:
        message, edit = f"<{path}> goes: {decision.reason}", Edit(_removed(decision, context), b"")
    else:
        message = f"<{path}> is <{decision.hip}> in HIP"
        edit = Edit(include.target, _target(decision, context))
    apart = _APART.get(decision.hip, "") if decision.fate is Fate.REPLACE else ""
    return context.finding(
        RULE,
        include.target,
        message,
        severity=Severity.WARNING if apart else Severity.INFO,
        effort=Effort.MEDIUM if apart else Effort.LOW,
        suggestion=apart,
        edits=(edit,),
    )


def _target(decision: Decision, context: Context) -> bytes:
    """In angle brackets, for it is no header of the project; HIPIFY keeps the quotes."""
    path = decision.hip.encode()
    quoted = decision.include.quoted and context.config.style == "hipify"
    return b'"' + path + b'"' if quoted else b"<" + path + b">"


def _removed(decision: Decision, context: Context) -> Span:
    """The whole line, unless something else stands on it."""
    line, target = decision.include.line, decision.include.target
    if context.data[target.end : line.end].strip():
        return Span(line.start, target.end)
    return line


RULE = Rule(
    code="CASS103",
    name="cuda-header",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cuda.h>\n#include <cuda_runtime.h>\n__global__ void k() {}\n",
            "#include <hip/hip_runtime.h>\n__global__ void k() {}\n",
        ),
        Example("#include <cufft.h>\n", "#include <hipfft/hipfft.h>\n"),
        Example("#include <cub/block/block_scan.cuh>\n#include <cub/cub.cuh>\n", "#include <hipcub/hipcub.hpp>\n"),
        Example("#include <device_launch_parameters.h>\nint i;\n", "int i;\n"),
        Example("#include <cupti.h>\n"),
        Example("#include <cudnn.h>\n", "#include <hipDNN.h>\n"),
    ),
    valid=('#include "helper_cuda.h"\n', '#include "kernels.cuh"\n', "#include <vector>\n"),
)
