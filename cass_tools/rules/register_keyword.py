"""The storage class `register` in a file with GPU code.

**Why it fails on AMD.** C++17 removed it. nvcc only warns; clang, which compiles HIP as C++17, stops: "ISO C++17 does
not allow 'register' storage class specifier".

**Example.**

    register float sum = 0;

**Instead.** Nothing: the word has no effect on what compilers do.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_REGISTER = Pattern(rb"register(?<![\w.>]register)[ \t]+(?=[A-Za-z_])")
_GLOBAL_REGISTER = Pattern(rb"[^;{}]*\b(?:asm|__asm__)\s*\(")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every declaration with the word, except variables that are bound to a machine register."""
    if b"__global__" not in context.code and b"__device__" not in context.code:
        return
    for match in _REGISTER.finditer(context.code):
        if _GLOBAL_REGISTER.match(context.code, match.end(), match.end() + 200):
            continue
        yield context.finding(
            RULE,
            Span(match.start(), match.start() + len(b"register")),
            "C++17, in which clang compiles HIP, has no storage class `register`.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            suggestion="Remove the word.",
            edits=(Edit(Span(match.start(), match.end()), b""),),
        )


RULE = Rule(
    code="CASS165",
    name="register-keyword",
    on=("file",),
    needs=(b"register ", b"register\t"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(float* p) { register float sum = 0; *p = sum; }",
            "__global__ void k(float* p) { float sum = 0; *p = sum; }",
        ),
        Example(
            "__device__ int f(const register int n, register unsigned* p) { return n; }",
            "__device__ int f(const int n, unsigned* p) { return n; }",
        ),
    ),
    valid=(
        "int f() { register int x = 1; return x; }",
        '__global__ void k();\nregister int stack asm("esp");\n',
        "__global__ void k(S* register_file) { register_file->register = 1; }",
    ),
)
