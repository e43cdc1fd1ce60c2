"""Vector registers of one wave during translation: forwarded inside a basic block, kept in the `Wave` between blocks.

Only active lanes may be written. While exec stays as it is, elementwise readers do not care what inactive lanes hold,
so a written value is forwarded raw and merged with the old lanes only when memory, a cross-lane reader or a new exec
needs them ("settling"). A 64-bit value is kept whole until a half is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd import abi
from cass_tools.executor.ir.value import Function, Value


@dataclass(slots=True)
class _Row:
    """What is at hand of one register: `value`, in which inactive lanes count only once `settled`."""

    value: Value
    settled: bool
    dirty: bool
    before: Value | None = None
    """Inactive lanes of an unsettled row; None: those in memory."""


class VectorFile:
    """VGPRs by number and AGPRs from row 256; `exec_mask` gives i1 per lane."""

    def __init__(self, function: Function, lanes: int, exec_mask: Callable[[], Value]) -> None:
        self.lanes = lanes
        self.rows_used = 0
        self._f = function
        self._exec_mask = exec_mask
        self._rows: dict[int, _Row] = {}
        self._wide: dict[int, Value] = {}

    def address(self, row: int) -> str:
        """`ptr %x` of the first lane of a register."""
        self.rows_used = max(self.rows_used, row + 1)
        return self._f.emit(f"getelementptr i8, ptr %wave, i64 {abi.vgpr_offset(row, self.lanes)}", "ptr").typed

    def _load(self, row: int) -> Value:
        return self._f.emit(f"load <{self.lanes} x i32>, {self.address(row)}, align 4", "i32", self.lanes)

    def _at_hand(self, row: int) -> _Row:
        if row not in self._rows:
            self._rows[row] = _Row(self._load(row), settled=True, dirty=False)
        return self._rows[row]

    def word(self, row: int) -> Value:
        """A register for elementwise use: inactive lanes may hold anything."""
        return self._at_hand(row).value

    def whole(self, row: int) -> Value:
        """A register with every lane right, for cross-lane use."""
        self._settle(row)
        return self._at_hand(row).value

    def pair(self, row: int) -> Value:
        """Registers `row`, `row` + 1 as i64 for elementwise use."""
        if row not in self._wide:
            self._wide[row] = self.word(row).zext("i64") | (self.word(row + 1).zext("i64") << 32)
        return self._wide[row]

    def _settle(self, row: int) -> None:
        """Make inactive lanes right."""
        known = self._rows.get(row)
        if known is None or known.settled:
            return
        before = known.before or self._load(row)
        known.value = self._exec_mask().select(known.value, before)
        known.settled, known.before = True, None

    def _drop_wide(self, row: int) -> None:
        self._wide.pop(row, None)
        self._wide.pop(row - 1, None)

    def set_word(self, row: int, value: Value) -> None:
        """Write the active lanes of a register."""
        self.rows_used = max(self.rows_used, row + 1)
        known = self._rows.get(row)
        before = None
        if known is not None:
            before = known.value if known.settled else known.before
        self._drop_wide(row)
        self._rows[row] = _Row(self._f.splat(value, self.lanes), settled=False, dirty=True, before=before)

    def set_whole(self, row: int, value: Value) -> None:
        """Write every lane, whatever exec says."""
        self.rows_used = max(self.rows_used, row + 1)
        self._drop_wide(row)
        self._rows[row] = _Row(self._f.splat(value, self.lanes), settled=True, dirty=True)

    def set_masked(self, row: int, value: Value, mask: Value) -> None:
        """Write the lanes of `mask` (i1 per lane), whatever exec says."""
        self.set_whole(row, mask.select(self._f.splat(value, self.lanes), self.whole(row)))

    def set_pair(self, row: int, value: Value) -> None:
        """Write the active lanes of two registers from i64."""
        wide = self._f.splat(value, self.lanes)
        self.set_word(row, wide.trunc("i32"))
        self.set_word(row + 1, (wide >> 32).trunc("i32"))
        self._wide[row] = wide

    def settle(self) -> None:
        """Make every register right in all lanes: exec is about to change."""
        for row in self._rows:
            self._settle(row)
        self._wide.clear()

    def store(self, rows: range) -> None:
        """Bring these registers up to date in memory."""
        for row in rows:
            self.rows_used = max(self.rows_used, row + 1)
            self._settle(row)
            known = self._rows.get(row)
            if known is not None and known.dirty:
                self._f.do(f"store {known.value.typed}, {self.address(row)}, align 4")
                known.dirty = False

    def reload(self, rows: range) -> None:
        """These registers were changed in memory: what is at hand of them is stale."""
        for row in rows:
            self.rows_used = max(self.rows_used, row + 1)
            self._rows.pop(row, None)
            self._drop_wide(row)

    def flush(self) -> None:
        """Store what changed."""
        for row in sorted(self._rows):
            self.store(range(row, row + 1))

    def forget(self) -> None:
        """Start a basic block: nothing is at hand."""
        self._rows.clear()
        self._wide.clear()
