"""What rocWMMA has not of `nvcuda::wmma`: tf32, sub-byte elements, bf16 by CUDA's name, elements by position, 32 lanes.

**Why it fails on AMD.** rocWMMA has neither the namespaces `precision` and `experimental` nor `bmma_sync`; its bf16 is
a type of its own; element `i` of a fragment is another element of the matrix than on NVIDIA; and a fragment belongs to
a whole wavefront, of 64 lanes on gfx9, so that two warps of 32 would share one there.

**Example.**

    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;

**Instead.** `rocwmma::xfloat32_t` on gfx940 to gfx942, or float with 16x16x16 blocks elsewhere; int8 in place of bits
and nibbles. `rocwmma::bfloat16_t`, with pointers cast where such fragments are loaded and stored: the fix writes that.
Loops over all elements (`i < f.num_elements`) may keep `f.x[i]`; code that asks where an element lies must load and
store through shared memory. Warps are numbered by `warpSize`, and started with `warpSize` threads for each.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.uses import Use
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span, enclosed
from cass_tools.rule import Example, Rule

_WORDS = {
    Pattern(rb"\bprecision\s*::\s*tf32\b"): (
        "rocWMMA has no `precision::tf32`.",
        "Use `rocwmma::xfloat32_t` on gfx940 to gfx942, elsewhere float, with shapes that rocWMMA has for it.",
    ),
    Pattern(rb"\b(?:__float_to_tf32)\b"): (
        "rocWMMA has no `__float_to_tf32`.",
        "Leave it out with float, or convert to `rocwmma::xfloat32_t`.",
    ),
    Pattern(rb"\bwmma\s*::\s*experimental\b|\bbmma_sync\b|\bprecision\s*::\s*(?:b1|u4|s4)\b"): (
        "rocWMMA has no elements of one or four bits.",
        "Use int8 elements, or `__popc` of the words in a plain kernel.",
    ),
}
_FRAGMENT = Pattern(rb"\bfragment\s*<[^;{}]*>\s*([^;{}=()]+);")
_BFLOAT = Pattern(rb"(?<=[,<\s])(?:__)?nv_bfloat16\b(?=\s*(?:[,>]\s*(?:\w+\s*::\s*)*(?:row|col)_major\b))")
_MOVED = Pattern(rb"\b(load|store)_matrix_sync\s*\(")
_LOOP = rb"for\s*\([^{}]*<\s*[\w.\[\]]+\.\s*num_elements\b|for\s*\(\s*(?:const\s+)?auto\s*&"
_WARP = Pattern(rb"\bwarpSize\b|/\s*32\b|>>\s*5\b|/\s*WARP_?SIZE\b")
_NAME = re.compile(rb"[A-Za-z_]\w*")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each such name, and one for the first element of each fragment that is named by position."""
    for pattern, (message, advice) in _WORDS.items():
        for match in pattern.finditer(context.code):
            yield _finding(context, match, message, advice, Severity.ERROR)
    yield from _bfloats(context)
    yield from _positions(context)
    yield from _warps(context)


def _bfloats(context: Context) -> Iterator[Finding]:
    """Fragments of CUDA's bf16, with the pointers that they are loaded from and stored to."""
    for match in _BFLOAT.finditer(context.code):
        end = context.code.find(b";", match.end())
        names = set(_NAME.findall(context.code, context.code.find(b">", match.end(), end) + 1, end))
        edits = [Edit(Span(match.start(), match.end()), b"rocwmma::bfloat16_t")]
        for call in _MOVED.finditer(context.code, end):
            arguments = call_arguments(context.code, call.end() - 1) or []
            if len(arguments) < 3 or not names.intersection(
                word for each in arguments[:2] for word in _NAME.findall(context.code, each.start, each.end)
            ):
                continue
            pointer = arguments[1 if call[1] == b"load" else 0]
            cast = b"(const rocwmma::bfloat16_t*)(" if call[1] == b"load" else b"(rocwmma::bfloat16_t*)("
            edits += enclosed(pointer, cast)
        message, advice = (
            "rocWMMA's fragments take no `__hip_bfloat16`.",
            "Use `rocwmma::bfloat16_t` and cast pointers.",
        )
        yield _finding(context, match, message, advice, Severity.ERROR, *edits)


