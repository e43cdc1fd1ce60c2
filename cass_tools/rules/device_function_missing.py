"""A device function of CUDA that HIP does not have: directed rounding, SIMD in a word, conversions of bf16, old
names.

**Why it fails on AMD.** The function is undeclared in HIP's headers, and there is often no instruction behind it on
AMD GPUs, so that a renaming cannot help.

**Example.**

    float lo = __fadd_rd(a, b);

**Instead.** What the message names for each function (the table is data/device_functions.tsv). Functions of the same
name that the project defines itself stay silent.
"""

import functools
import re
from collections.abc import Iterable
from pathlib import Path

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_TABLE = Path(__file__).parent.parent / "data" / "device_functions.tsv"
_OWN_HEADERS = Pattern(rb'^[ \t]*#[ \t]*include[ \t]*"', re.MULTILINE)

_GLIBC = Pattern(rb"__(?:isnan|isinf|finite|signbit)[fl]?")
_BF16_ONLY = frozenset({b"__hmax2", b"__hmin2"})  # HIP has them for bf16, not for half2


@functools.cache
def advice() -> dict[str, tuple[str, str]]:
    """For each function the one that does the same with the same arguments, if there is one, and what else to write."""
    text = _TABLE.read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return {name: (same, hint) for name, same, hint in rows}


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls of a name of the table; common names such as `saturate` only in device code that cannot have them from "
    "elsewhere."""
    called = node.child_by_field_name("function")
    if called is None or called.type not in ("identifier", "template_function"):
        return
    name = context.callee(node)
    if re.search(
        rb"\b(?:define|void|int|float|double|bool|unsigned|auto|T|__half2?|half2?)\s+" + name + rb"\s*\(", context.code
    ):
        return
    if name in _BF16_ONLY and b"half2" not in context.code.replace(name, b""):
        return
    common = not name.startswith(b"_") or _GLIBC.fullmatch(name) is not None
    if common and (not functions(context).on_device(node.start_byte) or _OWN_HEADERS.search(context.data)):
        return
    shown = name.decode()
    same, hint = advice()[shown]
    yield context.finding(
        RULE,
        called,
        f"HIP has no `{shown}`{' for half2' if name in _BF16_ONLY else ''}.",
        severity=Severity.ERROR,
        effort=Effort.LOW if same else Effort.HIGH,
        suggestion=f"Remove it{hint[7:]}." if hint.startswith("nothing") else f"Use {hint or 'plain C++'}.",
        edits=(Edit(context.span(called), same.encode()),) if same else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS156",
    name="device-function-missing",
    on=("call",),
    names=frozenset(advice()),
    check=check,
    doc=__doc__,
    invalid=(
        Example("__device__ float f(float a, float b) { return __fadd_rd(a, b); }"),
        Example("#define STOP() __trap()\n", "#define STOP() __builtin_trap()\n"),
        Example("__device__ __half2 f(__half2 a, __half2 b) { return __hmax2(a, b); }"),
        Example(
            "__device__ unsigned f(unsigned a, unsigned b) { return umin(a, __vadd4(a, b)); }",
            "__device__ unsigned f(unsigned a, unsigned b) { return min(a, __vadd4(a, b)); }",
        ),
    ),
    valid=(
        "float saturate(float x) { return x; }\n__device__ float f(float x) { return saturate(x); }",
        "float f(float x) { return saturate(x); }",
        '#include "math.h"\n__device__ float f(float x) { return saturate(x); }',
        "__device__ float f(float a, float b) { return __fadd_rn(a, b); }",
        "__device__ __nv_bfloat162 f(__nv_bfloat162 a) { return __hmax2(a, a); }",
        "bool host(double x) { return __isnan(x); }",
        "struct S { int umin(int); };\n__device__ int f(S s) { return s.umin(1); }",
    ),
)
