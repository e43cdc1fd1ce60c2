"""`min` or `max` without `std::` of an `int` and an `unsigned`, or in host code of anything but `int`.

**Why it fails on AMD.** CUDA's headers declare both functions for all pairs of integers and on both sides. Clang's
have `min(int, int)` alone on the host up to LLVM 18 (ROCm 6.1): other arguments are cut to `int` without a message. For
an `int` and an `unsigned` on the GPU the signed one is taken, or the call is ambiguous in later releases.

**Example.**

    size_t n = min(bytes, size_t(1) << 33);   // in a host function: 0

**Instead.** A cast to one type on the GPU, `std::min` on the host. The fix brings a function of a few lines that
converts as CUDA does. Calls whose arguments' types the file does not show are left alone.
"""

import re
from collections.abc import Iterator, Mapping

from cass_tools import substitutes
from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.whole import holds
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_SUBSTITUTES = {b"min": "minimum", b"max": "maximum"}
_NUMBER = re.compile(rb"(?:0[xX][0-9a-fA-F']+|[0-9][0-9']*)([uUlLzZ]*)")
_CAST = re.compile(rb"(?:\(\s*([\w: ]+?)\s*\)|static_cast\s*<\s*([\w: ]+?)\s*>|([\w:]+)(?=\())[\s(\w]")
# Sums and products of variables and numbers, and of calls of these functions themselves.
_ARITHMETIC = re.compile(rb"(?:\b(?:min|max)\s*\(|(?<![\w>])\(|[\w.']++(?!\s*\()|[-+*/%,)\s])+")
_WORD = re.compile(rb"[A-Za-z_]\w*|[0-9][\w.']*")
_COORDINATE = re.compile(rb"(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]")
_SIGNED = re.compile(rb"(?:const )?(?:signed )?(?:int|int32_t)|signed")
_UNSIGNED = re.compile(rb"(?:const )?(?:unsigned(?: int)?|uint|uint32_t)")
_WIDE = re.compile(
    rb"(?:const )?(?:(?:unsigned )?long(?: long)?(?: int)?|(?:std::)?size_t|u?int64_t|ptrdiff_t|ssize_t|float|double)"
)


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Calls of the plain name with two arguments of known types, where the file does not declare it."""
    for name in _SUBSTITUTES:
        for start in context.words.get(name, ()):
            if not _is_readable(context.code, start + len(name)):
                continue
            call = context.node_at(start, start + len(name)).parent
            if call is not None and call.type == "call_expression" and call.start_byte == start:
                yield from _call(call, context)


def _is_readable(code: bytes, end: int) -> bool:
    """Whether the name that ends at a byte has two arguments whose types can be told: most calls need no tree."""
    given = call_arguments(code, end)
    return given is not None and len(given) == 2 and all(map(_is_plain, (code[at.start : at.end] for at in given)))


def _is_plain(text: bytes) -> bool:
    """Whether an argument's text is of a form that `_kind` reads."""
    return bool(_ARITHMETIC.fullmatch(text) or _COORDINATE.fullmatch(text) or _CAST.match(text))


def _call(node: Node, context: Context) -> Iterator[Finding]:
    called, arguments = node.child_by_field_name("function"), context.arguments(node)
    if called is None or called.type != "identifier" or len(arguments) != 2:
        return
    name = context.text(called)
    function = functions(context).at(node.start_byte)
    if function is None or holds(context.code, b"using std::" + name) or context.scopes.declared_here(name, called):
        return
    kinds = {_kind(context, function, argument) for argument in arguments}
    if "" in kinds or not _differs(kinds, function):
        return
    brought = substitutes.bring(context, _SUBSTITUTES[name])
    yield context.finding(
        RULE,
        node,
        f"HIP's `{name.decode()}` cuts these arguments to `int`, or is ambiguous; CUDA's is declared for them.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Cast both arguments to one type, and write `std::` in host code.",
        edits=(Edit(context.span(called), brought.name), *brought.edits),
    )


