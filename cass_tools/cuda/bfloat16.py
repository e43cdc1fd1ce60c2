"""Values that may be bfloat16, for which HIP lacks functions that it has for every other type."""

from typing import TYPE_CHECKING

from cass_tools.cuda.constants import type_bits
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import first

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.model import Span

_BFLOAT16 = Pattern(rb"bfloat16")
_OTHER = Pattern(rb"(?:const |volatile |static |__restrict__ )*(?:float|double|bool|char|(?:__)?half2?)(?:\s*[&*].*|)")


def may_be_bfloat16(context: "Context", value: "Span") -> bool:
    """Whether the file knows bfloat16 and the value is one, or of a type that the function does not tell."""
    if first(_BFLOAT16, context.code) is None:
        return False
    text = context.code[value.start : value.end]
    names = IDENTIFIER.findall(text)
    function = functions(context).at(value.start)
    if _BFLOAT16.search(text) or function is None:
        return True
    types = [flow(context, function).types.get(name) for name in names]
    if any(kind is not None and _BFLOAT16.search(kind) for kind in types):
        return True
    known = [kind for kind in types if kind is not None]
    return bool(names) and not any(type_bits(kind) is not None or _OTHER.fullmatch(kind.strip()) for kind in known)
