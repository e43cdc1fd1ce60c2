"""A C++ attribute behind a qualifier of CUDA's, in a function or a class: `__shared__ alignas(16) float tile[64]`.

**Why it fails on AMD.** nvcc takes `alignas(...)` and `[[...]]` between `__shared__`, `__device__` and their like and
the rest of a declaration. To clang these qualifiers are GNU attributes, behind which C++ has no place for its own but
outside of functions and classes: "an attribute list cannot appear here", "'alignas' attribute cannot be applied to
types".

**Example.**

    __global__ void k() { __shared__ alignas(16) float tile[64]; }

**Instead.** The attribute first: `alignas(16) __shared__ float tile[64]`. That is right for nvcc, too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from cass_tools.cuda.arguments import closing_brackets
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.prep import QUALIFIERS, WITH_ARGUMENTS, qualifier_macros
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_ATTRIBUTE = Pattern(rb"\s(alignas\s*+\(|\[\s*+\[)")
_ANOTHER = re.compile(rb"\s*+(?:alignas\s*+\(|\[\s*+\[)")
_BRACE = re.compile(rb"[{}]")
_SPACE = re.compile(rb"[ \t]*+")
_WORD_BEFORE = re.compile(rb"([A-Za-z_]\w*)\Z")
_OUTSIDE = re.compile(rb'(?:\bnamespace\b[\w:\s]*|\bextern\s*"[^"\n]*"\s*)\Z')
_FURTHEST = 400  # bytes that qualifiers take up before an attribute
_BEGINS = (b";", b"{", b"}", b":", b">")  # after these a declaration does


def check(_node: Node, context: Context) -> Iterator[Finding]:
    """Every attribute, or several in a row, that has nothing but qualifiers before it in its declaration."""
    code, names, done = context.code, QUALIFIERS | qualifier_macros(context.defines), 0
    starts = [match.start(1) for match in _ATTRIBUTE.finditer(code)]
    asked = [at for at, opened in zip(starts, _opened_around(code, starts), strict=True) if _is_inside(code, opened)]
    closed = closing_brackets(code) if asked else {}
    opened = {end: start for start, end in closed.items()}
    for start in asked:
        first = _qualified_from(code, start, names, opened) if start >= done else None
        end = _end(code, start, closed) if first is not None else None
        if first is None or end is None or context.defines.index(start) is not None:
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


def _opened_around(code: bytes, places: Sequence[int]) -> Iterator[int | None]:
    """For each place, in order, the innermost brace that is open there."""
    opened, braces = list[int](), _BRACE.finditer(code)
    brace = next(braces, None)
    for place in places:
        while brace is not None and brace.start() < place:
            if brace.group() == b"{":
                opened.append(brace.start())
            elif opened:
                opened.pop()
            brace = next(braces, None)
        yield opened[-1] if opened else None


def _is_inside(code: bytes, opened: int | None) -> bool:
    """Whether a brace is a function's, a block's or a class's."""
    return opened is not None and _OUTSIDE.search(code[max(0, opened - _FURTHEST) : opened]) is None


def _qualified_from(code: bytes, start: int, names: Set[bytes], opened: Mapping[int, int]) -> int | None:
    """Where the row of qualifiers begins that ends at an attribute; None if the declaration begins otherwise."""
    low = max(0, start - _FURTHEST)
    first, before = start, code[low:start].rstrip()
    while True:
        bracket = opened.get(low + len(before) - 1)  # that of the qualifier's arguments
        called = before if bracket is None else code[low : max(low, bracket)].rstrip()
        word = _WORD_BEFORE.search(called)
        if word is None or word[1] not in (names if bracket is None else WITH_ARGUMENTS):
            break
        first, before = low + word.start(), called[: word.start()].rstrip()
    line = code.rfind(b"\n", 0, first) + 1
    if code[line:first].lstrip().startswith(b"#"):  # a directive ends in qualifiers
        return None
    directive = before[before.rfind(b"\n") + 1 :].lstrip().startswith(b"#")
    return first if first < start and (directive or before.endswith(_BEGINS)) else None


def _end(code: bytes, start: int, closed: Mapping[int, int]) -> int | None:
    """Behind the attributes that begin at `start`; None if one is not closed."""
    at = start
    while found := _ANOTHER.match(code, at):
        end = closed.get(code.index(b"(" if b"(" in found.group() else b"[", at))
        if end is None:
            return None
        at = end + 1
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
            "#define HD __host__ __device__\nstruct S { template <class T> HD [[nodiscard]] T twice(T x); };\n",
            "#define HD __host__ __device__\nstruct S { template <class T> [[nodiscard]] HD T twice(T x); };\n",
        ),
        Example(
            "struct S { public: __host__ __device__ [[nodiscard]] [[gnu::noinline]] int get() const { return 1; } };",
            "struct S { public: [[nodiscard]] [[gnu::noinline]] __host__ __device__ int get() const { return 1; } };",
        ),
        Example(
            "void f() {\n#pragma unroll\n  __shared__ __align__(sizeof(int))\n  [[maybe_unused]] int q[2];\n}\n",
            "void f() {\n#pragma unroll\n  [[maybe_unused]] __shared__ __align__(sizeof(int))\n  int q[2];\n}\n",
        ),
    ),
    valid=(
        "__global__ void k() { alignas(16) __shared__ float tile[64]; }",
        "__device__ [[nodiscard]] int f();\n__constant__ alignas(8) char table[4] = {1};\n",
        "namespace n { template <class T> __host__ __device__ [[nodiscard]] T f(T x) { return x; } }",
        "struct A { struct __align__(16) alignas(16) Quad { float x[4]; }; };",
        "void g() { auto f = [](int x) __device__ [[gnu::noinline]] { return x; }; }",
        "struct B {\n#define D __device__\n[[nodiscard]] D int f();\n};\n",
        "struct C {\n#undef __forceinline__\n[[nodiscard]] int f();\n};\n",
        "__device__ int g(int* a) { return a[ [] { return 1; }() ]; }",
    ),
)
