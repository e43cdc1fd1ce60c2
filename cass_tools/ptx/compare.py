"""`setp` and `set`: comparisons of integers and floats, ordered and not, combined with a predicate."""

import re

from cass_tools.ptx import scalar
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value
from cass_tools.ptx.text import Instruction, Item, Pair

_ORDERED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNSIGNED = {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
# Unordered comparisons are the contrary of the opposite ordered ones.
_UNORDERED = {"neu": "!=", "ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}
_LOGIC = {"and": "&&", "or": "||", "xor": "!="}
_NAME = re.compile(r"(?:setp|set)\.(?P<compare>\w+)(?:\.(?P<logic>and|or|xor))?(?:\.ftz)?(?P<types>(?:\.\w+){1,2})")


def setp(instruction: Instruction, registers: Registers) -> list[str]:
    """One or two predicates: the comparison, and its contrary, each combined with a third operand."""
    compare, logic, types = _parts(instruction)
    target, a, b, *third = instruction.operands
    test = comparison(compare, types[-1], a, b, registers)
    first, second = (target.first, target.second) if isinstance(target, Pair) else (target, None)
    if second is None:
        return registers.write(first, Value(_combined(test, logic, third, registers), "pred"))
    name = registers.bind("const bool", test, "test")
    other = registers.bind("const bool", _combined(f"!{name}", logic, third, registers), "other")
    lines = registers.write(first, Value(_combined(name, logic, third, registers), "pred"))
    return lines + registers.write(second, Value(other, "pred"))


def set_(instruction: Instruction, registers: Registers) -> list[str]:
    """All ones or 1.0 where the comparison holds, else 0."""
    compare, logic, types = _parts(instruction)
    target, a, b, *third = instruction.operands
    test = scalar.bracketed(_combined(comparison(compare, types[-1], a, b, registers), logic, third, registers))
    if types[0] == "f32":
        return registers.write(target, Value(f"{test} ? 1.0f : 0.0f", "f32"))
    if types[0] not in ("u32", "s32"):
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    return registers.write(target, Value(f"{test} ? ~0u : 0u", "u32"))


def _parts(instruction: Instruction) -> tuple[str, str, list[str]]:
    match = _NAME.fullmatch(instruction.name)
    if match is None:
        raise Refusal(f"`{instruction.name}` is not known here.", instruction.name)
    return match["compare"], match["logic"] or "", match["types"].strip(".").split(".")


def _combined(test: str, logic: str, third: list[Item], registers: Registers) -> str:
    if not logic:
        return test
    other = registers.read(third[0], "pred")
    return f"{scalar.bracketed(test)} {_LOGIC[logic]} {scalar.bracketed(other)}"


def comparison(compare: str, kind: str, a: Item, b: Item, registers: Registers) -> str:
    """`a compare b` as C++."""
    floats = kind[0] == "f"
    typed = "u" + kind[1:] if kind[0] == "b" or compare in _UNSIGNED else kind
    if kind in ("f16x2", "bf16x2", "bf16"):
        raise Refusal(f"Comparisons of {kind} have no counterpart.")
    if compare in ("num", "nan"):
        texts = (registers.read(a, typed), registers.read(b, typed))
        test = f"__builtin_isunordered({texts[0]}, {texts[1]})"
        return f"!{test}" if compare == "num" else test
    left, right = (scalar.bracketed(registers.read(item, typed)) for item in (a, b))
    if compare == "ne" and floats:
        return f"__builtin_islessgreater({left}, {right})"
    if compare == "equ":
        return f"!__builtin_islessgreater({left}, {right})"
    if compare in _UNORDERED:
        return f"{left} != {right}" if compare == "neu" else f"!({left} {_UNORDERED[compare]} {right})"
    operator = _ORDERED.get(compare) or _UNSIGNED.get(compare)
    if operator is None:
        raise Refusal(f"The comparison .{compare} is not known here.")
    return f"{left} {operator} {right}"
