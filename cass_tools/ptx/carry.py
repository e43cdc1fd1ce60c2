"""Chains of additions, subtractions and multiplications that hand on a carry, within one statement."""

from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bracketed
from cass_tools.ptx.text import Instruction, Program

READERS = ("addc", "subc", "madc")


_ADVICE = "write the chain as one statement, or hand the carry on as an argument (`unsigned& carry`)."
_COMES = f"The carry comes from another `asm` statement; {_ADVICE}"
_GOES = f"The carry goes to another `asm` statement; {_ADVICE}"


class CarryRefusal(Refusal):
    """A chain that other statements begin or end."""


def chained(instruction: Instruction) -> bool:
    """Whether an instruction reads or writes the carry."""
    return instruction.opcode in READERS or (
        instruction.opcode in ("add", "sub", "mad") and "cc" in instruction.modifiers
    )


def check_chain(program: Program) -> None:
    """Refusal where a carry comes from or goes to another statement: C++ has no place for it."""
    carry: Instruction | None = None
    for instruction in program.body:
        if not isinstance(instruction, Instruction) or not chained(instruction):
            continue
        if instruction.opcode in READERS and carry is None:
            raise CarryRefusal(_COMES, instruction.name)
        carry = instruction if "cc" in instruction.modifiers else carry
    last = [i for i in program.body if isinstance(i, Instruction) and chained(i)]
    if last and "cc" in last[-1].modifiers:
        raise CarryRefusal(_GOES, last[-1].name)


def chain(instruction: Instruction, registers: Registers) -> list[str]:
    """One link: clang's builtins take and give the carry, or the borrow."""
    kind = instruction.modifiers[-1]
    wide = kind.endswith("64")
    typed = "u64" if wide else "u32"
    target, *sources = instruction.operands
    a, b = (registers.read(item, typed) for item in sources[:2])
    if instruction.opcode in ("mad", "madc"):
        a, b = _product(instruction, registers), registers.read(sources[2], typed)
    carry_in = registers.carry if instruction.opcode in READERS else "0"
    if "cc" in instruction.modifiers:
        if not registers.carry:
            registers.carry = registers.fresh("carry")
            registers.opening.append(
                f"unsigned long long {registers.carry};" if wide else f"unsigned {registers.carry};"
            )
            registers.carry_wide = wide
        if wide != registers.carry_wide:
            raise Refusal("The chain mixes 32 and 64 bits.", instruction.name)
        builtin = f"__builtin_{'sub' if instruction.opcode in ('sub', 'subc') else 'add'}c{'ll' if wide else ''}"
        text = f"{builtin}({a}, {b}, {carry_in}, &{registers.carry})"
        return registers.write(target, Value(text, typed))
    sign = "-" if instruction.opcode == "subc" else "+"
    if wide != registers.carry_wide:
        raise Refusal("The chain mixes 32 and 64 bits.", instruction.name)
    sum_ = bracketed(a) if b == "0" else f"{bracketed(a)} {sign} {bracketed(b)}"
    return registers.write(target, Value(f"{sum_} {sign} {carry_in}", typed))


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
