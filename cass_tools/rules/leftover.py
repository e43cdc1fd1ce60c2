"""Identifier that looks like CUDA's and that no table and no other rule knows.

**Why it fails on AMD.** Perhaps it does not: it may be declared where cass did not look, which is in the file, in the
headers of the project that it includes, and in what these include. If it is CUDA's, nothing in HIP has that name. The
output keeps it, and this finding says so: nothing of CUDA stays silently.

The same is said of a line of more than 262,144 bytes, once, if a word of CUDA is on it: nothing of it is read.

**Example.** `cudaFooBar()`.

**Instead.** If it is CUDA's, look for what it does in HIP's documentation; if it is yours, put its code in
`// cass: ignore[CASS119]`.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import LEFTOVER
from cass_tools.cuda.context import Context
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.long_lines import LONGEST
from cass_tools.model import Finding, Severity, Span
from cass_tools.rule import Example, Rule


def check(span: Span, context: Context) -> Iterator[Finding]:
    """One finding per name, or line that is not read."""
    if any(line.start <= span.start < line.end for line in context.unread):
        yield _unread(span, context)
        return
    name = context.text(span).decode("ascii", "replace")
    yield context.finding(
        RULE,
        span,
        f"{name} looks like a CUDA name; it stays as it is",
        severity=Severity.WARNING,
        suggestion="if it is CUDA's, write the HIP way of it; if the project declares it, nothing is to do",
    )


def _unread(span: Span, context: Context) -> Finding:
    word = IDENTIFIER.match(context.source.data, span.start)
    name = word.group().decode() if word is not None else "what is here"
    return context.finding(
        RULE,
        span,
        f"{name} and what follows it stay as they are: a line of more than {LONGEST:,} bytes is not read",
        severity=Severity.WARNING,
        suggestion="break the line",
    )


RULE = Rule(
    code="CASS119",
    name="unknown-cuda-name",
    on=(LEFTOVER,),
    check=check,
    doc=__doc__,
    invalid=(Example("void f() { cudaFooBar(); }\n"),),
    valid=(
        "void cudaFooBar();\nvoid f() { cudaFooBar(); }\n",
        "#if A\n#define cudaFoo(x) x\n#endif\n#if A\nvoid f() { cudaFoo(1); }\n#endif\n",
        "void f() { curl_easy_init(); cube(); }\n",
    ),
)
