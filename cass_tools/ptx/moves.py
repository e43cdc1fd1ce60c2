"""`mov` with its packing and unpacking, and `cvta`: the same bits under another name."""

from cass_tools.ptx import scalar
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bits_of, convert
from cass_tools.ptx.text import Address, Instruction, Item, Local, Number, Vector


def mov(instruction: Instruction, registers: Registers) -> list[str]:
    """A copy, a vector made from a register, or a register made from a vector."""
    target, source = instruction.operands
    kind = instruction.modifiers[-1]
    width = scalar.BITS.get(kind, int(kind[1:]) if kind[1:].isdigit() else 0)
    if isinstance(target, Vector):
        return _unpack(target, source, width, registers)
    if isinstance(source, Vector):
        return registers.write(target, Value(_pack(source, width, registers), f"u{width}" if width != 128 else "b128"))
    if kind in ("pred", "f32", "f64") or isinstance(source, Number):
        return registers.write(target, registers.typed(source, kind if kind[0] != "b" else f"u{width}"))
    if isinstance(source, Local) and source.name not in registers.program.registers:
        raise Refusal(f"The PTX text takes the address of `{source.name}`.", instruction.name)
    return registers.write(target, bits_of(registers.value(source)))


def _unsigned(item: Item, width: int, registers: Registers) -> str:
    return (
        convert(bits_of(registers.value(item)), f"u{width}").text if not isinstance(item, Number) else str(item.value)
    )


def _pack(vector: Vector, width: int, registers: Registers) -> str:
    """The members side by side, the first in the low bits."""
    part = width // len(vector.items)
    wide = "unsigned __int128" if width == 128 else scalar.C_NAMES[f"u{width}"]
    texts = [scalar.bracketed(_unsigned(item, part, registers)) for item in vector.items]
    parts = [texts[0]] + [f"({wide}){text} << {index * part}" for index, text in enumerate(texts) if index]
    return " | ".join([parts[0], *(f"({text})" if len(texts) > 1 else text for text in parts[1:])])


def _unpack(vector: Vector, source: Item, width: int, registers: Registers) -> list[str]:
    part = width // len(vector.items)
    kind = "b128" if width == 128 else f"u{width}"
    whole = registers.bind(f"const {scalar.C_NAMES[kind]}", registers.read(source, kind), "whole")
    lines = []
    for index, item in enumerate(vector.items):
        shifted = f"({whole} >> {index * part})" if index else whole
        lines += registers.write(item, Value(f"({scalar.C_NAMES[f'u{part}']}){shifted}", f"u{part}"))
    return lines


def cvta(instruction: Instruction, registers: Registers) -> list[str]:
    """Addresses of the windows and generic ones: only shared memory has a window of its own."""
    target, source = instruction.operands
    modifiers = instruction.modifiers
    width = modifiers[-1]
    space = next((m for m in modifiers if m.partition("::")[0] in ("shared", "global", "const", "local", "param")), "")
    if space.startswith("shared") and "to" in modifiers:
        value = registers.value(source)
        text = f"(unsigned)(size_t){scalar.bracketed(value.text)}"
        return registers.write(target, Value(text, "u32"))
    if space.startswith("shared"):
        address = registers.address32(Address(source, 0))
        return registers.write(target, Value(f"(unsigned long long)cass::shared<char>({address})", "u64"))
    if space == "global" and width == "u64":
        value = registers.value(source)
        text = value.text if value.exact else f"(unsigned long long){scalar.bracketed(value.text)}"
        return registers.write(target, Value(text, "u64"))
    raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)


def isspacep(instruction: Instruction, registers: Registers) -> list[str] | None:
    """Which memory a generic address is in."""
    space = instruction.modifiers[-1]
    address = f"(const void*){scalar.bracketed(registers.value(instruction.operands[1]).text)}"
    tests = {
        "shared": f"cass::is_shared({address})",
        "shared::cta": f"cass::is_shared({address})",
        "local": f"cass::is_private({address})",
    }
    if space == "global":
        name = registers.bind("const void*", address, "address")
        tests["global"] = f"!cass::is_shared({name}) && !cass::is_private({name})"
    return registers.write(instruction.operands[0], Value(tests[space], "pred")) if space in tests else None
