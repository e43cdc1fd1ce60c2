"""Code for AMD that stands behind a macro of the project's builds: `USE_ROCM`, `USE_HIP`.

**Why it fails on AMD.** No compiler defines these macros. Without them the other branch is read, which is CUDA and
stays CUDA: cass translates nothing that AMD's compiler is not meant to read.

**Example.**

    #ifdef USE_ROCM
    #include <hip/hip_runtime.h>
    #else
    #include <cuda_runtime.h>
    #endif

**Instead.** Build with `-DUSE_ROCM`, as PyTorch's extensions for ROCm are.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.conditions import amd_never_reads
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_BRANCH = Pattern(rb"^[ \t]*#[ \t]*if[^\n]*\b(USE_ROCM|USE_HIP)\b", re.MULTILINE)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """The first such condition of a file that leaves CUDA unread, unless the file defines the macro."""
    branch = _BRANCH.search(context.code)
    if branch is None or any(define.name == branch[1] for define in context.defines.all):
        return
    unread = (use.span.start for use in context.uses if use.renamed)
    unread_headers = (d.include.line.start for d in context.headers.decisions if d.api is not None)
    if not any(amd_never_reads(at, context.code) for at in (*unread, *unread_headers)):
        return
    macro = branch[1].decode()
    yield context.finding(
        RULE,
        Span(branch.start(1), branch.end(1)),
        f"The code for AMD is read only where the build defines `{macro}`; what is beside it stays CUDA.",
        severity=Severity.WARNING,
        effort=Effort.LOW,
        suggestion=f"Compile with `-D{macro}`.",
    )


RULE = Rule(
    code="CASS116",
    name="rocm-branch",
    on=(FILE,),
    needs=(b"USE_ROCM", b"USE_HIP"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"),
        Example("#ifndef USE_HIP\ncudaError_t e;\n#endif\n"),
    ),
    valid=(
        "#ifdef USE_ROCM\nint lanes = 64;\n#else\nint lanes = 32;\n#endif\ncudaError_t e;\n",
        "#define USE_ROCM\n#ifdef USE_ROCM\n#else\ncudaError_t e;\n#endif\n",
        "#ifdef __HIPCC__\n#else\ncudaError_t e;\n#endif\n",
    ),
)
