"""What rocWMMA has not of `nvcuda::wmma`: tf32, sub-byte elements, bf16 by CUDA's name, elements by position.

**Why it fails on AMD.** rocWMMA has neither the namespaces `precision` and `experimental` nor `bmma_sync`; its bf16 is
a type of its own; and element `i` of a fragment is another element of the matrix than on NVIDIA.

**Example.**

    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;

**Instead.** `rocwmma::xfloat32_t` on gfx940 to gfx942, or float with 16x16x16 blocks elsewhere; `rocwmma::bfloat16_t`;
int8 in place of bits and nibbles. Code that works on each element alike may keep `fragment.x[i]`; code that asks where
it lies must load and store through shared memory.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
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
    Pattern(rb"(?<=[,<\s])(?:__)?nv_bfloat16\b(?=\s*(?:,\s*(?:\w+\s*::\s*)*(?:row|col)_major\b))"): (
        "rocWMMA's fragments take no `__hip_bfloat16`.",
        "Use `rocwmma::bfloat16_t`, and cast the pointers that are loaded and stored.",
    ),
}
_FRAGMENT = Pattern(rb"\bfragment\s*<[^;{}]*>\s*([^;{}=()]+);")
_NAME = re.compile(rb"[A-Za-z_]\w*")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each such name, and one for the first element of each fragment that is named by position."""
    for pattern, (message, advice) in _WORDS.items():
        for match in pattern.finditer(context.code):
            yield _finding(context, match, message, advice, Severity.ERROR)
    names = {name for match in _FRAGMENT.finditer(context.code) for name in _NAME.findall(match[1])}
    for name in sorted(names):
        used = re.search(rb"\b" + name + rb"\s*(?:\[[^\]]*\]\s*)*\.\s*x\s*\[", context.code)
        if used is not None:
            message = f"`{name.decode()}.x[i]` is another element of the matrix than on NVIDIA."
            advice = "Fine where each element is treated alike; else go through shared memory."
            yield _finding(context, used, message, advice, Severity.WARNING)


def _finding(context: Context, at: re.Match[bytes], message: str, advice: str, severity: Severity) -> Finding:
    where = Span(at.start(), at.end())
    return context.finding(RULE, where, message, severity=severity, effort=Effort.HIGH, suggestion=advice)


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
            "  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a;\n}\n"
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
    ),
)
