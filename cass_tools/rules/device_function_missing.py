"""A device function of CUDA that HIP does not have: directed rounding, SIMD in a word, conversions of bf16, old
names.

**Why it fails on AMD.** The function is undeclared in HIP's headers, and there is often no instruction behind it on
AMD GPUs, so that a renaming cannot help.

**Example.**

    float lo = __fadd_rd(a, b);

**Instead.** A function that computes the same, to the last bit, which the translation brings into the file
(`cass::add_rounded<float, -1>`; all are in data/substitutes), or HIP's name for it. For what has no counterpart
(quadruple precision, FP6, clusters) the message names a way out; the table is data/device_functions.tsv. Functions of
the same name that the project defines itself stay silent.
"""

import functools
import re
from collections.abc import Iterable
from pathlib import Path

from cass_tools.cuda.branches import branches_at
from cass_tools.cuda.conditions import condition_at
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.own_functions import own_functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import first, holds
from cass_tools.model import Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._replaced_calls import replaced
from cass_tools.substitutes import load

_TABLE = Path(__file__).parent.parent / "data" / "device_functions.tsv"
_OWN_HEADERS = Pattern(rb'^[ \t]*#[ \t]*include[ \t]*"', re.MULTILINE)

_RETURNED = Pattern(rb"\b(?:define|void|int|float|double|bool|unsigned|auto|T|(?:__)?half2?|__nv_bfloat162?)\s+")
# Names that a program may well have of its own, or that the host's library or compiler has (`__assume` of MSVC).
_COMMON = Pattern(
    rb"__(?:isnan|isinf|finite|signbit)[fl]?|__assume|_[A-Za-z]\w+|saturate|fdivide|mul(?:64)?hi|u?mul24|\w+_as_\w+|u?(?:int|float)2\w+"
)
# What asks for a release or a GPU; a fallback for old ones stands behind it.
_GENERATIONS = frozenset({b"__CUDA_ARCH__", b"__CUDACC_VER_MAJOR__", b"CUDART_VERSION", b"CUDA_VERSION"})
_HALF2 = frozenset({b"__hmax2", b"__hmin2"})  # HIP has them for bf16, not for half2
_BF16 = Pattern(rb"__h(?:(?:max|min)_nan|(?:add|sub|mul|fma)2?_sat|(?:eq|ne|lt|le|gt|ge)u2)")  # HIP's are for half


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
    if (_own(name, context) and not _for_others(name, node.start_byte, context)) or not _lacks(name, context):
        return
    if _COMMON.fullmatch(name) and (
        not functions(context).on_device(node.start_byte) or first(_OWN_HEADERS, context.data)
    ):
        return
    shown = name.decode()
    same, hint = advice()[shown]
    edits = replaced(context, node, same) if same else ()
    kind = " for half2" if name in _HALF2 else " for bf16" if _BF16.fullmatch(name) else ""
    yield context.finding(
        RULE,
        called,
        f"HIP has no `{shown}`{kind}.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.HIGH,
        suggestion=_suggestion(same, hint),
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _own(name: bytes, context: Context) -> bool:
    """Whether the file, or a use of one of its macros, defines or declares a function of that name."""
    if name in own_functions(context):
        return True
    declared = _RETURNED.pattern + name + rb"\s*\("
    return first(declared, context.code) is not None


def _for_others(name: bytes, offset: int, context: Context) -> bool:
    """Whether the file defines the function for old releases and GPUs of NVIDIA's only, and calls it elsewhere too."""
    if not advice()[name.decode()][0]:
        return False
    branches = list[Span]()
    for macro in _GENERATIONS & context.words.keys():
        found = (branches_at(start, context.code) for start in context.words[macro] if _tested(start, context))
        branches += [each.taken for each in found if each is not None]
    defined = [function.start for function in functions(context).named(name)]
    inside = [any(span.start <= start < span.end for span in branches) for start in (*defined, offset)]
    return bool(defined) and all(inside[:-1]) and not inside[-1]


def _tested(offset: int, context: Context) -> bool:
    return condition_at(offset, context.code) is not None


def _lacks(name: bytes, context: Context) -> bool:
    """Whether the file may use the function with the type that HIP has it not for."""
    if name in _HALF2:
        return _has_half2(context.code, name)
    return not _BF16.fullmatch(name) or holds(context.code, b"bfloat16")


@functools.lru_cache(maxsize=4)
def _has_half2(code: bytes, name: bytes) -> bool:
    return b"half2" in code.replace(name, b"")


def _suggestion(same: str, hint: str) -> str:
    if hint.startswith("nothing"):
        return f"Remove it{hint[7:]}."
    if same.startswith("cass::"):
        return f"Use `{same.partition('(')[0]}`, which the translation brings with it."
    if hint or not same:
        return f"Use {hint or 'plain C++'}."
    return f"Use `{same.partition('(')[0]}`." if same.partition("(")[0].isidentifier() else f"Write `{same}`."


RULE = Rule(
    code="CASS156",
    name="device-function-missing",
    on=("call",),
    names=frozenset(advice()),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#define STOP() __trap()\n", "#define STOP() __builtin_trap()\n"),
        Example("__device__ bool f(const void* p) { return __isConstant(p); }"),
        Example(
            "#include <cmath>\n__device__ __half f(__half x) { return htanh(x); }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{load('htanh').text}}}  // namespace cass\n"
            "__device__ __half f(__half x) { return cass::htanh(x); }\n",
        ),
        Example(
            "__device__ unsigned f(unsigned a, unsigned b) { __prof_trigger(0); return umin(a, b); }",
            "__device__ unsigned f(unsigned a, unsigned b) { ((void)0); return min(a, b); }",
        ),
    ),
    valid=(
        "#if CUDART_VERSION >= 11000\n__device__ int __dp2a_lo(int a, int b, int c);\n#endif\n",
        "#define UNREACHABLE() __assume(0)\nvoid f() { UNREACHABLE(); }\n",
        "float saturate(float x) { return x; }\n__device__ float f(float x) { return saturate(x); }",
        "float f(float x) { return saturate(x); }",
        "#define OP(name) __device__ unsigned name(unsigned a, unsigned b) { return a * b; }\nOP(mul24)\n"
        "__device__ unsigned f(unsigned a) { return mul24(a, 3); }",
        '#include "math.h"\n__device__ float f(float x) { return saturate(x); }',
        "__device__ float f(float a, float b) { return __fadd_rn(a, b); }",
        "__device__ __nv_bfloat162 f(__nv_bfloat162 a) { return __hmax2(a, a); }",
        "bool host(double x) { return __isnan(x); }",
        "struct S { int umin(int); };\n__device__ int f(S s) { return s.umin(1); }",
    ),
)
