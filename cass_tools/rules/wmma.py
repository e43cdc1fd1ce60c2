"""Tensor cores by `nvcuda::wmma` and `mma.h`.

**Why it fails on AMD.** Neither the header nor the namespace exists. AMD's matrix instructions (MFMA on CDNA, WMMA on
RDNA 3 and later) have other shapes and another layout of the fragments; RDNA 2 and older GPUs have none.

**Example.**

    #include <mma.h>
    using namespace nvcuda;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;

**Instead.** rocWMMA, which has the same functions in the namespace `rocwmma` for 16x16x16 blocks of half, bf16, int8,
float and double. Check shapes such as 32x8x16, `precision::tf32`, code that touches `fragment.x[i]` by position, and
kernels with 32 threads per fragment: a fragment belongs to a whole wavefront.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_INCLUDE = Pattern(rb'[<"](?:crt/)?mma\.h[>"]')
_WHOLE = Pattern(rb"using\s+namespace\s+(nvcuda(?:\s*::\s*(?:wmma|experimental))?)\s*;")
_ALIAS = Pattern(rb"namespace\s+\w+\s*=\s*(nvcuda\s*::\s*wmma)\s*;")
_QUALIFIED = Pattern(rb"\bnvcuda\s*::\s*wmma\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """The header and the namespace, each with its counterpart of rocWMMA."""
    text = context.code[node.start_byte : node.end_byte]
    match node.type:
        case "preproc_include":
            if found := _INCLUDE.search(context.text(node)):
                span = Span(node.start_byte + found.start(), node.start_byte + found.end())
                yield _finding(context, span, "`mma.h` does not exist on AMD.", b"<rocwmma/rocwmma.hpp>")
        case "using_declaration":
            if found := _WHOLE.match(text):
                whole = b"using namespace rocwmma;" if b"wmma" in found[1] else b"namespace wmma = rocwmma;"
                yield _finding(context, Span(node.start_byte, node.end_byte), "`nvcuda` does not exist on AMD.", whole)
        case "namespace_alias_definition":
            if found := _ALIAS.match(text):
                span = Span(node.start_byte + found.start(1), node.start_byte + found.end(1))
                yield _finding(context, span, "`nvcuda::wmma` does not exist on AMD.", b"rocwmma")
        case _:
            if (found := _QUALIFIED.match(text)) and not _inside_using(node):
                span = Span(node.start_byte, node.start_byte + found.end())
                yield _finding(context, span, "`nvcuda::wmma` does not exist on AMD.", b"rocwmma")


def _inside_using(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type in ("using_declaration", "namespace_alias_definition")


def _is_there(start: int, end: int, context: Context) -> bool:
    return context.data.find(b"mma.h", start, end) >= 0 or context.code.find(b"nvcuda", start, end) >= 0


def _finding(context: Context, span: Span, message: str, text: bytes) -> Finding:
    return context.finding(
        RULE,
        span,
        message,
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Use rocWMMA, and check block shapes, element types and code that knows where elements are in a "
        "fragment.",
        edits=(Edit(span, text),),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS142",
    name="wmma",
    on=("include", "using", "qualified"),
    needs=(b"mma.h", b"nvcuda", b"mma"),
    check=check,
    where=_is_there,
    doc=__doc__,
    invalid=(
        Example("#include <mma.h>\n", "#include <rocwmma/rocwmma.hpp>\n"),
        Example("using namespace nvcuda;\n", "namespace wmma = rocwmma;\n"),
        Example("using namespace nvcuda::wmma;\n", "using namespace rocwmma;\n"),
        Example("namespace w = nvcuda::wmma;\n", "namespace w = rocwmma;\n"),
        Example(
            "__device__ void f() { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c; }",
            "__device__ void f() { rocwmma::fragment<rocwmma::accumulator, 16, 16, 16, float> c; }",
        ),
    ),
    valid=('#include "gamma.h"\n', "namespace w = rocwmma;\n", "int nvcuda_version;\n"),
)
