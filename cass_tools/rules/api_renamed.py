"""CUDA name with another name in HIP.

**Why it fails on AMD.** HIP declares the same function, type, enumerator or macro under a name of its own, so that the
CUDA name is undeclared there. The names are rows of `data/api`; which ones exist depends on the HIP release asked for.

**Example.** `cudaMalloc(&p, n)` becomes `hipMalloc(&p, n)`. A function `sim::cudaFree` of your own, a member
`x.cudaFree` and a name that the file declares itself stay as they are.

**Instead.** The HIP name; the fix is safe.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_TYPEDEFS = frozenset({"hipGraphicsResource"})  # of a struct that has another tag
_TAG = Pattern(rb"\bstruct\s+\Z")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use of a renamed name."""
    for use in context.uses:
        if not use.renamed:
            continue
        yield context.finding(
            RULE,
            use.span,
            f"{use.api.name} is {use.hip} in HIP",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=(Edit(_replaced(use.span, use.hip, context.code), use.hip.encode()),),
        )


def _replaced(name: Span, hip: str, code: bytes) -> Span:
    """The name, with the `struct` before it that a typedef must not have."""
    tag = _TAG.search(code, max(0, name.start - 64), name.start) if hip in _TYPEDEFS else None
    return Span(tag.start(), name.end) if tag else name


RULE = Rule(
    code="CASS100",
    name="api-renamed",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("void f(float** p) { cudaMalloc(p, 8); }\n", "void f(float** p) { hipMalloc(p, 8); }\n"),
        Example("cudaStream_t s;\n", "hipStream_t s;\n"),
        Example("struct cudaGraphicsResource *r;\n", "hipGraphicsResource *r;\n"),
        Example("#define OK(x) ((x) == cudaSuccess)\n", "#define OK(x) ((x) == hipSuccess)\n"),
    ),
    valid=(
        "namespace sim { void cudaFree(int); }\nvoid f() { sim::cudaFree(3); }\n",
        "void f(Pool& pool) { pool.cudaFree(3); }\n",
        '// cudaMalloc\nconst char* s = "cudaMalloc";\n',
        "void hipOnly(float** p) { hipMalloc(p, 8); }\n",
    ),
)
