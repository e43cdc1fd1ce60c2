"""From the use of a macro whose arguments make the text of `asm` statements to the edits that put C++ in its place.

One statement takes the place of the use. Where the macro makes more (a function around the statement, a value, several
statements), all that the preprocessor makes of the use does, with C++ for its statements.
"""

import re

from cass_tools.cuda import ptx
from cass_tools.cuda.arguments import closing_bracket
from cass_tools.cuda.asm_macros import Asm, statements
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import blank
from cass_tools.model import Edit, Source, Span
from cass_tools.ptx.carry import CarryRefusal
from cass_tools.ptx.declared import declared
from cass_tools.ptx.emit import Translation, emit
from cass_tools.ptx.operands import Surroundings
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.replace import SEMICOLON, Replacement, edit, in_lambda, note, replaced
from cass_tools.ptx.statement import read_statement, read_written
from cass_tools.substitutes import bring

_WRAPPED = re.compile(rb"(?:do\b\s*)?\{\s*(.*)\}(?:\s*while\s*\(\s*0\s*\))?\s*;?", re.S)
# What the other rules may have something to say of, which look at the macro's body and not at what it makes.
_VENDOR = re.compile(rb"\b(?:cuda\w+|cu[A-Z]\w+|CU[A-Z]*_\w+|__\w+|warpSize|(?:nv)?cuda(?=::))\b")
_PLAIN = frozenset(
    b"__device__ __host__ __global__ __forceinline__ __inline__ __inline __noinline__ __shared__ __constant__ "
    b"__restrict__ __restrict __volatile__ __extension__ __attribute__ __asm__ __syncthreads".split()
)


def use_replacement(span: Span, text: bytes, context: Context) -> Replacement:
    """What to put in the place of a macro's use that comes to `text`, with or without its semicolon."""
    wrapped = _WRAPPED.fullmatch(text)
    statement = (wrapped[1] if wrapped is not None else text).rstrip(b"; \t\r\n")
    opened = statement.find(b"(")
    if opened <= 0 or closing_bracket(blank(statement), opened) != len(statement) - 1:
        return _expansion(span, text, context)
    done = replaced(read_written(statement), span, context)
    if not text.endswith(b";") or SEMICOLON.match(context.code, span.end) is not None:
        return done
    ended = (e._replace(text=e.text + b";") if e.span == span and not e.text.endswith(b"}") else e for e in done.edits)
    return done._replace(edits=tuple(ended))


def made(text: bytes, context: Context) -> tuple[ptx.Assembly, bool]:
    """All assembly in what a macro makes, and whether it makes a function for the device around it."""
    inner = _alone(text, context)
    parts = [ptx.read(asm.text) for asm in statements(inner)]
    assembly = ptx.Assembly(
        "\n".join(part.template for part in parts),
        tuple(dict.fromkeys(name for part in parts for name in part.instructions)),
        tuple(dict.fromkeys(name for part in parts for name in part.registers)),
        any(part.operands for part in parts),
    )
    return assembly, any(function.device for function in functions(inner).all)


def _alone(text: bytes, context: Context) -> Context:
    return Context(Source(context.source.path, text), context.config)


def _expansion(span: Span, text: bytes, context: Context) -> Replacement:
    """The whole of what the macro makes; Refusal where that holds more than C++ and assembly."""
    inner = _alone(text, context)
    found = list(statements(inner))
    if not found:
        raise Refusal("What the macro makes could not be read.")
    _refuse_vendors_names(inner, found)
    edits, outside, notes = list[Edit](), list[Edit](), dict[str, None]()
    for asm in found:
        translation = _emitted(asm, inner, span, context)
        edits.append(edit(translation, asm.span, inner, macro=True))
        outside += [one for name in translation.substitutes for one in bring(context, name).edits]
        notes |= dict.fromkeys(filter(None, [note(translation)]))
    for one in reversed(edits):
        text = text[: one.span.start] + one.text + text[one.span.end :]
    return Replacement((Edit(span, text), *dict.fromkeys(outside)), " ".join(notes))


def _refuse_vendors_names(inner: Context, found: list[Asm]) -> None:
    """Names that other rules translate in the macro's body must not come back by its use."""
    for match in _VENDOR.finditer(inner.code):
        outside = not any(asm.span.start <= match.start() < asm.span.end for asm in found)
        if outside and match.group() not in _PLAIN:
            raise Refusal(f"The macro makes more than this statement: there is `{match.group().decode()}` as well.")


def _emitted(asm: Asm, inner: Context, span: Span, context: Context) -> Translation:
    """One statement of the expansion; variables are those of the expansion, then those around the use."""
    if not ptx.read(asm.text).template and ptx.read(asm.text).operands:
        raise Refusal("One of the macro's statements is empty, and has operands.")
    at = asm.span.start
    function: Function | None = functions(inner).at(at)
    place, holder = (inner, function) if function is not None else (context, functions(context).at(span.start))
    around = Surroundings(
        declared=lambda name: declared(inner, at, name) or declared(context, span.start, name),
        kernel=holder is not None and holder.kernel and not in_lambda(place, asm.span if place is inner else span),
    )
    statement = read_statement(inner, asm.span)
    try:
        translation = emit(statement, around)
    except CarryRefusal:
        translation = emit(statement, around._replace(carry_flag=True))
    if translation.barriers:
        raise Refusal("A macro that makes more than one statement uses named barriers.", "bar.sync")
    return translation
