"""Edits that put one call in the place of another: HIP's own, or one of a substitute that comes into the file."""

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Span
from cass_tools.substitutes import bring

_SUBSTITUTE = "cass::"


def replaced(context: Context, call: Node, by: str) -> tuple[Edit, ...]:
    """Write `by` instead of the name that is called; nothing where the call cannot be read.

    `by` may end with the first arguments (`cass::divide_rounded<float, 1>(1, `) or with the call of another function
    whose result it takes (`cass::saturated(__hadd(`), and replaces the whole call if it opens with two parentheses.
    A name of `cass::` is brought into the file.
    """
    called, arguments = call.child_by_field_name("function"), context.arguments(call)
    if called is None:
        return ()
    where = Span(called.start_byte, called.end_byte)
    if by.startswith("(("):
        where = Span(call.start_byte, call.end_byte)
    elif by.endswith((", ", "(")):
        if not arguments or context.code[called.end_byte : arguments[0].start].strip() != b"(":
            return ()
        where = Span(called.start_byte, arguments[0].start)
    edits = [Edit(where, by.encode())]
    edits += [Edit(Span(call.end_byte, call.end_byte), b")")] * (by.count("(") - 1 if by.endswith("(") else 0)
    if not by.startswith(_SUBSTITUTE):
        return tuple(edits)
    name = by.removeprefix(_SUBSTITUTE).partition("<")[0].partition("(")[0]
    return (*edits, *bring(context, name).edits)
