"""Vector instructions as a loop over strips of lanes: the body of that loop while it is being written.

A host register holds a few lanes, not a wave. So elementwise instructions that follow each other become one loop in
which each pass handles `width` lanes with all their values in host registers: compact code that compiles fast. Vector
registers are loaded where first read and stored, merged with the old lanes where exec is off, at the end of the pass.
Lane masks that are written stay i1 vectors for readers in the same strip; their bits are collected from pass to pass.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd import abi
from cass_tools.executor.ir.value import Function, Value

_NAME = re.compile(r"%[\w.]+")
_DEFINED = re.compile(r"  (%[\w.]+) = ")


@dataclass(slots=True)
class _Row:
    """A vector register's lanes in this pass."""

    value: Value
    dirty: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """A loop: its lines, the block that they end in, and the masks that it wrote, as bits."""

    lines: list[str]
    block: str
    masks: dict[int, Value]


class Strip(Function):
    """The body of one loop; values that it makes end with it."""

    def __init__(self, outer: Function, lanes: int, width: int, scalar_bits: Callable[[int], Value]) -> None:
        """`scalar_bits(index)` gives a lane mask register as an integer, computed outside the loop."""
        super().__init__()
        self.declarations = outer.declarations
        self.lanes = lanes
        self.width = width
        self.rows_used = 0
        self.pending: dict[int, Value] = {}
        """Lane mask registers written in this strip, as i1 vectors."""
        self._outer = outer
        self._scalar_bits = scalar_bits
        self._rows: dict[int, _Row] = {}
        self._wide: dict[int, Value] = {}
        self._masks: dict[int, Value] = {}
        self._active: dict[str, Value] = {}
        """Exec as an integer by the name of the i1 vector that was made of it."""
        self._tag = outer.fresh("strip").removeprefix("%")
        self.first = Value(self, f"%{self._tag}.first", "i64")
        """Number of the first lane of the pass."""
        self._base = Value(self, f"%{self._tag}.base", "ptr")

    def fresh(self, stem: str = "t") -> str:
        """A name that neither the loop nor what surrounds it uses."""
        return self._outer.fresh(stem)

    def spread(self, value: Value) -> Value:
        """A scalar in every lane of the pass; a vector as it is."""
        return self.splat(value, self.width)

    def everywhere(self, number: int, type_: str) -> Value:
        """A constant in every lane of the pass."""
        return self.const(number, type_, self.width)

    def lane_numbers(self) -> Value:
        """The lanes of this pass as i32."""
        return self.spread(self.first.trunc("i32")) + self.vector(list(range(self.width)), "i32")

    def _place(self, row: int) -> str:
        """`ptr %x` of this pass's lanes of a register."""
        self.rows_used = max(self.rows_used, row + 1)
        offset = abi.vgpr_offset(row, self.lanes)
        return self.emit(f"getelementptr i8, {self._base.typed}, i64 {offset}", "ptr").typed

    def load(self, table: Value) -> Value:
        """This pass's part of an array of one i32 per lane outside the register file."""
        place = self.emit(f"getelementptr i32, {table.typed}, {self.first.typed}", "ptr")
        return self.emit(f"load <{self.width} x i32>, {place.typed}, align 4", "i32", self.width)

    def store(self, table: Value, value: Value) -> None:
        """Write this pass's part of such an array, in all lanes."""
        place = self.emit(f"getelementptr i32, {table.typed}, {self.first.typed}", "ptr")
        self.do(f"store {value.typed}, {place.typed}, align 4")

    def word(self, row: int) -> Value:
        """A register; inactive lanes hold anything once it was written."""
        if row not in self._rows:
            value = self.emit(f"load <{self.width} x i32>, {self._place(row)}, align 4", "i32", self.width)
            self._rows[row] = _Row(value, dirty=False)
        return self._rows[row].value

    def pair(self, row: int) -> Value:
        """Registers `row`, `row` + 1 as i64."""
        if row not in self._wide:
            self._wide[row] = self.word(row).zext("i64") | (self.word(row + 1).zext("i64") << 32)
        return self._wide[row]

    def set_word(self, row: int, value: Value) -> None:
        """Write the active lanes of a register."""
        if value.name.startswith("%") and value.lanes and value.function is not self:
            raise ValueError("a value of a strip that has ended")
        self.rows_used = max(self.rows_used, row + 1)
        self._wide.pop(row, None)
        self._wide.pop(row - 1, None)
        self._rows[row] = _Row(self.spread(value), dirty=True)

    def set_pair(self, row: int, value: Value) -> None:
        """Write the active lanes of two registers from i64."""
        wide = self.spread(value)
        self.set_word(row, wide.trunc("i32"))
        self.set_word(row + 1, (wide >> 32).trunc("i32"))
        self._wide[row] = wide

    def changes(self, rows: range) -> bool:
        """Whether one of these registers was written here and is not yet in memory."""
        return any(row in self._rows and self._rows[row].dirty for row in rows)

    def mask_of(self, bits: Value) -> Value:
        """This pass's lanes of an integer with one bit per lane, as i1."""
        shift = self.first if bits.type == "i64" else self.first.trunc("i32")
        part = self.emit(f"lshr {bits.typed}, {shift.name}", bits.type).trunc("i32")
        weights = self.vector([1 << lane for lane in range(self.width)], "i32")
        return (self.spread(part) & weights).cmp("ne", 0)

    def mask(self, index: int) -> Value:
        """A lane mask register."""
        if index not in self._masks:
            bits = self._scalar_bits(index)
            self._masks[index] = self.mask_of(bits)
            if index == abi.EXEC_LO:
                self._active[self._masks[index].name] = bits
        return self._masks[index]

    def active(self) -> Value:
        """The active lanes."""
        return self.mask(abi.EXEC_LO)

    def set_mask(self, index: int, mask: Value) -> None:
        """Write a lane mask register; inactive lanes must be 0."""
        self.forget_masks(index, self.lanes // 32)
        self.pending[index] = mask
        if index != abi.EXEC_LO:  # what was written before is still merged by the old exec
            self._masks[index] = mask

    def forget_masks(self, index: int, width: int) -> None:
        """Scalar registers changed: a mask read later is another one."""
        for other in range(index - self.lanes // 32 + 1, index + width):
            self._masks.pop(other, None)
            self.pending.pop(other, None)

    def _merge(self, needed: int) -> None:
        """Store the registers that were written, as far as bit n of `needed` says so for row n."""
        for row in sorted(self._rows):
            known = self._rows[row]
            if known.dirty and needed >> row & 1:
                place = self._place(row)
                old = self.emit(f"load <{self.width} x i32>, {place}, align 4", "i32", self.width)
                # volatile, or LLVM makes it a masked store, which takes dozens of cycles on some hosts
                self.do(f"store volatile {self.active().select(known.value, old).typed}, {place}, align 4")

    def _collect(self, mask: Value) -> tuple[Value, Value]:
        """Bits of a mask: what the passes before gave, and that with this pass's."""
        bits = f"i{self.lanes}"
        before = Value(self, self.fresh("mask"), bits)
        part = self.emit(f"bitcast {mask.typed} to i{self.width}", f"i{self.width}").zext(bits)
        shift = self.first if bits == "i64" else self.first.trunc("i32")
        return before, before | (part << shift)

    def finish(self, before: str, needed: int, *, split: bool = False) -> Finished:
        """The whole loop, which is entered from the block `before`; it leaves the registers of the set `needed`.

        `split`: with a second loop for the case that all lanes are active.
        """
        self._merge(needed)
        collected = {index: self._collect(mask) for index, mask in self.pending.items()}
        tag, first = self._tag, self.first.name
        loop = [f"{tag}:", f"  {first} = phi i64 [ 0, %{before} ], [ %{tag}.next, %{tag} ]"]
        for old, new in collected.values():
            loop.append(f"  {old.name} = phi {old.type} [ 0, %{before} ], [ {new.name}, %{tag} ]")
        loop += [f"  %{tag}.bytes = shl i64 {first}, 2"]
        loop += [f"  {self._base.name} = getelementptr i8, ptr %wave, i64 %{tag}.bytes", *self.lines]
        loop += [
            f"  %{tag}.next = add i64 {first}, {self.width}",
            f"  %{tag}.more = icmp ult i64 %{tag}.next, {self.lanes}",
        ]
        loop += [f"  br i1 %{tag}.more, label %{tag}, label %{tag}.end", f"{tag}.end:"]
        results = {index: Value(self._outer, new.name, new.type) for index, (_, new) in collected.items()}
        if split and self._active:
            return self._both(loop, results)
        return Finished([f"  br label %{tag}", *loop], f"{tag}.end", results)

    def _both(self, loop: list[str], results: dict[int, Value]) -> Finished:
        """The loop, and a copy in which the mask of active lanes is constant; either of them runs."""
        tag, bits = self._tag, next(iter(self._active.values()))
        lines = [f"  %{tag}.whole = icmp eq {bits.typed}, -1"]
        lines += [f"  br i1 %{tag}.whole, label %{tag}.full, label %{tag}", *loop, f"  br label %{tag}.both"]
        lines += [*self._full(loop), f"  br label %{tag}.both", f"{tag}.both:"]
        masks = {}
        for index, some in results.items():
            incoming = f"[ {some.name}, %{tag}.end ], [ {some.name}.full, %{tag}.full.end ]"
            masks[index] = Value(self._outer, self._outer.fresh("mask"), some.type)
            lines.append(f"  {masks[index].name} = phi {some.type} {incoming}")
        return Finished(lines, f"{tag}.both", masks)

    def _full(self, loop: list[str]) -> list[str]:
        """A copy of the loop for all lanes, with names of its own."""
        tag = self._tag
        names = {match[1]: f"{match[1]}.full" for line in loop if (match := _DEFINED.match(line))}
        names |= {f"%{tag}": f"%{tag}.full", f"%{tag}.end": f"%{tag}.full.end"}
        names |= dict.fromkeys(self._active, "splat (i1 true)")
        copied = [f"{tag}.full:"]
        for line in loop[1:-1]:
            defined = _DEFINED.match(line)
            if defined is None or defined[1] not in self._active:
                copied.append(_NAME.sub(lambda match: names.get(match[0], match[0]), line))
        return [*copied, f"{tag}.full.end:"]
