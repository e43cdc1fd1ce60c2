"""The control flow of a kernel: blocks in LLVM's sense, calls put in where they are made.

A block is known by its address and the return addresses on the way to it, so a function that is called from two places
is lifted twice and every return has one goal. BSSY, BSYNC and the like say where threads of a warp meet again; LLVM
finds these places by itself.
"""

from dataclasses import dataclass, field

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Instruction, Integer, Predicate, Register, Target
from cass_tools.executor.nvidia.lift.ops import OPS
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.unsupported import Unsupported

Place = tuple[int, tuple[int, ...]]
JUMPS = frozenset(("BRA", "JMP", "BRX", "JMX", "BRXU", "CALL", "RET", "EXIT", "KILL", "BPT"))
MEETINGS = frozenset(("BSSY", "BSYNC", "BREAK", "YIELD", "BMOV", "ENDCOLLECTIVE"))
MOST_BLOCKS, DEEPEST = 20_000, 12
SIZE = 16


@dataclass
class Flow:
    """`code` is the section of the kernel, in order from offset 0."""

    thread: Thread
    code: tuple[Instruction, ...]
    work: list[Place] = field(default_factory=list)
    done: set[Place] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.at = {instruction.address: number for number, instruction in enumerate(self.code)}
        self.starts = {function.offset for function in self.thread.kernel.functions if not function.is_kernel}
        self.leaders = set(self.thread.kernel.branches and _indirect(self.thread))
        for instruction in self.code:
            if instruction.opcode in JUMPS:
                self.leaders.add(instruction.address + SIZE)
                self.leaders.update(o.offset for o in instruction.operands if isinstance(o, Target))

    def lift(self, entry: int) -> None:
        """Write all blocks that can be reached; the last one, `end`, returns."""
        self.thread.f.do(f"br label {self.goto(entry, ())}")
        while self.work:
            place = self.work.pop()
            if place not in self.done:
                self.done.add(place)
                if len(self.done) > MOST_BLOCKS:
                    raise Unsupported(f"more than {MOST_BLOCKS} blocks, calls put in")
                self._block(*place)
        self.thread.f.label("end")
        self.thread.f.do("ret void")

    def goto(self, address: int, calls: tuple[int, ...]) -> str:
        """The label of a block that will be lifted."""
        if address not in self.at:
            raise Unsupported(f"a jump to {address:#x}, outside the code")
        self.work.append((address, calls))
        return f"%{label(address, calls)}"

    def _block(self, address: int, calls: tuple[int, ...]) -> None:
        self.thread.f.label(label(address, calls))
        for number in range(self.at[address], len(self.code)):
            instruction = self.code[number]
            if instruction.address != address and instruction.address in self.leaders:
                self.thread.f.do(f"br label {self.goto(instruction.address, calls)}")
                return
            if instruction.opcode in JUMPS and not self._is_test(instruction):
                self._jump(instruction, calls)
                return
            self._straight(instruction)
        self.thread.f.do("br label %end")

    def _is_test(self, instruction: Instruction) -> bool:
        """BRA.DIV leaves for a slow way if threads are apart; they are together here."""
        return instruction.opcode == "BRA" and "DIV" in instruction.modifiers

    def _straight(self, instruction: Instruction) -> None:
        if instruction.opcode in MEETINGS or instruction.opcode in JUMPS:
            return
        known = OPS.get(instruction.opcode)
        if known is None:
            raise self.thread.unsupported(instruction)
        guard = self.thread.predicate(instruction.guard) if instruction.guard else None
        if guard is None or not known.branches:
            self.thread.guard = guard
            known.lift(self.thread, instruction)
            self.thread.guard = None
            return
        inside, after = (self.thread.f.fresh(stem) for stem in ("then", "next"))
        self.thread.f.do(f"br {guard.typed}, label {inside}, label {after}")
        self.thread.f.label(inside[1:])
        known.lift(self.thread, instruction)
        self.thread.f.do(f"br label {after}")
        self.thread.f.label(after[1:])

    def _jump(self, instruction: Instruction, calls: tuple[int, ...]) -> None:
        condition = self._condition(instruction)
        following = instruction.address + SIZE
        if instruction.opcode in ("BRX", "JMX", "BRXU"):
            self._indirect(instruction, calls, condition)
            return
        goal = self._goal(instruction, calls)
        if condition is None:
            self.thread.f.do(f"br label {goal}")
        else:
            self.thread.f.do(f"br {condition.typed}, label {goal}, label {self.goto(following, calls)}")

    def _condition(self, instruction: Instruction) -> Value | None:
        """The guard and the predicates among the operands, all of which must hold; None: always."""
        found = [o for o in instruction.operands if isinstance(o, Predicate)]
        found = [instruction.guard, *found] if instruction.guard else found
        total: Value | None = None
        for predicate in found:
            value = self.thread.predicate(predicate)
            total = value if total is None else total & value
        return total

    def _goal(self, instruction: Instruction, calls: tuple[int, ...]) -> str:
        following = instruction.address + SIZE
        target = next((o.offset for o in instruction.operands if isinstance(o, Target)), None)
        if instruction.opcode in ("EXIT", "KILL", "BPT"):
            return "%end"
        if instruction.opcode == "RET":
            if not calls:
                raise self.thread.unsupported(instruction, "a return without a call")
            return self.goto(calls[-1], calls[:-1])
        if target is None:
            raise self.thread.unsupported(instruction, "an indirect jump or a symbol")
        if instruction.opcode == "CALL" and target in self.starts:
            if len(calls) >= DEEPEST:
                raise self.thread.unsupported(instruction, "recursion")
            return self.goto(target, (*calls, following))
        return self.goto(target, calls)  # a call of a place inside a function is a jump: its return is set already

    def _indirect(self, instruction: Instruction, calls: tuple[int, ...], condition: Value | None) -> None:
        targets = self.thread.kernel.branches.get(instruction.address)
        register = next((o for o in instruction.operands if isinstance(o, Register)), None)
        if not targets or register is None:
            raise self.thread.unsupported(instruction, "no table of its targets")
        following = instruction.address + SIZE
        if condition is not None:
            inside = self.thread.f.fresh("then")
            goal = self.goto(following, calls)
            self.thread.f.do(f"br {condition.typed}, label {inside}, label {goal}")
            self.thread.f.label(inside[1:])
        offset = sum(o.value for o in instruction.operands if isinstance(o, Integer))
        value = self.thread.register(register.file, register.number) + (following + offset)
        cases = " ".join(f"i32 {t}, label {self.goto(t, calls)}" for t in sorted(set(targets)))
        self.thread.f.do(f"switch {value.typed}, label %end [ {cases} ]")


def label(address: int, calls: tuple[int, ...]) -> str:
    """The name of a block."""
    return f"b{address:x}" + "".join(f"_{call:x}" for call in calls)


def _indirect(thread: Thread) -> set[int]:
    return {target for targets in thread.kernel.branches.values() for target in targets}
