"""Members of the structures that kernels take, and variables of the device: what C++ cannot list by itself."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.drivers.files import Files, scopes

_KINDS = {"struct_specifier": "struct", "class_specifier": "struct"}
_VARIABLE = re.compile(rb"\b(__constant__|__device__)\b((?:\s|[\w:<>,*])*?)\b(\w+)\s*((?:\[[^\]]*\]\s*)*)(=|;|\{)")
_UNWANTED = re.compile(rb"\b(?:extern|__shared__|texture|constexpr|__managed__|return)\b")


class Structure(NamedTuple):
    """A structure with only plain public members: `head` is its template parameters or empty, `type` its name."""

    head: str
    type: str
    members: tuple[str, ...]
    words: frozenset[bytes]


class Variable(NamedTuple):
    """A variable of the device at namespace scope; `fills`: it has no value from the start."""

    name: str
    fills: bool


def structures(files: Files, types: Iterable[str]) -> list[Structure]:
    """The structures that `types` name, and those of their members, in an order in which they may be written."""
    known: dict[bytes, Structure] = {}
    for one in files.all:
        for node in by_kind(one.root, kinds(_KINDS)).get("struct", ()):
            made = _structure(one, node)
            if made is not None:
                known.setdefault(made[0], made[1])
    wanted = {word for text in types for word in IDENTIFIER.findall(text.encode())}
    found: dict[bytes, Structure] = {}
    while more := {name for name in known if name in wanted and name not in found}:
        for name in sorted(more):
            found[name] = known[name]
            wanted |= known[name].words
    return list(found.values())[::-1]


def _structure(context: Context, node: Node) -> tuple[bytes, Structure] | None:
    body = node.child_by_field_name("body")
    name = _name(context, node)
    inside = context.code[body.start_byte : body.end_byte] if body is not None else b""
    if body is None or not name or functions(context).at(node.start_byte) is not None:
        return None
    if any(child.type == "base_class_clause" for child in node.children) or (
        node.type == "class_specifier" or re.search(rb"\b(?:private|protected)\s*:|\bunion\b|\bvirtual\b", inside)
    ):
        return None
    members: list[str] = []
    for child in body.named_children:
        if child.type == "field_declaration":
            text = context.code[child.start_byte : child.end_byte]
            if re.search(rb"\w\s*:\s*\w+\s*[;,]", text):
                return None  # a bit-field
            if not re.match(rb"\s*(?:static|using|typedef|friend)\b", text):
                members += _declared(context, child)
    head, arguments = _template(context, node)
    scope = "::".join((*scopes(context, node), name.decode()))
    return name, Structure(head, scope + arguments, tuple(members), frozenset(IDENTIFIER.findall(inside)))


def _name(context: Context, node: Node) -> bytes:
    """The name of a structure, or that which a typedef gives to one without."""
    named = node.child_by_field_name("name")
    if named is None and node.parent is not None and node.parent.type == "type_definition":
        named = node.parent.child_by_field_name("declarator")
    return context.code[named.start_byte : named.end_byte] if named is not None else b""


def _declared(context: Context, declaration: Node) -> Iterator[str]:
    """Names of the data members of a declaration; functions are none."""
    for child in declaration.children_by_field_name("declarator"):
        node: Node | None = child
        while node is not None and node.type not in ("field_identifier", "function_declarator"):
            node = node.child_by_field_name("declarator") or next(
                (c for c in node.named_children if c.type in ("field_identifier", "pointer_declarator")), None
            )
        if node is not None and node.type == "field_identifier":
            yield context.text(node).decode()


def _template(context: Context, node: Node) -> tuple[str, str]:
    """`template <class T>` and `<T>` of a structure; both empty where it is no template."""
    above = node.parent
    if above is None or above.type != "template_declaration":
        return "", ""
    listed = above.child_by_field_name("parameters")
    if listed is None:
        return "", ""
    parts = [context.text(n).decode().partition("=")[0].strip() for n in listed.named_children]
    names = [IDENTIFIER.findall(part.encode())[-1].decode() for part in parts]
    return f"template <{', '.join(parts)}>", f"<{', '.join(names)}>"


def variables(files: Files) -> list[Variable]:
    """The variables of the device that the files define for all kernels."""
    return list({v.name: v for context in files.all for v in _variables(context)}.values())


def _variables(context: Context) -> Iterator[Variable]:
    for match in _VARIABLE.finditer(context.code):
        start = context.code.rfind(b"\n", 0, match.start()) + 1
        before = context.code[start : match.start()]
        if _UNWANTED.search(match[0]) or _UNWANTED.search(before) or not IDENTIFIER.search(match[2]):
            continue
        if functions(context).at(match.start(3)) is None and not before.lstrip().startswith(b"#"):
            yield Variable(match[3].decode(), match[5] == b";")
