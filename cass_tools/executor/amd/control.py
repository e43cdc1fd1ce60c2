"""Ends of basic blocks: branches, calls, pauses, and the switches through which a wave comes back.

Blocks are labels `b<address in hex>`. The registers are in the Wave between blocks, so that any block may be entered
from a switch: on a return or an indirect call (`%dispatch`, on the address in `%target`), and when the scheduler
enters the function again (on `resume`).
"""

from collections.abc import Callable

from cass_tools.executor.amd import abi, salu
from cass_tools.executor.amd.abi import Status
from cass_tools.executor.amd.blocks import CALLS, JUMPS, PAUSES, WORKGROUP, Program, is_branch, is_end, target_of
from cass_tools.executor.amd.checks import mark
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value


def label(pc: int) -> str:
    """Name of the basic block at an address."""
    return f"b{pc:x}"


class Control:
    """Writes the ends of the blocks of one program."""

    def __init__(self, machine: Machine, program: Program) -> None:
        self.m = machine
        self.program = program
        self.points = {pc: number for number, pc in enumerate(sorted(program.resumes), 1)}
        self.entries = sorted(program.returns | (program.functions if program.anywhere else set()))
        self.dispatches = False

    def ends_block(self, instruction: Instruction) -> bool:
        """Whether the instruction is one of those that `end` translates."""
        return is_end(instruction) or instruction.name in PAUSES | JUMPS or is_branch(instruction)

    def go(self, pc: int) -> None:
        """An unconditional branch to the block at `pc`; the registers must have been flushed."""
        self.m.do(f"br label %{label(pc)}")

    def leave(self, status: Status, resume: int | None = None) -> None:
        """Return to the scheduler, to be entered again at `resume`."""
        if resume is not None:
            self.m.set_field(abi.RESUME, self.m.const(self.points[resume], "i32"))
        self.m.do(f"ret i32 {int(status)}")

    def end(self, instruction: Instruction) -> None:
        """Translate the instruction that ends a block."""
        name = instruction.name
        if is_end(instruction):
            self._stop(instruction)
        elif name in PAUSES:
            self.m.flush()
            mark(self.m)
            if name == "s_barrier_wait" and instruction.simm16 != WORKGROUP:
                raise self.m.refuse(instruction, f"{instruction.simm16}")
            status = {"s_barrier": Status.BARRIER, "s_barrier_wait": Status.BARRIER}.get(
                name, Status.GRID_BARRIER if name == "ds_gws_barrier" else Status.YIELDED
            )
            self.leave(status, instruction.pc + instruction.size)
        elif name in JUMPS:
            self._jump(instruction)
        else:
            self._branch(instruction)

    def _stop(self, instruction: Instruction) -> None:
        if instruction.name != "s_trap":
            self.m.abandon()
            self.leave(Status.ENDED)
            return
        self.m.flush()
        self.m.set_field(abi.FAULT, self.m.const(instruction.simm16 & 0xFF, "i64"))
        self.leave(Status.TRAPPED)

    def _jump(self, instruction: Instruction) -> None:
        """A call or a jump through a register."""
        m = self.m
        known = self.program.targets.get(instruction.pc)
        image = m.field(abi.IMAGE)
        unknown = scalar(m, instruction.src[-1], "q") - image if known is None else None
        if instruction.name in CALLS:
            salu.write(m, instruction.dst[0], image + (instruction.pc + instruction.size))
        m.flush()
        if known is not None:
            self._forward_or_back(instruction.pc, known)
        elif unknown is not None:
            self.dispatches = True
            m.do(f"store {unknown.typed}, ptr %target")
            m.do("br label %dispatch")

    def _branch(self, instruction: Instruction) -> None:
        m = self.m
        target, behind = target_of(instruction), instruction.pc + instruction.size
        condition = None if instruction.name == "s_branch" else self._condition(instruction)
        m.flush()
        if condition is None:
            self._forward_or_back(instruction.pc, target)
            return
        if target > instruction.pc:
            m.do(f"br i1 {condition.name}, label %{label(target)}, label %{label(behind)}")
            return
        back = m.fresh("back").removeprefix("%")
        m.do(f"br i1 {condition.name}, label %{back}, label %{label(behind)}")
        m.label(back)
        self._forward_or_back(instruction.pc, target)

    def _condition(self, instruction: Instruction) -> Value:
        m = self.m
        conditions: dict[str, Callable[[], Value]] = {
            "scc0": lambda: m.scalars.scc().cmp("eq", 0),
            "scc1": m.scalars.scc,
            "vccz": lambda: m.scalars.bits(abi.VCC).cmp("eq", 0),
            "vccnz": lambda: m.scalars.bits(abi.VCC).cmp("ne", 0),
            "execz": lambda: m.exec_bits().cmp("eq", 0),
            "execnz": lambda: m.exec_bits().cmp("ne", 0),
        }
        found = conditions.get(instruction.name.removeprefix("s_cbranch_"))
        if found is None:
            raise m.refuse(instruction)
        return found()

    def _forward_or_back(self, pc: int, target: int) -> None:
        """Go to `target`; a way back costs budget, and without any left the wave pauses there."""
        if target > pc or target not in self.points:
            self.go(target)
            return
        m = self.m
        left = m.field(abi.BUDGET, "i32") - 1
        m.set_field(abi.BUDGET, left)
        spent = m.fresh("spent").removeprefix("%")
        m.do(f"br i1 {left.cmp('slt', 0).name}, label %{spent}, label %{label(target)}")
        m.label(spent)
        self.leave(Status.YIELDED, target)

    def entry(self) -> list[str]:
        """The block before all: where a wave starts or goes on."""
        m = self.m
        m.lines, kept = [], m.lines
        resume = m.field(abi.RESUME, "i32")
        cases = " ".join(f"i32 {number}, label %{label(pc)}" for pc, number in self.points.items())
        m.lines += m.allocations
        if self.dispatches:
            m.do("%target = alloca i64")
        m.do(f"switch i32 {resume.name}, label %{label(self.program.entry)} [ {cases} ]")
        lines, m.lines = m.lines, kept
        return lines

    def exits(self) -> list[str]:
        """The blocks behind all: dispatch of jumps through registers."""
        if not self.dispatches:
            return []
        m = self.m
        m.lines, kept = [], m.lines
        m.label("dispatch")
        target = m.emit("load i64, ptr %target", "i64")
        cases = " ".join(f"i64 {pc}, label %{label(pc)}" for pc in self.entries)
        m.do(f"switch i64 {target.name}, label %wild [ {cases} ]")
        m.label("wild")
        m.set_field(abi.FAULT, m.const(abi.WILD_JUMP, "i64"))
        self.leave(Status.TRAPPED)
        lines, m.lines = m.lines, kept
        return lines