ELEMENT = "nv_bfloat16"


def names_element(use: Use, context: Context) -> bool:
    """Whether a use is the element type of a fragment, which this rule writes anew."""
    if not use.api.name.endswith(ELEMENT) or b"fragment" not in context.words:
        return False
    found = _BFLOAT.search(context.code, use.span.start - 1)
    return found is not None and found.start() == use.span.start


def _positions(context: Context) -> Iterator[Finding]:
    """Elements by position, but for loops over all of them."""
    names = {name for match in _FRAGMENT.finditer(context.code) for name in _NAME.findall(match[1])}
    for name in sorted(names):
        for used in re.finditer(rb"\b" + name + rb"\s*(?:\[[^\]]*\]\s*)*\.\s*x\s*\[", context.code):
            line = context.code[max(0, used.start() - 400) : used.start()]
            loops = list(re.finditer(_LOOP, line))
            if loops and line.count(b"}", loops[-1].end()) <= line.count(b"{", loops[-1].end()):
                continue
            message = f"`{name.decode()}.x[i]` is another element of the matrix than on NVIDIA."
            advice = "Fine where each element is treated alike; else go through shared memory."
            yield _finding(context, used, message, advice, Severity.WARNING)
            break


def _warps(context: Context) -> Iterator[Finding]:
    """Functions that give each warp of 32 its own fragments."""
    for function in functions(context).all:
        if _FRAGMENT.search(context.code, function.body, function.end) is None:
            continue
        if (used := _WARP.search(context.code, function.body, function.end)) is not None:
            message = (
                "A fragment belongs to a whole wavefront, of 64 lanes on gfx9; two warps of 32 lanes share it there."
            )
            advice = (
                "Number the warps by `warpSize`, and let the host start `warpSize` of the device's threads for each."
            )
            yield _finding(context, used, message, advice, Severity.WARNING)


def _finding(
    context: Context, at: re.Match[bytes], message: str, advice: str, severity: Severity, *edits: Edit
) -> Finding:
    return context.finding(
        RULE,
        Span(at.start(), at.end()),
        message,
        severity=severity,
        effort=Effort.MEDIUM if edits else Effort.HIGH,
        suggestion=advice,
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS225",
    name="wmma-type",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"mma.h", b"nvcuda", b"wmma"),
    invalid=(
        Example("nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 8, nvcuda::wmma::precision::tf32> a;\n"),
        Example("using namespace nvcuda;\n__device__ float f(float x) { return wmma::__float_to_tf32(x); }\n"),
        Example("using namespace nvcuda;\n__device__ void f() { wmma::bmma_sync(c, a, b, c); }\n"),
        Example(
            "using namespace nvcuda;\n__device__ void f() {\n"
            "  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a;\n"
            "  wmma::load_matrix_sync(a, p, 16);\n}\n",
            "using namespace nvcuda;\n__device__ void f() {\n"
            "  wmma::fragment<wmma::matrix_a, 16, 16, 16, rocwmma::bfloat16_t, wmma::row_major> a;\n"
            "  wmma::load_matrix_sync(a, (const rocwmma::bfloat16_t*)(p), 16);\n}\n",
        ),
        Example(
            "using namespace nvcuda;\n__device__ void f() {\n  int warp = threadIdx.x / warpSize;\n"
            "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n}\n"
        ),
        Example(
            "using namespace nvcuda;\n__device__ void f() {\n"
            "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n  c.x[0] = 1;\n}\n"
        ),
    ),
    valid=(
        "using namespace nvcuda;\n__device__ void f() {\n"
        "  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n"
        "  wmma::fill_fragment(a, p.x[0]);\n}\n",
        "using namespace nvcuda;\n__device__ void f() {\n  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n"
        "  for (int i = 0; i < c.num_elements; i++) {\n    c.x[i] *= 2;\n  }\n}\n",
    ),
)
