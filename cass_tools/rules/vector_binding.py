"""Structured binding of one of CUDA's vector types: `auto [a, b] = pair;` with a `float2`.

**Why it fails on AMD.** HIP's vector types hold their members in an anonymous union, which C++ does not decompose:
"cannot decompose class type".

**Example.**

    auto [a, b] = make_float2(1.0f, 2.0f);

**Instead.** A variable for the vector, and one for each member: `float a = pair.x; float b = pair.y;`.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import last_before
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_VECTOR = rb"(?:u?(?:char|short|int|long|longlong)[1-4]|(?:float|double)[1-4])"
_BINDING = Pattern(rb"\bauto\s*(?:const\s*)?&{0,2}\s*(\[\s*\w+(?:\s*,\s*\w+)*\s*\])\s*(?:=\s*|\{|\()([^;{}]+)")
_MADE = Pattern(rb"(?:make_)?" + _VECTOR + rb"\s*[({]")
_PLAIN = Pattern(rb"\*?\s*(\w+)\s*(?:\[[^\]]*\]\s*)?[)}]?\s*\Z")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per binding whose value the file makes as, or declares with, such a type."""
    for match in _BINDING.finditer(context.code):
        if _MADE.match(match[2]) is None and not _declared(match[2], match.start(), context):
            continue
        yield context.finding(
            RULE,
            Span(match.start(), match.end(1)),
            "HIP's vector types cannot be decomposed: their members are in a union.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            suggestion="Name the vector, and read its members `.x`, `.y` and so on.",
        )


def _declared(value: bytes, before: int, context: Context) -> bool:
    """Whether the nearest declaration of the value's variable before the place is of a vector type."""
    plain = _PLAIN.match(value)
    if plain is None:
        return False
    kind = rb"\b(?!(?:return|auto)\b)([A-Za-z_]\w*)"
    declared = kind + rb"\s*[*&\s]\s*(?:const\s+|__restrict__\s+)*" + plain[1] + rb"\s*[=,;)\[{(]"
    last = last_before(declared, context.code, before)
    return last is not None and re.fullmatch(_VECTOR, last[1]) is not None


RULE = Rule(
    code="CASS228",
    name="vector-binding",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"auto",),
    invalid=(
        Example("__device__ float f() { auto [a, b] = make_float2(1, 2); return a + b; }\n"),
        Example("__global__ void k(const float2* q) { const auto& [a, b] = q[0]; }\n"),
        Example("__device__ int f(int4 v) { auto [a, b, c, d] = v; return a; }\n"),
    ),
    valid=(
        "__device__ int f(Pair v) { auto [a, b] = v; return a; }\n",
        "__global__ void k(float2* q) { auto p = [q] { return q[0].x; }; }\n",
    ),
)
