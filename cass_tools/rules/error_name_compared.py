"""The name of a CUDA error in a string that something is compared with: `strcmp(name, "cudaErrorInvalidValue")`.

**Why it fails on AMD.** `hipGetErrorName` gives HIP's names, and `hipDrvGetErrorName` those too: the comparison is
never true any more. What is only printed is right as it is, with HIP's names; `cass verify` takes them for the same.

**Example.**

    if (std::string(cudaGetErrorName(error)) == "cudaErrorMemoryAllocation") shrink();

**Instead.** HIP's name, `"hipErrorOutOfMemory"`, or better the number: `error == hipErrorOutOfMemory`.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import strings
from cass_tools.cuda.names import Status
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NAME = re.compile(rb"cudaError\w+|cudaSuccess|CUDA_ERROR_\w+|CUDA_SUCCESS")
_BEFORE = re.compile(rb"(?:[=!]=\s*|\b(?:strn?(?:case)?cmp|compare|find|strstr|starts_with)\s*\([^;{}]*)\"?\Z")
_AFTER = re.compile(rb"\"?\s*[=!]=")
_BY_LENGTH = re.compile(rb"\bstrn(?:case)?cmp\s*\([^;{}]*\"?\Z")
_REACH = 200


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Strings that are nothing but the name of an error, as an operand or argument of a comparison."""
    for start, text in strings(context.data):
        inner = text.strip(b'"')
        api = context.names.get(inner) if _NAME.fullmatch(inner) else None
        if api is None or api.status is not Status.RENAMED or not _compared(context.code, start, start + len(text)):
            continue
        at = start + text.index(inner)
        by_length = _BY_LENGTH.search(context.code, max(0, start - _REACH), start) is not None
        yield context.finding(
            RULE,
            Span(at, at + len(inner)),
            f'HIP\'s functions give the name "{api.hip}" for this error.',
            severity=Severity.WARNING,
            effort=Effort.MEDIUM if by_length else Effort.LOW,
            suggestion=f"Compare the error itself: `error == {api.hip}`.",
            edits=() if by_length else (Edit(Span(at, at + len(inner)), api.hip.encode()),),
            safety=Safety.UNSAFE,
        )


def _compared(code: bytes, start: int, end: int) -> bool:
    return bool(_BEFORE.search(code, max(0, start - _REACH), start) or _AFTER.match(code, end))


RULE = Rule(
    code="CASS234",
    name="error-name-compared",
    on=(FILE,),
    needs=(b"GetErrorName",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            'bool f(cudaError_t e) { return std::string(cudaGetErrorName(e)) == "cudaErrorNotReady"; }\n',
            'bool f(cudaError_t e) { return std::string(cudaGetErrorName(e)) == "hipErrorNotReady"; }\n',
        ),
        Example(
            '#include <cstring>\nbool f(const char* n) { return !strcmp("CUDA_ERROR_NOT_FOUND", n); }\n'
            "const char* g(CUresult e) { const char* n; cuGetErrorName(e, &n); return n; }\n",
            '#include <cstring>\nbool f(const char* n) { return !strcmp("hipErrorNotFound", n); }\n'
            "const char* g(CUresult e) { const char* n; cuGetErrorName(e, &n); return n; }\n",
        ),
        Example(
            "#include <cstring>\n"
            'bool f(cudaError_t e) { return !strncmp(cudaGetErrorName(e), "cudaErrorInvalidValue", 21); }\n'
        ),
    ),
    valid=(
        '#include <cstdio>\nvoid f(cudaError_t e) { printf("%s, not %s\\n", cudaGetErrorName(e), "cudaSuccess"); }\n',
        '#include <string>\nbool f(std::string n) { return n == "cudaSuccess"; }\n',
    ),
)
