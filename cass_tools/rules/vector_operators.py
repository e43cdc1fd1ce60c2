"""Operators on CUDA's vector types that HIP defines itself: `float2 operator*(float2 a, float2 b)`.

**Why it fails on AMD.** HIP's `float2`, `int4` and their like have `* / += -= *= /=` for two vectors. A second one
for host and device is as good a match, so each use is ambiguous. (Functions for the device alone are preferred, and
so are operators with a number.)

**Example.**

    inline __host__ __device__ float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y / b.y); }

**Instead.** Keep it for CUDA only (`#ifndef __HIPCC__`) where it works element by element, as HIP's does. One that
means something else, such as a complex product, needs a name of its own.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from cass_tools.cuda.conditions import amd_never_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._guarded import guard, start_of

_MAYBE = Pattern(rb"operator\s*(?:[*/]|[-+]=)")  # it begins with a fixed word, which is looked for at the speed of C
_SIGNATURE = Pattern(rb"\boperator\s*(\*|/|\+=|-=|\*=|/=)\s*\(\s*([^(),]*),([^(),]*)\)")
_VECTOR = Pattern(rb"\b(u?(?:char|short|int|long|longlong)[1-4]|float[1-4]|double[1-4])\b")
_NUMBER = Pattern(rb"\b(?:float|double|int)\b")
_NAME = Pattern(rb"\b(?!const\b)[A-Za-z_]\w*")
_CROSSED = Pattern(rb"\.x\s*[*/]\s*\w+\.y|\.y\s*[*/]\s*\w+\.x")


class _Operator(NamedTuple):
    """A definition at bytes [start, end) whose operator and operands are at `where`."""

    start: int
    end: int
    where: Span
    text: str
    elementwise: bool


def check(node: Node, context: Context) -> Iterable[Finding]:
    """One finding for each run of such definitions with nothing else between them."""
    if not _MAYBE.search(context.code):
        return
    run: list[_Operator] = []
    for function in functions(context).all:
        if (of_any_type := _of_any_type(function, context)) is not None:
            yield of_any_type
            continue
        found = _operator(function, context)
        if found is None:
            continue
        if run and (context.code[run[-1].end : found.start].strip() or found.elementwise != run[-1].elementwise):
            yield _finding(run, context)
            run = []
        run.append(found)
    if run:
        yield _finding(run, context)


def _of_any_type(function: Function, context: Context) -> Finding | None:
    """`template <class T> float2 operator/(T a, float b)`: HIP's with a number matches vectors as well."""
    match = _SIGNATURE.search(context.code, function.start, function.body)
    if match is None or function.host != function.device or amd_never_reads(function.start, context.code):
        return None
    before = context.code[max(0, function.start - 200) : match.start()]
    kinds = [_NUMBER.search(match[2]) or _NAME.search(match[2]), _NUMBER.search(match[3]) or _NAME.search(match[3])]
    names = [kind.group() for kind in kinds if kind is not None]
    parameters = [name for name in names if re.search(rb"\b(?:typename|class)\s+" + name + rb"\b", before)]
    returns_vector = _VECTOR.search(context.code, function.start, match.start()) is not None
    if len(parameters) != 1 or len(names) != 2 or not returns_vector or not any(map(_NUMBER.match, names)):
        return None
    return context.finding(
        RULE,
        Span(match.start(), match.end()),
        f"HIP's vector types have `operator{match[1].decode()}` with a number; this one for every type is ambiguous.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Name the vector type instead of the template parameter, or define it for CUDA only.",
    )


def _operator(function: Function, context: Context) -> _Operator | None:
    match = _SIGNATURE.search(context.code, function.start, function.body)
    if match is None or function.host != function.device or not function.device:
        return None
    if amd_never_reads(function.start, context.code):
        return None
    left, right = _VECTOR.search(match[2]), _VECTOR.search(match[3])
    if left is None or right is None or left[1] != right[1]:
        return None
    return _Operator(
        start=start_of(function.start, context.code),
        end=function.end,
        where=Span(match.start(), match.end()),
        text=f"operator{match[1].decode()}",
        elementwise=_CROSSED.search(context.code, function.body, function.end) is None,
    )


def _finding(run: list[_Operator], context: Context) -> Finding:
    names = ", ".join(dict.fromkeys(f"`{operator.text}`" for operator in run))
    elementwise = run[0].elementwise
    return context.finding(
        RULE,
        run[0].where,
        f"HIP's vector types have {names} already; a second one for host and device makes each use ambiguous.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM if elementwise else Effort.HIGH,
        suggestion="Define it for CUDA only: `#ifndef __HIPCC__`."
        if elementwise
        else "Make it a function with a name.",
        edits=guard(run[0].start, run[-1].end, context) if elementwise else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS159",
    name="vector-operators",
    on=("file",),
    needs=(b"operator",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "int x;\n__host__ __device__ inline float2 operator/(float2 a, float2 b) { return a; }\nint y;\n",
            "int x;\n#ifndef __HIPCC__\n__host__ __device__ inline float2 operator/(float2 a, float2 b) { return a; "
            "}\n#endif\nint y;\n",
        ),
        Example(
            "inline __host__ __device__ void operator+=(float4 &a, float4 b)\n{\n  a.x += b.x;\n}\n\n"
            "inline __host__ __device__ void operator-=(float4 &a, float4 b)\n{\n  a.x -= b.x;\n}\n",
            "#ifndef __HIPCC__\ninline __host__ __device__ void operator+=(float4 &a, float4 b)\n{\n  a.x += "
            "b.x;\n}\n\n"
            "inline __host__ __device__ void operator-=(float4 &a, float4 b)\n{\n  a.x -= b.x;\n}\n#endif\n",
        ),
        Example(
            "__host__ __device__ float2 operator*(float2 a, float2 b) {\n"
            "  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);\n}\n"
        ),
        Example("template <class T> __host__ __device__ float2 operator/(T a, float b) { return f(a.x, b); }\n"),
    ),
    valid=(
        "template <class T> __host__ __device__ Mine operator/(T a, float b) { return Mine(a, b); }\n",
        "#ifndef __HIPCC__\n__host__ __device__ float2 operator*(float2 a, float2 b) { return a; }\n#endif\n",
        "struct V { float x; };\n__host__ __device__ V operator*(V a, V b) { return a; }\n",
        "__device__ float2 operator*(float2 a, float2 b) { return a; }\n",
        "__host__ __device__ float4 operator*(float4 a, float b) { return a; }\n",
        "__host__ __device__ float4 operator+(float4 a, float4 b) { return a; }\n",
    ),
)
