"""Pointer to pointers of another type than HIP takes: `float**` for `void**`, `char**` for `const char**`.

**Why it fails on AMD.** CUDA has C++ overloads of its allocating functions for pointers of every type. HIP has them for
most, but none for `hipHostGetDevicePointer`, and for `hipMallocPitch` only since 6.3: "no matching function for call".
Options and headers of NVRTC are `const char* const*`, to which `char**` converts by itself; hipRTC's are `const char**`
before 7.0, to which it does not.

**Example.** `cudaHostGetDevicePointer(&device, host, 0)` with a `float* device` becomes
`hipHostGetDevicePointer(reinterpret_cast<void**>(&device), host, 0)`.

**Instead.** The cast, which is what CUDA's overload does; the fix is safe.
"""

import re
from collections.abc import Iterator

from cass_tools.config import Config
from cass_tools.cuda.calls import Change, changed_calls
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.whole import every
from cass_tools.model import Effort, Finding, Severity, enclosed
from cass_tools.rule import Example, Rule

_CAST_ALREADY = re.compile(rb"\(\s*void\s*\*\s*\*\s*\)|(?:reinterpret|static)_cast\s*<\s*void\s*\*\s*\*\s*>")
_NAME = re.compile(rb"\s*(\w+)\s*")
_ADDRESS = re.compile(rb"&\s*(\w+)\s*")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per call; C has no overloads, so its sources have the cast already."""
    if context.source.path.suffix == ".c":
        return
    yield from _texts(context)
    for call in changed_calls(context, "address"):
        where = call.arguments[call.change.position]
        text = context.code[where.start : where.end]
        if not text or _CAST_ALREADY.match(text) or _known(context, call.change) or _is_void(context, text):
            continue
        yield context.finding(
            RULE,
            where,
            f"{call.change.name} takes the address of a void* in HIP",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=enclosed(where, b"reinterpret_cast<void**>("),
        )


def _texts(context: Context) -> Iterator[Finding]:
    """Lists of text that are declared without `const`, or with one that hipRTC's have not."""
    for call in changed_calls(context, "const"):
        where = call.arguments[call.change.position]
        name = _NAME.fullmatch(context.code[where.start : where.end])
        if name is None or _known(context, call.change) or not _is_other_text(context, name[1]):
            continue
        yield context.finding(
            RULE,
            where,
            f"{call.change.name} takes const char** in HIP",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=enclosed(where, b"const_cast<const char**>("),
        )


def _is_other_text(context: Context, name: bytes) -> bool:
    """Whether a name is declared as pointers to text of another constness than hipRTC's, and nowhere as that."""
    form = rb"\b(const\s+)?char(\s+const)?\s*\*\s*(const\b)?\s*(?:\*\s*" + name + rb"\b|" + name + rb"\s*\[)"
    found = every(form, context.code)
    return bool(found) and all(match[3] or not (match[1] or match[2]) for match in found)


def _known(context: Context, change: Change) -> bool:
    """Whether the release asked for has the overload."""
    return bool(change.text) and context.config.hip_version >= tuple(map(int, change.text.split(".")))


def _is_void(context: Context, text: bytes) -> bool:
    """Whether this is the address of a name that is a `void*` wherever it is declared."""
    name = _ADDRESS.fullmatch(text)
    if name is None:
        return False
    found = every(rb"\b(\w+)\s*\*\s*" + name[1] + rb"\s*[;,=)]", context.code)
    return {match[1] for match in found} == {b"void"}


RULE = Rule(
    code="CASS113",
    name="typed-pointer-argument",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"cudaHostGetDevicePointer", b"cudaMallocPitch", b"nvrtcC"),
    invalid=(
        Example(
            "void f(float* h) { float* d; cudaHostGetDevicePointer(&d, h, 0); }\n",
            "void f(float* h) { float* d; cudaHostGetDevicePointer(reinterpret_cast<void**>(&d), h, 0); }\n",
        ),
        Example(
            "void f(float** d, size_t* p) { cudaMallocPitch(d, p, 64, 8); }\n",
            "void f(float** d, size_t* p) { cudaMallocPitch(reinterpret_cast<void**>(d), p, 64, 8); }\n",
            config=Config(hip_version=(6, 2)),
        ),
        Example(
            "void f(nvrtcProgram p, char** o) { nvrtcCompileProgram(p, 1, o); }\n",
            "void f(nvrtcProgram p, char** o) { nvrtcCompileProgram(p, 1, const_cast<const char**>(o)); }\n",
        ),
        Example(
            "void f() { const char* const o[] = {X}; nvrtcCompileProgram(p, 1, o); }\n",
            "void f() { const char* const o[] = {X}; nvrtcCompileProgram(p, 1, const_cast<const char**>(o)); }\n",
        ),
    ),
    valid=(
        "void f(nvrtcProgram p) { const char* o[] = {X}; nvrtcCompileProgram(p, 1, o); }\n",
        "void f(nvrtcProgram p) { nvrtcCompileProgram(p, 0, nullptr); }\n",
        "void f(float* d, float* h) { cudaHostGetDevicePointer((void**)&d, h, 0); }\n",
        "void f(float* h) { void* d; cudaHostGetDevicePointer(&d, h, 0); }\n",
        "void f(float** d, size_t* p) { cudaMallocPitch(d, p, 64, 8); }\n",
    ),
)
