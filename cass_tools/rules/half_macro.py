"""A macro that turns conversions or operators of half off: `__CUDA_NO_HALF_CONVERSIONS__`.

**Why it fails on AMD.** HIP's header asks for macros of its own. Defined under CUDA's name they do nothing: operators
that the project declares itself clash with HIP's, and conversions that it forbids happen unseen.

**Example.** `#define __CUDA_NO_HALF_OPERATORS__` becomes `#define __HIP_NO_HALF_OPERATORS__`.

**Instead.** `__HIP_NO_HALF_CONVERSIONS__` and `__HIP_NO_HALF_OPERATORS__`, which speaks of half2 as well; the fix is
safe. In build files the option `-D` names them.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_HIP = {
    b"__CUDA_NO_HALF_CONVERSIONS__": b"__HIP_NO_HALF_CONVERSIONS__",
    b"__CUDA_NO_HALF_OPERATORS__": b"__HIP_NO_HALF_OPERATORS__",
    b"__CUDA_NO_HALF2_OPERATORS__": b"__HIP_NO_HALF_OPERATORS__",
}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Every use: definitions, tests and `#undef`s have to agree."""
    if any(name in context.words for name in _HIP.values()):
        return  # the project has thought of AMD
    for name in sorted(_HIP.keys() & context.words.keys()):
        for start in context.words[name]:
            where = Span(start, start + len(name))
            yield context.finding(
                RULE,
                where,
                f"`{name.decode()}` is `{_HIP[name].decode()}` in HIP",
                severity=Severity.INFO,
                effort=Effort.LOW,
                edits=(Edit(where, _HIP[name]),),
            )


RULE = Rule(
    code="CASS169",
    name="half-macro",
    on=(FILE,),
    needs=tuple(_HIP),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#define __CUDA_NO_HALF_CONVERSIONS__\n#include <cuda_fp16.h>\n",
            "#define __HIP_NO_HALF_CONVERSIONS__\n#include <cuda_fp16.h>\n",
        ),
        Example(
            "#include <cuda_fp16.h>\n#undef __CUDA_NO_HALF2_OPERATORS__\n",
            "#include <cuda_fp16.h>\n#undef __HIP_NO_HALF_OPERATORS__\n",
        ),
    ),
    valid=(
        "#ifdef __HIP__\n#define __HIP_NO_HALF_OPERATORS__\n#else\n#define __CUDA_NO_HALF_OPERATORS__\n#endif\n"
        "#include <cuda_fp16.h>\n",
        "#include <cuda_fp16.h>\n#define NO_HALF\n",
    ),
)
