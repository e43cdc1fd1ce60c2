"""Truth tables, byte selections, bit fields and shifts: short expressions where the numbers are known."""

import functools
from pathlib import Path

from cass_tools.ptx import scalar
from cass_tools.ptx.forms import fill
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.scalar import Value
from cass_tools.ptx.text import Instruction, Pair

_TABLE = Path(__file__).parent.parent / "data" / "lop3.tsv"


@functools.cache
def lop3_table() -> tuple[str, ...]:
    """The shortest expression in $a, $b and $c for each of the 256 truth tables of `lop3`."""
    rows = _TABLE.read_text(encoding="utf-8").splitlines()[1:]
    return tuple(row.partition("\t")[2] for row in rows)


def expand(template: str, instruction: Instruction, registers: Registers, kind: str = "u32") -> str:
    """`template` with the sources of an instruction, each evaluated once."""
    texts = {}
    for letter, item in zip("abc", instruction.operands[1:], strict=False):
        count = template.count(f"${letter}")
        if count:
            texts[letter] = registers.once(item, kind, letter) if count > 1 else registers.read(item, kind)
    return fill(template, texts)


def lop3(instruction: Instruction, registers: Registers) -> list[str] | None:
    """`lop3.b32`: the expression of its table, or a loop over the table where it is not known here."""
    if instruction.name != "lop3.b32" or len(instruction.operands) != 5 or isinstance(instruction.operands[0], Pair):
        return None
    table = registers.constant(instruction.operands[4])
    if table is not None:
        text = expand(lop3_table()[table & 255], instruction, registers)
    else:
        sources = ", ".join(registers.read(item, "u32") for item in instruction.operands[1:])
        text = f"cass::lop3({sources})"
    return registers.write(instruction.operands[0], Value(text, "u32"))


# The selectors of the modes of `prmt.b32`, 16 bits for each value of the two bits that choose.
_MODES = {
    "f4e": 0x6543_5432_4321_3210,
    "b4e": 0x0123_7012_6701_5670,
    "rc8": 0x3333_2222_1111_0000,
    "ecl": 0x3333_3222_3211_3210,
    "ecr": 0x3210_2210_1110_0000,
    "rc16": 0x3232_1010_3232_1010,
}


def prmt(instruction: Instruction, registers: Registers) -> list[str] | None:
    """`prmt.b32`: `__byte_perm`, except where a selector may copy signs, which HIP's function does not."""
    name, _, mode = instruction.name.partition(".b32")
    selectors = _MODES.get(mode.removeprefix("."))
    if name != "prmt" or (mode and selectors is None):
        return None
    a, b, selector = (registers.read(item, "u32") for item in instruction.operands[1:])
    known = registers.constant(instruction.operands[3])
    if selectors is not None and known is not None:
        text = f"__byte_perm({a}, {b}, {selectors >> 16 * (known & 3) & 0xFFFF:#06x})"
    elif selectors is not None:
        text = f"__byte_perm({a}, {b}, (unsigned)({selectors:#018x} >> 16 * (({selector}) & 3)))"
    elif known is not None and not known & 0x8888:
        text = f"__byte_perm({a}, {b}, {known & 0x7777:#06x})"
    else:
        text = f"cass::prmt({a}, {b}, {selector})"
    return registers.write(instruction.operands[0], Value(text, "u32"))


def bit_field(instruction: Instruction, registers: Registers) -> list[str] | None:
    """`bfe.u32` and `bfi.b32` of a place that is known and lies in the register; others go by the table."""
    if instruction.name not in ("bfe.u32", "bfi.b32"):
        return None
    place = [registers.constant(item) for item in instruction.operands[-2:]]
    if None in place:
        return None
    position, size = ((number or 0) & 255 for number in place)
    if size in (0, 32) or position + size > 32:
        return None
    mask = (1 << size) - 1
    target, a, *_ = instruction.operands
    if instruction.opcode == "bfe":
        shifted = fill(f"$a >> {position}", {"a": registers.read(a, "u32")}) if position else registers.read(a, "u32")
        text = shifted if position + size == 32 else f"{scalar.bracketed(shifted)} & {mask:#x}"
        return registers.write(target, Value(text, "u32"))
    field = scalar.bracketed(registers.read(a, "u32"))
    base = scalar.bracketed(registers.read(instruction.operands[2], "u32"))
    moved = f"({field} & {mask:#x}) << {position}" if position else f"{field} & {mask:#x}"
    text = f"({base} & {~(mask << position) & 0xFFFFFFFF:#x}u) | ({moved})"
    return registers.write(target, Value(text, "u32"))


def shift(instruction: Instruction, registers: Registers) -> list[str] | None:
    """`shl` and `shr`: PTX shifts everything out where C++ says nothing, by the width and more."""
    kind = instruction.modifiers[-1]
    width = int(kind[1:])
    left, signed = instruction.opcode == "shl", kind[0] == "s"
    target, a, amount = instruction.operands
    typed = kind if signed and not left else f"u{width}"
    operator = "<<" if left else ">>"
    known = registers.constant(amount)
    if known is not None:
        known &= 0xFFFFFFFF
        if known >= width and not (signed and not left):
            return registers.write(target, Value("0", typed))
        text = f"{scalar.bracketed(registers.read(a, typed))} {operator} {min(known, width - 1)}"
        return registers.write(target, Value(text, typed, exact=width >= 32))
    value = scalar.bracketed(registers.read(a, typed))
    if signed and not left:
        text = f"{value} >> min({registers.read(amount, 'u32')}, {width - 1}u)"
    else:
        count = registers.once(amount, "u32", "n")
        text = f"{count} < {width} ? {value} {operator} {count} : 0"
    return registers.write(target, Value(text, typed, exact=width >= 32))
