"""Chains of additions, subtractions and multiplications that hand on a carry, within one statement.

A carry that comes from another statement, or goes to one, is in a variable of the function, or else in the flag that
`cass::carry()` keeps for each thread. NVIDIA's machine code subtracts by `a + ~b + carry`, which carries where nothing
is borrowed; `subc` after `add.cc`, and `addc` after `sub.cc`, show that. The flag is that carry. A variable holds the
borrow between subtractions, and the carry in chains that cross from one to the other.
"""

from collections.abc import Iterable, Iterator

from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bracketed
from cass_tools.ptx.text import Instruction, Program

FLAG = "cass::carry()"
READERS = ("addc", "subc", "madc")
SUBTRACTIONS = ("sub", "subc")


class CarryRefusal(Refusal):
    """A chain that other statements begin or end."""


def chained(instruction: Instruction) -> bool:
    """Whether an instruction reads or writes the carry."""
    return instruction.opcode in READERS or (
        instruction.opcode in ("add", "sub", "mad") and "cc" in instruction.modifiers
    )


def chained_in(program: Program) -> Iterator[Instruction]:
    """The links of a statement, in order."""
    return (item for item in program.body if isinstance(item, Instruction) and chained(item))


def crossed(links: Iterable[Instruction]) -> bool:
    """Whether a subtraction may read what an addition carries, or an addition what a subtraction does."""
    kinds, before = set[bool](), set[bool]()
    conditional = False
    for link in links:
        subtracts = link.opcode in SUBTRACTIONS
        kinds.add(subtracts)
        conditional |= link.predicate is not None
        if link.opcode in READERS:
            before = before or {subtracts}
            if before != {subtracts}:
                return True
        if "cc" in link.modifiers:
            before = {subtracts}
    return conditional and len(kinds) > 1


def check_chain(program: Program) -> None:
    """CarryRefusal where a carry comes from or goes to another statement."""
    carry: Instruction | None = None
    for instruction in chained_in(program):
        if instruction.opcode in READERS and carry is None:
            raise CarryRefusal("The carry comes from another `asm` statement.", instruction.name)
        carry = instruction if "cc" in instruction.modifiers else carry
    last = list(chained_in(program))[-1:]
    if last and "cc" in last[0].modifiers:
        raise CarryRefusal("The carry goes to another `asm` statement.", last[0].name)


def chain(instruction: Instruction, registers: Registers) -> list[str]:
    """One link: clang's builtins take and give the carry, or the borrow."""
    kind = instruction.modifiers[-1]
    wide = kind.endswith("64")
    typed = "u64" if wide else "u32"
    if not registers.carry and (registers.around.carry_flag or "cc" in instruction.modifiers):
        _declare(registers, wide=wide)
    target, *sources = instruction.operands
    a, b = (registers.read(item, typed) for item in sources[:2])
    if instruction.opcode in ("mad", "madc"):
        a, b = _product(instruction, registers), registers.read(sources[2], typed)
    subtracts, carry_in = instruction.opcode in SUBTRACTIONS, registers.carry
    if instruction.opcode not in READERS:
        carry_in = "0"
    if subtracts and crossed(chained_in(registers.program)):
        subtracts, b = False, f"~({_c_type(wide)}){bracketed(b)}"
        carry_in = "1" if carry_in == "0" else carry_in
    if wide != registers.carry_wide and ("cc" in instruction.modifiers or carry_in == registers.carry):
        raise Refusal("The chain mixes 32 and 64 bits.", instruction.name)
    if "cc" in instruction.modifiers:
        builtin = f"__builtin_{'sub' if subtracts else 'add'}c{'ll' if wide else ''}"
        if instruction.opcode in READERS:
            a = f"cass::opaque<{_c_type(wide)}>({a})"
        return registers.write(target, Value(f"{builtin}({a}, {b}, {carry_in}, &{registers.carry})", typed))
    sign = "-" if subtracts else "+"
    sum_ = bracketed(a) if b == "0" else f"{bracketed(a)} {sign} {bracketed(b)}"
    return registers.write(target, Value(f"{sum_} {sign} {carry_in}", typed))


def _c_type(wide: bool) -> str:
    return "unsigned long long" if wide else "unsigned"


def _declare(registers: Registers, *, wide: bool) -> None:
    """A variable for the carry, with what another statement has left where the chain begins there."""
    registers.carry, registers.carry_wide = registers.fresh("carry"), wide
    first = next(chained_in(registers.program))
    value = (
        f" = {_flag(registers.program, first)}{FLAG}" if first.opcode in READERS or first.predicate is not None else ""
    )
    registers.opening.append(f"{_c_type(wide)} {registers.carry}{value};")


def handed_on(registers: Registers) -> list[str]:
    """The statement that leaves the carry to other statements, where the last link of the chain gives one."""
    *_, last = chained_in(registers.program)
    return [f"{FLAG} = {_flag(registers.program, last)}{registers.carry};"] if "cc" in last.modifiers else []


def _flag(program: Program, link: Instruction) -> str:
    """What makes the flag of the variable at a link, and the reverse."""
    return "!" if link.opcode in SUBTRACTIONS and not crossed(chained_in(program)) else ""


def _product(instruction: Instruction, registers: Registers) -> str:
    """The half of the product that the instruction adds to."""
    kind = instruction.modifiers[-1]
    _, a, b, *_ = instruction.operands
    if "hi" in instruction.modifiers:
        function = {
            "u32": "__umulhi",
            "s32": "(unsigned)__mulhi",
            "u64": "__umul64hi",
            "s64": "(unsigned long long)__mul64hi",
        }
        return f"{function[kind]}({registers.read(a, kind)}, {registers.read(b, kind)})"
    unsigned = "u" + kind[1:]
    return f"{bracketed(registers.read(a, unsigned))} * {bracketed(registers.read(b, unsigned))}"
