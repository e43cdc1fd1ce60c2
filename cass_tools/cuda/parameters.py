"""The types of a function's parameters as overloads are told apart by them, and where the function is declared."""

import re

from tree_sitter import Node

from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function

_SPACES = re.compile(rb"\s+")
_CONST_OF_ITS_OWN = re.compile(rb"(?:^const (?=[^*&]*$)|(?<=\*)const(?: |$))")
_SAME = (
    (re.compile(rb"\blong long int\b"), b"long long"),
    (re.compile(rb"\b(?:unsigned int|uint32_t|uint)\b"), b"unsigned"),
    (re.compile(rb"\b(?:unsigned long int|uint64_t|size_t|ulong)\b"), b"unsigned long"),
)


def parameter_types(function: Function, context: Context) -> tuple[bytes, ...] | None:
    """Each parameter's type without its name, in one spelling; None where the function has none to be read."""
    declarator = function.node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator") or next(
            (child for child in declarator.named_children if child.type == "function_declarator"), None
        )
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    if listed is None:
        return None
    return tuple(_type(node, context) for node in listed.named_children if node.type.endswith("parameter_declaration"))


def _type(parameter: Node, context: Context) -> bytes:
    end = parameter.child_by_field_name("default_value")
    text = context.code[parameter.start_byte : end.start_byte if end is not None else parameter.end_byte].rstrip(b"= ")
    name = _name(parameter.child_by_field_name("declarator"))
    if name is not None:
        at = name.start_byte - parameter.start_byte
        text = text[:at] + text[at + name.end_byte - name.start_byte :]
    text = _SPACES.sub(b" ", text).strip().replace(b" *", b"*").replace(b"* ", b"*").replace(b" &", b"&")
    for pattern, spelling in _SAME:
        text = pattern.sub(spelling, text)
    return _CONST_OF_ITS_OWN.sub(b"", text).removeprefix(b"std::")


def _name(declarator: Node | None) -> Node | None:
    while declarator is not None and declarator.type != "identifier":
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    return declarator


def is_template(function: Function) -> bool:
    """Whether the definition is a template or a specialization of one."""
    parent = function.node.parent
    return parent is not None and parent.type == "template_declaration"


def scope_of(function: Function) -> int | None:
    """Which class or namespace holds the definition, by where that begins; None outside of all."""
    node = function.node.parent
    while node is not None:
        if node.type in ("namespace_definition", "class_specifier", "struct_specifier", "union_specifier"):
            return node.start_byte
        node = node.parent
    return None
