"""What a translation adds where functions begin: the place, and which kernels come to a statement."""

import re

from cass_tools.cuda.context import Context
from cass_tools.cuda.expand import with_users
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Edit, Span

_NEXT_LINE = re.compile(rb"[ \t]*(?://[^\n]*)?(\r?\n)(?:[ \t]*\r?\n)*([ \t]*)")


def first_statement(context: Context, function: Function, text: str) -> Edit:
    """`text` as the first statement of a function: on a line of its own where the body's first statement has one."""
    at = function.body + 1
    line = _NEXT_LINE.match(context.data, at)
    if line is None:
        return Edit(Span(at, at), f" {text}".encode())
    return Edit(Span(line.start(1), line.start(1)), line[1] + line[2] + text.encode())


def kernels_to(context: Context, offset: int) -> list[Function]:
    """The kernels that come to byte `offset` by calls and macros of the file; all of them where none is known to."""
    kernels = [function for function in functions(context).all if function.kernel]
    function, index = functions(context).at(offset), context.defines.index(offset)
    if index is None and function is not None and function.kernel:
        return [function]
    name = context.defines.all[index].name if index is not None else function.name if function is not None else b""
    reaching, bodies = (
        {name},
        [(f, set(IDENTIFIER.findall(context.code, f.body, f.end))) for f in functions(context).all],
    )
    before = 0
    while len(reaching) > before:
        before = len(reaching)
        reaching = with_users(context, frozenset(reaching))
        reaching |= {f.name for f, words in bodies if f.name and not reaching.isdisjoint(words)}
    return [kernel for kernel in kernels if kernel.name in reaching] or kernels
