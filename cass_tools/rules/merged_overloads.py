"""Two functions that differ in types only which are one in HIP: `check(cudaError_t)` and `check(CUresult)`.

**Why it fails on AMD.** HIP has one type for the results of runtime and driver, `hipError_t`, and one for streams,
events, arrays and textures of both: after translation the second function is a redefinition of the first.

**Example.**

    const char* name(cudaError_t error) { return cudaGetErrorName(error); }
    const char* name(CUresult error) { const char* text; cuGetErrorName(error, &text); return text; }

**Instead.** One of them. The fix hides the driver's from AMD's compiler, and the second one where neither is.
"""

from collections import defaultdict
from collections.abc import Iterable

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.names import Status
from cass_tools.cuda.parameters import is_template, parameter_types, scope_of
from cass_tools.model import Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._guarded import guard, start_of

_MACRO = b"__HIP_PLATFORM_AMD__"


def check(_root: Node, context: Context) -> Iterable[Finding]:
    """Pairs of one scope and name whose parameters' types are the same words in HIP, but were not in CUDA."""
    if not _merges(context):
        return
    alike: dict[tuple[object, ...], list[tuple[Function, tuple[bytes, ...]]]] = defaultdict(list)
    for function in functions(context).all:
        types = None if not function.name or is_template(function) else parameter_types(function, context)
        if types:
            alike[scope_of(function), function.name, _in_hip(types, context)].append((function, types))
    for same in alike.values():
        if len({types for _, types in same}) > 1:
            function, types = next((each for each in same if _is_drivers(each[1])), same[-1])
            other = next(each for each in same if each[1] != types)
            yield _finding(context, function, types, other[1])


def _merges(context: Context) -> bool:
    """Whether the file has two words that are one in HIP: most have one name for each thing."""
    words = context.words.keys()
    hip = [new for word in words & context.names.keys() if (new := _renamed(word, context)) != word]
    return len(set(hip)) < len(hip) or not words.isdisjoint(hip)


def _renamed(word: bytes, context: Context) -> bytes:
    api = context.names.get(word)
    return api.hip.encode() if api is not None and api.status is Status.RENAMED else word


def _in_hip(types: tuple[bytes, ...], context: Context) -> tuple[bytes, ...]:
    return tuple(IDENTIFIER.sub(lambda word: _renamed(word.group(), context), text) for text in types)


def _is_drivers(types: tuple[bytes, ...]) -> bool:
    return any(word.startswith(b"CU") for text in types for word in IDENTIFIER.findall(text))


def _finding(context: Context, function: Function, types: tuple[bytes, ...], others: tuple[bytes, ...]) -> Finding:
    start = start_of(function.start, context.code)
    one, two = next((a, b) for a, b in zip(types, others, strict=True) if a != b)
    return context.finding(
        RULE,
        Span(start, function.body),
        f"`{one.decode()}` and `{two.decode()}` are one type in HIP: `{function.name.decode()}` is defined twice.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Keep one of both functions for AMD.",
        edits=guard(start, function.end, context, _MACRO),
        safety=Safety.UNSAFE,
    )


_RUNTIME = "static const char* text(cudaError_t e) { return 0; }\n"
_DRIVER = "static const char* text(CUresult e) {\n  return 0;\n}\n"

RULE = Rule(
    code="CASS115",
    name="merged-overloads",
    on=(FILE,),
    needs=(b"CUresult", b"CUstream", b"CUevent", b"CUtexObject", b"CUsurfObject", b"cudaError", b"cudaStream"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(_RUNTIME + _DRIVER, f"{_RUNTIME}#ifndef {_MACRO.decode()}\n{_DRIVER}#endif\n"),
        Example(
            "struct Failed {\npublic:\n  Failed(CUresult e, int line) {}\n  Failed(cudaError_t e, int at) {}\n};\n",
            "struct Failed {\npublic:\n#ifndef __HIP_PLATFORM_AMD__\n  Failed(CUresult e, int line) {}\n#endif\n"
            "  Failed(cudaError_t e, int at) {}\n};\n",
        ),
    ),
    valid=(
        "void f(cudaError_t e) {}\nvoid f(cudaStream_t s) {}\n",
        "struct A { void f(cudaError_t e) {} };\nstruct B { void f(CUresult e) {} };\n",
        "void f(CUresult e) {}\nvoid f(CUresult e, int line) {}\n",
    ),
)
