"""The control flow of a kernel: blocks in LLVM's sense, calls put in where they are made.

A block is known by its offset and the return offsets on the way to it, so a function that is called from two places is
lifted twice and every return has one goal. Where functions call themselves, or are called by their address, every one
is lifted once, and returns to where its register says. Addresses of code are offsets in the section. That BSSY, BSYNC
and the like say where threads of a warp meet again is left to LLVM on AMD's GPUs, which finds these places by itself.
"""

from dataclasses import dataclass, field
from functools import cached_property

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.cfg import Block, Calls, Goes, Leaves, Routine
from cass_tools.executor.nvidia.instruction import TRUE, Integer, Predicate, SymbolReference
from cass_tools.executor.nvidia.lift import functions, outside, quotients
from cass_tools.executor.nvidia.lift.constants import addresses
from cass_tools.executor.nvidia.lift.ops import OPS
from cass_tools.executor.nvidia.lift.ops.lanes import APART, ballot
from cass_tools.executor.nvidia.lift.ops.registry import Op
from cass_tools.executor.nvidia.lift.outside import NUMBERS
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.parse import SIZE
from cass_tools.executor.nvidia.tables import Decoded
from cass_tools.executor.nvidia.unsupported import Unsupported

MOST_BLOCKS, DEEPEST = 20_000, 12
Stack = tuple[int, ...]  # offsets to return to, the last call last
SHARED = {"LDS": "read", "LDSM": "read", "STS": "write", "STSM": "write", "LDGSTS": "write", "ATOMS": "change"}
STEPS = frozenset((*SHARED, "LD", "LDG", "ST", "STG"))
ENDINGS = frozenset(("BRA", "JMP", "BRX", "BRXU", "CALL", "RET", "EXIT", "KILL", "BPT"))


