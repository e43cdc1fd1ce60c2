"""The table of opcodes, filled by the modules beside this one."""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

Lift = Callable[[Thread, Decoded], None]


@dataclass(frozen=True, slots=True)
class Op:
    """How an opcode is lifted. `branches`: with a guard it is jumped over, since it touches memory or other threads;
    others are computed always and their results kept or not."""

    lift: Lift
    branches: bool


OPS: dict[str, Op] = {}


def op(*names: str, branches: bool = False) -> Callable[[Lift], Lift]:
    """Register a function for these opcodes (without modifiers); a name twice is a mistake.

    The function is given the instruction in one of the forms of data/sass/forms.tsv, with operands and modifiers by
    the names used there. It must take every form of its opcodes, or raise `Thread.unsupported`.
    """

    def register(lift: Lift) -> Lift:
        for name in names:
            if name in OPS:
                raise ValueError(f"{name} is registered twice")
            OPS[name] = Op(lift, branches)
        return lift

    return register
