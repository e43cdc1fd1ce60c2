"""Edits that make a function's parameter for a lane mask 64 bits wide, with what the file passes for it."""

from collections.abc import Iterator

from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function
from cass_tools.model import Edit, Span

FULL = b"0xffffffffffffffffull"
ACTIVE = b"__activemask()"
"""The lanes that are there: what HIP's check of a mask wants, and what a full mask means in CUDA."""
WIDE = b"unsigned long long"
_KINDS = frozenset({"parameter_declaration", "optional_parameter_declaration"})


def widened(context: Context, function: Function, name: bytes) -> tuple[Edit, ...]:
    """The new type, the default and the constant arguments of all calls; nothing where a prototype would differ."""
    found = _parameter(context, function, name)
    if found is None or not function.name:
        return ()
    index, node = found
    kind, default = node.child_by_field_name("type"), node.child_by_field_name("default_value")
    if kind is None:
        return ()
    edits = [Edit(context.span(kind), WIDE)]
    text = FULL if function.kernel or function.host else ACTIVE  # on the host there are no lanes
    if default is not None:
        edits += _full(context, context.span(default), text)
    for start in context.words.get(function.name, ()):
        holder = context.node_at(start, start + len(function.name)).parent
        while holder is not None and holder.type in ("template_function", "qualified_identifier", "field_expression"):
            holder = holder.parent
        if holder is not None and holder.type == "call_expression":
            arguments = context.arguments(holder)
            edits += _full(context, arguments[index], text) if index < len(arguments) else []
        elif holder is not None and holder.type == "function_declarator" and not _within(holder, function):
            return ()
    return tuple(edits)


def _within(node: Node, function: Function) -> bool:
    return function.start <= node.start_byte < function.body


def _parameter(context: Context, function: Function, name: bytes) -> tuple[int, Node] | None:
    """The position and node of a parameter of that name."""
    for index, node in enumerate(parameters(function.node)):
        declarator = node.child_by_field_name("declarator")
        if declarator is not None and context.code[declarator.start_byte : declarator.end_byte] == name:
            return index, node
    return None


def parameters(node: Node) -> Iterator[Node]:
    """The parameters of a function's definition, in their order."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    if listed is not None:
        yield from (child for child in listed.named_children if child.type in _KINDS)


def _full(context: Context, span: Span, text: bytes) -> list[Edit]:
    """The 64-bit form of a full mask; other values keep their text."""
    value = constants(context).evaluate(context.code[span.start : span.end])
    return [Edit(span, text)] if value is not None and value.bits == 32 and value.pattern == 0xFFFFFFFF else []
