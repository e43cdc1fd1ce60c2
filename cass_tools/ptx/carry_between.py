"""A carry that goes from one `asm` statement of a function to the next: a variable of the function holds it.

The statements may come from macros, as in `ADD_CC(r[0], a[0], b[0]); ADDC(r[1], a[1], b[1]);`: then the variable has
the same name in all functions that use such macros.
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.cuda.asm_macros import expansions, statements
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Edit, Source
from cass_tools.ptx.carry import READERS, chained, crossed
from cass_tools.ptx.opening import first_statement
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.statement import Statement, read_statement, read_written
from cass_tools.ptx.text import Instruction, read_text

_UNITS = (".cu", ".cpp", ".cc", ".cxx", ".c", ".hip")
_NAMES = ("carry", "carry_flag", "asm_carry", "cass_carry")


class Carry(NamedTuple):
    """The variable, whether it has 64 bits, and the edits that declare it where functions begin."""

    name: str
    wide: bool
    edits: tuple[Edit, ...]


class _Links(NamedTuple):
    """What of a function hands on carries, in its order; `macros` says whether a macro makes some of it."""

    function: Function
    instructions: list[Instruction]
    macros: bool

    @property
    def begins(self) -> bool:
        return self.instructions[0].opcode not in READERS


def carry_of(context: Context, function: Function) -> Carry | None:
    """The carry of a function whose statements begin every chain and end it; None where another function has a part."""
    for links in _all(context):
        if links.function == function:
            return macro_carry(context) if links.macros else _carry(context, (links,))
    return None


@functools.lru_cache(maxsize=4)
def macro_carry(context: Context) -> Carry | None:
    """The carry that macros hand on in all functions of the file that use them; None where others may use them too."""
    if context.source.path.suffix not in _UNITS:
        return None
    return _carry(context, tuple(links for links in _all(context) if links.macros))


def _carry(context: Context, group: tuple[_Links, ...]) -> Carry | None:
    if not group or not all(links.begins for links in group):
        return None
    # Nothing goes on with what a last link gives; the functions of a header may be links of other files' chains.
    dropped = context.source.path.suffix in _UNITS and all(links.begins for links in _all(context))
    if not dropped and any("cc" in links.instructions[-1].modifiers for links in group):
        return None
    widths = {link.modifiers[-1].endswith("64") for links in group for link in links.instructions}
    if len(widths) != 1 or any(crossed(links.instructions) for links in group):
        return None
    wide = widths.pop()
    parts = [(links.function.start, links.function.end) for links in group]
    if any(links.macros for links in group):
        parts = [(0, len(context.code))]
    taken = {word for start, end in parts for word in IDENTIFIER.findall(context.code, start, end)}
    name = next(n for n in _NAMES if n.encode() not in taken)
    declaration = f"{'unsigned long long' if wide else 'unsigned'} {name} = 0;"
    return Carry(name, wide, tuple(first_statement(context, links.function, declaration) for links in group))


@functools.lru_cache(maxsize=4)
def _all(context: Context) -> tuple[_Links, ...]:
    """The links of every function that has some."""
    found, macros = list[_Found](), set[bytes]()
    for asm in statements(context):
        if asm.define is not None:
            macros.add(asm.define.name)
        else:
            found.append(_Found(asm.span.start, False, _links(partial(read_statement, context, asm.span))))
    for one in expansions(context, frozenset(macros)) if macros else ():
        made = Context(Source(Path("statement.cu"), one.text), Config())
        links = [link for asm in statements(made) for link in _links(partial(read_written, asm.text))]
        found.append(_Found(one.use.start, True, links))
    return tuple(_by_function(context, sorted(each for each in found if each.links)))


class _Found(NamedTuple):
    at: int
    macro: bool
    links: list[Instruction]


def _links(read: Callable[[], Statement]) -> list[Instruction]:
    """The instructions of one statement that have to do with carries; none where it cannot be read."""
    try:
        statement = read()
        numbers = {operand.name: index for index, operand in enumerate(statement.operands) if operand.name}
        body = read_text(statement.template, numbers).body
    except Refusal:
        return []
    return [item for item in body if isinstance(item, Instruction) and chained(item)]


def _by_function(context: Context, found: Iterable[_Found]) -> Iterator[_Links]:
    for function, group in itertools.groupby(found, lambda each: functions(context).at(each.at)):
        parts = list(group)
        if function is not None:
            yield _Links(function, [link for part in parts for link in part.links], any(part.macro for part in parts))
