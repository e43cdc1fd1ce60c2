"""The text of the LLVM function of one program: its blocks, in the order of addresses, between entry and exits.

The internal routines that it calls are the same in many kernels. So the parts can be had as modules of their own, each
of which depends on nothing but its text: their native code can be kept and used again.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cass_tools.executor.amd import route
from cass_tools.executor.amd.blocks import Program
from cass_tools.executor.amd.control import Control, label
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.modes import block_modes
from cass_tools.executor.amd.shadow_follow import follow
from cass_tools.executor.amd.unsupported import Unsupported

COHERENT = frozenset({"glc", "dlc", "sc0", "sc1"})
"""Flags of accesses that bypass caches."""
_LONGEST_BLOCK = 96
"""Instructions after which registers are flushed and a new block begins."""


class _Body:
    """The blocks of one function in the order of addresses."""

    def __init__(self, machine: Machine, program: Program) -> None:
        self.m = machine
        self.program = program
        self.control = Control(machine, program)
        self.initial_mode = machine.mode
        self.modes = block_modes(program, machine.mode, machine.arch)
        self.refused: set[str] = set()

    def write(self) -> None:
        """Emit every block; afterwards `refused` names what has no translation."""
        length, open_ = 0, False
        for pc in sorted(self.program.instructions):
            instruction = self.program.instructions[pc]
            if pc in self.program.leaders or (length >= _LONGEST_BLOCK and not self.m.index_mode):
                self._begin(pc, fall_through=open_)
                if pc in self.program.leaders:
                    self.m.mode = self.modes.get(pc, self.initial_mode)
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
        self.m.pc, self.m.coherent = instruction.pc, not COHERENT.isdisjoint(instruction.flags)
        ends = self.control.ends_block(instruction)
        try:
            finish = follow(self.m, instruction)
            if ends:
                self.control.end(instruction)
            else:
                route.translate(self.m, instruction)
                if finish is not None:
                    finish()
        except Unsupported as refusal:
            self.refused.update(refusal.names)
        return not ends


_HEAD = re.compile(r"define internal (.+?) @(\w+)\((.*)\)[^)]*\{$", re.MULTILINE)
_USED = re.compile(r"@([\w.]+)")


@dataclass(frozen=True, slots=True)
class Parts:
    """A module in pieces: the function, the routines that it needs by name, declarations by name."""

    function: str
    routines: Mapping[str, str]
    declarations: Mapping[str, str]

    @property
    def text(self) -> str:
        """All in one module."""
        return "\n".join([self.function, *self.routines.values(), *self.declarations.values(), ""])

    def modules(self) -> list[str]:
        """The function's module and one for each routine, which see each other's symbols when they are linked."""
        declarations = {name.removeprefix("@"): text for name, text in self.declarations.items()}
        declarations |= {name: _declared(text) for name, text in self.routines.items()}
        parts = [self.function, *self.routines.values()]
        return [_module(part.replace("define internal", "define hidden"), declarations) for part in parts]


def _declared(routine: str) -> str:
    """The declaration of a routine whose definition lies elsewhere."""
    head = _HEAD.search(routine)
    if head is None:
        raise ValueError(f"no head of a function: {routine[:100]}")
    result, name, parameters = head.groups()
    return f"declare hidden {result} @{name}({re.sub(r' %[^,]+', '', parameters)})"


def _module(part: str, declarations: Mapping[str, str]) -> str:
    own = set(re.findall(r"^define .*?@(\w+)\(", part, re.MULTILINE))
    used = sorted(set(_USED.findall(part)) - own)
    return "\n".join([part, *(declarations[name] for name in used if name in declarations), ""])


def function_parts(machine: Machine, program: Program, symbol: str) -> Parts:
    """The function `symbol` with all that it needs; raises Unsupported."""
    body = _Body(machine, program)
    body.write()
    if body.refused:
        raise Unsupported(*body.refused)
    control = body.control
    exits = control.exits()
    lines = [f'define i32 @"{symbol}"(ptr noalias %wave) nounwind {{', "entry:", *control.entry()]
    return Parts("\n".join([*lines, *machine.lines, *exits, "}"]), machine.routines, machine.declarations)


def function_text(machine: Machine, program: Program, symbol: str) -> str:
    """The same as one module."""
    return function_parts(machine, program, symbol).text
