"""PyTorch's names for the warp: `WARP_BALLOT`, `WARP_SHFL_XOR`, `C10_WARP_SIZE` ...

**Why it fails on AMD.** PyTorch defines them for ROCm too, but for the whole wavefront, which has 64 lanes on gfx9:
a ballot has 64 bits, a shuffle without a width goes across 32 lanes, and the size is 64 there, in some versions no
constant of the host's compiler.

**Example.**

    unsigned b = WARP_BALLOT(v > 0);
    __shared__ float s[C10_WARP_SIZE];

**Instead.** A ballot in `unsigned long long`, loops from `C10_WARP_SIZE / 2`, arrays of
`C10_WARP_SIZE_UPPER_BOUND` (or 64) elements; or groups of 32 lanes, with the width 32 as the last argument of the
shuffles and 32 in place of the size.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.conditions import amd_never_reads, only_amd_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.includes import Include
from cass_tools.model import Effort, Finding, Span
from cass_tools.rule import Example, Rule

_SHUFFLES = "Pass width 32 as its last argument to keep groups of 32 lanes, or start at `C10_WARP_SIZE / 2`."
_VOTES = "Let it be asked of the whole wavefront, or take the own half of a ballot: `>> (__lane_id() & 32)`."
_ADVICE = {
    b"C10_WARP_SIZE": "Write 32 where groups of 32 lanes are meant, and size arrays for 64 lanes.",
    b"WARP_BALLOT": "Keep it in `unsigned long long`, or take the own half: `>> (__lane_id() & 32)`.",
    b"WARP_ACTIVE_MASK": "Keep it in `unsigned long long`.",
    b"WARP_ANY": _VOTES,
    b"WARP_ALL": _VOTES,
    b"WARP_SHFL": _SHUFFLES,
    b"WARP_SHFL_XOR": _SHUFFLES,
    b"WARP_SHFL_UP": _SHUFFLES,
    b"WARP_SHFL_DOWN": _SHUFFLES,
}
_HEADERS = ("ATen/", "c10/", "torch/")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """The first use of each name that is PyTorch's: the file includes its headers, and defines none of that name."""
    if not any(_is_torch(include) for include in context.layout.includes):
        return
    own = {define.name for define in context.defines.all}
    for name, advice in _ADVICE.items():
        for start in context.words.get(name, ()) if name not in own else ():
            if amd_never_reads(start, context.code) or only_amd_reads(start, context.code):
                continue
            yield context.finding(
                RULE,
                Span(start, start + len(name)),
                f"`{name.decode()}` is about wavefronts of up to 64 lanes on ROCm, where CUDA's warps have 32.",
                effort=Effort.MEDIUM,
                suggestion=advice,
            )
            break


def _is_torch(include: Include) -> bool:
    return include.path.startswith(_HEADERS)


RULE = Rule(
    code="CASS219",
    name="torch-warp-macro",
    on=(FILE,),
    needs=(b"WARP_",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <ATen/cuda/DeviceUtils.cuh>\n__device__ bool f(bool p) { unsigned b = WARP_BALLOT(p); return b; }"
        ),
        Example("#include <c10/macros/Macros.h>\n__global__ void k() { __shared__ float s[C10_WARP_SIZE]; }"),
        Example("#include <ATen/ATen.h>\n__device__ float f(float v) { return v + WARP_SHFL_XOR(v, 16); }"),
    ),
    valid=(
        "#include <ATen/ATen.h>\n#define WARP_ALL(p) (p)\n__device__ bool f(bool p) { return WARP_ALL(p); }",
        "__device__ bool f(bool p) { return WARP_ALL(p); }",
        "#include <ATen/ATen.h>\n#ifdef USE_ROCM\nint size = C10_WARP_SIZE;\n#endif\n",
    ),
)
