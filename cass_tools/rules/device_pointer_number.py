"""The driver's device pointer used as the number that it is in CUDA: `device + offset`, `device % 256`.

**Why it fails on AMD.** `CUdeviceptr` is an integer; `hipDeviceptr_t` is a `void*`, with which C++ does no arithmetic
("arithmetic on a pointer to void"), and to which no integer converts.

**Example.** `cuMemcpyDtoH(host, device + n * sizeof(int), size)` becomes
`hipMemcpyDtoH(host, (char*)device + n * sizeof(int), size)`.

**Instead.** A cast to `char*`, which counts bytes as the number did, to `size_t` for `%` and `&`; the fix is safe.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.arguments import closing_bracket
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.nodes import by_kind, kinds, sides
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_TYPE = rb"CUdeviceptr(?:_v[12])?"
_DECLARED = re.compile(rb"\b" + _TYPE + rb"\s+(\w+)\s*(?=[,;=)\[])")
_NEXT = re.compile(rb"\s*(?:=[^,;(){}]*)?(?:\[[^\]]*\]\s*)*,\s*(\w+)\s*(?=[,;=\[])")
_CAST = re.compile(rb"\(\s*" + _TYPE + rb"\s*\)")
_CELL = re.compile(rb"\*\s*\(?\s*(?:reinterpret_cast\s*<\s*" + _TYPE + rb"\s*\*\s*>|\(\s*" + _TYPE + rb"\s*\*\s*\))")
_INTEGER = rb"\b(?:(?:un)?signed|int|long|short|size_t|u?int\d+_t)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*"
_STRUCTURE = re.compile(rb"\b(?:struct|class)\s+(\w+)[^;{}()]*\{")
_VECTOR = (b"x", b"y", b"z", b"w")  # members of CUDA's own types too
_WANTED = kinds(
    {"binary_expression": "binary", "assignment_expression": "assignment", "init_declarator": "declared"}
    | {"call_expression": "call"}
)
# Which arguments of the driver's functions are device pointers, and which are addresses of one to be written.
_TAKEN = {
    **dict.fromkeys(("Free", "FreeAsync", "PrefetchAsync"), (0,)),
    **dict.fromkeys(("cpyHtoD", "cpyHtoDAsync", "cpyAtoD", "setD8", "setD16", "setD32", "setD2D8", "setD2D32"), (0,)),
    **dict.fromkeys(("setD8Async", "setD16Async", "setD32Async"), (0,)),
    **dict.fromkeys(("cpyDtoH", "cpyDtoHAsync"), (1,)),
    "cpyDtoA": (2,),
    "GetAddressRange": (2,),
    **dict.fromkeys(("cpy", "cpyAsync", "cpyDtoD", "cpyDtoDAsync"), (0, 1)),
}
_WRITTEN = ("Alloc", "AllocPitch", "AllocManaged", "AllocAsync", "HostGetDevicePointer")
_SIMPLE = re.compile(rb"&?\s*(?:\w+\s*(?:\.|->)\s*)*(\w+)(?:\s*\[[^\]]*\])?\s*(?:[-+][^?:<>=&|]*)?\Z")
_NUMBERS = ("%", "&", "|", ">>")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding per expression."""
    names = _names(context.code)
    for root in context.roots(lambda text: any(name.lstrip(b".") in text for name in names)):
        found = by_kind(root, _WANTED)
        for node in found.get("binary", ()):
            yield from _told(context, node, _binary(context, node, names))
        for node in found.get("assignment", ()):
            yield from _told(context, node, _assignment(context, node, names))
        for node in found.get("declared", ()):
            yield from _told(context, node, _initial(context, node, names))
        for node in found.get("call", ()):
            yield from _told(context, node, _arguments(context, node, names))


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
    """Variables and parameters that are device pointers wherever the file declares them; members with a dot before."""
    bodies = [(m.end(), closing_bracket(code, m.end() - 1) or len(code)) for m in _STRUCTURE.finditer(code)]
    inside, outside = bytearray(b" " * len(code)), bytearray(code)
    for start, end in bodies:
        inside[start:end] = code[start:end]
        outside[start:end] = b" " * (end - start)
    members, variables = _declared(bytes(inside)), _declared(bytes(outside))
    members = {name for name in members if not _is_number(name, bytes(inside))}
    plain = {name for name in variables | members if not _is_number(name, bytes(outside))}
    return frozenset(plain | {b"." + name for name in members})


def _declared(code: bytes) -> set[bytes]:
    found: set[bytes] = set()
    for first in _DECLARED.finditer(code):
        found.add(first[1])
        at: re.Match[bytes] | None = first
        while at is not None and (at := _NEXT.match(code, at.end())) is not None:
            found.add(at[1])
    return found


def _is_number(name: bytes, code: bytes) -> bool:
    """Whether code declares the name as an integer, or as a pointer, too."""
    return re.search(rb"(?:\*\s*|" + _INTEGER + rb")\b" + name + rb"\b\s*[,;=)]", code) is not None


def _is_device(context: Context, node: Node, names: frozenset[bytes]) -> bool:
    text = context.text(node)
    if node.type == "subscript_expression":
        argument = node.child_by_field_name("argument")
        return argument is not None and _is_device(context, argument, names)
    if node.type == "field_expression":
        return _is_member(context, node, names)
    return text in names or (node.type == "cast_expression" and _CAST.match(text) is not None)


def _is_sum(context: Context, node: Node, names: frozenset[bytes]) -> bool:
    """Whether an expression has a device pointer in it, which becomes a pointer."""
    if node.type not in ("binary_expression", "parenthesized_expression"):
        return _is_device(context, node, names)
    return any(_is_sum(context, child, names) for child in node.named_children)


