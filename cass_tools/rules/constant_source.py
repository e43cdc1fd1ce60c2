"""Constant data copied by `cuMemcpyHtoD`, which HIP takes as `void*`.

**Why it fails on AMD.** `hipMemcpyHtoD` and `hipMemcpyHtoDAsync` take their source as `void*` up to HIP 6.x; CUDA's
take `const void*`. A pointer to const does not convert: "no matching function", "invalid conversion".

**Example.** `cuMemcpyHtoD(device, v.data(), n)` with a `const std::vector<float>& v` becomes
`hipMemcpyHtoD(device, const_cast<void*>(static_cast<const void*>(v.data())), n)`.

**Instead.** The cast, which changes nothing: the function only reads. The fix is safe.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_CALLS = frozenset({"cuMemcpyHtoD", "cuMemcpyHtoD_v2", "cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2"})
_UNTIL = (7, 0)
_OPEN, _CLOSE = b"const_cast<void*>(static_cast<const void*>(", b"))"


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call whose source is const as the file declares it; C converts by itself."""
    if context.config.hip_version >= _UNTIL or context.source.path.suffix == ".c":
        return
    for use in context.uses:
        arguments = call_arguments(context.code, use.span.end) if use.api.name in _CALLS and use.renamed else None
        if arguments is None or len(arguments) < 3 or not _is_const(context, arguments[1]):
            continue
        where = arguments[1]
        yield context.finding(
            RULE,
            where,
            f"{use.hip} takes its source as void*, without const",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=(Edit(Span(where.start, where.start), _OPEN), Edit(Span(where.end, where.end), _CLOSE)),
        )


def _is_const(context: Context, where: Span) -> bool:
    text = context.code[where.start : where.end]
    if b"_cast" in text or text.startswith(b"("):
        return False
    if b"c_str(" in text or text.startswith(b'"'):
        return True
    name = IDENTIFIER.search(text)
    if name is None:
        return False
    declared = rb"\bconst(?:expr)?\s+[\w:]+(?:\s*<[^;{}()]*>)?\s*[*&\s]\s*(?:__restrict__\s*)?" + name.group() + rb"\b"
    return re.search(declared, context.code) is not None


RULE = Rule(
    code="CASS227",
    name="constant-source",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cuMemcpyHtoD", b"cuMemcpyHtoD_v2", b"cuMemcpyHtoDAsync", b"cuMemcpyHtoDAsync_v2"),
    invalid=(
        Example(
            "void f(CUdeviceptr p, const std::vector<float>& v) { cuMemcpyHtoD(p, v.data(), 4); }\n",
            "void f(CUdeviceptr p, const std::vector<float>& v) { cuMemcpyHtoD(p, "
            "const_cast<void*>(static_cast<const void*>(v.data())), 4); }\n",
        ),
        Example(
            "void f(CUdeviceptr p, const void* v) { cuMemcpyHtoDAsync(p, v, 4, 0); }\n",
            "void f(CUdeviceptr p, const void* v) { cuMemcpyHtoDAsync(p, "
            "const_cast<void*>(static_cast<const void*>(v)), 4, 0); }\n",
        ),
    ),
    valid=(
        "void f(CUdeviceptr p, float* v) { cuMemcpyHtoD(p, v, 4); }\n",
        "void f(CUdeviceptr p, const float* v) { cuMemcpyHtoD(p, (void*)v, 4); }\n",
    ),
)
