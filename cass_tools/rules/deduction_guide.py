"""Template arguments that are left to a deduction guide in code for the GPU: `std::array a{1, 2};`.

**Why it fails on AMD.** clang takes a deduction guide for a function of the host, and with it those of the C++ library:
"no viable constructor or deduction guide", "call to __host__ function from __global__ function". nvcc does not ask.

**Example.**

    template <typename T> Box(T) -> Box<T>;
    __global__ void kernel() { Box box{4}; std::array a{1, 2}; }

**Instead.** `__host__ __device__` before a guide of your own; the template arguments themselves where it is the C++
library's.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.arguments import closing_bracket, split_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.substitutes import HEADERS

_ARROW = Pattern(rb"\)\s*->\s*(\w+)\s*<[^;{}]{0,500}>\s*;")
_NAME = re.compile(rb"(?:\bexplicit\s+)?\b(\w+)\s*$")
_MARKED = re.compile(rb"\b__device__\b|\b[A-Z][A-Z0-9_]+\b")  # a macro in capitals may say so
_DEDUCED = Pattern(rb"\bstd\s*::\s*(array|tuple|optional)\b(?:\s+\w+)?\s*(=\s*)?([{(])")
_FAR = 2000  # bytes that a guide's parameters take at most
_LITERAL = Pattern(
    rb"[-+]?\s*(?:(?P<truth>true|false)|(?P<real>(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?)(?P<float>[fF]?)"
    rb"|(?P<whole>0[xX][0-9a-fA-F]+|0|[1-9]\d*)(?P<suffix>[uU]?[lL]{0,2}))"
)
_INTEGERS = {b"": ("int", 31), b"u": ("unsigned", 32), b"l": ("long", 63), b"ul": ("unsigned long", 64)}
_INTEGERS |= {b"ll": ("long long", 63), b"ull": ("unsigned long long", 64)}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """The file's own guides, and classes of the C++ library without arguments in code for the GPU."""
    if b"__device__" not in context.words and b"__global__" not in context.words:
        return
    for match in _ARROW.finditer(context.code):
        start = _start(match.start(), match[1], context.code)
        if start is None or not _is_for_the_gpu(match[1], context):
            continue
        head = context.code[functions(context).head(start) : start].rpartition(b">")[2]
        if _MARKED.search(head) is None:
            yield _own(Span(start, match.end()), context)
    for match in _DEDUCED.finditer(context.code):
        if functions(context).on_device(match.start()):
            whole = match[2] is None or match[3] == b"{"  # `= (3) + 2.5` goes on behind the bracket
            types = _arguments(match[1], match.start(3), context) if whole else ""
            yield _standard(Span(match.start(), match.end(1)), match[1].decode(), types, context)


def _start(closing: int, name: bytes, code: bytes) -> int | None:
    """Where the guide of a class begins whose parameters end at byte `closing`; None where that is something else."""
    depth = 0
    for at in range(closing, max(closing - _FAR, -1), -1):
        depth += (code[at] == ord(")")) - (code[at] == ord("("))
        if code[at] in b";{}":
            return None
        if depth == 0:
            low = max(at - 200, 0)
            match = _NAME.search(code[low:at])
            return low + match.start() if match is not None and match[1] == name else None
    return None


def _is_for_the_gpu(name: bytes, context: Context) -> bool:
    """Whether the file's code for the GPU names the class, or may, as a header does not say who includes it."""
    used = (functions(context).on_device(at) for at in context.words.get(name, ()))
    return context.source.path.suffix in HEADERS or any(used)


def _own(where: Span, context: Context) -> Finding:
    return context.finding(
        RULE,
        where,
        "Code for the GPU does not see a deduction guide of the host.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Write __host__ __device__ before it.",
        edits=(Edit(Span(where.start, where.start), b"__host__ __device__ "),),
        safety=Safety.SAFE,
    )


