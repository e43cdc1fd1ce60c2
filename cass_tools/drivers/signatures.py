"""The kernels of a file as a driver needs them: how to name them, their parameters, their template parameters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.drivers.files import Files, scopes

MOST_DEPTH = 3  # of templates that instantiate templates
_CAPTURED = {"template_function": "template", "call_expression": "call"}
_FLAT = re.compile(r"\s+")
_COOPERATIVE = re.compile(rb"\bthis_grid\s*\(|\bgrid_group\b")
INTEGERS = re.compile(
    r"^(?:const |volatile )*(?:unsigned|signed|int|long|short|char|bool|size_t|std::size_t"
    r"|(?:std::)?u?int\d+_t|uint|ulong|ushort|uchar|\w*(?:[iI]ndex|[sS]ize)\w*|ptrdiff_t)\b(?!.*[*&<])"
)


class Parameter(NamedTuple):
    """A parameter: its name (empty without one) and its type as it is written, qualifiers left out."""

    name: str
    type: str

    @property
    def is_integer(self) -> bool:
        """Whether its type reads like that of an integer."""
        return INTEGERS.match(self.type) is not None

    @property
    def is_number(self) -> bool:
        """Whether its type reads like that of an integer or of a number with a fraction."""
        return self.is_integer or re.fullmatch(r"(?:const )?(?:float|double)(?: const)?", self.type) is not None


class TemplateParameter(NamedTuple):
    """A template parameter: `type` is "typename" or the type of its value; `default` is empty without one."""

    name: str
    type: str
    default: str

    @property
    def is_integer(self) -> bool:
        """Whether it is a value whose type reads like that of an integer."""
        return INTEGERS.match(self.type) is not None


class Kernel(NamedTuple):
    """A kernel to be driven. `expression` names it in C++ at the end of the file, template arguments included.

    `home` is the file that defines it. `twin`: another function has its name, so that its type must choose.
    `implied`: the file does not instantiate it with these template arguments.
    """

    name: str
    expression: str
    parameters: tuple[Parameter, ...]
    function: Function
    home: Context
    cooperative: bool
    twin: bool = False
    arguments: tuple[str, ...] = ()
    templates: tuple[TemplateParameter, ...] = ()
    implied: bool = False


def kernels(files: Files) -> list[Kernel]:
    """All kernels that the files define, each instantiation of a template by itself."""
    found = [(context, f) for context in files.all for f in functions(context).all if f.kernel and f.name]
    names = [f.name for _, f in found]
    others = {name for context in files.all for name in _declared_otherwise(context, found)}
    return [
        k
        for context, f in found
        for k in _instances(files, context, f, twin=names.count(f.name) > 1 or f.name in others)
    ]


def _declared_otherwise(context: Context, defined: Sequence[tuple[Context, Function]]) -> Iterator[bytes]:
    """Names of kernels that a file declares with other parameters than they are defined with."""
    known = {f.name: [p.type for p in parameters(home, f.node)] for home, f in defined}
    for node in by_kind(context.root, kinds({"declaration": "declaration"})).get("declaration", ()):
        declarator = node.child_by_field_name("declarator")
        if declarator is None or declarator.type != "function_declarator":
            continue
        named = declarator.child_by_field_name("declarator")
        name = context.text(named) if named is not None else b""
        if name in known and [p.type for p in parameters(context, node)] != known[name]:
            yield name


def _instances(files: Files, context: Context, function: Function, *, twin: bool) -> Iterator[Kernel]:
    name = function.name.decode()
    plain = Kernel(
        name,
        "::".join((*scopes(context, function.node), name)),
        tuple(parameters(context, function.node)),
        function,
        context,
        _COOPERATIVE.search(context.code, function.start, function.end) is not None,
        twin,
    )
    wanted = template_parameters(context, function.node)
    if not wanted:
        yield plain
        return
    found = found_arguments(files, function.name, wanted)
    plain = plain._replace(templates=wanted, implied=not found)
    for chosen in found or implied(wanted):
        yield plain._replace(expression=f"{plain.expression}<{', '.join(chosen)}>", arguments=chosen)


def parameters(context: Context, function: Node) -> Iterator[Parameter]:
    """The parameters of a function definition."""
    declarator: Node | None = function.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    for node in listed.named_children if listed is not None else ():
        if node.type in ("parameter_declaration", "optional_parameter_declaration"):
            yield _parameter(context, node)


def _parameter(context: Context, node: Node) -> Parameter:
    named = _declared(node)
    end = node.end_byte
    if (default := node.child_by_field_name("default_value")) is not None:
        end = context.code.rindex(b"=", node.start_byte, default.start_byte)
    text = context.code[node.start_byte : end]
    name = b""
    if named is not None:
        name = context.code[named.start_byte : named.end_byte]
        text = text[: named.start_byte - node.start_byte] + text[named.end_byte - node.start_byte :]
    plain = re.sub(rb"\b__restrict(?:__)?\b|\brestrict\b|\b__grid_constant__\b", b" ", text)
    return Parameter(name.decode(), _FLAT.sub(" ", plain.decode()).strip())


def _declared(node: Node) -> Node | None:
    """The identifier that a declaration declares."""
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type != "identifier":
        below = inner.child_by_field_name("declarator")
        inner = below or next((c for c in inner.named_children if c.type.endswith(("declarator", "identifier"))), None)
    return inner


def template_parameters(context: Context, function: Node) -> tuple[TemplateParameter, ...]:
    """The template parameters of a function, if it is a template."""
    above = function.parent
    if above is None or above.type != "template_declaration":
        return ()
    listed = above.child_by_field_name("parameters")
    return tuple(_template_parameter(context, n) for n in listed.named_children) if listed is not None else ()


def _template_parameter(context: Context, node: Node) -> TemplateParameter:
    text = context.text(node).decode()
    if "type_parameter" in node.type or node.type.startswith("variadic"):
        default = node.child_by_field_name("default_type")
        name = IDENTIFIER.findall(text.partition("=")[0].encode())[-1].decode()
        return TemplateParameter(name, "typename", context.text(default).decode() if default is not None else "")
    default = node.child_by_field_name("default_value")
    plain = _parameter(context, node)
    return TemplateParameter(plain.name, plain.type, context.text(default).decode() if default is not None else "")


def found_arguments(
    files: Files, name: bytes, wanted: tuple[TemplateParameter, ...], depth: int = 0
) -> list[tuple[str, ...]]:
    """The template arguments that the files instantiate a function with, where they mean something outside.

    What a template instantiates with its own parameters is found by its own instantiations.
    """
    found: dict[tuple[str, ...], None] = {}
    for context in files.all:
        for node in by_kind(context.root, kinds(_CAPTURED)).get("template", ()):
            named, listed = node.child_by_field_name("name"), node.child_by_field_name("arguments")
            if named is None or listed is None or context.text(named) != name:
                continue
            spans = split_arguments(context.code, listed.start_byte + 1, listed.end_byte - 1)
            texts = [context.text(span).decode().strip() for span in spans]
            for bound in _bindings(files, context, node, depth):
                values = tuple(_outside(files, context, node, _replaced(text, bound), bound) for text in texts)
                if all(values) and len(values) <= len(wanted):
                    found[values] = None
    return list(found)


def _bindings(files: Files, context: Context, node: Node, depth: int) -> list[dict[str, str]]:
    """What the template parameters of the function around `node` stand for, once for each of its instantiations."""
    around = functions(context).at(node.start_byte)
    own = template_parameters(context, around.node) if around is not None else ()
    if around is None or not own or depth >= MOST_DEPTH:
        return [{}]
    known = found_arguments(files, around.name, own, depth + 1)
    return [dict(zip((p.name for p in own), each, strict=False)) for each in known] or [{}]


def _replaced(text: str, bound: Mapping[str, str]) -> str:
    return re.sub(r"\b[A-Za-z_]\w*\b", lambda m: bound.get(m[0], m[0]), text)


def _outside(files: Files, context: Context, node: Node, text: str, bound: Mapping[str, str]) -> str:
    """A template argument as it can be written at the end of the file; empty where it means nothing there."""
    if (value := files.value(text.encode())) is not None:
        return str(value)
    around = node.parent
    local: set[bytes] = set()
    while around is not None:
        if around.type == "template_declaration":
            listed = around.child_by_field_name("parameters")
            own = set(IDENTIFIER.findall(context.text(listed))) if listed is not None else set()
            local |= own - {name.encode() for name in bound}
        if around.type == "function_definition":
            body = context.code[around.start_byte : node.start_byte]
            local |= {
                w
                for w in IDENTIFIER.findall(text.encode())
                if re.search(rb"\b(?:auto|int|const|using|typedef)\b[^;{}]*\b" + w + rb"\b\s*[=;{]", body)
            }
        around = around.parent
    return "" if local & set(IDENTIFIER.findall(text.encode())) - {b"typename", b"class"} else text


def implied(wanted: tuple[TemplateParameter, ...]) -> list[tuple[str, ...]]:
    """Template arguments for a kernel that the file does not instantiate: float or int, usual sizes, both truths."""
    if any(not p.name for p in wanted):
        return [()]
    required = [p for p in wanted if not p.default]
    choices = [tuple(_implied(p, kind) for p in required) for kind in ("float", "int")]
    return list(dict.fromkeys(choices))


def _implied(parameter: TemplateParameter, kind: str) -> str:
    if parameter.type == "typename":
        return "int" if re.search(r"(?i)index|idx|int|offset|size", parameter.name) else kind
    if parameter.type == "bool":
        return "true" if kind == "float" else "false"
    if parameter.type in ("float", "double"):
        return "1.0f"
    if not parameter.is_integer:
        return f"static_cast<{parameter.type}>(0)"  # an enumeration
    return "128" if re.search(r"(?i)block|thread|bs|tpb", parameter.name) else "4"
