"""A pragma of NVIDIA's compilers: `nv_diag_suppress`, `nv_exec_check_disable`, `hd_warning_disable`.

**Why it fails on AMD.** Clang warns of an unknown pragma, which `-Werror` makes an error. Diagnostics have other
numbers there, and calls of host functions from `__host__ __device__` code, which nvcc can be told to accept, are
errors as soon as device code needs them.

**Example.**

    #pragma nv_diag_suppress 177

**Instead.** Nothing, or clang's own pragma: `#pragma clang diagnostic ignored "-Wunused-variable"`. `#pragma unroll`
takes its number without parentheses.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_PRAGMA = Pattern(
    rb"#[ \t]*pragma[ \t]+(?P<name>nv_\w+|hd_warning_disable|nvcc\b[^\n]*|nvidia\b[^\n]*"
    rb"|diag_(?:suppress|default|error|warning)\b)[^\n]*"
)
_NVIDIAS = Pattern(rb"#[ \t]*pragma[ \t]+(?:nv|hd_warning|diag_|unroll[ \t]*\()")
_UNROLL = Pattern(rb"#[ \t]*pragma[ \t]+unroll([ \t]*\(([^()]+)\))")
_CHECKS = (b"nv_exec_check_disable", b"hd_warning_disable")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Removes pragmas that only silence nvcc; the rest of the line and the line's end stay."""
    text = context.data[node.start_byte : node.end_byte].rstrip(b"\r\n")
    if unroll := _UNROLL.match(text):
        yield _unroll(context, Span(node.start_byte + unroll.start(1), node.start_byte + unroll.end(1)), unroll[2])
        return
    match = _PRAGMA.match(text)
    if match is None:
        return
    name = match["name"].split()[0]
    span = Span(node.start_byte, node.start_byte + len(text))
    advice = "Remove it."
    if name in _CHECKS:
        advice = "Remove it, and mark what the function calls on the GPU as `__host__ __device__`."
    yield context.finding(
        RULE,
        span,
        f"`#pragma {name.decode()}` means nothing to AMD's compiler.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM if name in _CHECKS else Effort.LOW,
        suggestion=advice,
        edits=(Edit(span, _comment(text)),),
        safety=Safety.SAFE,
    )


def _unroll(context: Context, span: Span, number: bytes) -> Finding:
    return context.finding(
        RULE,
        span,
        "Clang warns of parentheses around the number of `#pragma unroll`.",
        severity=Severity.INFO,
        effort=Effort.LOW,
        suggestion="Remove them.",
        edits=(Edit(span, b" " + number.strip()),),
    )


def _is_there(start: int, end: int, context: Context) -> bool:
    return _NVIDIAS.search(context.code, start, end) is not None


def _comment(text: bytes) -> bytes:
    """What stays of the line: a comment behind the pragma, if there is one."""
    at = text.find(b"//")
    return text[at:] if at >= 0 else b""


RULE = Rule(
    code="CASS140",
    name="nv-pragma",
    on=("directive",),
    needs=(b"nv_", b"hd_warning", b"diag_", b"nvcc", b"nvidia", b"unroll"),
    check=check,
    where=_is_there,
    doc=__doc__,
    invalid=(
        Example("#pragma nv_diag_suppress 177\nint x;\n", "\nint x;\n"),
        Example("#pragma hd_warning_disable // as in Eigen\nint x;\n", "// as in Eigen\nint x;\n"),
        Example("#pragma nv_exec_check_disable\nint x;\n", "\nint x;\n"),
        Example("void f() {\n#pragma unroll (4)\nfor (;;) {}\n}\n", "void f() {\n#pragma unroll 4\nfor (;;) {}\n}\n"),
    ),
    valid=(
        "#pragma unroll 4\nint x;\n",
        "#pragma once\n",
        "#pragma omp parallel\nint x;\n",
        "// #pragma nv_diag_suppress 1\nint x;\n",
    ),
)
