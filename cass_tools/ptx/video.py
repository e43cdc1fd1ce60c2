"""Video instructions: one operation on bytes, halves or words that operands select, and on all lanes of a word."""

import re

from cass_tools.ptx import scalar
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bracketed, convert
from cass_tools.ptx.text import Asm, Instruction, Item, Local, Number

_SCALAR = re.compile(
    r"(?P<op>vadd|vsub|vabsdiff|vmin|vmax|vshl|vshr)\.(?P<d>[us]32)\.(?P<a>[us]32)\.(?P<b>[us]32)(?P<sat>\.sat)?"
    r"(?:\.(?P<mode>clamp|wrap))?(?:\.(?P<second>add|min|max))?"
)
_LANES = re.compile(
    r"(?P<op>vadd|vsub|vabsdiff|vmin|vmax|vavrg)(?P<lanes>[24])\.(?P<d>[us]32)\.(?P<a>[us]32)\.(?P<b>[us]32)"
    r"(?P<sat>\.sat)?(?P<add>\.add)?"
)


def video(instruction: Instruction, registers: Registers) -> list[str]:
    """Scalar ones in 64 bits, so that nothing is lost before saturation; those of lanes by a function."""
    if match := _LANES.fullmatch(instruction.name):
        return _of_lanes(match, instruction, registers)
    match = _SCALAR.fullmatch(instruction.name)
    if match is None or len(instruction.operands) != 3 + bool(match["second"]):
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    target, a, b, *rest = instruction.operands
    left, right = _selected(a, match["a"], registers), _selected(b, match["b"], registers)
    text = _combined(match, left, right, registers)
    if match["sat"]:
        low, high = ("0ll", "0xffffffffll") if match["d"] == "u32" else ("-0x80000000ll", "0x7fffffffll")
        exact = registers.bind("const long long", text, "exact")
        text = f"{exact} < {low} ? {low} : {exact} > {high} ? {high} : {exact}"
    text = f"({scalar.C_NAMES[match['d']]}){bracketed(text)}"
    if match["second"] == "add":
        text = f"(unsigned){text} + {bracketed(registers.read(rest[0], 'u32'))}"
    elif match["second"]:
        third = registers.read(rest[0], match["d"])
        text = f"{match['second']}({text}, {third})"
    return registers.write(target, Value(text, match["d"]))


def _combined(match: "re.Match[str]", left: str, right: str, registers: Registers) -> str:
    operation = match["op"]
    if operation in ("vadd", "vsub"):
        return f"{left} {'+' if operation == 'vadd' else '-'} {right}"
    if operation in ("vshl", "vshr"):
        amount = registers.bind("const unsigned", right.removeprefix("(long long)"), "n")
        count = f"({amount} & 31)" if match["mode"] == "wrap" else f"min({amount}, 32u)"
        return f"{bracketed(left)} {'<<' if operation == 'vshl' else '>>'} {count}"
    a, b = registers.bind("const long long", left, "a"), registers.bind("const long long", right, "b")
    return {
        "vabsdiff": f"__builtin_llabs({a} - {b})",
        "vmin": f"{a} < {b} ? {a} : {b}",
        "vmax": f"{a} < {b} ? {b} : {a}",
    }[operation]


def _selected(item: Item, kind: str, registers: Registers) -> str:
    """A byte, half or word of an operand, with the sign of `kind`, in 64 bits."""
    part = getattr(item, "part", "") if isinstance(item, Asm | Local) else ""
    if not part:
        return f"(long long){bracketed(registers.read(item, kind))}"
    whole = item._replace(part="") if isinstance(item, Asm | Local) else item
    width = 8 if part[0] == "b" else 16
    text = bracketed(convert(registers.value(whole), "u32").text) if not isinstance(whole, Number) else ""
    index = int(part[1]) * width
    typed = scalar.C_NAMES[f"{kind[0]}{width}"]
    return f"(long long)({typed}){f'({text} >> {index})' if index else text}"


def _of_lanes(match: "re.Match[str]", instruction: Instruction, registers: Registers) -> list[str]:
    target, a, b, c = instruction.operands
    types = ", ".join(scalar.C_NAMES[f"{match[k][0]}{32 // int(match['lanes'])}"] for k in "dab")
    flags = f"{'true' if match['sat'] else 'false'}, {'true' if match['add'] else 'false'}"
    sources = ", ".join(registers.read(item, "u32") for item in (a, b, c))
    return registers.write(target, Value(f"cass::{match['op']}_lanes<{types}, {flags}>({sources})", "u32"))
