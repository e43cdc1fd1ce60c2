"""The driver's device pointer used as the number that it is in CUDA: `device + offset`, `device % 256`.

**Why it fails on AMD.** `CUdeviceptr` is an integer; `hipDeviceptr_t` is a `void*`, with which C++ does no arithmetic
("arithmetic on a pointer to void"), and to which no integer converts.

**Example.** `cuMemcpyDtoH(host, device + n * sizeof(int), size)` becomes
`hipMemcpyDtoH(host, (char*)device + n * sizeof(int), size)`.

**Instead.** A cast to `char*`, which counts bytes as the number did, to `size_t` for `%` and `&`; the fix is safe.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_TYPE = rb"CUdeviceptr(?:_v[12])?"
_DECLARED = re.compile(rb"\b" + _TYPE + rb"\s+(\w+)\s*(?=[,;=)\[])")
_NEXT = re.compile(rb"\s*(?:=[^,;(){}]*)?(?:\[[^\]]*\]\s*)*,\s*(\w+)\s*(?=[,;=\[])")
_CAST = re.compile(rb"\(\s*" + _TYPE + rb"\s*\)")
_CELL = re.compile(rb"\*\s*\(?\s*(?:reinterpret_cast\s*<\s*" + _TYPE + rb"\s*\*\s*>|\(\s*" + _TYPE + rb"\s*\*\s*\))")
_INTEGER = rb"\b(?:(?:un)?signed|int|long|short|size_t|u?int\d+_t)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*"
_WANTED = kinds({"binary_expression": "binary", "assignment_expression": "assignment"})
_NUMBERS = (b"%", b"&", b"|", b">>")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per expression."""
    names = _names(context.code)
    for root in context.roots(lambda text: any(name in text for name in names)):
        found = by_kind(root, _WANTED)
        for node in found.get("binary", ()):
            yield from _told(context, node, _binary(context, node, names))
        for node in found.get("assignment", ()):
            yield from _told(context, node, _assignment(context, node, names))


def _told(context: Context, node: Node, edits: tuple[Edit, ...]) -> Iterator[Finding]:
    if edits:
        yield context.finding(
            RULE,
            node,
            "hipDeviceptr_t is a pointer, not a number",
            severity=Severity.INFO,
            effort=Effort.LOW,
            edits=edits,
        )


def _names(code: bytes) -> frozenset[bytes]:
    """Variables and parameters that are device pointers wherever the file declares them."""
    found: set[bytes] = set()
    for first in _DECLARED.finditer(code):
        found.add(first[1])
        at: re.Match[bytes] | None = first
        while at is not None and (at := _NEXT.match(code, at.end())) is not None:
            found.add(at[1])
    return frozenset(
        name for name in found if not re.search(rb"(?:\*\s*|" + _INTEGER + rb")\b" + name + rb"\b\s*[,;=)]", code)
    )


def _parts(context: Context, node: Node) -> tuple[Node, bytes, Node] | None:
    """The sides of an expression and what is between them."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return None
    return left, context.text(operator), right


def _is_device(context: Context, node: Node, names: frozenset[bytes]) -> bool:
    text = context.text(node)
    if node.type == "subscript_expression":
        argument = node.child_by_field_name("argument")
        return argument is not None and context.text(argument) in names
    return text in names or (node.type == "cast_expression" and _CAST.match(text) is not None)


def _binary(context: Context, node: Node, names: frozenset[bytes]) -> tuple[Edit, ...]:
    parts = _parts(context, node)
    if parts is None or parts[1] not in (b"+", b"-", *_NUMBERS):
        return ()
    cast = b"(size_t)" if parts[1] in _NUMBERS else b"(char*)"
    sides = [side for side in (parts[0], parts[2]) if _is_device(context, side, names)]
    return tuple(Edit(Span(side.start_byte, side.start_byte), cast) for side in sides)


def _assignment(context: Context, node: Node, names: frozenset[bytes]) -> tuple[Edit, ...]:
    parts = _parts(context, node)
    if parts is None:
        return ()
    left, operator, right = parts
    if operator in (b"+=", b"-=") and _is_device(context, left, names):
        place = Span(left.end_byte, right.start_byte)
        name = context.text(left)
        return Edit(place, b" = (char*)%s %s (" % (name, operator[:1])), Edit(
            Span(right.end_byte, right.end_byte), b")"
        )
    if operator == b"=" and _CELL.match(context.text(left)) and _is_integer(context, right):
        return Edit(Span(right.start_byte, right.start_byte), b"(void*)(size_t)("), Edit(
            Span(right.end_byte, right.end_byte), b")"
        )
    return ()


def _is_integer(context: Context, node: Node) -> bool:
    text = context.text(node)
    if node.type != "identifier":
        return node.type in ("number_literal", "sizeof_expression") and text != b"0"
    return re.search(_INTEGER + text + rb"\b", context.code) is not None


RULE = Rule(
    code="CASS216",
    name="device-pointer-number",
    on=("file",),
    check=check,
    doc=__doc__,
    needs=(b"CUdeviceptr",),
    invalid=(
        Example(
            "void f(void* h, CUdeviceptr d, size_t n) { cuMemcpyDtoH(h, d + n * 4, 4); }\n",
            "void f(void* h, CUdeviceptr d, size_t n) { cuMemcpyDtoH(h, (char*)d + n * 4, 4); }\n",
        ),
        Example(
            "void f() { CUdeviceptr a, b = 0; b += n; x = a - b || a % 8; }\n",
            "void f() { CUdeviceptr a, b = 0; b = (char*)b + (n); x = (char*)a - (char*)b || (size_t)a % 8; }\n",
        ),
        Example(
            "void f(char* cell, int n) { *(reinterpret_cast<CUdeviceptr*>(cell)) = n; }\n",
            "void f(char* cell, int n) { *(reinterpret_cast<CUdeviceptr*>(cell)) = (void*)(size_t)(n); }\n",
        ),
    ),
    valid=(
        "void f(CUdeviceptr d) { cuMemFree(d); }\n",
        "void f(CUdeviceptr* list, int n) { cuMemFree(list[n + 1]); }\n",
        "void f(CUdeviceptr d, char* cell) { *(CUdeviceptr*)cell = d; }\n",
    ),
)
