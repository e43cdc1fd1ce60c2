"""A kernel launched from device code, or a function of the runtime called there.

**Why it fails on AMD.** AMD GPUs run kernels that the host has put into a queue; HIP has no launch from the GPU, and
no device-side runtime (`cudadevrt`). The compiler rejects the launch or the link fails.

**Example.**

    __global__ void parent(int* p) { if (threadIdx.x == 0) child<<<1, 32>>>(p); }

**Instead.** Collect the work in a buffer and launch the children from the host, run a loop over a work queue in a
persistent kernel, or write the recursion as levels, one launch each. Of the runtime's functions, `malloc` and `free`
stand for `cudaMalloc` and `cudaFree`; error codes have no texts on the GPU.
"""

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import islice

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import every
from cass_tools.cuda.pieces import pieces
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

# What CUDA's device-side runtime has (cuda_device_runtime_api.h).
_RUNTIME = frozenset(
    [
        "cudaDeviceGetAttribute",
        "cudaDeviceGetLimit",
        "cudaDeviceSynchronize",
        "cudaGetLastError",
        "cudaPeekAtLastError",
        "cudaGetErrorString",
        "cudaGetErrorName",
        "cudaGetDeviceCount",
        "cudaGetDevice",
        "cudaStreamCreateWithFlags",
        "cudaStreamDestroy",
        "cudaStreamWaitEvent",
        "cudaEventCreateWithFlags",
        "cudaEventRecord",
        "cudaEventDestroy",
        "cudaFuncGetAttributes",
        "cudaFree",
        "cudaMalloc",
        "cudaMemcpyAsync",
        "cudaMemcpy2DAsync",
        "cudaMemcpy3DAsync",
        "cudaMemsetAsync",
        "cudaMemset2DAsync",
        "cudaMemset3DAsync",
        "cudaRuntimeGetVersion",
        "cudaGetParameterBuffer",
        "cudaLaunchDevice",
        "cudaGraphLaunch",
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    ]
)


_QUALIFIERS = (b"__global__", b"__device__")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Launches and calls inside a function that runs on the GPU only."""
    if not _may_be_device(node.start_byte, node.start_byte, context):
        return
    function = functions(context).at(node.start_byte)
    if function is None or not (function.kernel or (function.device and not function.host)):
        return
    called = context.callee(node)
    if called.decode("utf-8", "replace") in _RUNTIME:
        name = node.child_by_field_name("function")
        if name is not None and context.scopes.is_api(called, name.end_byte - len(called)):
            yield _finding(node, context, f"`{called.decode()}` is called", _instead(called))
        return
    kernel = context.text(context.launch(node).kernel).decode("utf-8", "replace")
    advice = "Launch it from the host: collect the work in a buffer, or launch once per level."
    yield _finding(node, context, f"`{kernel}` is launched", advice)


def _instead(called: bytes) -> str:
    if called in (b"cudaMalloc", b"cudaFree"):
        return "Use `malloc` and `free`, or memory that the host has allocated."
    if called.startswith(b"cudaGetError"):
        return "Print the number of the error, or look it up on the host."
    return "Do it on the host, between launches."


def _finding(node: Node, context: Context, what: str, advice: str) -> Finding:
    return context.finding(
        RULE,
        node,
        f"{what} from device code, which AMD GPUs cannot do.",
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=advice,
    )


def _may_be_device(start: int, end: int, context: Context) -> bool:
    """Whether there is code of the GPU in bytes [start, end): quick, and usually no.

    A qualifier of such code is there, or comes before with no `}` at the start of a line in between.
    """
    ends, qualifies = _marks(context.code)
    first = max(bisect_right(ends, start) - 1, 0)
    return any(qualifies[first : bisect_right(ends, end)])


def _may_find(start: int, end: int, context: Context) -> bool:
    """Whether a launch, or one of these calls, in bytes [start, end) may be code of the GPU."""
    if not _may_be_device(start, end, context):
        return False
    places = _places(context)
    asked = islice(places, bisect_left(places, start), bisect_right(places, end))
    return any(_may_be_device(at, at, context) for at in asked)


@functools.lru_cache(maxsize=2)
def _places(context: Context) -> list[int]:
    """Where launches and names of such functions are, in order."""
    names = (name for name in map(str.encode, _RUNTIME) if name in context.words)
    return sorted([*every(context.code, b"<<<"), *(at for name in names for at in context.words[name])])


@functools.lru_cache(maxsize=2)
def _marks(code: bytes) -> tuple[list[int], list[bool]]:
    """Where qualifiers and such `}` end, in order, and which of them are qualifiers."""
    cut = pieces(code)
    marks = [(start, False) for start in cut.starts[1:]]
    marks += [(at + len(name), True) for name in _QUALIFIERS for at in cut.places(name)]
    marks.sort()
    return [end for end, _ in marks], [qualifies for _, qualifies in marks]


RULE = Rule(
    code="CASS147",
    name="dynamic-parallelism",
    on=("launch", "call"),
    names=_RUNTIME,
    needs=(b"__global__", b"__device__"),
    check=check,
    where=_may_find,
    doc=__doc__,
    invalid=(
        Example("__global__ void child(int* p);\n__global__ void parent(int* p) { child<<<1, 32>>>(p); }\n"),
        Example('__device__ void ok(cudaError_t e) { if (e) printf("%s", cudaGetErrorString(e)); }\n'),
    ),
    valid=(
        "__host__ __device__ void both() { cudaDeviceSynchronize(); }\n",
        "struct Own { __device__ void cudaFree(int); };\n__device__ void f(Own o) { o.cudaFree(3); }\n",
        "__global__ void child(int* p);\nvoid host(int* p) { child<<<1, 32>>>(p); }\n",
        "__global__ void child(int* p);\n__host__ __device__ void both(int* p) {\n"
        "#ifndef __CUDA_ARCH__\n  child<<<1, 32>>>(p);\n#endif\n}\n",
    ),
)
