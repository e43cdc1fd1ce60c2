"""The floating-point mode that each basic block runs in: rounding and subnormal numbers, as bits 0-7 of MODE.

Bits 0-1 round floats and 2-3 halves and doubles (0 nearest even, 1 up, 2 down, 3 toward zero); bits 4-5 are about
subnormal floats, 6-7 halves and doubles (bit 0 keeps them in sources, bit 1 in results). The code is translated for the
mode that follows from the kernel descriptor and the constants that it writes; anything else is refused by name.
"""

from cass_tools.executor.amd.blocks import CALLS, JUMPS, PAUSES, Program, is_branch, is_end, target_of
from cass_tools.executor.amd.instruction import Instruction, Reg
from cass_tools.executor.amd.unsupported import Unsupported

DEFAULT = 0xF0
"""Nearest even, subnormals kept."""
_FIELDS = 0xFF
_MODE_REGISTER = 1
_SET = frozenset({"s_setreg_b32", "s_setreg_imm32_b32"})


def field_of(instruction: Instruction) -> tuple[int, int, int]:
    """Register, first bit and width that s_getreg or s_setreg names."""
    word = instruction.simm16 & 0xFFFF
    return word & 63, word >> 6 & 31, (word >> 11) + 1


def changed(instruction: Instruction, mode: int) -> int | None:
    """The mode behind an instruction; None when it writes a value that is not in the code."""
    if instruction.name == "s_round_mode":
        return mode & ~0xF | instruction.simm16 & 0xF
    if instruction.name == "s_denorm_mode":
        return mode & ~0xF0 | (instruction.simm16 & 0xF) << 4
    if instruction.name not in _SET:
        return mode
    register, first, width = field_of(instruction)
    mask = ((1 << width) - 1) << first
    if register != _MODE_REGISTER or not mask & _FIELDS:
        return mode
    source = instruction.src[0]
    if source.kind not in (Reg.LITERAL, Reg.INLINE_INT):
        return None
    return mode & ~mask & _FIELDS | source.index << first & mask & _FIELDS


class _Flow:
    """Modes of basic blocks, from the entry along the branches."""

    def __init__(self, program: Program, initial: int, arch: str) -> None:
        self.program, self.initial, self.arch = program, initial, arch
        self.found: dict[int, int] = {}
        self.work: list[int] = []

    def enter(self, pc: int, mode: int) -> None:
        """A way into a block."""
        known = self.found.setdefault(pc, mode)
        if known != mode:
            raise Unsupported(f"{self.arch} MODE {known:#x} or {mode:#x} where ways meet")
        self.work.append(pc)

    def run(self) -> dict[int, int]:
        """The modes by the blocks' addresses."""
        program, done = self.program, set()
        for entry in (program.entry, *program.returns, *(program.functions if program.anywhere else ())):
            self.enter(entry, self.initial)
        while self.work:
            pc = self.work.pop()
            if pc not in done and pc in program.instructions:
                done.add(pc)
                self._block(pc, self.found[pc])
        return self.found

    def _block(self, pc: int, mode: int) -> None:
        while True:
            instruction = self.program.instructions[pc]
            after = changed(instruction, mode)
            if after is None:
                raise Unsupported(f"{self.arch} {instruction.name} MODE from a register")
            mode, pc = after, pc + instruction.size
            if is_end(instruction) or instruction.name == "s_branch" or instruction.name in JUMPS:
                self._leave(instruction, mode)
                return
            if is_branch(instruction):
                self.enter(target_of(instruction), mode)
            if is_branch(instruction) or instruction.name in PAUSES or pc in self.program.leaders:
                self.enter(pc, mode)
                return

    def _leave(self, instruction: Instruction, mode: int) -> None:
        """The end of a block without a way on: functions are entered and left in the kernel's own mode."""
        if instruction.name == "s_branch":
            self.enter(target_of(instruction), mode)
        elif instruction.name in JUMPS:
            target = self.program.targets.get(instruction.pc)
            if target is not None:
                self.enter(target, mode)
            elif mode != self.initial:
                raise Unsupported(f"{self.arch} {instruction.name} in MODE {mode:#x}")
            if instruction.name in CALLS and mode != self.initial:
                raise Unsupported(f"{self.arch} {instruction.name} in MODE {mode:#x}")


def block_modes(program: Program, initial: int, arch: str) -> dict[int, int]:
    """Address of each reachable basic block -> mode at its start; raises Unsupported where that is not one number."""
    return _Flow(program, initial, arch).run()
