"""Device code or HIP names without `#include <hip/hip_runtime.h>`.

**Why it fails on AMD.** nvcc reads CUDA's main header before the first line of a file, so that many files include
nothing, or include their own headers first. HIP's compilers do not: `dim3`, `threadIdx` and every `hip*` name would be
undeclared.

**Example.** A file that begins with `__global__ void k() {}` gets the include, after its licence comment or include
guard and before its other includes.

**Instead.** One `#include <hip/hip_runtime.h>`; the fix is safe.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.headers import MAIN
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """At most one finding, where the include belongs."""
    at = context.headers.main_at
    if at is None:
        return
    end = b"\r\n" if b"\r\n" in context.data else b"\n"
    text = b"#include <" + MAIN.encode() + b">" + end
    if at and context.data[at - 1 : at] not in (b"\n", b"\xbf"):
        text = end + text
    where = Span(at, at)
    yield context.finding(
        RULE,
        where,
        f"<{MAIN}> must be included first",
        severity=Severity.INFO,
        effort=Effort.LOW,
        edits=(Edit(where, text),),
    )


RULE = Rule(
    code="CASS104",
    name="main-header-missing",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "// Licence.\n__global__ void k() {}\n",
            "// Licence.\n#include <hip/hip_runtime.h>\n__global__ void k() {}\n",
        ),
        Example(
            "#ifndef K_H\n#define K_H\n__device__ int f();\n#endif\n",
            "#ifndef K_H\n#define K_H\n#include <hip/hip_runtime.h>\n__device__ int f();\n#endif\n",
        ),
        Example(
            '#include "k.cuh"\n#include <cuda_runtime.h>\n__global__ void k() {}\n',
            '#include <hip/hip_runtime.h>\n#include "k.cuh"\n#include <cuda_runtime.h>\n__global__ void k() {}\n',
        ),
    ),
    valid=(
        "#include <hip/hip_runtime.h>\n__global__ void k() {}\n",
        "#ifdef USE_GPU\n__global__ void k() {}\n#endif\n",
        "int main() {}\n",
        "int f() { int threadIdx = 0; return threadIdx; }\n",
    ),
)
