"""Calls of member templates of dependent types without the word `template`: `Cast<T>::apply<4>(x)`.

**Why it fails on AMD.** nvcc and GCC guess from the `>(` that arguments of a template end there. Clang follows the
standard: a name in a type that depends on a template's parameters is a value unless `template` stands before it, so
that the `<` compares (`reference to overloaded function could not be resolved`).

**Example.**

    template <typename T> __device__ float first(const T* p) { return Cast<T>::apply<4>(p); }

**Instead.** `Cast<T>::template apply<4>(p)`, which nvcc takes as well.
"""

import functools
import re
from collections.abc import Iterable, Iterator

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.neighbours import end_before
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_HEAD = Pattern(rb"\btemplate\s*<")
_PARAMETER = re.compile(rb"\b(?:typename|class)\s*(?:\.\.\.\s*)?(\w+)")
_CALLED = Pattern(rb"::\s*\w+\s*<")
_SCOPE = re.compile(rb"(?:>|\b\w+)\Z")
_LONGEST = 200  # bytes of the name of a scope
_WORD = re.compile(rb"[A-Za-z_]\w*")
_CLASSES = ("class_specifier", "struct_specifier")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """A call of `scope::name<...>(...)` whose scope depends on a parameter of a template around it."""
    name, call = node.child_by_field_name("name"), _outermost(node).parent
    if name is None or name.type != "template_function" or call is None or call.type != "call_expression":
        return
    scope = node.child_by_field_name("scope")
    if scope is None or not _depends(scope, context) or _compares(name, context):
        return
    called = context.text(name).partition(b"<")[0].strip().decode("utf-8", "replace")
    yield context.finding(
        RULE,
        name,
        f"Clang needs `template` before `{called}<`, a member of a type that depends on a template's parameters.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion=f"Write `::template {called}<`, which nvcc takes as well.",
        edits=(Edit(Span(name.start_byte, name.start_byte), b"template "),),
    )


def _compares(name: Node, context: Context) -> bool:
    """Whether `a < b && c > (d)` can be meant: there is an operator between, and no function of that name."""
    called, _, arguments = context.text(name).partition(b"<")
    declared = re.search(rb"\b" + re.escape(called.strip()) + rb"\s*\(", context.code)
    return declared is None and (b"&&" in arguments or b"||" in arguments)


def _outermost(node: Node) -> Node:
    """The whole name that a part of it belongs to."""
    while node.parent is not None and node.parent.type == "qualified_identifier":
        node = node.parent
    return node


def _depends(scope: Node, context: Context) -> bool:
    """Whether a scope names a parameter of the templates around it, or a type that is made of one; their own classes do
    not count: clang looks into them."""
    written = context.text(scope)
    name = written.partition(b"<")[0].strip()
    parameters, types = set[bytes](), set[bytes]()
    for around in _around(scope):
        if around.type in _CLASSES and (own := around.child_by_field_name("name")) is not None:
            if context.text(own).partition(b"<")[0].strip() == name:
                return False
        elif around.type == "template_declaration":
            for declared, is_type in _parameters(around, context):
                parameters.add(declared)
                if is_type:
                    types.add(declared)
            types |= _aliases(context.text(around), name, parameters)
    if scope.type == "template_type":
        return not parameters.isdisjoint(_WORD.findall(written, len(name)))
    return name in types


def _around(node: Node) -> Iterator[Node]:
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _parameters(declaration: Node, context: Context) -> Iterator[tuple[bytes, bool]]:
    """Names of a template's parameters, and whether each is a type."""
    for parameter in getattr(declaration.child_by_field_name("parameters"), "named_children", ()):
        words = _WORD.findall(context.text(parameter).partition(b"=")[0])
        if words:
            yield words[-1], parameter.type != "parameter_declaration"


def _aliases(code: bytes, name: bytes, parameters: set[bytes]) -> set[bytes]:
    """The name itself, if the template declares it as a type made of its parameters."""
    if not _WORD.fullmatch(name):
        return set()
    made = re.search(rb"\busing\s+" + name + rb"\s*=\s*([^;]*);|\btypedef\s+([^;]*?)\b" + name + rb"\s*;", code)
    return {name} if made and not parameters.isdisjoint(_WORD.findall(made[1] or made[2])) else set()


@functools.lru_cache(maxsize=4)
def _types(context: Context) -> frozenset[bytes]:
    """Names that parameters of templates have in the file, and names of types of its own."""
    code = context.code
    heads = (code[match.end() : match.end() + 400].partition(b"{")[0] for match in _HEAD.finditer(code))
    made = re.findall(rb"\busing\s+(\w+)\s*=|\btypedef\b[^;{}]*?\b(\w+)\s*;", code)
    return frozenset(name for head in heads for name in _PARAMETER.findall(head)) | {a or b for a, b in made}


def _where(start: int, end: int, context: Context) -> bool:
    """Whether such a call can be written between two offsets."""
    types, code = _types(context), context.code
    for match in _CALLED.finditer(code, start, end):
        end = end_before(code, match.start())
        scope = _SCOPE.search(code[max(start, end - _LONGEST) : end])
        if scope is not None and (scope[0] == b">" or scope[0] in types):
            return True
    return False


RULE = Rule(
    code="CASS244",
    name="template-keyword",
    on=("qualified",),
    needs=(b"template",),
    where=_where,
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "template <typename T> struct Cast { template <int N> static __device__ float apply(const T* p); };\n"
            "template <typename T> __device__ float first(const T* p) { return Cast<T>::apply<4>(p); }\n",
            "template <typename T> struct Cast { template <int N> static __device__ float apply(const T* p); };\n"
            "template <typename T> __device__ float first(const T* p) { return Cast<T>::template apply<4>(p); }\n",
        ),
        Example(
            "template <class Op, int N> __global__ void k(float* p) { Op::run<N>(p); }\n",
            "template <class Op, int N> __global__ void k(float* p) { Op::template run<N>(p); }\n",
        ),
        Example(
            "template <int N> __global__ void k(float* p) {\n"
            "  using Tile = math::Rows<N>;\n  Tile::load<2>(p);\n  math::Rows<N>::load<2>(p);\n}\n",
            "template <int N> __global__ void k(float* p) {\n"
            "  using Tile = math::Rows<N>;\n  Tile::template load<2>(p);\n  math::Rows<N>::template load<2>(p);\n}\n",
        ),
    ),
    valid=(
        "template <class Op, int N> __global__ void k(float* p) { Op::template run<N>(p); }\n",
        "template <class T> __device__ T f(T x) { return ns::g<T>(x) + Table<int>::get<3>(x); }\n",
        "template <class T> struct A { template <int N> static __device__ void f();\n"
        "  static __device__ void g() { A<T>::f<3>(); } };\n",
        "template <int N> __device__ bool f(int x) { return Limit<N>::value < x && x > (N); }\n",
    ),
)
