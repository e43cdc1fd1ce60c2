"""A carry that goes from one `asm` statement of a function to the next: a variable of the function holds it."""

import functools
import re
from typing import NamedTuple

from cass_tools.cuda.context import Context
from cass_tools.cuda.expand import with_users
from cass_tools.cuda.kernels import Function
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.nodes import by_kind, kinds
from cass_tools.model import Edit, Span
from cass_tools.ptx.carry import chained, check_chain
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.statement import read_statement
from cass_tools.ptx.text import Instruction, Program, read_text

_LINK = re.compile(rb"\b(?:(?:add|sub|mad)c|(?:add|sub|mad)[\w.]*\.cc)\.")


class Carry(NamedTuple):
    """The variable, whether it has 64 bits, and the edit that declares it where the function begins."""

    name: str
    wide: bool
    edits: tuple[Edit, ...]


@functools.lru_cache(maxsize=64)
def carry_of(context: Context, function: Function) -> Carry | None:
    """The carry of a function whose statements begin every chain and end it; None where another has a part.

    That is another function, or a macro.
    """
    if not _linking_macros(context).isdisjoint(IDENTIFIER.findall(context.code, function.start, function.end)):
        return None
    links: list[Instruction] = []
    for node in by_kind(function.node, kinds({"gnu_asm_expression": "asm"})).get("asm", ()):
        try:
            statement = read_statement(context, context.span(node))
            numbers = {operand.name: index for index, operand in enumerate(statement.operands) if operand.name}
            body = read_text(statement.template, numbers).body
        except Refusal:
            continue
        links += [item for item in body if isinstance(item, Instruction) and chained(item)]
    try:
        check_chain(Program(tuple(links), {}))
    except Refusal:
        return None
    widths = {link.modifiers[-1].endswith("64") for link in links}
    if len(widths) != 1:
        return None
    wide = widths.pop()
    taken = set(IDENTIFIER.findall(context.code, function.start, function.end))
    name = next(n for n in ("carry", "carry_flag", "asm_carry", "cass_carry") if n.encode() not in taken)
    c_type = "unsigned long long" if wide else "unsigned"
    place = function.body + 1
    return Carry(name, wide, (Edit(Span(place, place), f" {c_type} {name} = 0;".encode()),))


@functools.lru_cache(maxsize=4)
def _linking_macros(context: Context) -> frozenset[bytes]:
    """The macros of the file that bring a link of a chain."""
    defines = context.defines
    made = (d.name for d in defines.all if _LINK.search(context.data[d.start : d.end]))
    return frozenset(with_users(context, frozenset(made)))
