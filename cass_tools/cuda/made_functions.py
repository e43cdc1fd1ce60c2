"""Names of the functions that uses of a file's macros define: `OPERATION(mulhi, "mul.hi.s32")`."""

import functools

from cass_tools.cuda.context import Context
from cass_tools.cuda.expand import TooLargeError, macros, uses, written
from cass_tools.cuda.kernels import functions
from cass_tools.model import Source


@functools.lru_cache(maxsize=4)
def made_functions(context: Context) -> frozenset[bytes]:
    """The functions by name; empty for most files, whose macros make none."""
    bodies = {define.name for define in context.defines.all if _may_define(context.defines.text(define))}
    if not bodies:
        return frozenset()
    known, inside = macros(context), functions(context)
    texts = list[bytes]()
    for use in uses(context, frozenset(bodies)):
        if inside.at(use.start) is None:
            try:
                texts.append(written(known.expand(use.start, use.end)))
            except TooLargeError:
                continue
    return (
        functions(Context(Source(context.source.path, b"\n".join(texts)), context.config)).names
        if texts
        else frozenset()
    )


def _may_define(body: bytes) -> bool:
    """Whether the text of a macro can hold a function with its body."""
    opened = body.find(b"(")
    return 0 < opened < body.find(b"{", opened)
