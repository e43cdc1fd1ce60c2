"""Texture and surface references: `texture<float, 1> t;`, `cudaBindTexture`, `tex1Dfetch(t, i)`.

**Why it fails on AMD.** CUDA 12 removed references. HIP has those of textures still, but deprecated: they build with
warnings, and what binds them is left for old code. Surface references and several functions of the driver's API are
missing. Support for images at all depends on the GPU (MI300 has no image instructions).

**Example.**

    texture<float, 1, cudaReadModeElementType> t;
    cudaBindTexture(nullptr, t, d, n);

**Instead.** A texture object. The fix makes one of each reference that is declared, bound and read in one file: kernels
read the object in `static __constant__ hipTextureObject_t t`, so that no parameter changes, `tex1Dfetch(t, i)` becomes
`tex1Dfetch<float>(t, i)`, and for the host `t_reference`, of a class that the fix brings, has the reference's members
and makes the object anew when something is bound or set. A reference that is a template argument, declared twice,
passed on, or used across files is left with its reason: pass `hipTextureObject_t t` to the kernels, made by
`hipCreateTextureObject` of a `hipResourceDesc` (`linear`, `pitch2D` or `array`: what was bound) and a `hipTextureDesc`
(`filterMode`, `addressMode`, `normalizedCoords` and `readMode`: what the reference said). For linear memory a plain
`const float* __restrict__` does the same on AMD GPUs.
"""

import re
from collections.abc import Iterable

from cass_tools import substitutes
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.names import Status
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.textures import bound_by, references
from cass_tools.cuda.whole import first, holds
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

BINDS = frozenset(
    [
        "cudaBindTexture",
        "cudaBindTexture2D",
        "cudaBindTextureToArray",
        "cudaBindTextureToMipmappedArray",
        "cudaUnbindTexture",
        "cudaBindSurfaceToArray",
        "cudaGetTextureReference",
        "cudaGetSurfaceReference",
        "cudaGetTextureAlignmentOffset",
        "cuTexRefSetArray",
        "cuTexRefSetAddress",
        "cuTexRefCreate",
        "cuTexRefSetAddress2D",
        "cuTexRefSetFormat",
        "cuTexRefSetFlags",
        "cuTexRefSetFilterMode",
        "cuTexRefSetAddressMode",
        "cuModuleGetTexRef",
        "cuModuleGetSurfRef",
        "cuSurfRefSetArray",
        "cuParamSetTexRef",
    ]
)
_REFERENCE = Pattern(rb"(texture|surface)\s*<[^;{}()]*(?:\bcuda(?:ReadMode|TextureType|SurfaceType)\w*|,\s*[123]\b|>)")
_ELEMENT = Pattern(
    rb"<\s*(?:void|const\s+\w+|u?(?:char|short|int|long)[1-4]?|float[1-4]?|double|unsigned(?:\s+\w+)?|signed(?:\s+\w+)?|int2|u?int\d*_t|T\w*)\s*[,>]"
)
_MAYBE = Pattern(rb"\b(?:texture|surface)\s*<|" + "|".join(sorted(BINDS)).encode())
_ADVICE = "Create a texture object (`hipCreateTextureObject`) and pass it to the kernel as `hipTextureObject_t`."
_MADE = "Make it an object in constant memory, and bind what the host has beside it."
_SURFACE_ADVICE = _ADVICE.replace("texture", "surface").replace("Texture", "Surface")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Declarations of references and calls that bind them; each with all edits that its reference needs."""
    deprecated = False
    if node.type == "call_expression":
        name = context.callee(node)
        api = context.names.get(name)
        deprecated = api is not None and api.status in (Status.RENAMED, Status.SAME)
        what = f"`{name.decode()}()` works on {'surface' if b'Surf' in name else 'texture'} references, which HIP "
        reference = bound_by(context, node.start_byte)
    else:
        text = context.code[node.start_byte : node.end_byte]
        match = _REFERENCE.match(text)
        reference = references(context).get(node.start_byte)
        sure = reference is not None and reference.edits
        if match is None or not (sure or _ELEMENT.search(text)) or not _declares(node, context):
            return
        deprecated = match[1] == b"texture"
        what = f"This {match[1].decode()} reference is a kind of variable that HIP "
    surface = re.search(r"(?i)surf", what) is not None
    edits, reason = (reference.edits, reference.reason) if reference is not None else ((), "")
    advice = _SURFACE_ADVICE if surface else _ADVICE
    yield context.finding(
        RULE,
        node,
        what + ("has only as a deprecated one." if deprecated else "does not have."),
        severity=Severity.WARNING if deprecated or edits else Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM if deprecated else Effort.HIGH,
        suggestion=_MADE if edits else f"{reason[:1].upper()}{reason[1:]}. {advice}" if reason else advice,
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _is_there(start: int, end: int, context: Context) -> bool:
    return _MAYBE.search(context.code, start, end) is not None


def _declares(node: Node, context: Context) -> bool:
    """Whether the type belongs to a variable at file scope, as references must, and is CUDA's, not one of the "
    "project."""
    parent = node.parent
    if parent is None or parent.type not in ("declaration", "type_definition"):
        return False
    if first(rb"\b(?:class|struct)\s+(?:texture|surface)\b", context.code):
        return False
    return any(
        holds(context.code, word)
        for word in (
            b"BindTexture",
            b"tex1D",
            b"tex2D",
            b"tex3D",
            b"surf1D",
            b"surf2D",
            b"surf3D",
            b"cudaReadMode",
            b"cudaTextureType",
            b"nbindTexture",
        )
    )


