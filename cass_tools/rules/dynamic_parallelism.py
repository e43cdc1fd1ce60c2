"""A kernel launched from device code.

**Why it fails on AMD.** AMD GPUs run kernels that the host has put into a queue; HIP has no launch from the GPU, and
no device-side runtime (`cudadevrt`). The compiler rejects the launch or the link fails.

**Example.**

    __global__ void parent(int* p) { if (threadIdx.x == 0) child<<<1, 32>>>(p); }

**Instead.** Collect the work in a buffer and launch the children from the host, run a loop over a work queue in a
persistent kernel, or write the recursion as levels, one launch each.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Launches inside a function that runs on the GPU only."""
    if not _may_be_device(context.code, node.start_byte):
        return
    function = functions(context).at(node.start_byte)
    if function is None or not (function.kernel or (function.device and not function.host)):
        return
    yield context.finding(
        RULE,
        node,
        f"`{context.text(context.launch(node).kernel).decode('utf-8', 'replace')}` is launched from device code, "
        f"which AMD GPUs cannot do.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion="Launch it from the host: collect the work in a buffer, or launch once per level.",
    )


def _may_be_device(code: bytes, offset: int) -> bool:
    """Whether a qualifier of device code comes before, with no `}` at the start of a line in between: quick, and "
    "usually no."""
    closed = code.rfind(b"\n}", 0, offset)
    return max(code.rfind(b"__global__", 0, offset), code.rfind(b"__device__", 0, offset)) > closed


RULE = Rule(
    code="CASS147",
    name="dynamic-parallelism",
    on=("launch",),
    needs=(b"<<<",),
    check=check,
    doc=__doc__,
    invalid=(Example("__global__ void child(int* p);\n__global__ void parent(int* p) { child<<<1, 32>>>(p); }\n"),),
    valid=(
        "__global__ void child(int* p);\nvoid host(int* p) { child<<<1, 32>>>(p); }\n",
        "__global__ void child(int* p);\n__host__ __device__ void both(int* p) {\n"
        "#ifndef __CUDA_ARCH__\n  child<<<1, 32>>>(p);\n#endif\n}\n",
    ),
)
