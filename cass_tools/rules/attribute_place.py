"""A C++ attribute behind a qualifier of CUDA's: `__shared__ alignas(16) float tile[64]`, `__device__ [[nodiscard]]`.

**Why it fails on AMD.** nvcc takes `alignas(...)` and `[[...]]` between `__shared__`, `__device__` and their like and
the rest of the declaration. To clang these qualifiers are GNU attributes, behind which standard C++ has no place for
its own: "an attribute list cannot appear here", "'alignas' attribute cannot be applied to types".

**Example.**

    __shared__ alignas(16) float tile[64];

**Instead.** The attribute first: `alignas(16) __shared__ float tile[64]`. That is right for nvcc, too.
"""

import re
from collections.abc import Iterable, Iterator

from cass_tools.cuda.arguments import closing_bracket
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.prep import QUALIFIERS, WITH_ARGUMENTS, qualifier_macros
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_ATTRIBUTE = Pattern(rb"\s(alignas\s*\(|\[\s*\[)")
_ANOTHER = re.compile(rb"\s*(?:alignas\s*\(|\[\s*\[)")
_SPACE = re.compile(rb"[ \t]*")
_WORD_BEFORE = re.compile(rb"([A-Za-z_]\w*)\s*\Z")
_FURTHEST = 400  # bytes that qualifiers take up before an attribute


def check(_node: Node, context: Context) -> Iterator[Finding]:
    """Every attribute, or several in a row, with qualifiers right before it."""
    code, names, done = context.code, QUALIFIERS | qualifier_macros(context.defines), 0
    for match in _ATTRIBUTE.finditer(code):
        start = match.start(1)
        first = _qualified_from(code, start, names) if start >= done else None
        end = _end(code, start)
        if first is None or end is None:
            continue
        done = end
        after = _SPACE.match(code, end)
        text = context.text(Span(start, end))
        yield context.finding(
            RULE,
            Span(start, end),
            f"Clang takes no `{_shown(text)}` behind {_named(code[first:start])}.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            suggestion="Write the attribute first.",
            edits=(
                Edit(Span(first, first), text + b" "),
                Edit(Span(start, after.end() if after is not None else end), b""),
            ),
        )


def _qualified_from(code: bytes, start: int, names: Iterable[bytes]) -> int | None:
    """Where the row of qualifiers begins that ends at an attribute; None if there is none, or more before it.

    Behind `]` they are those of a lambda, whose attribute stands where it should.
    """
    low = max(0, start - _FURTHEST)
    first = start
    while True:
        before = code[low:first].rstrip()
        opened = _opened(before) if before.endswith(b")") else None
        word = _WORD_BEFORE.search(before if opened is None else before[:opened])
        if word is None or word[1] not in (names if opened is None else WITH_ARGUMENTS):
            break
        first = low + word.start()
    return None if first == start or before.endswith(b"]") else first


def _opened(text: bytes) -> int | None:
    """Where the bracket that the last byte closes is opened."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == 0x29) - (text[at] == 0x28)
        if depth == 0:
            return at
    return None


def _end(code: bytes, start: int) -> int | None:
    """Behind the attributes that begin at `start`; None if one is not closed."""
    at = start
    while found := _ANOTHER.match(code, at):
        closed = closing_bracket(code, code.index(b"(" if b"(" in found.group() else b"[", at))
        if closed is None:
            return None
        at = closed + 1
    return at


def _shown(text: bytes) -> str:
    return " ".join(text.decode("utf-8", "replace").split())


def _named(row: bytes) -> str:
    last = row.split()[-1].decode("ascii", "replace")
    return f"`{last}`" if last.isidentifier() else "a qualifier"


RULE = Rule(
    code="CASS236",
    name="attribute-place",
    on=("file",),
    needs=(b"alignas", b"[["),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k() { __shared__ alignas(16) float tile[64]; }",
            "__global__ void k() { alignas(16) __shared__ float tile[64]; }",
        ),
        Example(
            "#define HD __host__ __device__\ntemplate <class T> HD [[nodiscard]] T twice(T x) { return x + x; }\n",
            "#define HD __host__ __device__\ntemplate <class T> [[nodiscard]] HD T twice(T x) { return x + x; }\n",
        ),
        Example(
            "struct S { __host__ __device__ [[nodiscard]] [[gnu::noinline]] int get() const { return 1; } };",
            "struct S { [[nodiscard]] [[gnu::noinline]] __host__ __device__ int get() const { return 1; } };",
        ),
        Example(
            'extern "C" __global__ __launch_bounds__(min(128, 256))\n[[deprecated("use l")]] void k() {}\n',
            'extern "C" [[deprecated("use l")]] __global__ __launch_bounds__(min(128, 256))\nvoid k() {}\n',
        ),
        Example(
            "__constant__ alignas(8) char table[4] = {1};\n__shared__ [[maybe_unused]] alignas(8) int q[2];\n",
            "alignas(8) __constant__ char table[4] = {1};\n[[maybe_unused]] alignas(8) __shared__ int q[2];\n",
        ),
    ),
    valid=(
        "alignas(16) __shared__ float tile[64];",
        "[[nodiscard]] __device__ int f();",
        "auto f = [] __device__ [[nodiscard]] (int x) { return x; };",
        "struct alignas(16) __align__(16) Quad { float x[4]; };",
        "__device__ int g(int* a) { return a[ [] { return 1; }() ]; }",
    ),
)
