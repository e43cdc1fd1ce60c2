"""Cube maps, which AMD's runtime does not make.

**Why it fails on AMD.** Names are not the problem: `hipArrayCubemap` and `texCubemap` exist and compile. But HIP's
runtime for AMD GPUs (up to ROCm 7.2) refuses every array with that flag (`hipErrorInvalidValue`) and calls its largest
cube map 0 texels wide; without such an array `texCubemap` reads nothing that makes sense.

**Example.**

    cudaMalloc3DArray(&faces, &format, make_cudaExtent(64, 64, 6), cudaArrayCubemap);

**Instead.** A layered array (`hipArrayLayered`) with a layer for each of the six faces, which takes the same copies. A
kernel finds the face itself: the axis along which the direction is longest, and its sign. The other two coordinates,
divided by the length of that one, lie from -1 to 1 on the face, and `tex2DLayered` reads there. Linear filtering then
ends at the edge of a face, so the address mode has to be clamp.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_FLAGS = frozenset({"cudaArrayCubemap", "CUDA_ARRAY3D_CUBEMAP"})
_READS = frozenset(f"texCubemap{layers}{level}" for layers in ("", "Layered") for level in ("", "Lod", "Grad"))
_SURFACES = frozenset({"surfCubemapread", "surfCubemapwrite"})
_NAMES = _FLAGS | _READS | _SURFACES


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Flags that make a cube map, and functions that read or write one."""
    name = context.text(node)
    if not context.scopes.is_api(name, node.start_byte):
        return
    does = "makes a cube map" if name.decode() in _FLAGS else "reads or writes a cube map"
    yield context.finding(
        RULE,
        node,
        f"`{name.decode()}` {does}, which AMD's runtime refuses to make (hipErrorInvalidValue).",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Make it a layered array of six faces, find the face in the kernel and read it by `tex2DLayered`.",
    )


RULE = Rule(
    code="CASS241",
    name="cubemap",
    on=("identifier",),
    names=_NAMES,
    needs=tuple(name.encode() for name in sorted(_NAMES)),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "void f(cudaArray_t* a, cudaChannelFormatDesc* d, cudaExtent e) {\n"
            "cudaMalloc3DArray(a, d, e, cudaArrayCubemap | cudaArrayLayered); }\n"
        ),
        Example("__global__ void k(cudaTextureObject_t t, float* o) { *o = texCubemap<float>(t, 1, 0, 0); }\n"),
        Example("__global__ void k(cudaTextureObject_t t, float* o) { texCubemapLayeredLod(o, t, 1, 0, 0, 2, 0); }\n"),
    ),
    valid=(
        "void f(cudaArray_t* a, cudaChannelFormatDesc* d, cudaExtent e) {\n"
        "cudaMalloc3DArray(a, d, e, cudaArrayLayered); }\n",
        "struct Sky { float texCubemap(float x); };\nfloat f(Sky& sky) { return sky.texCubemap(1); }\n",
        "float texCubemap(const float* faces, float x, float y, float z);\n"
        "float f(const float* faces) { return texCubemap(faces, 1, 0, 0); }\n",
    ),
)
