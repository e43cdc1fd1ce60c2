"""From an `asm` node of a file to the edits that put C++ in its place."""

import functools
import re
from typing import NamedTuple

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lines import line_start
from cass_tools.cuda.whole import holds
from cass_tools.model import Edit, Span
from cass_tools.ptx.carry import CarryRefusal
from cass_tools.ptx.carry_between import carry_of, macro_carry
from cass_tools.ptx.declared import Declared, declared
from cass_tools.ptx.emit import Translation, emit, render
from cass_tools.ptx.opening import first_statement, kernels_to
from cass_tools.ptx.operands import Surroundings
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.statement import Statement, read_statement
from cass_tools.substitutes import bring

_PARAMETERS = re.compile(rb"#[ \t]*define[ \t]+\w+\(([^()]*)\)[^\n]*\Z")
SEMICOLON = re.compile(rb"(?:\s|\\\r?\n)*;")
_INDENT = re.compile(rb"[ \t]*")


class Replacement(NamedTuple):
    """The edits for one statement, and a note on what a reader should know of them."""

    edits: tuple[Edit, ...]
    note: str = ""


def in_lambda(context: Context, span: Span) -> bool:
    """Whether a `return` here would only leave a lambda."""
    holder: Node | None = context.node_at(span.start, span.start + 1)
    while holder is not None and holder.type not in ("function_definition", "lambda_expression"):
        holder = holder.parent
    return holder is not None and holder.type == "lambda_expression"


def replacement(span: Span, context: Context) -> Replacement:
    """What to put in the place of the statement; Refusal where there is nothing."""
    return replaced(read_statement(context, span), span, context)


def replaced(statement: Statement, span: Span, context: Context) -> Replacement:
    """The same for a statement that is read already."""
    function = functions(context).at(span.start)
    macro = context.defines.index(span.start) is not None
    around = Surroundings(
        declared=_undeclared,
        macro=macro,
        kernel=function is not None and function.kernel and not in_lambda(context, span),
        parameters=_parameters(context, span.start) if macro else frozenset(),
    )
    known = tuple(declared(context, span.start, operand.text) for operand in statement.operands)
    translation, declared_carry = _emitted(statement, known, around, context, function)
    edits = [*declared_carry, edit(translation, span, context, macro=macro)]
    for name in translation.substitutes:
        edits += bring(context, name).edits
    if translation.barriers:
        edits += _start_barriers(context, span)
    return Replacement(tuple(edits), note(translation))


def _undeclared(_text: str) -> None:
    """What is known of variables is found before, for all operands."""


Known = tuple[Declared | None, ...]


def _emitted(
    statement: Statement, known: Known, around: Surroundings, context: Context, function: Function | None
) -> tuple[Translation, tuple[Edit, ...]]:
    """The statement as C++, and the edits for a carry that it shares with others."""
    try:
        return _translated(statement, known, around), ()
    except CarryRefusal:
        carry = macro_carry(context) if around.macro else carry_of(context, function) if function else None
        if carry is None:
            return _translated(statement, known, around._replace(carry_flag=True)), ()
        return _translated(statement, known, around._replace(carry=carry.name, carry_wide=carry.wide)), carry.edits


def _translated(statement: Statement, known: Known, around: Surroundings) -> Translation:
    found = _outcome(statement, known, around)
    if isinstance(found, Refusal):
        raise found.with_traceback(None)
    return found


@functools.lru_cache(maxsize=256)
def _outcome(statement: Statement, known: Known, around: Surroundings) -> Translation | Refusal:
    """The C++ of a statement, found out once: programs repeat theirs. `known` is what C++ says of each operand."""
    texts = (operand.text for operand in statement.operands)
    try:
        return emit(statement, around._replace(declared=dict(zip(texts, known, strict=True)).get))
    except Refusal as refusal:
        return refusal


def _parameters(context: Context, offset: int) -> frozenset[str]:
    """The parameters of the macro whose body holds byte `offset`."""
    index = context.defines.index(offset)
    if index is None or not context.defines.all[index].function_like:
        return frozenset()
    start = context.defines.all[index].start
    match = _PARAMETERS.search(context.code[max(0, start - 500) : start])
    return frozenset(re.findall(r"[A-Za-z_]\w*", match[1].decode())) if match is not None else frozenset()


def edit(translation: Translation, span: Span, context: Context, *, macro: bool) -> Edit:
    """The statement's text, with its semicolon where a block takes its place."""
    following = SEMICOLON.match(context.code, span.end)
    taken = translation.block and following is not None and _within(context, span.start, following.end())
    line = line_start(context.code, span.start)
    indent = _INDENT.match(context.data, line)
    text = render(translation, indent.group().decode() if indent else "", macro=macro, semicolon=taken)
    if holds(context.data, b"\r\n"):
        text = text.replace("\n", "\r\n")
    end = following.end() if taken and following is not None else span.end
    return Edit(Span(span.start, end), text.encode())


def _within(context: Context, start: int, end: int) -> bool:
    """Whether a macro body that holds `start` holds `end` as well."""
    index = context.defines.index(start)
    return index is None or end <= context.defines.all[index].end


def _start_barriers(context: Context, span: Span) -> list[Edit]:
    """Named barriers are counters in shared memory, which every kernel that uses them must clear first."""
    kernels = kernels_to(context, span.start)
    if not kernels:
        raise Refusal("The file has no kernel that could clear the counters of named barriers.", "bar.sync")
    return [first_statement(context, kernel, "cass::named_barrier();") for kernel in kernels]


def note(translation: Translation) -> str:
    """What a reader should know of the translation."""
    text = " ".join(translation.lines)
    notes = []
    if "wall_clock64()" in text:
        notes.append("The wall clock is taken to run at 100 MHz (`hipDeviceAttributeWallClockRate`).")
    if translation.barriers:
        notes.append("Groups of 32 lanes in one wavefront of 64 must not wait for each other at different barriers.")
    return " ".join(notes)