_INCLUDED = "#include <cuda_runtime.h>\n"
_KERNEL = "__global__ void k(float* o) { o[0] = tex1Dfetch(t, 1); }\n"


def _brought(kind: str) -> str:
    brought = substitutes.load(f"{kind}_reference")
    included = "".join(f"#include <{header}>\n" for header in brought.headers)
    return f"{_INCLUDED}{included}\nnamespace cass {{\n{brought.text}}}  // namespace cass\n"


RULE = Rule(
    code="CASS146",
    name="texture-reference",
    on=("call", "template_type"),
    names=BINDS,
    needs=(b"texture", b"surface", b"BindTexture", b"TexRef", b"SurfRef", b"BindSurface", b"Reference"),
    check=check,
    where=_is_there,
    doc=__doc__,
    invalid=(
        Example(
            _INCLUDED
            + "texture<float, 1, cudaReadModeElementType> t;\n"
            + _KERNEL
            + "void f(float* d, size_t n) {\n  t.normalized = false;\n  cudaBindTexture(nullptr, t, d, n);\n}\n",
            _brought("texture")
            + "static __constant__ hipTextureObject_t t;\n"
            + "static cass::texture_reference<float, cudaReadModeElementType> t_reference(t);\n"
            + _KERNEL.replace("Dfetch", "Dfetch<float>")
            + "void f(float* d, size_t n) {\n  t_reference.normalized = false;\n"
            + "  t_reference.bind(nullptr, d, n);\n}\n",
        ),
        Example(
            _INCLUDED + "surface<void, 2> s;\n__global__ void k() { surf2Dwrite(1.0f, s, 4, 5); }\n"
            "void f(cudaArray_t a) { cudaBindSurfaceToArray(s, a); }\n",
            _brought("surface")
            + "static __constant__ hipSurfaceObject_t s;\n"
            + "static cass::surface_reference s_reference(s);\n"
            + "__global__ void k() { surf2Dwrite(1.0f, s, 4, 5); }\n"
            + "void f(cudaArray_t a) { s_reference.bindToArray(a); }\n",
        ),
        Example("texture<float, 1, cudaReadModeElementType> t;\n"),
        Example("texture<uchar4, 2> t;\n__global__ void k(uchar4* o) { *o = tex2D(t, 0, 0); }\n"),
        Example("void f(float* d, int n) { cudaBindTexture(nullptr, t, d, n); }\n"),
        Example("surface<void, 2> s;\nvoid f(cudaArray_t a) { cudaBindSurfaceToArray(s, a); }\n"),
    ),
    valid=(
        "__global__ void k(cudaTextureObject_t t, float* o) { o[0] = tex1Dfetch<float>(t, 0); }",
        "template <class T> struct texture {};\ntexture<float> t;\n",
        "gl::texture<float> t;\n",
    ),
)
