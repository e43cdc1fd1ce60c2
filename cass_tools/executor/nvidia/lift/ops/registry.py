"""The table of opcodes, filled by the modules beside this one."""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.nvidia.instruction import Instruction, Operand, Predicate
from cass_tools.executor.nvidia.lift.thread import Thread

Lift = Callable[[Thread, Instruction], None]


@dataclass(frozen=True, slots=True)
class Op:
    """How an opcode is lifted. `branches`: with a guard it is jumped over, since it touches memory or other threads;
    others are computed always and their results kept or not."""

    lift: Lift
    branches: bool


OPS: dict[str, Op] = {}


def op(*names: str, branches: bool = False) -> Callable[[Lift], Lift]:
    """Register a function for these opcodes (without modifiers); a name twice is a mistake."""

    def register(lift: Lift) -> Lift:
        for name in names:
            if name in OPS:
                raise ValueError(f"{name} is registered twice")
            OPS[name] = Op(lift, branches)
        return lift

    return register


def leading_predicates(instruction: Instruction, start: int = 1) -> tuple[list[Predicate], list[Operand]]:
    """Predicate operands that follow the destination (carries, results), and all operands behind them."""
    rest = list(instruction.operands[start:])
    found: list[Predicate] = []
    while rest and isinstance(rest[0], Predicate):
        found.append(rest[0])
        rest.pop(0)
    return found, rest


def values_and_predicates(operands: list[Operand]) -> tuple[list[Operand], list[Predicate]]:
    """Sources, apart from the predicates among them."""
    return [o for o in operands if not isinstance(o, Predicate)], [o for o in operands if isinstance(o, Predicate)]
