"""Which instructions a kernel can reach, and where its basic blocks begin.

Calls and long jumps through registers are followed where their target can be read off the code; where it cannot, a
call may go to every function whose address the kernel's code forms or the image's data holds. Addresses are relative to
the image.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cass_tools.executor.amd.constants import KnownScalars
from cass_tools.executor.amd.instruction import Instruction

_ENDS = frozenset({"s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done"})
_BREAKPOINT = 3
PAUSES = frozenset({"s_barrier", "s_barrier_wait", "s_sleep", "s_sleep_var", "ds_gws_barrier"})
"""The wave goes back to the scheduler, and on behind these later."""
WORKGROUP = -1
"""Number of the barrier of all waves of a workgroup, where barriers have numbers (gfx12)."""
CALLS = frozenset({"s_swappc_b64", "s_call_b64"})
JUMPS = frozenset({"s_setpc_b64", *CALLS})


def is_end(instruction: Instruction) -> bool:
    """Whether the wave does not go on behind this; a breakpoint without a debugger is passed over."""
    return instruction.name in _ENDS or (instruction.name == "s_trap" and instruction.simm16 != _BREAKPOINT)


def is_branch(instruction: Instruction) -> bool:
    """A jump with its target in the instruction, conditional or not."""
    return instruction.name == "s_branch" or instruction.name.startswith("s_cbranch_")


def target_of(instruction: Instruction) -> int:
    """Where a branch goes."""
    if instruction.target is None:
        raise ValueError(f"{instruction.name} at {instruction.pc:#x} has no target")
    return instruction.target


@dataclass(slots=True)
class Program:
    """The reachable code of a kernel."""

    entry: int
    instructions: dict[int, Instruction] = field(default_factory=dict)
    leaders: set[int] = field(default_factory=set)
    """Where basic blocks begin."""
    resumes: set[int] = field(default_factory=set)
    """Where a wave may be entered again."""
    returns: set[int] = field(default_factory=set)
    """Behind calls."""
    targets: dict[int, int] = field(default_factory=dict)
    """Address of a jump through a register -> where it is known to go."""
    anywhere: bool = False
    """Some call goes to an unknown function."""
    functions: set[int] = field(default_factory=set)
    """Those that an unknown call may go to."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a code object tells about jumps: entry points of `functions`, `pointers` that the loader relocates (address
    of the pointer -> where it points), and the functions that are `stored` in data."""

    functions: frozenset[int] = frozenset()
    pointers: Mapping[int, int] = field(default_factory=dict)
    stored: frozenset[int] = frozenset()


class _Walk:
    """The search for reachable code."""

    def __init__(self, program: Program, fetch: Callable[[int], Instruction], surroundings: Surroundings) -> None:
        self.program = program
        self.fetch = fetch
        self.pointers = surroundings.pointers
        self.functions = surroundings.functions
        self.work = [program.entry]
        program.leaders.add(program.entry)

    def lead(self, pc: int) -> None:
        """A basic block begins here."""
        self.program.leaders.add(pc)
        self.work.append(pc)

    def run(self) -> None:
        while self.work:
            pc = self.work.pop()
            if pc not in self.program.instructions:
                self._straight(pc)

    def _straight(self, pc: int) -> None:
        """Read until the code does not go on, or is known."""
        known = KnownScalars(self.pointers)
        while pc not in self.program.instructions:
            instruction = self.fetch(pc)
            self.program.instructions[pc] = instruction
            if not self._goes_on(instruction, known):
                return
            formed = known.step(instruction)
            if formed in self.functions:
                self.program.functions.add(formed)
            pc += instruction.size

    def _goes_on(self, instruction: Instruction, known: KnownScalars) -> bool:
        """Note where the instruction leads; whether the next one is read in the same go."""
        behind = instruction.pc + instruction.size
        if is_end(instruction):
            return False
        if instruction.name in PAUSES:
            self.program.resumes.add(behind)
            self.lead(behind)
            return False
        if instruction.name in JUMPS:
            self._jump(instruction, known)
            return False
        if is_branch(instruction):
            target = target_of(instruction)
            self.lead(target)
            if target <= instruction.pc:
                self.program.resumes.add(target)
            if instruction.name != "s_branch":
                self.lead(behind)
            return False
        return True

    def _jump(self, instruction: Instruction, known: KnownScalars) -> None:
        program = self.program
        target = instruction.target if instruction.target is not None else known.pair(instruction.src[-1])
        if instruction.name in CALLS:
            behind = instruction.pc + instruction.size
            program.returns.add(behind)
            self.lead(behind)
            program.anywhere |= target is None
        if target is not None:
            program.targets[instruction.pc] = target
            self.lead(target)
            if target <= instruction.pc and instruction.name not in CALLS:
                program.resumes.add(target)

    def confirm(self) -> None:
        """Keep a target of a jump only if it follows from its own basic block: others may enter the block, too."""
        program, known = self.program, KnownScalars(self.pointers)
        for pc in sorted(program.instructions):
            instruction = program.instructions[pc]
            if pc in program.leaders:
                known.reset()
            if instruction.name in JUMPS and instruction.target is None:
                target = known.pair(instruction.src[-1])
                if target is None and program.targets.pop(pc, None) is not None:
                    program.anywhere |= instruction.name in CALLS
            known.step(instruction)

    def follow_unknown_calls(self) -> None:
        """Reach the functions that unknown calls may go to, and what they form in their turn."""
        entered: set[int] = set()
        while self.program.anywhere and self.program.functions - entered:
            for function in sorted(self.program.functions - entered):
                entered.add(function)
                self.lead(function)
            self.run()
            self.confirm()


def reachable(entry: int, fetch: Callable[[int], Instruction], surroundings: Surroundings) -> Program:
    """Everything a kernel that starts at `entry` can run."""
    program = Program(entry, functions=set(surroundings.stored))
    walk = _Walk(program, fetch, surroundings)
    walk.run()
    walk.confirm()
    walk.follow_unknown_calls()
    return program
