"""An atomic function of the file's own that HIP has: `float atomicMax(float*, float)`, `atomicMin`, `atomicCAS` ...

**Why it fails on AMD.** CUDA has these functions for integers only, so that many programs bring their own for `float`,
`double` and `unsigned long`. HIP declares them for these types too: the second definition is an error.

**Example.**

    __device__ float atomicMax(float* address, float value) { /* a loop with atomicCAS */ }

**Instead.** HIP's own function. The fix hides the file's definition from AMD's compiler and is applied when the result
is verified; where yours does something else (returns nothing, treats NaN in its own way), give it another name.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.parameters import is_template, parameter_types, scope_of
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._guarded import guard, start_of

_REALS = (b"float", b"double")
_WIDE = (b"unsigned long",)
# For which types HIP has a function that CUDA has not.
_ONLY_IN_HIP = {
    b"atomicAdd": _WIDE,
    b"atomicAnd": _WIDE,
    b"atomicOr": _WIDE,
    b"atomicXor": _WIDE,
    b"atomicCAS": (*_REALS, *_WIDE),
    b"atomicExch": (b"double", *_WIDE),
    b"atomicMax": (*_REALS, *_WIDE),
    b"atomicMin": (*_REALS, *_WIDE),
    b"atomicSub": (*_REALS, *_WIDE, b"unsigned long long"),
}
_NAME = re.compile(rb"(atomic[A-Z]\w+?)(?:_system)?")
_DEFINED = Pattern(rb"atomic(?:Add|And|Or|Xor|CAS|Exch|Max|Min|Sub)(?:_system)?\s*\([^;{}]*\{")


def check(_root: Node, context: Context) -> Iterable[Finding]:
    """Definitions outside of namespaces and classes."""
    if not _DEFINED.search(context.code):  # as with most: no function of such a name has a body
        return
    for function in functions(context).all:
        name = _NAME.fullmatch(function.name)
        if name is None or is_template(function) or scope_of(function) is not None:
            continue
        types = parameter_types(function, context)
        for plain in _ONLY_IN_HIP.get(name[1], ()):
            if types in ((plain + b"*", plain), (plain + b"*", plain, plain)):
                start = start_of(function.start, context.code)
                shown = b", ".join(types).decode()
                yield context.finding(
                    RULE,
                    Span(start, function.body),
                    f"HIP has `{function.name.decode()}({shown})` already: this is a second definition.",
                    severity=Severity.ERROR,
                    effort=Effort.LOW,
                    suggestion="Use HIP's, or give yours another name.",
                    edits=guard(start, function.end, context),
                    safety=Safety.UNSAFE,
                )


_LOOP = "__device__ float atomicMax(float *address, float value) {\n  return *address;\n}\n"

RULE = Rule(
    code="CASS114",
    name="atomic-redefined",
    on=(FILE,),
    needs=(b"atomic",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(_LOOP, f"#ifndef __HIPCC__\n{_LOOP}#endif\n"),
        Example(
            "int x;\ninline __device__\nuint64_t atomicAdd(uint64_t* const a, uint64_t b)\n{ return *a; }\n",
            "int x;\n#ifndef __HIPCC__\ninline __device__\nuint64_t atomicAdd(uint64_t* const a, uint64_t b)"
            "\n{ return *a; }\n#endif\n",
        ),
    ),
    valid=(
        "#ifndef __HIPCC__\n" + _LOOP + "#endif\n",
        "namespace own {\n" + _LOOP + "}\n",
        "__device__ float atomicMaxFloat(float *a, float b) { return *a; }\n",
        "__device__ double atomicAdd(double *a, double b) { return *a; }\n",
        "template <typename T>\n__device__ T atomicMax(T *a, T b) { return *a; }\n",
    ),
)
