"""Which registers hold a value that the program has set: bits beside the Wave's registers, in code that looks for it.

The shadow lies in the rows from `FIRST_ROW` on, behind all registers: for each vector register an i64 with a bit per
lane, for each scalar register the bits of it, one word for SCC and one for the register that the last undefined
comparison was about; 1 is undefined. `host/shadow.hpp` has the same. It is kept in memory only, never forwarded.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Operand, Reg
from cass_tools.executor.ir.value import Value

if TYPE_CHECKING:
    from cass_tools.executor.amd.machine import Machine

FIRST_ROW = 512
"""The first row behind v0..v255 and a0..a255."""
SCALARS = 8 * FIRST_ROW
SCC = SCALARS + 4 * 128
COMPARED = SCC + 4
SIZE = COMPARED + 4
"""Byte offsets, and the bytes of it all."""
UNDEFINED = 1 << 12
"""Bit of the description of an access that says: no access, but a use of an undefined value."""
DECISION, ADDRESS, OPERAND = 0, 1 << 14, 2 << 14
"""What an undefined value is used for: a branch or exec, an address, or what an atomic works with."""
NO_REGISTER = 0
FIRST_SCALAR = 1 << 10
"""Registers in reports, from bit 16 on: v0 is 1, a0 257, s0 this."""


def number_of(operand: Operand) -> int:
    """The number of a register in reports."""
    if operand.kind is Reg.SGPR:
        return FIRST_SCALAR + operand.index
    return 1 + operand.index + (abi.FIRST_AGPR if operand.kind is Reg.AGPR else 0)


def any_of(masks: Iterable[Value | None]) -> Value | None:
    """Lanes or bits that are undefined in one of them; None stands for a value that is defined."""
    result = None
    for mask in masks:
        if mask is not None:
            result = mask if result is None else result | mask
    return result


class Shadow:
    """Reads and writes the shadow of the machine's wave; lane masks are integers with a bit per lane."""

    def __init__(self, machine: "Machine") -> None:
        self.m = machine
        self.type = f"i{machine.lanes}"
        rows = -(-SIZE // (4 * machine.lanes))
        machine.use_rows(range(FIRST_ROW, FIRST_ROW + rows))

    def _place(self, offset: int) -> str:
        start = abi.vgpr_offset(FIRST_ROW, self.m.lanes)
        return self.m.emit(f"getelementptr i8, ptr %wave, i64 {start + offset}", "ptr").typed

    def _load(self, offset: int, type_: str) -> Value:
        return self.m.emit(f"load {type_}, {self._place(offset)}, align 4", type_)

    def _store(self, offset: int, value: Value) -> None:
        self.m.do(f"store {value.typed}, {self._place(offset)}, align 4")

    def row(self, row: int) -> Value:
        """The undefined lanes of a vector register."""
        return self._load(8 * row, self.type)

    def set_row(self, row: int, undefined: Value | None, *, partly: bool = False) -> None:
        """The active lanes were written; `partly`: a lane is undefined only if it was so and what is written is."""
        active, old = self.m.exec_bits(), self.row(row)
        if undefined is None:
            new = old & ~active
        elif partly:
            new = old & (undefined | ~active)
        else:
            new = (old & ~active) | (undefined & active)
        self._store(8 * row, new)

    def behind(self, row: int, index: Value | None) -> Value:
        """Number of the register `index` (i32) behind one as i64; the one itself where there is none."""
        number = self.m.const(row, "i64")
        if index is None:
            return number
        moved = index.zext("i64") + number
        return moved.cmp("ult", abi.FIRST_AGPR).select(moved, number)

    def move(self, source: Value | None, target: Value) -> None:
        """The active lanes of one register, by its number, go to another; None: what is defined."""
        start = self._place(0)
        place = self.m.emit(f"getelementptr i64, {start}, {target.typed}", "ptr").typed
        kept = self.m.emit(f"load {self.type}, {place}, align 4", self.type) & ~self.m.exec_bits()
        if source is not None:
            origin = self.m.emit(f"getelementptr i64, {start}, {source.typed}", "ptr").typed
            kept |= self.m.emit(f"load {self.type}, {origin}, align 4", self.type) & self.m.exec_bits()
        self.m.do(f"store {kept.typed}, {place}, align 4")

    def replace_row(self, row: int, undefined: Value) -> None:
        """The undefined lanes of a vector register, whatever exec is."""
        self._store(8 * row, undefined)

    def words(self, index: int, type_: str = "i32") -> Value:
        """The undefined bits of a scalar register, or of a pair as i64; exec has none."""
        if index >= abi.EXEC_LO:
            return self.m.const(0, type_)
        return self._load(SCALARS + 4 * index, type_)

    def set_words(self, index: int, undefined: Value) -> None:
        """Write those of a scalar register or a pair."""
        if index < abi.EXEC_LO:
            self._store(SCALARS + 4 * index, undefined)

    def scc(self) -> Value:
        """Whether SCC is undefined, as i1."""
        return self._load(SCC, "i32").cmp("ne", 0)

    def set_scc(self, undefined: Value) -> None:
        """Write that from an i1."""
        self._store(SCC, undefined.zext("i32"))

    def compared(self, undefined: Value, operand: Operand) -> None:
        """A comparison is about a register: remembered if it has `undefined` bits."""
        number = undefined.cmp("ne", 0).select(number_of(operand), self._load(COMPARED, "i32"))
        self._store(COMPARED, number)

    def everywhere(self, index: int) -> Value:
        """All lanes if a scalar register is undefined in all its bits, else none."""
        return self.words(index).cmp("eq", -1).sext(self.type)

    def masks(self, operand: Operand, count: int | None = None) -> list[Value | None]:
        """The undefined lanes of each dword of an operand."""
        if operand.kind in (Reg.VGPR, Reg.AGPR):
            return [self.row(row) for row in self.m.rows(operand, count)]
        if operand.kind is Reg.SGPR and operand.index < abi.EXEC_LO:
            return [self.everywhere(operand.index + n) for n in range(count or operand.width)]
        return [None] * (count or max(operand.width, 1))

    def tell(self, undefined: Value, use: int, number: int = NO_REGISTER) -> None:
        """Report a use if any bit of `undefined` (an integer with a bit per lane) is set."""
        m = self.m
        tag = m.fresh("undefined").removeprefix("%")
        m.do(f"br i1 {undefined.cmp('ne', 0).name}, label %{tag}, label %{tag}.on")
        m.label(tag)
        pointer = m.field(abi.CHECK).cast("inttoptr", "ptr")
        what = UNDEFINED | use | number << 16
        lanes = undefined.zext("i64")
        m.emit(f"call i64 {pointer.name}(ptr %wave, i32 {m.pc}, i32 {what}, ptr null, ptr null, {lanes.typed})", "i64")
        m.do(f"br label %{tag}.on")
        m.label(f"{tag}.on")
