"""The oldest cuBLAS interface, `cublas.h`, whose functions take no handle.

**Why it fails on AMD.** hipBLAS has only the interface with a handle. `cublasSgemm` of `cublas.h` has the name of
`hipblasSgemm`, but other parameters and no status: renamed, the call would not compile, so it stays.

**Example.** `#include <cublas.h>` with `cublasInit(); cublasSgemm('n', 'n', ...)`.

**Instead.** Move to `cublas_v2.h` first: create a handle, pass it first, pass scalars by pointer, look at the status.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.uses import is_legacy_blas
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding at the include, where the file calls functions that differ."""
    if not is_legacy_blas(context):
        return
    paths = {include.path: include for include in context.layout.includes}
    names = sorted({use.api.name for use in context.uses if use.api.support == "supported-v2-only"})
    if names:
        shown = ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")
        yield context.finding(
            RULE,
            paths["cublas.h"].target,
            f"<cublas.h> is the interface without a handle: hipBLAS has no such {shown}",
            severity=Severity.ERROR,
            effort=Effort.HIGH,
            suggestion="move the calls to the interface of cublas_v2.h first",
        )


RULE = Rule(
    code="CASS112",
    name="cublas-legacy",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cublas",),
    invalid=(Example("#include <cublas.h>\nvoid f() { cublasInit(); cublasSgemm('n', 'n', 1); }\n"),),
    valid=(
        "#include <cublas_v2.h>\nvoid f() { cublasSgemm(h, n, n); }\n",
        "#include <cublas.h>\nvoid f() { cublasCreate(&h); cublasSgemm(h, n, n); }\n",
        "#include <cublas.h>\nvoid f(cublasHandle_t h) { cublasSgemm(h, n, n); }\n",
    ),
)
