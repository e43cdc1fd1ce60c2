"""Shuffles, votes, matches and reductions: a warp is a group of 32 lanes, whatever the wavefront has."""

from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bits_of, bracketed
from cass_tools.ptx.text import Instruction, Item, Number, Pair

_SHUFFLES = {"up": "__shfl_up", "down": "__shfl_down", "bfly": "__shfl_xor", "idx": "__shfl"}
_ALL = 0xFFFFFFFF


def shuffle(instruction: Instruction, registers: Registers) -> list[str]:
    """`shfl`: the last lane and the segments in operand c are the width of HIP's functions."""
    mode = next((m for m in instruction.modifiers if m in _SHUFFLES), "")
    target, a, b, c, *_ = instruction.operands
    limits = registers.constant(c)
    width = 32 - (limits >> 8 & 31) if limits is not None else 0
    last = 0 if mode == "up" else 31
    if not mode or limits is None or limits & 31 != last or width & (width - 1):
        raise Refusal(f"`{instruction.name}` has bounds that are no width of a shuffle.", instruction.name)
    value = registers.typed(a, "u32") if isinstance(a, Number) else bits_of(registers.value(a))
    step = registers.constant(b)
    step_text = f"{bracketed(registers.read(b, 'u32'))} & 31" if step is None else str(step & 31)
    if not isinstance(target, Pair):
        return registers.write(target, Value(f"{_SHUFFLES[mode]}({value.text}, {step_text}, {width})", value.type))
    step_text = registers.bind("const unsigned", step_text, "step") if step is None else step_text
    lane = f"(__lane_id() & {width - 1})"
    inside = {
        "up": f"{lane} >= {step_text}",
        "down": f"{lane} + {step_text} < {width}",
        "bfly": f"((__lane_id() & 31) ^ {step_text}) <= ((__lane_id() & 31) | {width - 1})",
        "idx": "true",
    }[mode]
    shuffled = registers.bind("const auto", f"{_SHUFFLES[mode]}({value.text}, {step_text}, {width})", "v")
    lines = registers.write(target.first, Value(shuffled, value.type))
    return lines + registers.write(target.second, Value(inside, "pred"))


def vote(instruction: Instruction, registers: Registers) -> list[str]:
    """`vote`: of the lanes of the mask in the own group."""
    mode = next((m for m in instruction.modifiers if m in ("all", "any", "uni", "ballot")), "")
    target, predicate, *rest = instruction.operands
    known = registers.constant(rest[0]) if rest else _ALL
    whole = known is not None and known & _ALL == _ALL
    mask = "" if whole else bracketed(registers.once(rest[0], "u32", "lanes"))
    asked = registers.read(predicate, "pred")
    if mode == "ballot":
        text = f"cass::ballot32({asked})"
        return registers.write(target, Value(text if whole else f"{text} & {mask}", "u32"))
    if mode == "any":
        text = f"cass::any32({asked}) != 0" if whole else f"(cass::ballot32({asked}) & {mask}) != 0"
    elif mode == "all":
        text = f"cass::all32({asked}) != 0" if whole else f"(cass::ballot32(!{bracketed(asked)}) & {mask}) == 0"
    elif mode == "uni":
        yes = registers.bind("const unsigned", f"cass::ballot32({asked})", "yes")
        active = registers.bind("const unsigned", "cass::activemask32()" if whole else mask, "active")
        text = f"({yes} & {active}) == 0 || ({yes} & {active}) == {active}"
    else:
        raise Refusal(f"`{instruction.name}` is not known here.", instruction.name)
    return registers.write(target, Value(text, "pred"))


def match(instruction: Instruction, registers: Registers) -> list[str]:
    """`match.any` and `match.all`."""
    target, value, mask = instruction.operands
    kind = f"u{instruction.modifiers[-1][1:]}"
    compared, lanes = registers.read(value, kind), registers.read(mask, "u32")
    if "any" in instruction.modifiers:
        return registers.write(target, Value(f"cass::match_any32({lanes}, {compared})", "u32"))
    first, second = (target.first, target.second) if isinstance(target, Pair) else (target, None)
    same = registers.bind("int", "0", "same")
    found = registers.bind("const unsigned", f"cass::match_all32({lanes}, {compared}, &{same})", "matching")
    lines = registers.write(first, Value(found, "u32"))
    return lines + (registers.write(second, Value(f"{same} != 0", "pred")) if second is not None else [])


def reduce(instruction: Instruction, registers: Registers) -> list[str]:
    """`redux.sync` of integers."""
    operation, kind = instruction.modifiers[-2:]
    if operation not in ("add", "min", "max", "and", "or", "xor") or kind not in ("u32", "s32", "b32"):
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    target, value, mask = instruction.operands
    typed = "u32" if kind == "b32" or operation == "add" else kind
    text = f"cass::reduce_{operation}32({registers.read(mask, 'u32')}, {registers.read(value, typed)})"
    return registers.write(target, Value(text, typed))


def active_mask(instruction: Instruction, registers: Registers) -> list[str]:
    """`activemask`."""
    return registers.write(instruction.operands[0], Value("cass::activemask32()", "u32"))


def elect(instruction: Instruction, registers: Registers) -> list[str]:
    """`elect.sync`: the first lane of the mask leads."""
    target, mask = instruction.operands
    if not isinstance(target, Pair):
        raise Refusal(f"`{instruction.name}` is not known here.", instruction.name)
    lanes = f"({_bracket(mask, registers)} & cass::activemask32())"
    leader = registers.bind("const unsigned", f"__ffs({lanes}) - 1", "leader")
    lines = registers.write(target.first, Value(leader, "u32"))
    return lines + registers.write(target.second, Value(f"(__lane_id() & 31) == {leader}", "pred"))


def _bracket(item: Item, registers: Registers) -> str:
    return bracketed(registers.read(item, "u32"))
