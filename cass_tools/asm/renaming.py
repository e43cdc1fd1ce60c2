"""Tuples of registers that must start elsewhere: renamed throughout a kernel where nothing else depends on them."""

from cass_tools.asm import opcodes
from cass_tools.asm.flow import is_branch
from cass_tools.asm.program import Program
from cass_tools.asm.spare import is_whole, spare
from cass_tools.asm.statements import Form, Function, Registers, Statement, operands, registers, registers_in
from cass_tools.model import Edit, Fix, Safety


def realigned(program: Program, statement: Statement, wrong: Registers) -> Fix | None:
    """Give a misaligned tuple other registers everywhere in its kernel.

    Sure only where the tuple is the whole of what is known under these numbers: each register is written before it is
    read, in the code that every path begins with, and no other tuple overlaps it in part.
    """
    function = program.function_of(statement)
    unit = 2 if wrong.file in "va" or wrong.width == 2 else 4
    if (
        function is None
        or not is_whole(function)
        or wrong.file == "a"
        or wrong.first + wrong.width > 102 + 154 * (wrong.file == "v")
    ):
        return None
    places = [(s, r) for s in function.body if s.form is Form.INSTRUCTION for r in registers(s) if r.file == wrong.file]
    touching = [(s, r) for s, r in places if r.numbers & wrong.numbers]
    if any(not r.numbers <= wrong.numbers for _, r in touching) or not _written_first(function, wrong, program):
        return None
    if any("::" in s.operands for s, _ in touching):
        return None  # a pair whose registers change may no longer be one
    free = spare(program, statement, wrong.file, wrong.width, unit)
    if free is None:
        return None
    edits = []
    for _, register in touching:
        first = free.first + register.first - wrong.first
        name = f"{wrong.file}{first}"
        text = name if register.width == 1 else f"{wrong.file}[{first}:{first + register.width - 1}]"
        half = program.data[register.span.start : register.span.end].decode("latin-1")
        edits.append(Edit(register.span, (text + (half[-2:] if half.endswith((".l", ".h")) else "")).encode()))
    last = wrong.first + wrong.width - 1
    message = (
        f"Use {wrong.file}[{free.first}:{free.first + wrong.width - 1}], which nothing else uses, for "
        f"{wrong.file}[{wrong.first}:{last}] throughout {function.name or 'the code'}"
    )
    return Fix(message, (*edits, *free.edits), Safety.SAFE)


def _written_first(function: Function, wrong: Registers, program: Program) -> bool:
    """Whether each register of the tuple is written before it is read, on the straight way from the entry."""
    left = set(wrong.numbers)
    entered = {name for name, _, _ in program.branches}
    for each in function.body:
        if each.form is Form.LABEL and each.name in entered:
            return False
        if each.form is not Form.INSTRUCTION:
            continue
        count = _results(each, program)
        given = operands(each)
        named = set[tuple[str, int]]()
        for operand in given[:count]:
            named |= {n for r in registers_in(operand.text) for n in r.numbers}
        read = {n for operand in given[count:] for r in registers_in(operand.text) for n in r.numbers}
        if read & left:
            return False
        left -= named
        if not left:
            return True
        if is_branch(each):
            return False
    return False


def _results(statement: Statement, program: Program) -> int:
    """How many of the first operands are only written."""
    if statement.name.startswith(("v_fmac", "v_mac", "v_dot2c", "v_dot4c", "v_writelane", "s_cmov", "v_cndmask")):
        return 0 if not statement.name.startswith("v_cndmask") else 1
    return opcodes.written(statement.name, program.isa) or 0
