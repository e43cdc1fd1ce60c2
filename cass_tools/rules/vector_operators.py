"""Operators on CUDA's vector types that HIP defines itself: `float2 operator+(float2 a, float2 b)`.

**Why it fails on AMD.** HIP's `float2`, `int4` and their like come with `+ - * / % == !=` and the assigning forms. A second definition makes the use
ambiguous or a redefinition, depending on the release.

**Example.**

    inline __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

**Instead.** Keep such operators for CUDA only (`#ifndef __HIPCC__`). Functions with names (`dot`, `cross`, `lerp`) and operators that HIP lacks stay.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_SIGNATURE = re.compile(rb"\boperator\s*(\+|-|\*|/|%|==|!=|\+=|-=|\*=|/=|%=|&|\||\^|<<|>>)\s*\(\s*([^()]*)\)")
_VECTOR = re.compile(rb"\b(u?(?:char|short|int|long|longlong)[1-4]|float[1-4]|double[1-4])\b")

_NUMBER = re.compile(rb"\b(?:float|double|int|unsigned|uint|char|short|long|uchar|ushort)\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Definitions outside classes whose operands are one vector type, or one and a number."""
    declarator = node.child_by_field_name("declarator")
    body = node.child_by_field_name("body")
    if declarator is None or body is None:
        return
    match = _SIGNATURE.search(context.code, declarator.start_byte, body.start_byte)
    if match is None or not _clashes(match[2]):
        return
    start = context.code.rfind(b"\n", 0, _start(node, context)) + 1
    end = context.code.find(b"\n", node.end_byte)
    end = len(context.code) if end < 0 else end
    alone = not context.code[start : _start(node, context)].strip() and not context.code[node.end_byte : end].strip()
    newline = b"\r\n" if context.data[end - 1 : end] == b"\r" else b"\n"
    end -= len(newline) - 1 if end < len(context.code) else 0
    edits = (
        Edit(Span(start, start), b"#ifndef __HIPCC__" + newline),
        Edit(Span(end, end), newline + b"#endif"),
    )
    yield context.finding(
        RULE,
        Span(match.start(), match.end()),
        f"HIP's vector types have `operator{match[1].decode()}` already; this one makes its use ambiguous.",
        severity=Severity.ERROR,
        effort=Effort.REVIEW,
        suggestion="Define it for CUDA only: `#ifndef __HIPCC__`.",
        edits=edits if alone else (),
        safety=Safety.UNSAFE,
    )


def _clashes(parameters: bytes) -> bool:
    kinds = [_VECTOR.search(parameter) for parameter in parameters.split(b",")]
    others = [p for p, kind in zip(parameters.split(b","), kinds, strict=True) if kind is None]
    names = {kind[1] for kind in kinds if kind is not None}
    return 1 <= len(kinds) <= 2 and len(names) == 1 and all(_NUMBER.search(other) for other in others)


def _start(node: Node, context: Context) -> int:
    """Where the definition begins, qualifiers included: after the end of what comes before it."""
    before = max(context.code.rfind(mark, 0, node.start_byte) for mark in (b";", b"}", b"{"))
    line = context.code.rfind(b"\n#", 0, node.start_byte)
    if line > before:
        before = context.code.find(b"\n", line + 1)
    text = context.code[before + 1 : node.start_byte]
    return before + 1 + len(text) - len(text.lstrip())


RULE = Rule(
    code="CASS159",
    name="vector-operators",
    on=("function",),
    needs=(b"operator",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "int x;\n__host__ __device__ inline float2 operator/(float2 a, float2 b) { return a; }\nint y;\n",
            "int x;\n#ifndef __HIPCC__\n__host__ __device__ inline float2 operator/(float2 a, float2 b) { return a; }\n#endif\nint y;\n",
        ),
        Example(
            "inline __device__ void operator+=(float4 &a, float s)\n{\n  a.x += s;\n}\n",
            "#ifndef __HIPCC__\ninline __device__ void operator+=(float4 &a, float s)\n{\n  a.x += s;\n}\n#endif\n",
        ),
    ),
    valid=(
        "struct V { float x; };\nV operator+(V a, V b) { return a; }\n",
        "__device__ float2 operator*(Matrix m, float2 v) { return v; }\n__device__ float dot(float2 a, float2 b);\n",
        "float4 operator<(float4 a, float4 b) { return a; }\n",
    ),
)