def _standard(where: Span, name: str, types: str, context: Context) -> Finding:
    return context.finding(
        RULE,
        where,
        f"The guides that deduce the arguments of std::{name} are for the host only.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion=f"Write them: std::{name}<{types or '...'}>.",
        edits=(Edit(Span(where.end, where.end), f"<{types}>".encode()),) if types else (),
        safety=Safety.UNSAFE,
    )


def _arguments(name: bytes, start: int, context: Context) -> str:
    """The template arguments for the initialiser that opens at byte `start`; empty if not all of it are literals."""
    code = context.code
    end = closing_bracket(code, start)
    if end is None:
        return ""
    values = [code[each.start : each.end] for each in split_arguments(code, start + 1, end)]
    types = [_type(value) for value in values]
    if not types or "" in types or (name == b"optional" and len(types) > 1):
        return ""
    if name == b"array":
        return f"{types[0]}, {len(types)}" if len({*types}) == 1 else ""
    return ", ".join(types)


def _type(literal: bytes) -> str:
    """What a literal is; empty for everything else, and for integers that do not fit what their suffix says."""
    match = _LITERAL.fullmatch(literal)
    if match is None:
        return ""
    if match["truth"] is not None:
        return "bool" if literal[:1] in (b"t", b"f") else "int"
    if match["real"] is not None:
        return "float" if match["float"] else "double"
    kind, bits = _INTEGERS[match["suffix"].lower()]
    return kind if int(match["whole"], 0) < 1 << bits else ""


RULE = Rule(
    code="CASS240",
    name="deduction-guide",
    on=(FILE,),
    needs=(b"->", b"std"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "template <typename T> struct Box { T v; };\ntemplate <typename T> Box(T) -> Box<T>;\n"
            "__global__ void k(int* p) { Box b{4}; *p = b.v; }\n",
            "template <typename T> struct Box { T v; };\ntemplate <typename T> __host__ __device__ Box(T) -> Box<T>;\n"
            "__global__ void k(int* p) { Box b{4}; *p = b.v; }\n",
        ),
        Example(
            "#include <array>\n__device__ int f() { std::array a{1, -2}; return a[0]; }\n",
            "#include <array>\n__device__ int f() { std::array<int, 2> a{1, -2}; return a[0]; }\n",
        ),
        Example(
            "__global__ void k() { auto t = std::tuple(1u, 2.5f, true); std::optional o = {3.0}; }\n",
            "__global__ void k() { auto t = std::tuple<unsigned, float, bool>(1u, 2.5f, true); "
            "std::optional<double> o = {3.0}; }\n",
        ),
        Example("__global__ void k(int n) { std::array a{n, 1}; }\n"),
        Example("__global__ void k() { std::optional o = (3) + 2.5; }\n"),
        Example(
            "DECLARE(Box(int))\ntemplate <typename T> explicit Box(T) -> Box<T>;\n"
            "__device__ int f() { return Box(4).v; }\n",
            "DECLARE(Box(int))\ntemplate <typename T> __host__ __device__ explicit Box(T) -> Box<T>;\n"
            "__device__ int f() { return Box(4).v; }\n",
        ),
    ),
    valid=(
        "#include <array>\nint f() { std::array a{1, 2}; return a[0]; }\n__device__ int g();\n",
        "__device__ int f() { std::array<int, 2> a{1, 2}; return a[0]; }\n",
        "template <typename T> __host__ __device__ Box(T) -> Box<T>;\n",
        "template <typename T> Box(T) -> Box<T>;\n",
        "template <typename T> HOST_DEVICE Box(T) -> Box<T>;\n__device__ int f() { return Box(4).v; }\n",
        "template <class... T> over(T...) -> over<T...>;\n__global__ void k();\nvoid f() { over{}; }\n",
        "__device__ auto f(int a) -> int;\n",
        "__host__ __device__ int f(int n) {\n#ifdef __CUDA_ARCH__\nreturn n;\n#else\nstd::array a{n, 1};\n"
        "return a[0];\n#endif\n}\n",
    ),
)
