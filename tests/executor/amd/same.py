"""When two encodings are one instruction: assemblers put an inline constant where a compiler left a literal."""

import struct
from dataclasses import replace

from cass_tools.executor.amd.instruction import Instruction, Operand, Reg

CONSTANTS = {Reg.LITERAL, Reg.INLINE_INT, Reg.INLINE_FLOAT}


def _without_constants(instruction: Instruction) -> Instruction:
    second = instruction.second and _without_constants(instruction.second)
    src = tuple(operand for operand in instruction.src if operand.kind not in CONSTANTS)
    # Cache controls without operands: gfx90a's compiler sets bits that its assembler does not know.
    flags = instruction.flags if instruction.src or instruction.dst else frozenset[str]()
    return replace(instruction, pc=0, size=0, flags=flags, src=src, second=second, target=None)


def _constants(instruction: Instruction) -> list[Operand]:
    others = instruction.second.src if instruction.second else ()
    return [operand for operand in (*instruction.src, *others) if operand.kind in CONSTANTS]


def _patterns(constant: Operand) -> set[int]:
    """What the constant may be as the bits of a literal, for each type of operand."""
    if constant.kind is Reg.LITERAL:
        return {constant.index}
    if constant.kind is Reg.INLINE_INT:
        return {constant.index & 0xFFFFFFFF, constant.index & 0xFFFF}
    half, single, double = (struct.pack(form, constant.value) for form in ("<e", "<f", "<d"))
    return {int.from_bytes(data, "little") for data in (half, single, double[4:])}


def same(a: Instruction, b: Instruction) -> bool:
    """Whether both do the same with the same operands."""
    if _without_constants(a) != _without_constants(b):
        return False
    return all(_patterns(one) & _patterns(other) for one, other in zip(_constants(a), _constants(b), strict=True))
