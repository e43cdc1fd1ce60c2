"""What is wrong with one statement, in words of the instruction set: from the assembler's message to a reason."""

import difflib
import re
from typing import NamedTuple

from cass_tools.asm import opcodes
from cass_tools.asm.assembler import Message
from cass_tools.asm.kinds import kind_of
from cass_tools.asm.program import Program
from cass_tools.asm.statements import Form, Operand, Registers, Statement, operands, registers_in
from cass_tools.model import Span

_NUMBER = re.compile(r"-?(?:0x[0-9a-fA-F]+|\d+)$")
_SYNTAX = re.compile(r"unknown token in expression|unterminated.*|missing expression|.*parenthes.*|.*bracket.*")
_VAGUE = re.compile(r"invalid operand for|too (?:few|many) operands|not a valid operand|failed parsing")
WIDE = 1 << 32


class Reason(NamedTuple):
    """`kind` is a name in kinds.tsv; `message` what is wrong, `suggestion` why, and what to do."""

    kind: str
    message: str
    suggestion: str
    span: Span


def refine(message: Message, program: Program) -> Reason:
    """The class, place and reason of what the assembler said."""
    kind, reason = kind_of(message.text)
    if not message.line or message.line > len(program.lines.starts):
        return Reason(kind, message.text, reason, Span(0, 0))
    start = min(program.lines.starts[message.line - 1] + message.column - 1, len(program.data))
    statement = program.by_line.get(message.line)
    if statement is None or not statement.span.start <= start <= statement.span.end:
        return Reason(kind, message.text, reason, _word(program, start))
    if statement.form is not Form.INSTRUCTION:
        return _directive(Reason(kind, message.text, reason, _word(program, start)), statement, program)
    found = _OF_KIND.get(kind, _as_said)(Reason(kind, message.text, reason, Span(start, start)), statement, program)
    return found if found.span.end > found.span.start else found._replace(span=_word(program, start))


def _word(program: Program, start: int) -> Span:
    """The word or operand that begins at an offset."""
    found = re.compile(rb"[\w.$@:]+(?:\[[^\]\n]*\])?|[^\s]").match(program.data, start)
    return Span(start, found.end() if found else start)


def _word_text(program: Program, word: Span) -> str:
    return program.data[word.start : word.end].decode("latin-1")


def _as_said(found: Reason, statement: Statement, program: Program) -> Reason:
    return found


def _directive(found: Reason, statement: Statement, program: Program) -> Reason:
    """An error in a line that is no instruction."""
    kept = {"redefinition", "recursive-symbol", "missing-file", "target-mismatch"}
    if found.kind == "redefinition":
        name = statement.name if statement.form is not Form.DIRECTIVE else statement.operands.partition(",")[0].strip()
        first = program.labels.get(name)
        where = f"it is defined first in line {first.line}" if first and first.line != statement.line else ""
        return found._replace(suggestion=where or found.suggestion)
    if found.kind == "target-mismatch":
        return found._replace(suggestion=f"It was assembled for {program.gpu}; --mcpu names another GPU.")
    if found.kind in kept or (found.kind == "syntax" and _SYNTAX.fullmatch(found.message)):
        return found
    if statement.form is Form.DIRECTIVE and statement.name.startswith(".L") and not statement.operands:
        return Reason("syntax", f"{statement.name} is no directive", "A label ends with a colon.", statement.span)
    if statement.name[0] not in ".\"'" and statement.form is not Form.ASSIGNMENT:
        return found
    if "unknown directive" in found.message:
        return _unknown_directive(found, statement)
    return found._replace(kind="directive")


DIRECTIVES = (
    *(".amdgcn_target", ".amdhsa_code_object_version", ".amdgpu_metadata", ".end_amdgpu_metadata", ".amdhsa_kernel"),
    *(".end_amdhsa_kernel", ".amdgpu_lds", ".text", ".section", ".globl", ".weak", ".protected", ".hidden", ".type"),
    *(".p2align", ".p2alignl", ".size", ".set", ".long", ".short", ".byte", ".quad", ".zero", ".fill", ".ascii"),
    *(".asciz", ".ident", ".addrsig", ".addrsig_sym", ".file", ".loc", ".include", ".incbin"),
)


def _unknown_directive(found: Reason, statement: Statement) -> Reason:
    name = statement.name
    if name.startswith(".amdhsa_"):
        text = f"{name} is known only between .amdhsa_kernel and .end_amdhsa_kernel, or not at all"
        return Reason("directive", text, "Is the block's first line damaged?", statement.name_span)
    near = difflib.get_close_matches(name, DIRECTIVES, n=1, cutoff=0.7)
    hint = f"The nearest name is {near[0]}." if near else "The assembler has no directive of this name."
    return Reason("directive", f"{name} is no directive", hint, statement.name_span)


