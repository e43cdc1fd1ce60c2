"""Device functions that no kernel of their file calls: each gets a kernel whose threads call it on elements of buffers.

`cass_wrapper::f` has the parameters of `f` as buffers, and one more for what it returns. A thread takes the element of
its number from each; a parameter that is a pointer gets a piece of `PIECE` elements.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tree_sitter import Node

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.drivers.files import scopes
from cass_tools.drivers.signatures import Parameter, parameters, template_parameters
from cass_tools.model import Source
from cass_tools.trial import Unit

NAMESPACE, PIECE = "cass_wrapper", 16
_UNFIT = re.compile(r"&&|\(\s*[*&]|\.\.\.|\b(?:auto|decltype|volatile)\b|\*\s*(?:const\s*)?[*&]")
_ARRAY = re.compile(r"\[[^\]]*\]\s*$")


class Wrapper(NamedTuple):
    """A function to be called: its scopes and name, what it returns ("void": nothing), what it takes."""

    scope: tuple[str, ...]
    name: str
    head: str
    arguments: str
    result: str
    parameters: tuple[Parameter, ...]

    def text(self) -> str:
        """The kernel, in one line."""
        takes = [f"{self.result} *cass_result"] if self.result != "void" else []
        gives = []
        for number, (name, kind) in enumerate(self.parameters):
            called = name or f"cass_{number}"
            plain = _ARRAY.sub("*", kind).replace("&", "").strip()
            points = plain.endswith("*")
            element = plain.rstrip("*").strip() if points else re.sub(r"\bconst\b", "", plain).strip()
            takes.append(f"{element} *{called}")
            gives.append(f"{called} + cass_at * {PIECE}" if points else f"{called}[cass_at]")
        target = "::".join(("", *self.scope, self.name)) + self.arguments
        call = f"{target}({', '.join(gives)});"
        opening = "".join(f"namespace {each} {{ " for each in (*self.scope, NAMESPACE))
        return (
            f"{opening}{self.head}__global__ void {self.name}({', '.join(takes)}) {{ "
            "const unsigned cass_at = blockIdx.x * blockDim.x + threadIdx.x; "
            f"{'' if self.result == 'void' else 'cass_result[cass_at] = '}{call} }} " + "}" * (len(self.scope) + 1)
        )


def wrapped(unit: Unit, config: Config) -> Unit:
    """The unit with a kernel at its end for each function that needs one."""
    found = list(wrappers(Context(Source(unit.path, unit.data), config)))
    if not found:
        return unit
    lines = "\n".join(wrapper.text() for wrapper in found)
    return replace(unit, data=unit.data + f"\n{lines}\n".encode())


def wrappers(context: Context) -> Iterator[Wrapper]:
    """What to call in a file: its functions of the GPU that take and return values, pointers and references."""
    listed = functions(context).all
    reached = _reached(context, listed)
    names = [f.name for f in listed]
    for each in listed:
        if each.kernel or not each.device or not each.name or each.name in reached or names.count(each.name) > 1:
            continue
        made = _wrapper(context, each)
        if made is not None:
            yield made


def _reached(context: Context, listed: list[Function]) -> set[bytes]:
    """Names that other functions of the GPU use: whatever calls them is tried with them."""
    bodies = ((f.name, IDENTIFIER.findall(context.code, f.body, f.end)) for f in listed if f.device)
    return {word for name, words in bodies for word in words if word != name}


def _wrapper(context: Context, function: Function) -> Wrapper | None:
    scope = tuple(scopes(context, function.node))
    if _inside_class(function.node):
        return None
    result = _result(context, function.node)
    takes = tuple(parameters(context, function.node))
    if not result or _UNFIT.search(result) or not takes or any(_UNFIT.search(p.type) for p in takes):
        return None
    templates = template_parameters(context, function.node)
    head = arguments = ""
    if templates:
        if any(not t.name or "..." in t.type for t in templates):
            return None
        head = f"template <{', '.join(f'{t.type} {t.name}' for t in templates)}> "
        arguments = f"<{', '.join(t.name for t in templates)}>"
    return Wrapper(scope, function.name.decode(), head, arguments, result, takes)


def _inside_class(node: Node) -> bool:
    above = node.parent
    while above is not None:
        if above.type in ("class_specifier", "struct_specifier", "union_specifier", "function_definition"):
            return True
        above = above.parent
    return False


def _result(context: Context, node: Node) -> str:
    """The type that a function returns, without qualifiers; empty for a pointer, a constructor, an operator."""
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if kind is None or declarator is None or declarator.type != "function_declarator":
        return ""
    named = declarator.child_by_field_name("declarator")
    return context.text(kind).decode() if named is not None and named.type == "identifier" else ""
