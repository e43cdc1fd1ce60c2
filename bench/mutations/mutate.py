"""Mutants: an instruction of a compiled kernel in which a few bits, or the number of a register, are others."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.mutations import carrier
from cass_tools.executor.nvidia.instruction import (
    ZERO,
    Address,
    Constant,
    Instruction,
    Register,
    SpecialRegister,
)

INTEGER = (
    "IADD3 IADD VIADD IMAD IABS IMNMX VIMNMX VIADDMNMX VIMNMX3 ISETP LEA LOP3 PLOP3 SHF PRMT POPC FLO BREV BMSK SGXT"
)
OTHERS = "IDP VABSDIFF VABSDIFF4 SEL MOV P2R R2P I2I I2IP CLMAD SHL SHR"
FLOAT = "FADD FMUL FFMA FMNMX FSEL FSETP FSET FCHK MUFU DADD DMUL DFMA DSETP FSWZADD"
HALF = "HADD2 HMUL2 HFMA2 HMNMX2 HSETP2 HSET2 VHMNMX"
CONVERSION = "F2F F2I F2IP I2F I2FP F2FP FRND"
LANES = "SHFL VOTE REDUX MATCH R2UR S2R CS2R VOTEU"
UNIFORM = "UMOV UIADD3 UIMAD UISETP ULEA ULOP3 UPLOP3 USHF UPRMT USEL UFLO UPOPC UBREV UBMSK USGXT UP2UR UF2FP UCLEA"
COMPUTING = frozenset(" ".join((INTEGER, OTHERS, FLOAT, HALF, CONVERSION, LANES, UNIFORM)).split())
USED = 28  # a register from R0 on may be the first of four
BIT = 105  # the first one that concerns only timing
FIELDS = (16, 24, 32, 64)  # where numbers of registers are, 8 bits each
PREDICATES = (12, 68, 77, 81, 84, 87)  # where numbers of predicates may be, 3 bits each
FORM = 9  # three bits that say which operands are registers, immediates, constants
UNIFORM_BITS = 1 << 7 | 1 << 91  # what makes IADD3 a UIADD3
SPECIAL = frozenset(f"SR_TID.{a} SR_CTAID.{a}".split()[n] for a in "XYZ" for n in (0, 1)) | frozenset(
    ("SRZ", "SR_LANEID", "SR_EQMASK", "SR_LTMASK", "SR_LEMASK", "SR_GTMASK", "SR_GEMASK")
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """`original` is in the place of `encoding` in the compiled kernel; `kind` says what was changed."""

    original: int
    encoding: int
    kind: str


def pool(sections: dict[str, tuple[Instruction, ...]]) -> list[Instruction]:
    """All different instructions that compute, of all kernels but the frame; rare opcodes are as many as others."""
    found: dict[str, dict[int, Instruction]] = {}
    for name, code in sections.items():
        for each in code if not name.endswith(carrier.KERNEL) else ():
            if each.opcode in COMPUTING:
                found.setdefault(each.name, {})[each.encoding & ~carrier.CONTROL] = each
    return [each for kinds in found.values() for each in kinds.values()]


def mutants(instructions: Sequence[Instruction], seed: int) -> Iterator[Mutant]:
    """Endless mutants; by turns every opcode, and every name of an instruction, is as probable as any other."""
    chance = random.Random(seed)  # noqa: S311 - mutants are to be the same again
    names: dict[str, list[Instruction]] = {}
    opcodes: dict[str, list[Instruction]] = {}
    for each in instructions:
        names.setdefault(each.name, []).append(each)
        opcodes.setdefault(each.opcode, []).append(each)
    kinds = {"bits": bits, "register": register, "predicate": predicate, "form": form, "uniform": uniform}
    while True:
        groups = names if chance.random() < 0.5 else opcodes
        original = inside(chance.choice(groups[chance.choice(list(groups))]), chance)
        kind = chance.choices(list(kinds), (60, 12, 12, 8, 8))[0]
        encoding = kinds[kind](original, chance)
        if encoding != original:
            yield Mutant(original, encoding, kind)


def inside(instruction: Instruction, chance: random.Random) -> int:
    """The encoding with registers that the frame fills, and constants that are its parameters."""
    encoding = instruction.encoding & ~carrier.CONTROL
    registers = [each for each in instruction.operands if isinstance(each, Register)]
    numbers = {each.number for each in registers if each.file == "R" and each.number != ZERO}
    uniform = {each.number for each in registers if each.file == "UR" and each.number != ZERO}
    for at in FIELDS:
        value = encoding >> at & 0xFF
        if value in numbers:
            new = chance.randrange(0, USED, 4) | value & 3
        elif value & 0x3F in uniform and value not in numbers:
            new = value & 0xC0 | chance.randrange(0, carrier.UNIFORM, 4) | value & 3
        else:
            continue
        encoding = encoding & ~(0xFF << at) | new << at
    if any(isinstance(each, Constant) for each in instruction.operands):
        offset = carrier.WORDS + 4 * chance.randrange(0, carrier.UNIFORM, 2)
        encoding = encoding & ~(0x3FFF << 40) | offset // 4 << 40
    return encoding


def bits(encoding: int, chance: random.Random) -> int:
    """One to three bits, mostly those of modifiers."""
    parts = ((0, 12), (12, 16), (16, 40), (32, 64), (64, 72), (72, BIT))
    for _ in range(chance.randint(1, 3)):
        encoding ^= 1 << chance.randrange(*chance.choices(parts, (8, 4, 8, 8, 4, 68))[0])
    return encoding


def register(encoding: int, chance: random.Random) -> int:
    """Another register in one place."""
    at, number = chance.choice(FIELDS), chance.randrange(USED + 1)
    return encoding & ~(0xFF << at) | (number if number < USED else ZERO) << at


def predicate(encoding: int, chance: random.Random) -> int:
    """Another predicate in one place."""
    at = chance.choice(PREDICATES)
    return encoding & ~(7 << at) | chance.randrange(8) << at


def form(encoding: int, chance: random.Random) -> int:
    """Other kinds of operands; a constant is one of the parameters."""
    kind = chance.choice((1, 2, 4, 5, 6, 7))
    encoding = encoding & ~(7 << FORM) | kind << FORM
    if kind in (5, 6) and chance.random() < 0.7:
        offset = carrier.WORDS + 4 * chance.randrange(carrier.UNIFORM)
        encoding = encoding & ~(0xFFFFFFFF << 32) | offset // 4 << 40
    if kind in (6, 7) and chance.random() < 0.7:
        encoding = encoding & ~(0xFF << 32) | chance.randrange(carrier.UNIFORM) << 32 | 1 << 91
    return encoding


def uniform(encoding: int, chance: random.Random) -> int:
    """The same on the uniform datapath, or back; registers that the frame fills."""
    for at in FIELDS:
        if encoding >> at & 0xFF != ZERO:
            encoding &= ~(0xF0 << at)
        else:
            encoding = encoding & ~(0xFF << at) | 0x3F << at
    return bits(encoding ^ UNIFORM_BITS, chance) if chance.random() < 0.5 else encoding ^ UNIFORM_BITS


def outside(instruction: Instruction) -> str:
    """Why it cannot be judged here, "" where it can: other memory, control flow, what the frame does not fill."""
    if instruction.opcode not in COMPUTING:
        return "memory or control flow"
    for each in instruction.operands:
        if isinstance(each, Address):
            return "memory or control flow"
        if isinstance(each, SpecialRegister) and each.name not in SPECIAL:
            return "a special register that is the machine's"
        if isinstance(each, Register):
            if each.number != ZERO and each.number >= (USED if each.file == "R" else carrier.UNIFORM):
                return "a register that the frame does not fill"
            if each.file == "UR" and each.number == carrier.UNIFORM - 1:
                return "a register that the frame does not fill"  # a pair may start there
        if isinstance(each, Constant) and not _is_parameter(each):
            return "a constant that is not a parameter"
    return ""


def _is_parameter(each: Constant) -> bool:
    end = carrier.WORDS + 4 * carrier.UNIFORM
    return each.bank == 0 and not each.registers and carrier.WORDS <= each.offset <= end - 8


def slow(instructions: Sequence[Instruction]) -> frozenset[str]:
    """Opcodes whose results a scoreboard tells, as compiled code has them."""
    found = {each.opcode for each in instructions if each.control.write_barrier != 7}
    return frozenset(found | {"S2R", "POPC", "FLO", "BREV", "I2I", "I2IP", "F2IP", "MATCH", "REDUX", "SHFL"})
