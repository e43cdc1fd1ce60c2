"""One `asm` statement as C++: an assignment where one instruction is one expression, else a block."""

import re
from typing import NamedTuple

from cass_tools.ptx import scalar
from cass_tools.ptx.carry import check_chain, handed_on
from cass_tools.ptx.families import translate
from cass_tools.ptx.operands import Registers, Surroundings
from cass_tools.ptx.statement import Statement
from cass_tools.ptx.text import Asm, Instruction, Label, Program, read_text

_WIDTH = 100
_BROUGHT = re.compile(r"\bcass::(\w+)")


class Translation(NamedTuple):
    """`lines` are statements; `block` says that they need braces, `substitutes` are the functions they call."""

    lines: tuple[str, ...]
    block: bool
    substitutes: tuple[str, ...]
    barriers: bool = False
    program: Program = Program((), {})


def emit(statement: Statement, around: Surroundings) -> Translation:
    """The C++ of a statement; Refusal where it has none."""
    numbers = {operand.name: index for index, operand in enumerate(statement.operands) if operand.name}
    program = read_text(statement.template, numbers)
    if not around.carry and not around.carry_flag:
        check_chain(program)
    instructions = [item for item in program.body if isinstance(item, Instruction)]
    several = len(instructions) > 1
    registers = Registers(statement, program, around, several=several or bool(statement.ties))
    body: list[str] = []
    for item in program.body:
        body += [f"{registers.labels[item.name]}:;"] if isinstance(item, Label) else _guarded(item, registers)
    if around.carry_flag:
        body += handed_on(registers)
    ties = [f"{registers.value(Asm(index)).text} = {text};" for index, text in statement.ties]
    jumps = bool(registers.labels)
    opening = [f"__label__ {', '.join(registers.labels.values())};"] if jumps else []
    lines = _declared(registers, [*registers.opening, *ties], body, jumps=jumps)
    lines = [*opening, *lines]
    used = dict.fromkeys(name for line in lines for name in _BROUGHT.findall(line))
    block = len([line for line in lines if not line.startswith("/*")]) > 1
    return Translation(tuple(lines), block, tuple(used), registers.barriers, program)


def _guarded(instruction: Instruction, registers: Registers) -> list[str]:
    """The statements of an instruction behind its predicate."""
    registers.prelude = []
    guard = None if instruction.predicate is None else registers.read(instruction.predicate, "pred")
    lines = translate(instruction, registers)
    lines = [*registers.prelude, *lines]
    if guard is None:
        return lines
    if len(lines) == 1:
        return [f"if ({guard}) {lines[0]}"] if not lines[0].startswith("/*") else lines
    return [f"if ({guard}) {{", *(f"    {line}" for line in lines), "}"]


def _declared(registers: Registers, opening: list[str], body: list[str], *, jumps: bool) -> list[str]:
    """The body with its registers declared: where they are first assigned, or before everything."""
    done: set[str] = set()
    lines: list[str] = []
    missing: list[str] = []
    kinds = {registers.locals[name]: scalar.c_name(kind) for name, kind in registers.program.registers.items()}
    seen: set[str] = set()
    for line in body:
        words = set(re.findall(r"[A-Za-z_]\w*", line))
        target = line.partition(" = ")[0]
        if target in kinds and target not in seen and not jumps and target not in _right(line):
            lines.append(f"{kinds[target]} {line}")
            done.add(target)
        else:
            lines.append(line)
        seen |= words & kinds.keys()
    missing = [name for name in kinds if name in seen and name not in done]
    return [*opening, *(f"{kinds[name]} {name};" for name in missing), *lines]


def _right(line: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*", line.partition(" = ")[2])


def render(translation: Translation, indent: str, *, macro: bool, semicolon: bool) -> str:
    """The text to put in the place of the statement, without a semicolon: `semicolon` if a block takes one with it."""
    lines = translation.lines
    if not lines:
        return ""
    if not translation.block:
        return " ".join(lines).removesuffix(";")
    if macro:
        inner = " ".join(line.strip() for line in lines)
        return f"{{ {inner} }}" if semicolon else f"do {{ {inner} }} while (0)"
    inner = " ".join(line.strip() for line in lines)
    if len(inner) + len(indent) + 4 <= _WIDTH and len(lines) <= 4:
        return f"{{ {inner} }}"
    step = "\t" if "\t" in indent else "    "
    return "\n".join(["{", *(f"{indent}{step}{line.replace('    ', step, 1)}" for line in lines), f"{indent}}}"])