def _unknown_instruction(found: Reason, statement: Statement, program: Program) -> Reason:
    name, span = statement.name, statement.name_span
    others = opcodes.elsewhere(name, program.isa)
    if others:
        return _other_gpu(found, statement, program)
    near = opcodes.like(name, program.isa)
    said = re.search(r"did you mean:? (.*?)\??$", found.message)
    near = near or ([said[1].rstrip("?")] if said else [])
    hint = f"The nearest names of {program.gpu} are {', '.join(near)}." if near else ""
    form = opcodes.plain(name)
    if form != name and opcodes.known(form, program.isa):
        hint = f"{program.gpu} has {form}, but not in the form that the suffix asks for."
        return Reason("not-on-this-gpu", f"{name} does not exist", hint, span)
    text = f"{name} is no instruction of any AMD GPU that is known here"
    return Reason("unknown-instruction", text, hint or "No name is near it.", span)


def _other_gpu(found: Reason, statement: Statement, program: Program) -> Reason:
    name, span = statement.name, statement.name_span
    others = opcodes.elsewhere(name, program.isa)
    spelled = opcodes.spelled_for(name, program.isa)
    if spelled and opcodes.plain(name) != opcodes.plain(spelled):
        hint = f"{program.gpu} calls it {spelled}."
    elif spelled:
        hint = f"{program.gpu} has {opcodes.plain(name)}, but not with this form, these operands or modifiers."
    else:
        near = [each for each in opcodes.like(name, program.isa) if each != opcodes.plain(name)]
        hint = f"{program.gpu} has {', '.join(near)}." if near else f"{program.gpu} needs several instructions for it."
    has = f"; {' and '.join(others[-3:])} {'has' if len(others) == 1 else 'have'} it" if others else ""
    if found.kind == "not-on-this-gpu" and spelled and opcodes.plain(name) == opcodes.plain(spelled):
        return Reason("not-on-this-gpu", f"{program.gpu} does not have this form of {name}", hint, span)
    return Reason("not-on-this-gpu", f"{program.gpu} has no {name}{has}", hint, span)


def _at(statement: Statement, offset: int) -> tuple[int, Operand] | None:
    """The operand that an offset lies in, with its number."""
    for number, operand in enumerate(operands(statement)):
        if operand.span.start <= offset <= operand.span.end:
            return number, operand
    return None


def _alignment(found: Reason, statement: Statement, program: Program) -> Reason:
    named = [r for r in registers_in(statement.operands, statement.at) if r.width > 1 and not is_aligned(r, program)]
    here = next((r for r in named if r.span.start <= found.span.start <= r.span.end), named[0] if named else None)
    if here is None:
        return found
    text = program.data[here.span.start : here.span.end].decode("latin-1")
    unit, rule = _alignment_rule(here)
    below = here.first - here.first % unit
    near = " or ".join(f"{here.file}[{n}:{n + here.width - 1}]" for n in (below, below + unit))
    return Reason("register-alignment", f"{text} starts at {here.first}: {rule}", f"Aligned are {near}.", here.span)


def is_aligned(register: Registers, program: Program) -> bool:
    """Whether a tuple may start where it does."""
    if register.file in "va":
        return program.isa not in ("gfx90a", "gfx940") or register.width == 1 or register.first % 2 == 0
    return register.first % _alignment_rule(register)[0] == 0


def _alignment_rule(register: Registers) -> tuple[int, str]:
    if register.file in "va":
        return 2, "on this GPU a tuple of vector registers must start at an even number"
    if register.width == 1:
        return 1, ""
    if register.width == 2:
        return 2, "a pair of scalar registers must start at an even number"
    return 4, f"{register.width} scalar registers must start at a multiple of 4"


def _range(found: Reason, statement: Statement, program: Program) -> Reason:
    lanes = "s0 to s101" if program.family == 9 else "s0 to s105"
    hint = f"{program.gpu} has {lanes} and v0 to v255; the first register of a range comes before its last."
    here = _at(statement, found.span.start)
    text = here[1].text.split()[0] if here else statement.operands
    return Reason(
        "register-range", f"{text} is no register of {program.gpu}", hint, here[1].span if here else found.span
    )


