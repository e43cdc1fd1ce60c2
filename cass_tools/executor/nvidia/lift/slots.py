"""The state of one thread while its code is lifted: variables for registers and predicates, pointers, runtime calls.

What is written goes through the instruction's guard: with one, the old value is kept where it is false.
"""

from typing import TYPE_CHECKING

from cass_tools.executor.ir.value import Function, Value
from cass_tools.executor.nvidia.cubin import Cubin, Kernel
from cass_tools.executor.nvidia.instruction import TRUE, ZERO, Operand, Predicate, Register
from cass_tools.executor.nvidia.lift.platform import Platform, Space
from cass_tools.executor.nvidia.tables import Decoded
from cass_tools.executor.nvidia.unsupported import Unsupported

if TYPE_CHECKING:
    from cass_tools.executor.nvidia.lift.functions import Function as Called
    from cass_tools.executor.nvidia.lift.ops.halves import Low


def name(operand: Register | Predicate) -> str:
    """What a register's variable is called."""
    return f"{operand.file}{operand.number}"


class Slots:
    """Registers are slots; `guard` is the condition of the instruction at hand, None where it always executes."""

    def __init__(self, cubin: Cubin, kernel: Kernel, platform: Platform) -> None:
        self.cubin = cubin
        self.kernel = kernel
        self.platform = platform
        self.f = Function()
        self.guard: Value | None = None
        self.slots: dict[str, str] = {}
        self._known: dict[str, Value] = {}  # what variables hold that the basic block at hand has read or written
        self._pinned: dict[str, Value] = {}  # the same values, kept in the block
        self._written: dict[str, int] = {}  # the line where it was written last, by variable
        self._block = 0
        self.symbols: set[str] = set()
        self.uses_shared = False
        self.uses_local = False
        self.uses_barriers = False
        self.uses_grid = False
        self.uses_bank = False  # parameters are read at an index, where AMD's memory has them elsewhere
        self.is_long = False  # more that all threads do alike than LLVM can plan for scalar registers
        self.clustered = False  # the kernel knows of clusters
        self.changes_wide = False  # some code of the cubin changes 128 bits at once
        self.versions: dict[str, int] = {}  # how often each variable was written so far
        self.lower: dict[str, Low] = {}  # lower halves of this block's sums and comparisons, by their predicate
        self.called: dict[str, Called | None] = {}  # functions that were lifted for themselves; None: they cannot be
        self.has_groups = False  # threads that are together may name different lanes in what they do together

    def __call__(self, name: str, type_: str, *values: Value | int) -> Value:
        """The result of a function of the runtime; numbers are passed as i32."""
        arguments = [v if isinstance(v, Value) else self.f.const(v, "i32") for v in values]
        return self.f.call(f"nv_{name}", type_, 0, *arguments)

    def do(self, name: str, *values: Value | int) -> None:
        """Call a function of the runtime that returns nothing."""
        arguments = [v if isinstance(v, Value) else self.f.const(v, "i32") for v in values]
        self.f.declarations[f"nv_{name}"] = f"declare void @nv_{name}({', '.join(a.ir_type for a in arguments)})"
        self.f.do(f"call void @nv_{name}({', '.join(a.typed for a in arguments)})")

    def unsupported(self, i: Decoded, why: str = "") -> Unsupported:
        """The refusal of an instruction, by its name."""
        return Unsupported(f"sm_{self.cubin.sm} {i.instruction.name}{': ' + why if why else ''}")

    def slot(self, name: str, type_: str) -> str:
        """A pointer to a variable of the thread, made at first use and zero until it is written."""
        self.slots[name] = type_
        return f"{self.platform.pointer('local')} %{name}"

    def load(self, name: str, type_: str) -> Value:
        """The variable's value; it is read once in a basic block, which saves LLVM a fifth of its work."""
        self._enter()
        known = self._known.get(name)
        if known is None or known.type != type_:
            known = self._known[name] = self.f.emit(f"load {type_}, {self.slot(name, type_)}", type_)
        return known

    def store(self, name: str, value: Value) -> None:
        """Write a variable, under the guard."""
        self.versions[name] = self.versions.get(name, 0) + 1
        kept = value if self.guard is None else self.guard.select(value, self.load(name, value.type))
        self._enter()
        if name in self._written:  # nobody has read that, since reads take what is known
            self.f.lines[self._written[name]] = ""
        self._known[name], self._written[name] = kept, len(self.f.lines)
        self.f.do(f"store {kept.typed}, {self.slot(name, value.type)}")

    def _enter(self) -> None:
        """Forget what is known of another basic block."""
        if self._block != self.f.blocks:
            self._block = self.f.blocks
            self._known.clear()
            self._pinned.clear()
            self._written.clear()

    def pinned(self, value: Value) -> Value:
        """The same 32 bits of a vector register, computed in the block at hand.

        Sums with constants then stay there as well, where they become offsets of accesses; LLVM would take them out of
        a loop, to one register each.
        """
        self._enter()
        if value.name not in self._pinned:
            text = f'call i32 asm "", "=v,0"({value.typed}) convergent nounwind memory(none)'
            self._pinned[value.name] = self.f.emit(text, "i32")
        return self._pinned[value.name]

    def version(self, operand: Register | Predicate) -> int:
        """How often a register or predicate was written so far."""
        return self.versions.get(name(operand), 0)

    def register(self, file: str, number: int) -> Value:
        """The 32 bits of a register."""
        return self.f.const(0, "i32") if number == ZERO else self.load(f"{file}{number}", "i32")

    def set_register(self, file: str, number: int, value: Value) -> None:
        """Write a register; RZ takes anything."""
        if number != ZERO:
            self.store(f"{file}{number}", value)

    def predicate(self, operand: Operand) -> Value:
        """The truth of a predicate operand, its ! applied."""
        if not isinstance(operand, Predicate):
            raise Unsupported(f"the operand {operand} where a predicate stands")
        if operand.number == TRUE:
            return self.f.const(not operand.inverted, "i1")
        value = self.load(f"{operand.file}{operand.number}", "i1")
        return ~value if operand.inverted else value

    def set_predicate(self, operand: Operand, value: Value) -> None:
        """Write a predicate; PT takes anything."""
        if not isinstance(operand, Predicate):
            raise Unsupported(f"the operand {operand} where a predicate is written")
        if operand.number != TRUE:
            self.store(f"{operand.file}{operand.number}", value)

    def pair(self, file: str, number: int) -> Value:
        """Two registers as i64, the lower one below."""
        low = self.register(file, number).zext("i64")
        if number == ZERO:
            return low
        return low | self.register(file, number + 1).zext("i64") << 32

    def at(self, space: Space, base: str, offset: Value | int) -> Value:
        """A pointer `offset` bytes behind `base` of this memory."""
        where = offset if isinstance(offset, Value) else self.f.const(offset, "i32")
        pointer = self.platform.pointer(space)
        return self.f.emit(f"getelementptr i8, {pointer} {base}, {where.typed}", pointer)

    def at_pointer(self, pointer: Value, offset: int) -> Value:
        """A pointer some bytes behind another one."""
        return self.f.emit(f"getelementptr i8, {pointer.typed}, i32 {offset}", pointer.type) if offset else pointer