def _differs(kinds: set[str], function: Function) -> bool:
    if kinds == {"signed", "unsigned"}:
        return True
    return not function.device and kinds != {"signed"}


def _kind(context: Context, function: Function, where: Span) -> str:
    """`signed` and `unsigned` for 32 bits, `wide` for other numbers, empty for what is not known."""
    text = context.code[where.start : where.end].strip()
    if _COORDINATE.fullmatch(text):
        return "unsigned"
    if (cast := _CAST.match(text)) and (kind := _of_type((cast[1] or cast[2] or cast[3]).strip())):
        return kind
    if not _ARITHMETIC.fullmatch(text):
        return ""
    types = flow(context, function).types
    kinds = [_of_word(word, types) for word in _WORD.findall(text) if word not in _SUBSTITUTES]
    if not kinds or "" in kinds:
        return ""
    return "wide" if "wide" in kinds else "unsigned" if "unsigned" in kinds else "signed"


def _of_word(word: bytes, types: Mapping[bytes, bytes]) -> str:
    """The kind of a number or variable."""
    number = _NUMBER.fullmatch(word)
    if number is None:
        return "wide" if word[:1].isdigit() else _of_type(types.get(word, b""))
    suffix = number[1].lower()
    return "wide" if b"l" in suffix or b"z" in suffix else "unsigned" if b"u" in suffix else "signed"


def _of_type(name: bytes) -> str:
    if _SIGNED.fullmatch(name):
        return "signed"
    if _UNSIGNED.fullmatch(name):
        return "unsigned"
    return "wide" if _WIDE.fullmatch(name) else ""


def _brought(name: str) -> str:
    return (
        f"#include <cmath>\n#include <type_traits>\n\nnamespace cass {{\n{substitutes.load(name).text}"
        "}  // namespace cass\n"
    )


RULE = Rule(
    code="CASS118",
    name="mixed-min-max",
    on=(FILE,),
    needs=(b"min", b"max"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cuda_runtime.h>\n__global__ void k(int* o, unsigned n) { o[0] = max(o[1] * 0, 1); "
            "int i = 3; o[1] = min(i, n); }\n",
            f"#include <cuda_runtime.h>\n{_brought('minimum')}__global__ void k(int* o, unsigned n) "
            "{ o[0] = max(o[1] * 0, 1); int i = 3; o[1] = cass::minimum(i, n); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\nsize_t f(size_t n) { return max(n, size_t(1) << 33); }\n",
            f"#include <cuda_runtime.h>\n{_brought('maximum')}"
            "size_t f(size_t n) { return cass::maximum(n, size_t(1) << 33); }\n",
        ),
        Example(
            "#include <cuda_runtime.h>\nfloat f(float a, float b, float c) { return max(max(a, b) + c, 0.5f); }\n",
            f"#include <cuda_runtime.h>\n{_brought('maximum')}"
            "float f(float a, float b, float c) { return cass::maximum(cass::maximum(a, b) + c, 0.5f); }\n",
        ),
    ),
    valid=(
        "#include <algorithm>\n__global__ void k();\nsize_t f(size_t n) { return std::min(n, size_t(8)); }\n",
        "__global__ void k(size_t n, float* o) { o[0] = max(o[1], 1.0f); o[2] = min(n, size_t(8)); }\n",
        "#include <algorithm>\n__global__ void k();\nusing std::min;\nsize_t f(size_t n) { return min(n, n); }\n",
        "__global__ void k();\nint f(int n) { return min(n, 8); }\n",
        "__global__ void k();\nint f(int n, Size s) { return min(n - 1, s.width) + min(n, g(n)) + min(-1, n * 2); }\n",
        "template <class T> T max(T a, T b) { return a; }\n__global__ void k();\n"
        "long f(long n) { return max(n, 8L); }\n",
    ),
)
