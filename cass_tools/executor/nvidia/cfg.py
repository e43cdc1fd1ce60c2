"""Basic blocks and control flow of a section of code.

A block ends where control may go elsewhere, begins where control may come from elsewhere, and keeps every instruction:
BSSY, BSYNC, BREAK, WARPSYNC and YIELD compute nothing but say where the threads of a warp wait for each other, so they
stay in their blocks as they are. What ends a block is one of the values below, with its guard in the instruction.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Kernel
from cass_tools.executor.nvidia.instruction import TRUE, Instruction, Predicate, SymbolReference, Target
from cass_tools.executor.nvidia.parse import SIZE
from cass_tools.executor.nvidia.tables import Decoded, classify
from cass_tools.executor.nvidia.unsupported import Unsupported

ENDS = frozenset(("BRA", "BRX", "BRXU", "JMP", "CALL", "RET", "EXIT", "KILL", "BPT", "BSYNC", "BREAK", "WARPSYNC"))


@dataclass(frozen=True, slots=True)
class Goes:
    """Control goes on at `targets`, offsets of blocks: one for a fall-through, several for what is decided at run time.

    `kind`: next, branch, diverge (BRA.DIV: taken if the threads are not together), converge (BRA.CONV: if they are),
    indirect, sync (BSYNC and BREAK: on after the threads have met), collective (WARPSYNC to a target).
    `conditional`: where a guard or a predicate operand is false, control falls through, to the last target.
    """

    kind: str
    targets: tuple[int, ...]
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class Calls:
    """A function is called and comes back at `back` (whose address the code itself has put into a register).

    `function` is a symbol in this section or elsewhere; `indirect` where the address is in a register, relative to the
    symbol if there is one. `target` is the offset in this section, None where it is elsewhere or not known.
    """

    function: str
    target: int | None
    back: int
    indirect: bool
    conditional: bool


@dataclass(frozen=True, slots=True)
class Leaves:
    """The thread ends (`kind` exit, kill, trap) or returns to its caller (return); `rest` is where others go on."""

    kind: str
    rest: int | None


Ending = Goes | Calls | Leaves


@dataclass(frozen=True, slots=True)
class Block:
    """`instructions` from `start` on, the one that ends it included; `ending` says what then."""

    start: int
    instructions: tuple[Decoded, ...]
    ending: Ending


@dataclass(frozen=True, slots=True)
class Routine:
    """A function or a kernel: its blocks by offset, reached from `entry` without entering a function that it calls."""

    name: str
    entry: int
    blocks: dict[int, Block]
    callees: frozenset[str]

    def successors(self, start: int) -> tuple[int, ...]:
        """Where control may go inside the routine after a block; a call goes on behind itself."""
        ending = self.blocks[start].ending
        if isinstance(ending, Goes):
            return ending.targets
        if isinstance(ending, Calls):
            return (ending.back,)
        return () if ending.rest is None else (ending.rest,)


def routines(kernel: Kernel, code: Sequence[Instruction]) -> dict[str, Routine]:
    """The kernel and the functions of its section, by name.

    Unsupported names what is not known, CassError what cannot be: a jump to where no instruction is.
    """
    section = _Section(kernel, code)
    entries = {kernel.name: 0} | {function.name: function.offset for function in kernel.functions}
    return {name: section.routine(name, entry) for name, entry in entries.items()}


def _classified(instruction: Instruction) -> Decoded:
    try:
        return classify(instruction)
    except Unsupported as error:
        raise error.at(instruction.address) from None


class _Section:
    """A section cut into blocks."""

    def __init__(self, kernel: Kernel, code: Sequence[Instruction]) -> None:
        self.kernel = kernel
        self.names = {function.name: function.offset for function in kernel.functions} | {kernel.name: 0}
        self.entries = {offset: name for name, offset in self.names.items()}
        self.code = {each.address: _classified(each) for each in code}
        self.leaders = set(self._leaders())
        self.cut: dict[int, Block] = {}

    def _leaders(self) -> Iterator[int]:
        yield from self.entries
        for targets in self.kernel.branches.values():
            yield from targets
        for address, each in self.code.items():
            if each.instruction.opcode != "LEPC":  # which takes an address and goes nowhere
                yield from (o.offset for o in each.instruction.operands if isinstance(o, Target))
            if each.instruction.opcode in ENDS:
                yield address + SIZE

    def routine(self, name: str, entry: int) -> Routine:
        """Follow control from `entry`."""
        found: dict[int, Block] = {}
        callees: set[str] = set()
        waiting = [entry]
        routine = Routine(name, entry, found, frozenset())
        while waiting:
            start = waiting.pop()
            if start in found:
                continue
            found[start] = self.block(start)
            ending = found[start].ending
            if isinstance(ending, Calls) and not ending.indirect:
                callees.add(ending.function)
            waiting.extend(routine.successors(start))
        return Routine(name, entry, dict(sorted(found.items())), frozenset(callees))

    def block(self, start: int) -> Block:
        """The block at an offset, cut once."""
        if start not in self.cut:
            self.cut[start] = self._block(start)
        return self.cut[start]

    def _block(self, start: int) -> Block:
        body: list[Decoded] = []
        at = start
        while True:
            if at not in self.code:
                raise CassError(f"{self.kernel.name}: control reaches {at:#x}, where there is no instruction")
            body.append(self.code[at])
            if self.code[at].instruction.opcode in ENDS:
                return Block(start, tuple(body), self._ending(self.code[at]))
            at += SIZE
            if at in self.leaders:
                return Block(start, tuple(body), Goes("next", (at,)))

    def _ending(self, last: Decoded) -> Ending:
        instruction = last.instruction
        behind = instruction.address + SIZE
        if _is_never(instruction):
            return Goes("next", (behind,))
        guarded = instruction.guard is not None
        opcode = instruction.opcode
        if opcode in ("EXIT", "KILL", "BPT", "RET"):
            kind = {"EXIT": "exit", "KILL": "kill", "BPT": "trap", "RET": "return"}[opcode]
            return Leaves(kind, behind if guarded or "p" in last.operands else None)
        if opcode == "CALL":
            return self._call(last, behind, guarded)
        if opcode in ("BRX", "BRXU"):
            targets = self.kernel.branches.get(instruction.address)
            if not targets:
                raise Unsupported(f"{instruction.name} without a table of targets")
            return Goes("indirect", (*dict.fromkeys(targets), *((behind,) if guarded else ())), guarded)
        if opcode in ("BSYNC", "BREAK"):
            return Goes("sync", (behind,), guarded)
        return self._jump(last, behind, guarded)

    def _jump(self, last: Decoded, behind: int, guarded: bool) -> Goes:
        """BRA, JMP and WARPSYNC."""
        to = last.operands.get("to")
        if last.instruction.opcode == "WARPSYNC":
            if not isinstance(to, Target):
                return Goes("sync", (behind,), guarded)
            return Goes("collective", (to.offset, behind), conditional=True)
        if isinstance(to, SymbolReference) and to.name in self.names:
            to = Target(self.names[to.name] + to.addend)
        if not isinstance(to, Target):
            raise Unsupported(f"{last.instruction.name} to another section")
        how = last.modifiers.get("how", "")
        kind = {"DIV": "diverge", "CONV": "converge"}.get(how, "branch")
        conditional = guarded or kind != "branch" or "p" in last.operands
        return Goes(kind, (to.offset, behind) if conditional else (to.offset,), conditional)

    def _call(self, last: Decoded, behind: int, guarded: bool) -> Ending:
        base, to = last.operands.get("base"), last.operands.get("to")
        if isinstance(to, Target):
            name = self.entries.get(to.offset)
            if name is None:  # to a label inside the function: the return address is in a register, but nobody returns
                return Goes("branch", (to.offset, behind) if guarded else (to.offset,), guarded)
            return Calls(name, to.offset, behind, indirect=False, conditional=guarded)
        indirect = "at" in last.operands
        name = base.name if isinstance(base, SymbolReference) else ""
        target = None if indirect else self.names.get(name)
        return Calls(name, target, behind, indirect, guarded)


def _is_never(instruction: Instruction) -> bool:
    """Whether the guard is !PT."""
    return instruction.guard == Predicate("P", TRUE, inverted=True)