def _is_member(context: Context, node: Node, names: frozenset[bytes]) -> bool:
    """Whether `object.name` is a device pointer; for names like `x`, whether the object is of such a structure."""
    member, owner = node.child_by_field_name("field"), node.child_by_field_name("argument")
    if member is None or owner is None or b"." + context.text(member) not in names:
        return False
    if context.text(member) not in _VECTOR:
        return True
    return any(
        re.search(rb"\b" + kind + rb"\b[\s&*]*\b" + re.escape(context.text(owner)) + rb"\b", context.code)
        for kind in _structures(context.code)
    )


def _structures(code: bytes) -> Iterator[bytes]:
    """The structures that have a device pointer as a member."""
    for match in _STRUCTURE.finditer(code):
        if _DECLARED.search(code, match.end(), closing_bracket(code, match.end() - 1) or len(code)):
            yield match[1]


def _binary(context: Context, node: Node, names: frozenset[bytes]) -> tuple[Edit, ...]:
    parts = sides(node)
    if parts is None or parts[1] not in ("+", "-", *_NUMBERS):
        return ()
    cast = b"(size_t)" if parts[1] in _NUMBERS else b"(char*)"
    devices = [side for side in (parts[0], parts[2]) if _is_device(context, side, names)]
    if parts[1] == "-" and devices == [parts[2]] and not _is_sum(context, parts[0], names):
        cast = b"(size_t)"
    return tuple(Edit(Span(side.start_byte, side.start_byte), cast) for side in devices)


def _assignment(context: Context, node: Node, names: frozenset[bytes]) -> tuple[Edit, ...]:
    parts = sides(node)
    if parts is None:
        return ()
    left, operator, right = parts
    if operator in ("+=", "-=") and _is_device(context, left, names):
        place = Span(left.end_byte, right.start_byte)
        name = context.text(left)
        return Edit(place, b" = (char*)%s %s (" % (name, operator[:1].encode())), Edit(
            Span(right.end_byte, right.end_byte), b")"
        )
    if operator == "=" and _CELL.match(context.text(left)) and _is_integer(context, right):
        return Edit(Span(right.start_byte, right.start_byte), b"(void*)(size_t)("), Edit(
            Span(right.end_byte, right.end_byte), b")"
        )
    return ()


def _initial(context: Context, node: Node, names: frozenset[bytes]) -> tuple[Edit, ...]:
    """`uint64_t address = device;` needs a cast."""
    value, declaration = node.child_by_field_name("value"), node.parent
    kind = declaration.child_by_field_name("type") if declaration is not None else None
    named = node.child_by_field_name("declarator")
    if value is None or kind is None or named is None or named.type != "identifier":
        return ()
    if not _is_device(context, value, names) or not re.match(_INTEGER, context.text(kind) + b" "):
        return ()
    return (Edit(Span(value.start_byte, value.start_byte), b"(size_t)"),)


def _arguments(context: Context, node: Node, names: frozenset[bytes]) -> tuple[Edit, ...]:
    """Integers of the program's own that it gives to the driver as device pointers."""
    name = re.sub(r"_v[23]\Z", "", context.callee(node).decode())
    if not name.startswith("cuMem"):
        return ()
    what = name.removeprefix("cuMem")
    written = what in _WRITTEN
    arguments = context.arguments(node)
    edits = list[Edit]()
    for index in (0,) if written else _TAKEN.get(what, ()):
        match = (
            _SIMPLE.match(context.code[arguments[index].start : arguments[index].end])
            if index < len(arguments)
            else None
        )
        if match is None or match.group().startswith(b"&") is not written:
            continue
        member = match.group()[: match.start(1) - match.start()].strip(b"& \t") != b""
        if (b"." if member else b"") + match[1] in names:
            continue
        if re.search(_INTEGER + match[1] + rb"\s*[;,=)\[]", context.code):
            compound = not written and re.search(rb"[-+]", match.group()) is not None
            cast = b"(hipDeviceptr_t*)" if written else b"(hipDeviceptr_t)" + b"(" * compound
            edits.append(Edit(Span(arguments[index].start, arguments[index].start), cast))
            edits += [Edit(Span(arguments[index].end, arguments[index].end), b")")] * compound
    return tuple(edits)


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
    needs=(b"CUdeviceptr", b"cuMemAlloc", b"cuMemFree"),
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
            "struct B { CUdeviceptr x, end; };\nvoid f(B b, float2 v) { b.end = b.x + 8; v.x = v.x + 1; }\n",
            "struct B { CUdeviceptr x, end; };\nvoid f(B b, float2 v) { b.end = (char*)b.x + 8; v.x = v.x + 1; }\n",
        ),
        Example(
            "struct S { unsigned long long at; };\n"
            "void f(S& s, char* h) { cuMemAlloc(&s.at, 8); cuMemcpyDtoH(h, s.at + 4, 4); }\n",
            "struct S { unsigned long long at; };\nvoid f(S& s, char* h) { cuMemAlloc((hipDeviceptr_t*)&s.at, 8); "
            "cuMemcpyDtoH(h, (hipDeviceptr_t)(s.at + 4), 4); }\n",
        ),
        Example(
            "struct R { uint64_t at; };\nvoid f(R r) {\n  CUdeviceptr at = 0;\n  x = r.at - at;\n"
            "  cuMemFree(r.at);\n}\n",
            "struct R { uint64_t at; };\nvoid f(R r) {\n  CUdeviceptr at = 0;\n  x = r.at - (size_t)at;\n"
            "  cuMemFree((hipDeviceptr_t)r.at);\n}\n",
        ),
        Example(
            "void f(CUdeviceptr d) { uint64_t address = d; }\n",
            "void f(CUdeviceptr d) { uint64_t address = (size_t)d; }\n",
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