@dataclass
class Flow:
    """`routines` are the kernel and the functions of its section; `apart`: it is a function that is called."""

    thread: Thread
    routines: dict[str, Routine]
    apart: bool = False
    work: list[tuple[int, Stack]] = field(default_factory=list)
    done: set[tuple[int, Stack]] = field(default_factory=set)
    lifted: int = 0
    shared: str = ""  # what the block's last access of shared memory did

    @cached_property
    def blocks(self) -> dict[int, Block]:
        """All blocks of the section by offset."""
        return {start: block for routine in self.routines.values() for start, block in routine.blocks.items()}

    @cached_property
    def once(self) -> bool:
        """Whether functions are lifted once: some function is called by its address, or may come to call itself."""
        calls = [block.ending for block in self.blocks.values() if isinstance(block.ending, Calls)]
        return any(call.indirect and call.function for call in calls) or any(map(self._recurs, self.routines))

    @cached_property
    def often_called(self) -> frozenset[str]:
        """The functions that are called instead of put in."""
        amd = self.thread.platform.name == "amd"
        return functions.often_called(self.routines) if amd and not self.once else frozenset()

    def _recurs(self, name: str) -> bool:
        seen: set[str] = set()
        waiting = list(self.routines[name].callees)
        while waiting:
            callee = waiting.pop()
            if callee in self.routines and callee not in seen:
                seen.add(callee)
                waiting.extend(self.routines[callee].callees)
        return name in seen

    def lift(self, entry: int) -> None:
        """Write all blocks that can be reached; the last one, `end`, returns."""
        self.thread.has_groups = any(
            _parts_lanes(each) for block in self.blocks.values() for each in block.instructions
        )
        self.thread.f.do(f"br label {self._goto(entry, ())}")
        while self.work:
            place = self.work.pop()
            if place not in self.done:
                self.done.add(place)
                if len(self.done) > MOST_BLOCKS:
                    raise Unsupported(f"more than {MOST_BLOCKS} blocks, calls put in")
                self._block(*place)
        self.thread.f.label("lost")
        self.thread.f.declarations["llvm.trap"] = "declare void @llvm.trap()"
        self.thread.f.do("call void @llvm.trap()")
        self.thread.f.do("unreachable")
        self.thread.f.label("end")
        if self.apart:
            return
        if self.thread.clustered:
            self.thread.do("cluster_leave")
        self.thread.f.do("ret void")

    def _goto(self, offset: int, stack: Stack) -> str:
        """The label of a block that will be lifted."""
        self.work.append((offset, stack))
        return f"%{label(offset, stack)}"

    def _block(self, offset: int, stack: Stack) -> None:
        block = self.blocks[offset]
        self.thread.f.label(label(offset, stack))
        self.shared = ""
        self.thread.lower.clear()
        for each in block.instructions:
            try:
                if each.instruction.opcode not in ENDINGS:
                    self._straight(each)
            except Unsupported as error:
                raise error.at(each.instruction.address) from None
        if self.thread.platform.name == "native" and _goes_back(block):
            self.thread.do("tick")
        try:
            self._end(block, stack)
        except Unsupported as error:
            raise error.at(block.instructions[-1].instruction.address) from None

    def _straight(self, each: Decoded) -> None:
        known = OPS.get(each.instruction.opcode)
        if known is None:
            raise self.thread.unsupported(each)
        self._ordered(SHARED.get(each.instruction.opcode, ""))
        if self.thread.platform.steps and each.instruction.opcode in STEPS:
            self.thread.do("step", each.instruction.address)
        guard = self.thread.predicate(each.instruction.guard) if each.instruction.guard else None
        if guard is None or not known.branches:
            self.thread.guard = guard
            self._lift(known, each)
            self.thread.guard = None
            return
        inside, after = (self.thread.f.fresh(stem) for stem in ("then", "next"))
        self.thread.f.do(f"br {guard.typed}, label {inside}, label {after}")
        self.thread.f.label(inside[1:])
        self._lift(known, each)
        self.thread.f.do(f"br label {after}")
        self.thread.f.label(after[1:])

    def _ordered(self, access: str) -> None:
        """Keep reads and writes of shared memory in their order, and reads in every round of a loop.

        Threads of a warp that are together may rely on it: NVIDIA's code has no mark for volatile accesses of shared
        memory. A fence before the guard, between reads and writes only; it is no instruction of a GPU.
        """
        if access and access != self.shared:
            self.shared = access
            scope = "wavefront" if self.thread.platform.has_spaces else "singlethread"
            self.thread.f.do(f'fence syncscope("{scope}") acq_rel')

    def _lift(self, known: Op, each: Decoded) -> None:
        if known.branches:
            self._meet()
        known.lift(self.thread, each)

    def _meet(self) -> None:
        """A CPU, whose threads run by themselves, is told where those are that meet here."""
        if self.thread.platform.name == "native":
            self.lifted += 1
            self.thread.do("at", self.lifted)

    def _end(self, block: Block, stack: Stack) -> None:
        last, ending = block.instructions[-1], block.ending
        condition = self._condition(last)
        if isinstance(ending, Leaves):
            self._leave(last, ending, condition, stack)
        elif isinstance(ending, Calls):
            self._call(last, ending, condition, stack)
        elif ending.kind == "indirect":
            self._switch(last, ending, condition, stack)
        elif ending.kind == "collective":  # those that are not in the mask do not come here
            self.thread.f.do(f"br label {self._goto(ending.targets[-1], stack)}")
        elif ending.kind in ("diverge", "converge"):
            self._apart(ending, condition, stack)
        else:
            conditional = condition if ending.conditional and ending.kind == "branch" else None
            self._branch(conditional, self._goto(ending.targets[0], stack), ending.targets[-1], stack)

    def _apart(self, ending: Goes, condition: Value | None, stack: Stack) -> None:
        """BRA.DIV is taken where threads are apart, BRA.CONV where they are together.

        Those that come here are together, but may name different lanes (R2UR has looked), as if they were apart.
        """
        diverge = ending.kind == "diverge"
        if not self.thread.has_groups:
            self.thread.f.do(f"br label {self._goto(ending.targets[-1 if diverge else 0], stack)}")
            return
        apart = self.thread.load(APART, "i1")
        self.thread.store(APART, self.thread.f.const(0, "i1"))
        taken = apart if diverge else ~apart
        taken = taken if condition is None else taken & condition
        self._branch(taken, self._goto(ending.targets[0], stack), ending.targets[-1], stack)

    def _leave(self, last: Decoded, ending: Leaves, condition: Value | None, stack: Stack) -> None:
        """The thread ends, or goes back behind a call."""
        if ending.kind == "return" and self.once:
            calls = [block.ending for block in self.blocks.values() if isinstance(block.ending, Calls)]
            self._inside(condition, ending.rest, stack)
            self._goals(last, {call.back for call in calls})
            return
        if ending.kind == "return" and self.apart:
            self._branch(condition, "%end", ending.rest, stack)
            return
        if ending.kind == "return" and not stack:
            raise self.thread.unsupported(last, "a return without a call")
        if last.modifiers.get("how") == "INT":
            raise self.thread.unsupported(last, "a breakpoint")
        goal = "%lost" if ending.kind == "trap" else "%end"
        goal = self._goto(stack[-1], stack[:-1]) if ending.kind == "return" else goal
        self._branch(condition, goal, ending.rest, stack)

    def _inside(self, condition: Value | None, rest: int | None, stack: Stack) -> None:
        """What follows is only done where the condition holds."""
        if condition is not None:
            inside = self.thread.f.fresh("then")
            self._branch(condition, inside, rest, stack)
            self.thread.f.label(inside[1:])

    def _goals(self, last: Decoded, goals: set[int]) -> None:
        """Go where the register says, which is one of these."""
        base, offset = last.operands.get("base"), last.operands.get("offset")
        start = self.routines[base.name].entry + base.addend if isinstance(base, SymbolReference) else 0
        start += offset.value if isinstance(offset, Integer) else 0
        value = self.thread.raw(last.operands["at"]) + start
        cases = " ".join(f"i32 {goal}, label {self._goto(goal, ())}" for goal in sorted(goals))
        self.thread.f.do(f"switch {value.typed}, label %lost [ {cases} ]")

    def _condition(self, last: Decoded) -> Value | None:
        """The guard and the predicate operand of a jump, both of which must hold; None: always."""
        found = [last.instruction.guard, last.operands.get("p")]
        total: Value | None = None
        for predicate in found:
            if isinstance(predicate, Predicate) and (predicate.number != TRUE or predicate.inverted):
                value = self.thread.predicate(predicate)
                total = value if total is None else total & value
        if total is not None and "any" in last.modifiers:
            self._meet()
            return ballot(self.thread, total).cmp("ne", 0)
        return total

    def _branch(self, condition: Value | None, goal: str, rest: int | None, stack: Stack) -> None:
        if condition is None or rest is None:
            self.thread.f.do(f"br label {goal}")
        else:
            self.thread.f.do(f"br {condition.typed}, label {goal}, label {self._goto(rest, stack)}")

    def _call(self, last: Decoded, call: Calls, condition: Value | None, stack: Stack) -> None:
        if call.indirect and not call.function:
            self._outside(last, call, condition, stack)
        elif call.indirect:
            self._inside(condition, call.back, stack)
            self._goals(last, {routine.entry for name, routine in self.routines.items() if name != call.function})
        elif call.target is None:
            raise self.thread.unsupported(last, call.function)
        elif not self.once and len(stack) >= DEEPEST:
            raise self.thread.unsupported(last, f"more than {DEEPEST} calls in each other")
        else:
            self._put_in(last, call, condition, stack)

    def _put_in(self, last: Decoded, call: Calls, condition: Value | None, stack: Stack) -> None:
        """A function of the section, at the place of its call."""
        if condition is None and quotients.divided(self.thread, last, call, self.routines):
            self.thread.f.do(f"br label {self._goto(call.back, stack)}")
            return
        function = self._function(call.function) if call.function in self.often_called else None
        if function:
            self._inside(condition, call.back, stack)
            functions.call(self.thread, function)
            self.thread.f.do(f"br label {self._goto(call.back, stack)}")
            return
        assert call.target is not None  # noqa: S101  it was looked at
        goal = self._goto(call.target, () if self.once else (*stack, call.back))
        self._branch(condition, goal, call.back, stack)

    def _function(self, name: str) -> functions.Function | None:
        """A function of the section for itself, lifted at its first call; None if it cannot be."""
        thread = self.thread
        if thread.has_groups or name in thread.called:
            return thread.called.get(name)
        own = Thread(thread.cubin, thread.kernel, thread.platform)
        own.changes_wide, own.clustered = thread.changes_wide, thread.clustered
        Flow(own, {name: self.routines[name]}, apart=True).lift(self.routines[name].entry)
        made = functions.finished(own, f"{thread.kernel.name}.at.{self.routines[name].entry:x}")
        if made:
            thread.symbols |= own.symbols
            thread.f.declarations |= own.f.declarations
        thread.called[name] = made
        return made

    def _outside(self, last: Decoded, call: Calls, condition: Value | None, stack: Stack) -> None:
        """CALL.ABS: a function that the cubin has not, by the number that stands for its address."""
        names = sorted(NUMBERS.keys() & set(addresses(self.thread.cubin).values()))
        if not names:
            raise self.thread.unsupported(last, "a function by its address")
        self._inside(condition, call.back, stack)
        value = self.thread.raw(last.operands["at"])
        labels = {name: self.thread.f.fresh("outside") for name in names}
        cases = " ".join(f"i32 {NUMBERS[name]}, label {goal}" for name, goal in labels.items())
        self.thread.f.do(f"switch {value.typed}, label %lost [ {cases} ]")
        for name, goal in labels.items():
            self.thread.f.label(goal[1:])
            outside.call(self.thread, name)
            self.thread.f.do(f"br label {self._goto(call.back, stack)}")

    def _switch(self, last: Decoded, ending: Goes, condition: Value | None, stack: Stack) -> None:
        """BRX: the register holds the goal's offset from behind the instruction, less the immediate."""
        register = last.operands["at"]
        behind = last.instruction.address + SIZE
        self._inside(condition, ending.targets[-1], stack)
        value = self.thread.word(register) + self.thread.word(last.operands["base"]) + behind
        cases = " ".join(f"i32 {goal}, label {self._goto(goal, stack)}" for goal in sorted(set(ending.targets)))
        self.thread.f.do(f"switch {value.typed}, label %end [ {cases} ]")


def label(offset: int, stack: Stack) -> str:
    """The name of a block."""
    return f"b{offset:x}" + "".join(f"_{each:x}" for each in stack)


def _goes_back(block: Block) -> bool:
    """Whether the block may end with a jump to itself or to one before it."""
    return isinstance(block.ending, Goes) and any(target <= block.start for target in block.ending.targets)


def _parts_lanes(decoded: Decoded) -> bool:
    """Whether threads that are together may take part with different lanes from here on."""
    opcode = decoded.instruction.opcode
    return (opcode == "R2UR" and "p" in decoded.operands) or (
        opcode == "WARPSYNC" and decoded.modifiers.get("all") == "EXCLUSIVE" and "mask" in decoded.operands
    )
