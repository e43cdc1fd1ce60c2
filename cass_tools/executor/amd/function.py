"""The text of the LLVM function of one program: its blocks, in the order of addresses, between entry and exits."""

from cass_tools.executor.amd import route
from cass_tools.executor.amd.blocks import Program
from cass_tools.executor.amd.control import Control, label
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.unsupported import Unsupported

_LONGEST_BLOCK = 96
"""Instructions after which registers are flushed and a new block begins."""


class _Body:
    """The blocks of one function in the order of addresses."""

    def __init__(self, machine: Machine, program: Program) -> None:
        self.m = machine
        self.program = program
        self.control = Control(machine, program)
        self.refused: set[str] = set()

    def write(self) -> None:
        """Emit every block; afterwards `refused` names what has no translation."""
        length, open_ = 0, False
        for pc in sorted(self.program.instructions):
            instruction = self.program.instructions[pc]
            if pc in self.program.leaders or (length >= _LONGEST_BLOCK and not self.m.index_mode):
                self._begin(pc, fall_through=open_)
                length = 0
            open_ = self._instruction(instruction)
            length += 1

    def _begin(self, pc: int, *, fall_through: bool) -> None:
        if self.m.index_mode:
            self.refused.add(f"{self.m.arch} s_set_gpr_idx_on across blocks")
        if fall_through:
            self.m.flush()
            self.control.go(pc)
        self.m.forget()
        self.m.label(label(pc))

    def _instruction(self, instruction: Instruction) -> bool:
        """Emit one instruction; whether the next one follows in the same block."""
        ends = self.control.ends_block(instruction)
        try:
            if ends:
                self.control.end(instruction)
            else:
                route.translate(self.m, instruction)
        except Unsupported as refusal:
            self.refused.update(refusal.names)
        return not ends


def function_text(machine: Machine, program: Program, symbol: str) -> str:
    """The module: the function `symbol`, its internal functions and declarations; raises Unsupported."""
    body = _Body(machine, program)
    body.write()
    if body.refused:
        raise Unsupported(*body.refused)
    control = body.control
    exits = control.exits()
    lines = [f'define i32 @"{symbol}"(ptr noalias %wave) nounwind {{', "entry:", *control.entry()]
    lines += [*machine.lines, *exits, "}"]
    return "\n".join([*lines, *machine.routines.values(), *machine.declarations.values(), ""])
