"""Images that AMD GPUs or HIP treat unlike CUDA: layered surfaces, filtered textures over pitched memory.

**Why it fails on AMD.** HIP's `surf1DLayeredwrite`, `surf2DLayeredwrite` and their reading counterparts hand the layer
on as a mipmap level (up to ROCm 7.2): nothing complains, every layer is the last one written. A texture over pitched
memory with linear filtering and coordinates from 0 to 1 is refused when the program runs. What lies outside a texture
with a border is black or white there, whatever `borderColor` says. GPUs without image
instructions (gfx940 to gfx950: MI300, MI350) build neither; their compiler calls these functions unavailable.

**Example.**

    surf2DLayeredwrite(v, out, x * sizeof(float), y, layer);

**Instead.** A three-dimensional array, `surf3Dwrite` and `tex3D` with the layer as z, or plain device memory. Filter
pitched memory from a `hipArray` copy, or by hand.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_LAYERED = frozenset(f"surf{shape}Layered{access}" for shape in ("1D", "2D", "Cubemap") for access in ("read", "write"))
_PITCHED = frozenset({"cudaResourceTypePitch2D", "CU_RESOURCE_TYPE_PITCH2D"})
_LINEAR = frozenset({b"cudaFilterModeLinear", b"CU_TR_FILTER_MODE_LINEAR"})
_DESCRIBED = frozenset({b"cudaTextureDesc", b"CUDA_TEXTURE_DESC"})
_SET = re.compile(rb"\s*\[[^\]]*\]\s*=\s*([0-9]*\.?[0-9]+)[fF]?\s*;")
_NORMALIZED = frozenset({b"normalizedCoords", b"CU_TRSF_NORMALIZED_COORDINATES"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls of layered surface functions, and pitched resources in files that filter normalised textures."""
    name = context.text(node)
    if node.type == "call_expression":
        yield context.finding(
            RULE,
            node,
            f"HIP's `{context.callee(node).decode()}` takes the layer for a mipmap level: all layers become one.",
            severity=Severity.ERROR,
            effort=Effort.HIGH,
            suggestion="Make it a 3D array, with `surf3Dwrite`, `surf3Dread` and `tex3D` and the layer as z.",
        )
        return
    if name == b"borderColor":
        yield from _colour(node, context)
        return
    words = context.words.keys()
    if name.decode() not in _PITCHED or not context.scopes.is_api(name, node.start_byte):
        return
    if words.isdisjoint(_LINEAR) or words.isdisjoint(_NORMALIZED):
        return
    yield context.finding(
        RULE,
        node,
        "AMD GPUs refuse a texture over pitched memory that is filtered with coordinates from 0 to 1.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Copy the image to a `hipArray`, or give coordinates in elements; check what the creation returns.",
    )


def _colour(node: Node, context: Context) -> Iterable[Finding]:
    """Borders of another colour than black and white."""
    value = _SET.match(context.code, node.end_byte)
    if value is None or float(value[1]) in (0.0, 1.0) or context.words.keys().isdisjoint(_DESCRIBED):
        return
    yield context.finding(
        RULE,
        node,
        f"The border of a texture is black or white on AMD GPUs, not {value[1].decode()}.",
        severity=Severity.WARNING,
        effort=Effort.HIGH,
        suggestion="Ask in the kernel whether a coordinate is outside, and take the colour there.",
    )


RULE = Rule(
    code="CASS178",
    name="image-function",
    on=("call", "identifier"),
    names=_LAYERED | _PITCHED | {"borderColor"},
    needs=tuple(name.encode() for name in sorted(_LAYERED | _PITCHED | {"borderColor"})),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void f(cudaTextureDesc& t) { t.borderColor[0] = 0.5f; }\n"),
        Example("__global__ void k(cudaSurfaceObject_t s, int z) { surf2DLayeredwrite(1.0f, s, 0, 0, z); }\n"),
        Example(
            "void f(cudaResourceDesc& r, cudaTextureDesc& t) { r.resType = cudaResourceTypePitch2D;\n"
            "t.filterMode = cudaFilterModeLinear; t.normalizedCoords = 1; }\n"
        ),
    ),
    valid=(
        "void f(cudaTextureDesc& t) { t.borderColor[0] = 1.0f; t.borderColor[3] = 0; }\n",
        "struct Window { float borderColor[4]; } w;\nvoid f() { w.borderColor[0] = 0.5f; }\n",
        "__global__ void k(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 0, 0); }\n",
        "void f(cudaResourceDesc& r, cudaTextureDesc& t) { r.resType = cudaResourceTypePitch2D;\n"
        "t.filterMode = cudaFilterModePoint; }\n",
        "enum Resource { CU_RESOURCE_TYPE_PITCH2D = 3 };\nenum { CU_TR_FILTER_MODE_LINEAR = 1 };\n"
        "#define CU_TRSF_NORMALIZED_COORDINATES 2\nCUresult f();\n",
    ),
)