def _constant_bus(found: Reason, statement: Statement, program: Program) -> Reason:
    scalars = list(
        dict.fromkeys(_text(r, program) for r in registers_in(statement.operands, statement.at) if r.file == "s")
    )
    literals = [o.text for o in operands(statement)[1:] if _is_literal(o.text)]
    most = "one scalar value" if program.family == 9 else "two scalar values"
    reads = ", ".join(dict.fromkeys((*scalars, *literals)))
    hint = (
        f"A vector instruction of {program.gpu} can read {most} (SGPRs, vcc, m0, a literal); move one to a VGPR first."
    )
    return Reason("constant-bus", f"{statement.name} reads too many scalar values: {reads}", hint, found.span)


def _text(register: Registers, program: Program) -> str:
    return program.data[register.span.start : register.span.end].decode("latin-1")


def _is_literal(text: str) -> bool:
    return bool(_NUMBER.match(text)) and not -16 <= int(text, 0 if "x" in text else 10) <= 64


def value_of(text: str) -> int | None:
    """The value of a plain number."""
    return int(text, 0 if "x" in text else 10) if _NUMBER.match(text) else None


def _operand(found: Reason, statement: Statement, program: Program) -> Reason:
    """`invalid operand for instruction` says little: look at the operand."""
    if not _VAGUE.match(found.message):
        return found
    given, here = operands(statement), _at(statement, found.span.start)
    table = opcodes.known(statement.name, program.isa)
    if "too few" in found.message:
        return _too_few(found, statement, program)
    if here is None:
        return found
    number, operand = here
    first = operand.text.split()[0]
    span = Span(operand.span.start, operand.span.start + len(first))
    word = _word(program, found.span.start)
    is_name = re.match(r"[A-Za-z_]\w*(?::|$)", _word_text(program, word)) is not None
    if word.start >= span.end and is_name and next(registers_in(_word_text(program, word)), None) is None:
        text = f"{statement.name} does not take {_word_text(program, word)} on {program.gpu}"
        return Reason("modifier", text, "Behind its operands stand only the modifiers that its encoding has.", word)
    value = value_of(operand.text)
    if value is not None and not -(1 << 31) <= value < WIDE:
        hint = "Set the two halves of the register pair one by one with s_mov_b32."
        text = f"{operand.text} needs more than 32 bits; a literal has 32"
        return Reason("literal", text, hint, span)
    if table is not None:
        most = max(len(row.slots) for _, row in table.rows)
        if number >= most + 2:
            return found._replace(message=f"{statement.name} has no operand {number + 1}", span=span)
        wrong = _width(statement, number, operand, table, program)
        if wrong:
            return found._replace(message=wrong, suggestion=_shapes(table), span=span)
    named = next(registers_in(operand.text), None)
    if statement.name.startswith("s_") and named and named.file in "va":
        text = f"{operand.text} is a vector register; {statement.name} is a scalar instruction"
        return found._replace(message=text, suggestion="v_readfirstlane_b32 moves one lane to an SGPR.", span=span)
    hint = _shapes(table) if table else ""
    text = f"{operand.text} cannot be operand {number + 1} of {statement.name} ({len(given)} are given)"
    return found._replace(message=text, suggestion=hint, span=span)


def _width(statement: Statement, number: int, operand: Operand, table: opcodes.Known, program: Program) -> str:
    """Whether a register of another width is wanted; "" where not or where it is not clear."""
    named = next(registers_in(operand.text), None)
    widths = {row.slots[number].width or program.wave // 32 for _, row in table.rows if number < len(row.slots)}
    if named is None or len(widths) != 1 or named.width in widths:
        return ""
    width = widths.pop()
    name = operand.text.split()[0]
    is_mask = any(row.slots[number].width == 0 for _, row in table.rows if number < len(row.slots))
    why = f" (a mask of {program.wave} lanes)" if is_mask else ""
    wide = "one register" if width == 1 else f"{width} registers"
    return f"operand {number + 1} of {statement.name} is {wide} wide{why}, {name} is {named.width}"


def _too_few(found: Reason, statement: Statement, program: Program) -> Reason:
    table, given = opcodes.known(statement.name, program.isa), len(operands(statement))
    text = f"{statement.name} has too few operands: {given}"
    return Reason("operand", text, _shapes(table) if table else "", statement.name_span)


def _shapes(table: opcodes.Known) -> str:
    shapes = [opcodes.operand_names(row) for encoding, row in table.rows if not encoding.startswith("VOPD")]
    return f"Its operands are {'; or '.join(dict.fromkeys(shapes))} (* is written)." if shapes else ""


_OF_KIND = {
    "unknown-instruction": _unknown_instruction,
    "not-on-this-gpu": _other_gpu,
    "register-alignment": _alignment,
    "register-range": _range,
    "constant-bus": _constant_bus,
    "operand": _operand,
}
