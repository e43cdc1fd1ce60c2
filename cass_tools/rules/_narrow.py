"""Places of 32 bits that a lane mask of 64 ends in: members, elements, casts, parameters, cases, initialisers."""

import re
from collections.abc import Iterator

from cass_tools.cuda.constants import constants, type_bits
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.model import Span
from cass_tools.rules._mask_parameters import parameters

_INTEGER = rb"\b(?:const\s+|volatile\s+)*(?:unsigned\s+int|unsigned(?!\s+long)|u?int(?:32_t)?)\s+"
_FULL = 0xFFFFFFFF


def place(inner: Node, holder: Node, context: Context) -> str | None:
    """What of 32 bits takes the value of `inner`, a part of `holder`, in words; None if nothing that is known does."""
    match holder.type:
        case "assignment_expression":
            left = holder.child_by_field_name("left")
            return _target(left, context) if left is not None and left != inner else None
        case "argument_list":
            return _argument(inner, holder, context)
        case "condition_clause":
            return _switch(holder, context)
        case "initializer_list":
            return _initialiser(holder, context)
    return None


def kept(function: bytes, context: Context) -> Iterator[tuple[Span, str]]:
    """Variables of 32 bits that are made of a function's result: the call, and the variable in words."""
    pattern = _INTEGER + rb"(\w+)\s*=\s*(" + re.escape(function) + rb"\s*\()"
    for match in re.finditer(pattern, context.code):
        yield Span(match.start(2), match.end(2) - 1), f"the 32-bit variable `{_text(match[1])}`"


def _target(left: Node, context: Context) -> str | None:
    if left.type == "subscript_expression":
        base = left.child_by_field_name("argument")
        if base is None:
            return None
        narrow = _target(base, context) is not None if base.type == "field_expression" else _variable(base, context)
        return f"a 32-bit element of `{_text(context.text(base))}`" if narrow else None
    member = left.child_by_field_name("field") if left.type == "field_expression" else None
    name = context.text(member) if member is not None else b""
    return f"the 32-bit member `{_text(name)}`" if name and _declares(name, context.code) else None


def _declares(name: bytes, code: bytes) -> bool:
    """Whether all that declares the name as an integer gives it 32 bits."""
    narrow = re.search(_INTEGER + rb"(?:\w+\s*,\s*)*" + re.escape(name) + rb"\s*[,;=\[{:]", code)
    wide = re.search(rb"\b(?:long|u?int64_t|size_t)\s+" + re.escape(name) + rb"\s*[,;=\[{:]", code)
    return narrow is not None and wide is None


def _variable(node: Node, context: Context) -> bool:
    function, name = functions(context).at(node.start_byte), context.text(node)
    return (function is not None and flow(context, function).bits(name) == 32) or _declares(name, context.code)


def _argument(inner: Node, holder: Node, context: Context) -> str | None:
    """A conversion written as a call, or a call of a function of the file."""
    call = holder.parent
    called = call.child_by_field_name("function") if call is not None else None
    if called is None:
        return None
    target = called.child_by_field_name("arguments") if called.type == "template_function" else called
    text = context.text(target).strip(b"<> ") if target is not None else b""
    if type_bits(text) == 32:
        return f"a cast to `{_text(text)}`"
    at = [child for child in holder.named_children if child.type != "comment"].index(inner)
    for function in functions(context).all:
        known = [*parameters(function.node)] if function.name == context.text(called) else []
        kind = known[at].child_by_field_name("type") if at < len(known) else None
        if kind is not None and type_bits(context.text(kind)) == 32:
            return f"a parameter of `{_text(function.name)}` of 32 bits"
    return None


def _switch(holder: Node, context: Context) -> str | None:
    switch = holder.parent
    if switch is None or switch.type != "switch_statement":
        return None
    code = context.code[switch.start_byte : switch.end_byte]
    values = (constants(context).evaluate(each) for each in re.findall(rb"\bcase\b([^:;{}]+):", code))
    full = any(value is not None and value.bits == 32 and value.pattern == _FULL for value in values)
    return "a case of 32 bits" if full else None


def _initialiser(holder: Node, context: Context) -> str | None:
    above = holder.parent
    declaration = above.parent if above is not None and above.type == "init_declarator" else None
    kind = declaration.child_by_field_name("type") if declaration is not None else None
    if kind is None:
        return None
    name = context.text(kind)
    if type_bits(name) == 32:
        return f"a value of type `{_text(name)}`"
    found = re.search(rb"\bstruct\s+" + re.escape(name) + rb"\s*\{([^{}]*)\}", context.code)
    narrow = found is not None and re.search(_INTEGER, found[1]) is not None
    return f"a member of `{_text(name)}` of 32 bits" if narrow else None


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")
