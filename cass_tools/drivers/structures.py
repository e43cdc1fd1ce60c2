"""Members of the structures that kernels take, and variables of the device: what C++ cannot list by itself."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER, blank
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.drivers.files import Files, scopes
from cass_tools.drivers.signatures import TemplateParameter, found_arguments

_KINDS = {
    "struct_specifier": "struct",
    "class_specifier": "struct",
    "union_specifier": "struct",
    "type_definition": "alias",
    "alias_declaration": "alias",
}
_VARIABLE = re.compile(rb"\b(__constant__|__device__)\b((?:\s|[\w:<>,*])*?)\b(\w+)\s*((?:\[[^\]]*\]\s*)*)(=|;|\{)")
_UNWANTED = re.compile(rb"\b(?:extern|__shared__|texture|constexpr|__managed__|return)\b")


_TEMPLATE = re.compile(rb"\btemplate\s*<([^<>;{}()]*)>\s*(?:static\s+|inline\s+)*$")
MOST_HEAD = 200  # bytes before a variable in which its template begins
_ARGUMENTS = re.compile(rb"<[^<>]*(?:<[^<>]*>[^<>]*)*>")
_CONSTANT = re.compile(rb"\bconst\b(?!\s*[\w:<>]+\s*\*)")
_CLOSED = re.compile(rb"\b(?:private|protected)(?=\s*:(?!:))")
_CLASS = re.compile(rb"(?<!enum )\bclass\s+\w[^;{}()<>=]*\{")


class Structure(NamedTuple):
    """A structure with plain members: `head` is its template parameters or empty, `type` its name, `bases` what it
    inherits from. Of a union `members` has the first only."""

    head: str
    type: str
    members: tuple[str, ...]
    words: frozenset[bytes]
    bases: tuple[str, ...] = ()


class Variable(NamedTuple):
    """A variable of the device at namespace scope; `fills`: it has no value from the start; `type` as it is written."""

    name: str
    fills: bool
    type: str = ""


def structures(files: Files, types: Iterable[str]) -> list[Structure]:
    """The structures that `types` name, and those of their members, in an order in which they may be written."""
    known: dict[bytes, dict[str, Structure]] = {}
    aliases: dict[bytes, set[bytes]] = {}
    for one in files.known:
        captured = by_kind(one.root, kinds(_KINDS))
        for node in captured.get("struct", ()):
            made = _structure(one, node)
            if made is not None:
                known.setdefault(made[0], {}).setdefault(made[1].type, made[1])
        for node in captured.get("alias", ()):
            named = node.child_by_field_name("declarator") or node.child_by_field_name("name")
            if named is not None:
                aliases.setdefault(one.text(named), set()).update(IDENTIFIER.findall(one.text(node)))
    wanted = {word for text in types for word in IDENTIFIER.findall(text.encode())}
    found: dict[bytes, list[Structure]] = {}
    while True:
        wanted = wanted.union(*(aliases.pop(name) for name in wanted & aliases.keys()))
        more = sorted(name for name in known if name in wanted and name not in found)
        if not more and not wanted & aliases.keys():
            return [each for listed in list(found.values())[::-1] for each in listed]
        for name in more:
            found[name] = list(known[name].values())
            wanted = wanted.union(*(each.words for each in found[name]))


def opened(data: bytes) -> bytes:
    """The text with every member public, on the same lines: a driver must fill them."""
    code = blank(data)
    spots = [(m.start(), m.end(), b"public") for m in _CLOSED.finditer(code)]
    spots += [(m.end(), m.end(), b" public:") for m in _CLASS.finditer(code)]
    for start, end, text in sorted(spots, reverse=True):
        data = data[:start] + text + data[end:]
    return data


def _structure(context: Context, node: Node) -> tuple[bytes, Structure] | None:
    body = node.child_by_field_name("body")
    name = _name(context, node)
    inside = context.code[body.start_byte : body.end_byte] if body is not None else b""
    if body is None or not name or functions(context).at(node.start_byte) is not None:
        return None
    if re.search(rb"\bvirtual\b", inside):
        return None
    members = _members(context, node, body)
    if members is None:
        return None
    head, arguments = _template(context, node)
    scope = "::".join((*scopes(context, node), name.decode()))
    if "<" in scope:  # a specialisation, which names its arguments itself
        arguments = ""
    bases = tuple(_bases(context, node))
    words = IDENTIFIER.findall(inside) + [w for base in bases for w in IDENTIFIER.findall(base.encode())]
    return name.partition(b"<")[0].rstrip(), Structure(head, scope + arguments, tuple(members), frozenset(words), bases)


def _members(context: Context, node: Node, body: Node) -> list[str] | None:
    """The names of the data members, those of nameless structures included; None where there are bit-fields.

    Of a union only what one alternative of it has.
    """
    union = node.type == "union_specifier"
    found: list[str] = []
    for child in body.named_children:
        if child.type != "field_declaration":
            continue
        text = context.code[child.start_byte : child.end_byte]
        kind = child.child_by_field_name("type")
        inner = kind.child_by_field_name("body") if kind is not None and kind.type in _KINDS else None
        if inner is not None and kind is not None and not child.children_by_field_name("declarator"):
            below = _members(context, kind, inner)
            if below is None:
                return None
            found += below
        elif re.search(rb"\w\s*:\s*\w+\s*[;,]", text):
            return None
        elif not re.match(rb"\s*(?:static|using|typedef|friend)\b", text):
            found += list(_declared(context, child))[: 1 if union else None]
        if union and found:
            break
    return found


def _bases(context: Context, node: Node) -> Iterator[str]:
    """What a structure inherits from, template arguments included."""
    clause = next((child for child in node.children if child.type == "base_class_clause"), None)
    for child in clause.named_children if clause is not None else ():
        if child.type in ("type_identifier", "template_type", "qualified_identifier"):
            yield context.text(child).decode()


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
    found = (each for context in files.all for v, head in _variables(context) for each in _made(files, v, head))
    return list({v.name: v for v in found}.values())


def _made(files: Files, variable: Variable, head: bytes) -> Iterator[Variable]:
    """The variable, or if `head` are parameters of a template, what the files make of it with one argument."""
    if not head:
        yield variable
        return
    name = IDENTIFIER.findall(head.partition(b"=")[0])[-1].decode()
    wanted = (TemplateParameter(name, "typename", ""),)
    for (argument,) in found_arguments(files, variable.name.encode(), wanted) if b"," not in head else ():
        if "," not in argument:  # it becomes the argument of a macro
            kind = re.sub(rf"\b{name}\b", argument, variable.type)
            yield Variable(f"{variable.name}<{argument}>", variable.fills, kind)


def _variables(context: Context) -> Iterator[tuple[Variable, bytes]]:
    """Each with the parameters of its template, empty where it is none."""
    for match in _VARIABLE.finditer(context.code):
        start = context.code.rfind(b"\n", 0, match.start()) + 1
        before = context.code[start : match.start()]
        if _CONSTANT.search(match[2]) or _CONSTANT.search(before):
            continue  # what nothing can change, compilers leave out
        if _UNWANTED.search(match[0]) or _UNWANTED.search(before) or not IDENTIFIER.search(match[2]):
            continue
        if functions(context).at(match.start(3)) is None and not before.lstrip().startswith(b"#"):
            text = match[2] + match[3]
            flat = _ARGUMENTS.sub(lambda m: b" " * len(m[0]), text)
            spans = split_arguments(flat, 0, len(flat))
            names = [IDENTIFIER.findall(text[span.start : span.end])[-1].decode() for span in spans]
            kind = (
                " ".join((_TEMPLATE.sub(b"", before) + text[: spans[0].end]).decode().split())
                .removesuffix(names[0])
                .strip()
            )
            head = _TEMPLATE.search(context.code[max(start - MOST_HEAD, 0) : match.start()])
            for name in names:  # of several in one declaration
                yield Variable(name, match[5] == b";" or name != names[-1], kind), head[1] if head else b""
