"""Mechanical repairs of assembly: what is sure is SAFE, what may change the meaning is only shown.

A repair may use a register for itself only in code that ends the program (a kernel), and only one that the kernel
names nowhere. Everything is tried again by the assembler before it is written (`fixing`).
"""

import re
from collections.abc import Callable

from cass_tools.asm import opcodes
from cass_tools.asm.program import Program
from cass_tools.asm.refine import Reason, is_aligned, value_of
from cass_tools.asm.renaming import realigned
from cass_tools.asm.spare import spare
from cass_tools.asm.statements import Form, Function, Statement, operands, registers, registers_in
from cass_tools.model import Edit, Fix, Safety, Span

WORD = 0xFFFFFFFF


def repair(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """The repair of what was found in a statement, None where there is none to speak of."""
    made = REPAIRS.get(reason.kind)
    return made(reason, statement, program) if made else None


def _replace(statement: Statement, text: str, message: str, safety: Safety = Safety.SAFE) -> Fix:
    return Fix(message, (Edit(statement.span, text.encode("latin-1")),), safety)


def _before(statement: Statement, line: str, program: Program) -> Edit:
    """A line of its own before a statement that begins its line."""
    return Edit(Span(statement.span.start, statement.span.start), f"{line}\n{program.indent(statement)}".encode())


def _spelling(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """The same instruction under the name that this GPU's family has for it."""
    name = opcodes.spelled_for(statement.name, program.isa)
    if not name or opcodes.plain(name) == opcodes.plain(statement.name):
        return None
    edit = Edit(statement.name_span, name.encode())
    return Fix(f"Spell it {name}, as {program.gpu} does", (edit,), Safety.SAFE)


def _halves(statement: Statement) -> list[Statement] | None:
    """The two operations of a v_dual_ pair as statements of their own."""
    first, sign, second = f"{statement.name} {statement.operands}".partition("::")
    made = []
    for half in (first, second):
        name, _, rest = half.strip().partition(" ")
        if not sign or not name.startswith("v_dual_"):
            return None
        made.append(statement._replace(name=opcodes.plain(name), operands=rest.strip()))
    return made


def _split_pair(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """A pair becomes two instructions, in an order in which neither changes what the other reads."""
    halves = _halves(statement)
    if not halves or any(opcodes.known(half.name, program.isa) is None for half in halves):
        return None
    read = [_read_by(half) for half in halves]
    write = [registers(half)[0].numbers if registers(half) else frozenset() for half in halves]
    if write[0] & write[1]:
        return None
    if write[0] & read[1]:
        if write[1] & read[0]:
            return None  # they exchange values: that needs a third register
        halves.reverse()
    texts = [f"{half.name}{_short(half, program)} {half.operands}{_mask(half, program)}" for half in halves]
    text = f"\n{program.indent(statement)}".join(texts)
    return _replace(statement, text, "Issue the two operations one after the other")


def _read_by(half: Statement) -> frozenset[tuple[str, int]]:
    named = registers(half)
    accumulates = half.name.startswith(("v_fmac", "v_dot2acc"))
    implied = frozenset({("s", 106), ("s", 107)}) if half.name.startswith("v_cndmask") else frozenset()
    read = named if accumulates else named[1:]
    return implied.union(*(each.numbers for each in read))


def _short(half: Statement, program: Program) -> str:
    known = opcodes.known(half.name, program.isa)
    names = {encoding for encoding, _ in known.rows} if known else set()
    return "_e32" if names & {"VOP1", "VOP2"} and "VOP3" in names else ""


def _mask(half: Statement, program: Program) -> str:
    if not half.name.startswith("v_cndmask") or "vcc" in half.operands:
        return ""
    return ", vcc_lo" if program.wave == 32 else ", vcc"


def _literal(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """A constant that does not fit goes into a scalar register first, or is set in halves."""
    wide = next((o for o in operands(statement) if _is_wide(o.text)), None)
    if wide is not None:
        return _wide_literal(statement, program)
    given = operands(statement)
    literals = [o for o in given[1:] if (value_of(o.text) is not None and not -16 <= (value_of(o.text) or 0) <= 64)]
    here = [o for o in literals if o.span.start <= reason.span.start < o.span.end] or literals[-1:]
    free = spare(program, statement, "s")
    if not here or free is None or "::" in statement.operands or _takes_scalars(statement, program) < 1:
        return None
    operand = here[0]
    edits = (
        _before(statement, f"s_mov_b32 {free.name}, {operand.text}", program),
        Edit(Span(operand.span.start, operand.span.start + len(operand.text)), free.name.encode()),
        *free.edits,
    )
    return Fix(f"Put {operand.text} into {free.name}, which nothing else uses, first", edits, Safety.SAFE)


def _takes_scalars(statement: Statement, program: Program) -> int:
    """How many more scalar registers the constant bus has room for; scalar instructions take any."""
    if statement.name.startswith("s_"):
        return 2
    named = {n for r in registers(statement)[1:] if r.file == "s" for n in r.numbers}
    return (1 if program.family == 9 else 2) - len(named)


def _is_wide(text: str) -> bool:
    value = value_of(text)
    return value is not None and not -(1 << 31) <= value <= WORD


def _wide_literal(statement: Statement, program: Program) -> Fix | None:
    """`s_mov_b64 s[0:1], CONSTANT` as two halves."""
    given = operands(statement)
    pair = next(registers_in(statement.operands, statement.at), None)
    value = value_of(given[1].text) if len(given) == 2 else None
    if statement.name != "s_mov_b64" or pair is None or value is None or pair.width != 2 or pair.first % 2:
        return None
    if not -(1 << 63) <= value < 1 << 64:
        return None
    names = ("vcc_lo", "vcc_hi") if pair.first == 106 else ("exec_lo", "exec_hi")
    low, high = names if pair.first >= 106 else (f"s{pair.first}", f"s{pair.first + 1}")
    text = f"s_mov_b32 {low}, {value & WORD:#x}\n{program.indent(statement)}s_mov_b32 {high}, {value >> 32 & WORD:#x}"
    return _replace(statement, text, "Set the two halves one by one")


def _constant_bus(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """Scalar values that are too many go through vector registers."""
    given = operands(statement)[1:]
    scalars = [o for o in given if re.fullmatch(r"s\d+|s\[\d+\]|vcc_lo|vcc_hi|m0", o.text)]
    others = [o for o in given if o not in scalars and (value_of(o.text) or 0) not in range(-16, 65)]
    room = (1 if program.family == 9 else 2) - len({o.text for o in others})
    names = list(dict.fromkeys(o.text for o in scalars))[max(room, 0) :]
    free = spare(program, statement, "v", max(len(names), 1))
    if free is None or not names or statement.name.startswith(("v_readlane", "v_writelane")):
        return None
    moved = {name: f"v{free.first + number}" for number, name in enumerate(names)}
    lines = [f"v_mov_b32_e32 {register}, {name}" for name, register in moved.items()]
    edits = [_before(statement, f"\n{program.indent(statement)}".join(lines), program)]
    edits += [Edit(o.span, moved[o.text].encode()) for o in scalars if o.text in moved]
    what = " and ".join(f"{name} into {register}" for name, register in moved.items())
    message = f"Move {what}, which nothing else uses, first"
    return Fix(message, (*edits, *free.edits), Safety.SAFE)


def _counter(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """A wait for more than the counter holds: waiting for all is never wrong."""
    found = re.search(r"too large value for (vmcnt|lgkmcnt|expcnt|vscnt)", reason.message)
    if not found:
        return None
    text = re.sub(rf"{found[1]}\s*\([^)]*\)", f"{found[1]}(0)", statement.operands)
    return _replace(statement, f"{statement.name} {text}", f"Wait until {found[1]} is 0: more waiting is never wrong")


def _label(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """The label that was meant, where only its case or its leading dot differs."""
    word = program.data[reason.span.start : reason.span.end].decode("latin-1")
    alike = [name for name in program.labels if name.lower().lstrip(".") == word.lower().lstrip(".")]
    if len(alike) == 1:
        return Fix(f"Write {alike[0]}", (Edit(reason.span, alike[0].encode("latin-1")),), Safety.SAFE)
    function = program.function_of(statement)
    unused = _unused_labels(function, program) if function else []
    if len(unused) == 1:
        message = (
            f"{unused[0]} is the only label of {function.name or 'the code'} that nothing goes to" if function else ""
        )
        return Fix(message, (Edit(reason.span, unused[0].encode("latin-1")),), Safety.DISPLAY)
    return None


def _unused_labels(function: Function, program: Program) -> list[str]:
    named = {name for name, _, _ in program.branches}
    own = [each.name for each in function.body if each.form is Form.LABEL and each.name.startswith(".LBB")]
    return [name for name in own if name not in named]


def _twice(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """The same label twice with nothing between: once is enough."""
    first = program.labels.get(statement.name)
    if statement.form is not Form.LABEL or first is None or first is statement:
        return None
    between = [s for s in program.statements if first.span.end <= s.span.start < statement.span.start]
    if any(each.form is not Form.LABEL for each in between):
        return None
    end = program.data.index(b":", statement.span.end) + 1
    return Fix("Write the label once", (Edit(Span(statement.span.start, end), b""),), Safety.SAFE)


def _colon(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """A label without its colon."""
    if statement.form is Form.DIRECTIVE and statement.name.startswith(".L") and not statement.operands:
        if statement.name in program.defined:
            return None
        return Fix("Make it a label", (Edit(Span(statement.span.end, statement.span.end), b":"),), Safety.SAFE)
    return None


def _alignment(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    wrong = next((r for r in registers(statement) if r.width > 1 and not is_aligned(r, program)), None)
    return realigned(program, statement, wrong) if wrong else None


def _count(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """Ask for the registers that the code uses."""
    needed = re.match(r"It must be (\d+)", reason.suggestion)
    if not needed:
        return None
    number = int(needed[1]) + (-int(needed[1]) % 4 if statement.name == ".amdhsa_accum_offset" else 0)
    return _replace(statement, f"{statement.name} {number}", f"Ask for {number}")


REQUIRED = re.compile(r"(\.amdhsa_\w+) directive is required")


def _directive(reason: Reason, statement: Statement, program: Program) -> Fix | None:
    """A directive that a descriptor lacks, with what the code of the kernel needs."""
    lacking = REQUIRED.match(reason.message)
    found = next((d for d in program.descriptors.values() if d.head.line <= statement.line <= d.end), None)
    function = next((f for f in program.functions if found and f.name == found.kernel), None)
    if not lacking or not found or not function or _calls(function):
        return None
    most = {file: max(numbers, default=0) + 1 for file, numbers in program.used(function).items()}
    accumulators = bool(program.used(function)["a"])
    offset = (most["v"] + 3) // 4 * 4
    numbers = {
        ".amdhsa_next_free_vgpr": offset + most["a"] if accumulators else most["v"],
        ".amdhsa_next_free_sgpr": most["s"],
        ".amdhsa_accum_offset": offset,
    }
    number = numbers.get(lacking[1])
    if number is None or (lacking[1] == ".amdhsa_next_free_vgpr" and accumulators):
        return None
    line = f"\t{lacking[1]} {number}"
    return Fix(f"Ask for what the code uses: {line.strip()}", (_before(statement, line, program),), Safety.SAFE)


def _calls(function: Function) -> bool:
    return any(each.name.startswith(("s_swappc", "s_call", "s_setpc")) for each in function.body)


REPAIRS: dict[str, Callable[[Reason, Statement, Program], Fix | None]] = {
    "unknown-instruction": _spelling,
    "not-on-this-gpu": _spelling,
    "dual-issue": _split_pair,
    "literal": _literal,
    "constant-bus": _constant_bus,
    "immediate-range": _counter,
    "undefined-label": _label,
    "redefinition": _twice,
    "syntax": _colon,
    "register-alignment": _alignment,
    "register-count": _count,
    "directive": _directive,
}
