"""What C++ says about the operands of a statement: types of the variables that are declared around it."""

import functools
import re
from typing import NamedTuple

from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.nodes import by_kind, kinds

_KINDS = {
    "int": "s32",
    "signed": "s32",
    "int32_t": "s32",
    "unsigned": "u32",
    "unsigned int": "u32",
    "uint32_t": "u32",
    "uint": "u32",
    "short": "s16",
    "int16_t": "s16",
    "unsigned short": "u16",
    "uint16_t": "u16",
    "ushort": "u16",
    "signed char": "s8",
    "int8_t": "s8",
    "unsigned char": "u8",
    "uint8_t": "u8",
    "long long": "s64",
    "long long int": "s64",
    "unsigned long long": "u64",
    "unsigned long long int": "u64",
    "uint64_t": "u64",
    "int64_t": "s64",
    "size_t": "u64",
    "float": "f32",
    "double": "f64",
    "bool": "pred",
}
_QUALIFIER = re.compile(r"\b(?:const|volatile|std::|register|static|__restrict__|__restrict)\s*")
_ROLES = {
    "declaration": "d",
    "parameter_declaration": "d",
    "optional_parameter_declaration": "d",
}


class Declared(NamedTuple):
    """`kind` is the scalar type, "" if unknown; `pointers` counts the stars; `reference` may alias anything."""

    kind: str
    pointers: int
    reference: bool


@functools.lru_cache(maxsize=64)
def _in_function(context: Context, start: int) -> dict[str, Declared | None]:
    """The variables of the function whose definition begins at `start`; None where two declarations differ."""
    function = functions(context).at(start)
    if function is None:
        return {}
    found: dict[str, Declared | None] = {}
    for node in by_kind(function.node, kinds(_ROLES)).get("d", ()):
        kind = node.child_by_field_name("type")
        for child in node.children_by_field_name("declarator"):
            inner = child.child_by_field_name("declarator") if child.type == "init_declarator" else child
            if kind is None or inner is None or "function" in inner.type:
                continue
            text = (inner.text or b"").decode()
            name = re.search(r"[A-Za-z_]\w*", _QUALIFIER.sub("", text))
            if name is None:
                continue
            plain = " ".join(_QUALIFIER.sub("", (kind.text or b"").decode()).split())
            stars = text.count("*") + text.count("[")
            declared = Declared(_KINDS.get(plain, ""), stars, "&" in text)
            found[name.group()] = None if found.get(name.group(), declared) != declared else declared
    return found


def declared(context: Context, offset: int, text: str) -> Declared | None:
    """What is known of the variable `text` at byte `offset`; None if it is no plain variable, or not known."""
    function = functions(context).at(offset)
    if function is None or context.defines.index(offset) is not None:
        return None
    return _in_function(context, function.start).get(text)
