"""Device symbol passed to an API function by name.

**Why it fails on AMD.** HIP's functions take a symbol through the macro `HIP_SYMBOL`, which is what keeps one source
right for both of HIP's platforms.

**Example.** `cudaMemcpyFromSymbol(v.data(), tab, n)` becomes `hipMemcpyFromSymbol(v.data(), HIP_SYMBOL(tab), n)`.

**Instead.** `HIP_SYMBOL(symbol)`; the fix is safe.
"""

from collections.abc import Iterator

from cass_tools.cuda.calls import changed_calls
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per symbol."""
    for call in changed_calls(context, "wrap"):
        where = call.arguments[call.change.position]
        text = context.data[where.start : where.end]
        if text.startswith(b"HIP_SYMBOL") or not text:
            continue
        # A comma of a template would split the macro's argument.
        inner = (b"(", b")") if b"," in text else (b"", b"")
        yield context.finding(
            RULE,
            where,
            f"{call.change.name} takes its symbol through HIP_SYMBOL in HIP",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=(
                Edit(Span(where.start, where.start), b"HIP_SYMBOL(" + inner[0]),
                Edit(Span(where.end, where.end), inner[1] + b")"),
            ),
        )


RULE = Rule(
    code="CASS106",
    name="symbol-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"Symbol", b"TextureReference"),
    invalid=(
        Example(
            "void f(float* h) { cudaMemcpyToSymbol(tab, h, sizeof(float) * 8); }\n",
            "void f(float* h) { cudaMemcpyToSymbol(HIP_SYMBOL(tab), h, sizeof(float) * 8); }\n",
        ),
        Example(
            "#define GET(x, p) CHECK(cudaMemcpyFromSymbol(p, x, sizeof(*p)))\n",
            "#define GET(x, p) CHECK(cudaMemcpyFromSymbol(p, HIP_SYMBOL(x), sizeof(*p)))\n",
        ),
        Example(
            "void f(void** p) { cudaGetSymbolAddress(p, tab<int, 3>); }\n",
            "void f(void** p) { cudaGetSymbolAddress(p, HIP_SYMBOL((tab<int, 3>))); }\n",
        ),
    ),
    valid=("void f() { hipMemcpyToSymbol(HIP_SYMBOL(tab), h, 4); }\n",),
)
