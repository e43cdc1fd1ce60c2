"""Names of a file's own functions, with those that uses of its macros define: `OPERATION(mulhi, "mul.hi.s32")`."""

import functools

from cass_tools.cuda.context import Context
from cass_tools.cuda.expand import TooLargeError, macros, uses, written
from cass_tools.cuda.kernels import functions
from cass_tools.model import Source


@functools.lru_cache(maxsize=4)
def own_functions(context: Context) -> frozenset[bytes]:
    """The functions that a file defines, by name."""
    return functions(context).names | _made(context)


def _made(context: Context) -> frozenset[bytes]:
    """Those of macros; empty for most files, whose macros make none."""
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
    if not texts:
        return frozenset()
    return functions(Context(Source(context.source.path, b"\n".join(texts)), context.config)).names


def _may_define(body: bytes) -> bool:
    """Whether the text of a macro can hold a function with its body."""
    opened = body.find(b"(")
    return 0 < opened < body.find(b"{", opened)
