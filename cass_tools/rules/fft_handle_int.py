"""A `cufftHandle` treated as the integer it is in CUDA.

**Why it fails on AMD.** `hipfftHandle` is a pointer. Returning it as `int`, keeping it in one or printing it as one
does not compile, or cuts the pointer where a cast hides it.

**Example.**

    int plan(int n) { cufftHandle p; cufftPlan1d(&p, n, CUFFT_C2C, 1); return p; }

**Instead.** The type `hipfftHandle` everywhere (`auto` in between), and `nullptr` for "no plan".
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.constants import type_bits
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_HANDLE = Pattern(rb"\bcufftHandle\s+([A-Za-z_]\w*)\s*[;=,)]")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Handles that a function with an integer result returns, or that an integer takes."""
    for match in _HANDLE.finditer(context.code):
        function = functions(context).at(match.start())
        if function is None:
            continue
        name = re.escape(match[1])
        kind = function.node.child_by_field_name("type")
        patterns = [
            rb"\b(?:int|unsigned|long|size_t)\s+\w+\s*=\s*(" + name + rb")\s*;",
            rb"\(\s*(?:int|unsigned|long)\s*\)\s*(" + name + rb")\b",
        ]
        if kind is not None and type_bits(context.text(kind)) is not None:
            patterns.append(rb"\breturn\s+(" + name + rb")\s*;")
        for use in re.finditer(b"|".join(patterns), context.code[function.body : function.end]):
            at = max(use.start(group) for group in range(1, len(patterns) + 1))
            yield context.finding(
                RULE,
                Span(function.body + at, function.body + at + len(match[1])),
                f"`{match[1].decode()}` is a plan handle; in hipFFT it is a pointer, not an integer.",
                severity=Severity.ERROR,
                effort=Effort.MEDIUM,
                suggestion="Use the type `hipfftHandle` here too.",
            )


RULE = Rule(
    code="CASS161",
    name="fft-handle-int",
    on=("file",),
    needs=(b"cufftHandle",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("int plan(int n) { cufftHandle p = 0; cufftPlan1d(&p, n, CUFFT_C2C, 1); return p; }"),
        Example("void f() { cufftHandle p; cufftCreate(&p); int id = p; }"),
    ),
    valid=("cufftHandle plan(int n) { cufftHandle p; cufftPlan1d(&p, n, CUFFT_C2C, 1); return p; }",),
)
