"""A texture or surface object used as the number that it is in CUDA: `texture >> 32`, `uint64_t key = texture`.

**Why it fails on AMD.** `cudaTextureObject_t` and `cudaSurfaceObject_t` are integers of 64 bits; HIP's are pointers,
with which C++ does no such arithmetic ("invalid operands to binary expression"), and to which no integer converts.

**Example.**

    uint2 halves(cudaTextureObject_t t) { return make_uint2(t & 0xFFFFFFFF, t >> 32); }

**Instead.** A cast to `unsigned long long` where the number is meant, and one back to the object's type where numbers
become an object. Both keep all bits: an AMD GPU's object is an address of 64 bits, which may be stored as CUDA's was.
That is done for variables and parameters by the one type that their function declares them with, and for casts; of
members, literals and calls the compiler speaks.
"""

import functools
import re
from collections.abc import Iterator, Mapping

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.nodes import by_kind, kinds, sides
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NAMES = {b"cudaTextureObject_t": b"hipTextureObject_t", b"cudaSurfaceObject_t": b"hipSurfaceObject_t"}
_TYPE = rb"(cudaTextureObject_t|cudaSurfaceObject_t)"
_OBJECT = re.compile(rb"\b" + _TYPE + rb"\s+(?:const\s+)?&?\s*(\w+)\s*[,;=)]")
_CAST = re.compile(rb"(?:\(\s*|static_cast\s*<\s*)" + _TYPE + rb"\s*[)>]")
_INTEGER = rb"(?:(?:un)?signed|int|long|short|size_t|u?int\d+_t|uint|ulong)\b"
_OPERATORS = frozenset(("&", "|", "^", "<<", ">>", "+", "-", "*", "/", "%", "<", ">", "<=", ">="))
_WANTED = kinds(
    {"binary_expression": "binary", "init_declarator": "declared", "return_statement": "returned"}
    | {"assignment_expression": "assigned"}
)
_NUMBER = b"(unsigned long long)"
_NO_TYPES = frozenset((b"return", b"case", b"else", b"throw", b"new", b"delete", b"goto", b"const"))


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each side of an operator, and for each value that changes between object and number."""
    for root in context.roots(lambda text: any(name in text for name in _NAMES)):
        found = by_kind(root, _WANTED)
        for node in found.get("binary", ()):
            left, operator, right = sides(node) or (node, "", node)
            for side in (left, right) if operator in _OPERATORS and not _is_template(left, operator) else ():
                if _kind(side, context) is not None:
                    yield _told(context, Span(side.start_byte, side.start_byte), side, _NUMBER)
        for node in found.get("declared", ()):
            declaration, value = node.parent, node.child_by_field_name("value")
            kind = declaration.child_by_field_name("type") if declaration is not None else None
            named = node.child_by_field_name("declarator")
            if value is not None and kind is not None and named is not None and named.type == "identifier":
                yield from _taken(context.text(kind), value, context)
        for node in found.get("assigned", ()):
            left, operator, right = sides(node) or (node, "", node)
            if operator == "=" and (kind_of_left := _kind(left, context)) is not None:
                yield from _taken(kind_of_left, right, context)
        for node in found.get("returned", ()):
            kind = _result(node, context)
            if kind is not None and node.named_children:
                yield from _taken(context.text(kind), node.named_children[0], context)


def _is_template(left: Node, operator: str) -> bool:
    """Whether `a<b>(c)`, a call, has been read as two comparisons."""
    inner = sides(left)
    return operator == ">" and inner is not None and inner[1] == "<"


def _result(node: Node, context: Context) -> Node | None:
    """The type of what a `return` gives back; None in lambdas, and where the result is a pointer or a reference."""
    function = functions(context).at(node.start_byte)
    around = node.parent
    while around is not None and function is not None and around.start_byte >= function.node.start_byte:
        if around.type == "lambda_expression":
            return None
        around = around.parent
    declarator = function.node.child_by_field_name("declarator") if function is not None else None
    plain = declarator is not None and declarator.type == "function_declarator"
    return function.node.child_by_field_name("type") if function is not None and plain else None


def _told(context: Context, where: Span, node: Node, cast: bytes, end: bytes = b"") -> Finding:
    edits = (Edit(where, cast), *((Edit(Span(node.end_byte, node.end_byte), end),) if end else ()))
    return context.finding(
        RULE,
        node,
        "HIP's texture and surface objects are pointers, not numbers.",
        severity=Severity.INFO,
        effort=Effort.LOW,
        edits=edits,
        safety=Safety.SAFE,
    )


def _taken(kind: bytes, value: Node, context: Context) -> Iterator[Finding]:
    """A value of one sort for a variable or result of type `kind` of the other."""
    start = Span(value.start_byte, value.start_byte)
    if kind in _NAMES:
        inner = _bare(value)
        known = _is_integer(inner, context)
        if inner.type == "binary_expression" and _is_number(inner):
            yield _told(context, start, value, b"(" + _NAMES[kind] + b")(", b")")
        elif known:
            yield _told(context, start, value, b"(" + _NAMES[kind] + b")")
    elif re.match(rb"(?:std::)?" + _INTEGER, kind) and _kind(value, context) is not None:
        yield _told(context, start, value, _NUMBER)


def _is_number(node: Node) -> bool:
    """Whether an expression has an operator that leaves a number (a comparison is not asked for: it leaves a bool)."""
    parts = sides(node)
    return parts is not None and parts[1] in _OPERATORS


def _bare(node: Node) -> Node:
    """An expression without the brackets around it."""
    while node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def _kind(side: Node, context: Context) -> bytes | None:
    """The type of an image object, None where an expression is none: a variable, or a cast to the type."""
    node = _bare(side)
    if node.type in ("cast_expression", "call_expression"):
        match = _CAST.match(context.text(node))
        return match[1] if match is not None else None
    function = functions(context).at(node.start_byte)
    if node.type != "identifier" or function is None:
        return None
    name = context.text(node)
    kind = _objects(context, function).get(name)
    return kind if kind is not None and _is_only(kind, name, function, context) else None


@functools.lru_cache(maxsize=4)
def _objects(context: Context, function: Function) -> Mapping[bytes, bytes]:
    """The names that a function declares as image objects, with the type of the first such declaration."""
    found: dict[bytes, bytes] = {}
    for match in _OBJECT.finditer(context.code, function.start, function.end):
        found.setdefault(match[2], match[1])
    return found


def _is_integer(node: Node, context: Context) -> bool:
    """Whether the function around a name declares it as an integer, and as nothing else."""
    function = functions(context).at(node.start_byte)
    if node.type != "identifier" or function is None:
        return False
    name = context.text(node)
    declared = rb"\b(" + _INTEGER + rb"[\w\s]*?)\s+(?:const\s+)?&?\s*" + re.escape(name) + rb"\s*[,;=)]"
    match = re.search(declared, context.code[function.start : function.end])
    return match is not None and _is_only(match[1], name, function, context)


def _is_only(kind: bytes, name: bytes, function: Function, context: Context) -> bool:
    """Whether a function declares a name with no words but those of the type."""
    declared = rb"\b([A-Za-z_]\w*)(?:\s+const)?\s+[&*]*\s*" + re.escape(name) + rb"\s*[,;=):\[]"
    every = re.findall(declared, context.code[function.start : function.end])
    return {word for word in every if word not in _NO_TYPES} <= set(kind.split())


RULE = Rule(
    code="CASS242",
    name="image-number",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=tuple(_NAMES),
    invalid=(
        Example(
            "__device__ uint2 f(cudaTextureObject_t t) { return make_uint2(t & 0xFFFFFFFF, t >> 32); }\n",
            "__device__ uint2 f(cudaTextureObject_t t) { return make_uint2((unsigned long long)t & 0xFFFFFFFF, "
            "(unsigned long long)t >> 32); }\n",
        ),
        Example(
            "__device__ cudaTextureObject_t f(uint2 v) {\n"
            "  return (((cudaTextureObject_t)v.x) | ((cudaTextureObject_t)v.y) << 32);\n}\n",
            "__device__ cudaTextureObject_t f(uint2 v) {\n"
            "  return (hipTextureObject_t)(((unsigned long long)((cudaTextureObject_t)v.x) | "
            "(unsigned long long)((cudaTextureObject_t)v.y) << 32));\n}\n",
        ),
        Example(
            "void f(uint64_t key) { cudaSurfaceObject_t s = key; uint64_t again = s; s = key + 1; }\n",
            "void f(uint64_t key) { cudaSurfaceObject_t s = (hipSurfaceObject_t)key; "
            "uint64_t again = (unsigned long long)s; s = (hipSurfaceObject_t)(key + 1); }\n",
        ),
    ),
    valid=(
        "void f(cudaTextureObject_t t) { cudaTextureObject_t other = t; if (t != 0) g(t); other = 0; }\n",
        "cudaTextureObject_t make();\ncudaTextureObject_t f() { return make(); }\n",
        "float f(float t) { cudaTextureObject_t x = 0; return t * 2 + 1; }\n",
        "void f(cudaTextureObject_t* list, int n) { cudaTextureObject_t t = list[n + 1]; }\n",
        "cudaTextureObject_t* next(cudaTextureObject_t* list, int n) { return list + n; }\n",
        "cudaTextureObject_t f(cudaTextureObject_t t) { auto g = [](int x) { return x * 2; }; g(1); return t; }\n",
        "template <class C> bool f(C c, cudaTextureObject_t t) { return c.get<3>(t) > 1; }\n",
        "int f(cudaTextureObject_t tex) { int n = 0; for (int tex = 0; tex < 4; ++tex) n += tex * 2; return n; }\n",
        "void f(interval_holder key) { cudaTextureObject_t t = key; }\n",
    ),
)
