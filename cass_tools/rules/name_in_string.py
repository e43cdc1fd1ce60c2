"""CUDA's name in a string, where `--style hipify` asks for HIPIFY's spelling.

**Why it fails on AMD.** It does not: a message such as "cudaMalloc failed" is the program's own text and stays by
default, for it may be compared with, searched for or loaded by that name. HIPIFY renames the API's names there too.

**Example.** `perror("cudaSetDevice returned cudaErrorInvalidDevice")` becomes
`perror("hipSetDevice returned hipErrorInvalidDevice")`.

**Instead.** Nothing, or the name in HIP; the fix is applied only where the result is verified.
"""

from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import IDENTIFIER, strings
from cass_tools.cuda.names import TORCH, Status
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per name; paths of includes are no strings."""
    if context.config.style != "hipify":
        return
    includes = {include.target.start for include in context.layout.includes}
    for start, text in strings(context.data):
        if start in includes:
            continue
        for word in IDENTIFIER.finditer(text):
            api = context.names.get(word.group())
            if api is None or api.status is not Status.RENAMED or api.library == TORCH or api.kind == "header":
                continue
            where = Span(start + word.start(), start + word.end())
            yield context.finding(
                RULE,
                where,
                f"{api.name} in a string is {api.hip} in HIP",
                severity=Severity.INFO,
                effort=Effort.LOW,
                edits=(Edit(where, api.hip.encode()),),
                safety=Safety.UNSAFE,
            )


_HIPIFY = Config(style="hipify")

RULE = Rule(
    code="CASS166",
    name="name-in-string",
    on=(FILE,),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            'void f() { cudaFree(0); perror("cudaMalloc failed: cudaErrorInvalidValue"); }\n',
            'void f() { cudaFree(0); perror("hipMalloc failed: hipErrorInvalidValue"); }\n',
            _HIPIFY,
        ),
    ),
    valid=('const char* s = "cudaMalloc failed";\n',),
)
