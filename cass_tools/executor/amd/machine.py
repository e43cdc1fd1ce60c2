"""The state of a wave while its kernel is being translated: what instruction translators read and write.

`%wave` is the `Wave` structure of `abi.py`. Scalar code is written here, straight on; elementwise vector code goes to
the open `strip`, a loop that is put behind the scalar code written so far when it is closed. Whoever reads or changes
what a strip works on (vector registers in memory, exec, a mask that it writes) closes it first. Internal routines
(loops over lanes) that instructions call are collected once per kernel.
"""

from collections.abc import Callable, Mapping

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.modes import DEFAULT
from cass_tools.executor.amd.scalar_file import ScalarFile
from cass_tools.executor.amd.shadow import Shadow
from cass_tools.executor.amd.strip import Strip
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.ir.value import Function, Value

WIDTH = 8
"""Lanes that are worked on at a time: what a host register of 256 bits holds of 32-bit values."""


class Machine(Function):
    """A function under construction with the registers of a wave of `lanes` lanes of the processor `arch`."""

    def __init__(
        self,
        arch: str,
        isa: str,
        lanes: int,
        *,
        private: bool = True,
        width: int = WIDTH,
        mode: int = DEFAULT,
        checked: bool = False,
        watched: bool = False,
    ) -> None:
        """`private`: flat addresses may point to private memory; `width`: lanes of a strip; `mode`: see `modes.py`;
        `checked`: memory accesses are shown to the host runtime first; `watched`: registers have a shadow."""
        super().__init__()
        self.private = private
        self.checked = checked
        self.pc = 0
        """Address of the instruction that is being translated."""
        self.coherent = False
        """Whether it bypasses caches, as atomic and volatile accesses do."""
        self.arch = arch
        self.isa = isa
        self.lanes = lanes
        self.width = width
        self.scalars = ScalarFile(self, lanes)
        self.scalars.before_read = self.before_scalar_read
        self.scalars.before_write = self.before_scalar_write
        self.routines: dict[str, str] = {}
        self.allocations: list[str] = []
        """Stack slots of the function, for its entry block."""
        self.rows_used = 0
        self.shadow = Shadow(self) if watched else None
        """Which registers the program has set."""
        self.mode = mode
        """Rounding and subnormals at the instruction at hand."""
        self.split = False
        """Whether strips have a loop of their own for the case that all lanes are active."""
        self.needed: Mapping[int, int] | None = None
        """Rows that are read at an instruction or later, by its address (`liveness.py`); None: keep all."""
        self.index_mode = 0
        """gfx9: which vector operands the lower bits of m0 are added to (1, 2, 4 sources, 8 destination)."""
        self._strip: Strip | None = None
        self._rounding = 0
        self._block = "entry"
        self._free_slots: list[Value] = []
        self._used_slots: list[Value] = []

    def label(self, name: str) -> None:
        """Start a basic block."""
        super().label(name)
        self._block = name

    @property
    def strip(self) -> Strip:
        """The open strip, for elementwise code."""
        if self._strip is None:
            self._strip = Strip(self, self.lanes, self.width, self.scalars.bits)
        return self._strip

    def close(self) -> None:
        """End the open strip: vector registers and masks in the Wave are up to date."""
        strip, self._strip = self._strip, None
        if strip is None:
            return
        done = strip.finish(self._block, -1 if self.needed is None else self.needed[self.pc], split=self.split)
        self.lines += self._rounded(done.lines) if self._rounding else done.lines
        self._block = done.block
        self.use_rows(range(strip.rows_used))
        for index, bits in done.masks.items():
            self.scalars.set_bits(index, bits)
        self._free_slots += self._used_slots
        self._used_slots.clear()

    def round(self, direction: int) -> None:
        """What follows in the strip is rounded by the host's control register: 0 nearest, 1 up, 2 down, 3 to zero."""
        if direction != self._rounding:
            self.close()
            self._rounding = direction

    def _rounded(self, lines: list[str]) -> list[str]:
        """The lines of a loop with the host's rounding changed around it."""

        place = "  %rounding = alloca i32, align 4"
        if place not in self.allocations:
            self.allocations.append(place)
        clobbered = "*m,~{memory},~{dirflag},~{fpsr},~{flags}"
        load = f'  call void asm sideeffect "ldmxcsr $0", "{clobbered}"(ptr elementtype(i32) %rounding)'

        def control(direction: int) -> list[str]:
            field = {0: 0, 1: 2, 2: 1, 3: 3}[direction]
            return [f"  store i32 {0x1F80 | field << 13}, ptr %rounding", load]

        return [*control(self._rounding), *lines, *control(0)]

    def abandon(self) -> None:
        """Drop the open strip: the wave ends, and nobody will see its registers."""
        self._strip = None

    def slot(self) -> Value:
        """A place for one i32 per lane that lives until the strip is closed."""
        if self._free_slots:
            place = self._free_slots.pop()
        else:
            place = Value(self, self.fresh("slot"), "ptr")
            self.allocations.append(f"  {place.name} = alloca <{self.lanes} x i32>, align 64")
        self._used_slots.append(place)
        return place

    def _pending(self, index: int, width: int) -> list[int]:
        """Masks of the open strip that overlap scalar registers."""
        words = self.lanes // 32
        found = self._strip.pending if self._strip is not None else {}
        return [other for other in found if other < index + width and index < other + words]

    def before_scalar_read(self, index: int, width: int) -> None:
        """Close the strip if it writes one of these scalar registers."""
        if self._pending(index, width):
            self.close()

    def before_scalar_write(self, index: int, width: int) -> None:
        """Close the strip if these registers are exec or half of a mask that it writes; else let go of the masks."""
        if self._strip is None:
            return
        exec_changes = index <= abi.EXEC_LO + 1 and index + width > abi.EXEC_LO
        if exec_changes or any(
            other < index or other + self.lanes // 32 > index + width for other in self._pending(index, width)
        ):
            self.close()
            return
        self._strip.forget_masks(index, width)

    def set_mask(self, index: int, mask: Value) -> None:
        """Write a lane mask register from the strip's i1 vector, 0 in inactive lanes."""
        if index == abi.EXEC_LO:
            self.strip.active()  # the old one still decides which lanes of this strip are written
        self.strip.set_mask(index, mask)
        if index == abi.EXEC_LO:
            self.close()

    def exec_bits(self) -> Value:
        """Active lanes as i32 or i64."""
        return self.scalars.bits(abi.EXEC_LO)

    def field(self, offset: int, type_: str = "i64") -> Value:
        """A member of the Wave by byte offset."""
        place = self.emit(f"getelementptr i8, ptr %wave, i64 {offset}", "ptr")
        return self.emit(f"load {type_}, {place.typed}, align 4", type_)

    def set_field(self, offset: int, value: Value) -> None:
        """Store a member of the Wave."""
        place = self.emit(f"getelementptr i8, ptr %wave, i64 {offset}", "ptr")
        self.do(f"store {value.typed}, {place.typed}, align 4")

    def row(self, operand: Operand) -> int:
        """Row in the register file of a VGPR or AGPR operand."""
        return operand.index + (abi.FIRST_AGPR if operand.kind is Reg.AGPR else 0)

    def rows(self, operand: Operand, count: int | None = None) -> range:
        """Rows of all registers of an operand (or of `count` from its first)."""
        first = self.row(operand)
        return range(first, first + (count or operand.width))

    def use_rows(self, rows: range) -> None:
        """Count these registers among those that the kernel needs."""
        self.rows_used = max(self.rows_used, rows.stop)

    def address(self, row: int) -> Value:
        """Pointer to the first lane of a register in the Wave; close the strip before it is used."""
        self.use_rows(range(row, row + 1))
        return self.emit(f"getelementptr i8, ptr %wave, i64 {abi.vgpr_offset(row, self.lanes)}", "ptr")

    def whole(self, row: int) -> Value:
        """All lanes of a register, for use across lanes; only what no open strip changes is read as it is."""
        if self._strip is not None and self._strip.changes(range(row, row + 1)):
            self.close()
        return self.emit(f"load <{self.lanes} x i32>, {self.address(row).typed}, align 4", "i32", self.lanes)

    def lane(self, row: int, lane: Value) -> Value:
        """One lane of a register as i32; `lane` is an integer in range."""
        if self._strip is not None and self._strip.changes(range(row, row + 1)):
            self.close()
        place = self.emit(f"getelementptr i32, {self.address(row).typed}, {lane.typed}", "ptr")
        return self.emit(f"load i32, {place.typed}, align 4", "i32")

    def flush(self) -> None:
        """Bring the Wave up to date: a basic block ends."""
        self.close()
        self.scalars.flush()

    def forget(self) -> None:
        """A basic block starts."""
        self.scalars.forget()

    def routine(self, name: str, write: Callable[[], str]) -> str:
        """Name of an internal function, whose text is made at the first use."""
        if name not in self.routines:
            self.routines[name] = ""
            self.routines[name] = write()
        return name

    def refuse(self, instruction: Instruction, detail: str = "") -> Unsupported:
        """The exception that names an instruction without a translation."""
        words = (self.arch, instruction.name, detail)
        return Unsupported(" ".join(word for word in words if word))


def single(result: Value | tuple[Value, ...]) -> Value:
    """The result of a meaning that has one."""
    return result[0] if isinstance(result, tuple) else result


def is_vector(operand: Operand) -> bool:
    """Whether an operand has a value per lane."""
    return operand.kind in (Reg.VGPR, Reg.AGPR)
