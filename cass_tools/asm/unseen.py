"""What the assembler accepts though it is wrong: labels that are nowhere, too few registers, no end, no wait."""

import difflib
from collections.abc import Iterator

from cass_tools.asm import waits
from cass_tools.asm.flow import blocks, reached
from cass_tools.asm.program import Program
from cass_tools.asm.refine import Reason
from cass_tools.asm.spare import LAST_SCALAR, LAST_VECTOR
from cass_tools.asm.statements import Form, Function, Statement
from cass_tools.model import Span

SILENT = ("s_trap", "s_swappc_b64", "s_call_b64", "s_code_end")
"""A function may end with these: what they start does not come back."""


def open_strings(program: Program) -> Iterator[Reason]:
    """Instructions with a quote that nothing closes: LLVM 19 does not end on some of them."""
    for each in program.statements:
        if each.form is Form.INSTRUCTION and each.operands.replace('\\"', "").count('"') % 2:
            at = each.at + each.operands.index('"')
            yield Reason(
                "syntax", "a string begins here and does not end", "An instruction has no strings.", Span(at, at + 1)
            )


def is_bare_label(statement: Statement) -> bool:
    """Whether it is a label without its colon."""
    return statement.form is Form.DIRECTIVE and statement.name.startswith(".L") and not statement.operands


def undefined(program: Program, needed: frozenset[str] | None) -> Iterator[Reason]:
    """Labels and symbols that are defined nowhere; `needed` are those of the object, None where there is none."""
    macros = program.hides_labels
    seen = {each.name for each in program.statements if is_bare_label(each)}  # what they lack is said already
    for name, _, span in program.branches:
        if name in program.defined or name in seen or (macros and (needed is None or name not in needed)):
            continue
        seen.add(name)
        near = difflib.get_close_matches(name, program.labels, n=2, cutoff=0.6)
        hint = f"Labels like it are {' and '.join(near)}." if near else "There is no label like it."
        yield Reason("undefined-label", f"there is no label {name}", hint, span)
    for name, _, span in program.references:
        if name not in program.defined and name not in seen and not macros:
            seen.add(name)
            text = f"{name} is not defined in this file"
            yield Reason("undefined-label", text, "The link must bring it, or the program cannot be loaded.", span)


def registers(program: Program) -> Iterator[Reason]:
    """Kernels whose descriptor asks for fewer registers than their code names."""
    for function in program.functions:
        found = program.descriptors.get(function.name)
        if found is None:
            continue
        used = program.used(function)
        real = {
            file: [n for n in numbers if n <= (LAST_SCALAR if file == "s" else LAST_VECTOR)]
            for file, numbers in used.items()
        }
        most = {file: max(numbers, default=-1) + 1 for file, numbers in real.items()}
        accumulators = found.number(".amdhsa_accum_offset")
        rows = [("v", ".amdhsa_next_free_vgpr", most["v"])]
        if program.family == 9:
            rows.append(("s", ".amdhsa_next_free_sgpr", most["s"]))
        if accumulators is not None:
            rows.append(("v", ".amdhsa_accum_offset", most["v"]))
            rows[0] = ("a" if most["a"] else "v", rows[0][1], accumulators + most["a"] if most["a"] else most["v"])
        for file, name, needed in rows:
            number, place = found.number(name), found.directives.get(name)
            if number is not None and place is not None and needed > number:
                last = f"{file}{most[file] - 1}"
                text = f"{function.name} uses {last}, but {name} says {number}"
                hint = f"It must be {needed} at least: the GPU gives a wave no more registers than that."
                yield Reason("register-count", text, hint, place.span)


def ends(program: Program) -> Iterator[Reason]:
    """Functions that run off their end."""
    for function in program.functions:
        if not function.name or program.expands:
            continue
        every = blocks(function)
        seen = reached(every)
        last = [block for block in every if block.number in seen and (block.code or block.falls_off)][-1]
        before = [block for block in every if block.code and block.number <= last.number][-1:]
        tail = before[0].code[-1] if before else None
        if last.falls_off and not (tail and tail.name.startswith(SILENT)):
            place = tail or last_statement(function)
            text = f"{function.name} has no end: execution goes on behind {tail.name if tail else place.name}"
            hint = "A kernel ends with s_endpgm, a function with s_setpc_b64."
            yield Reason("no-end", text, hint, place.span)


def last_statement(function: Function) -> Statement:
    """The last statement of a function that is code or a label."""
    return [each for each in function.body if each.form is not Form.DIRECTIVE][-1]


def late(program: Program, function: Function) -> Iterator[tuple[Reason, waits.Missing]]:
    """Uses of values that may not have arrived, with the wait that is missing."""
    for each in waits.missing(function, program.family):
        name = program.data[each.register.span.start : each.register.span.end].decode("latin-1")
        text = f"{each.statement.name} uses {name} before the load in line {each.loaded} has ended"
        if not each.register.width:
            text = f"{each.statement.name} is reached before the store to local memory in line {each.loaded} has ended"
        wait = each.wait.replace("\n", ", ")
        hint = f"The value arrives later; {wait} before this line makes sure of it."
        yield Reason("missing-wait", text, hint, each.register.span), each
