"""Scalar registers of one wave during translation: forwarded inside a basic block, kept in the `Wave` between blocks.

A 64-bit value written to a pair is kept whole until one of its halves is asked for.
"""

from collections.abc import Callable

from cass_tools.executor.amd import abi
from cass_tools.executor.ir.value import Function, Value


class ScalarFile:
    """SGPRs, vcc, exec, m0, ttmp by the index of `Operand`, and SCC.

    `before_read` and `before_write` are told the first register and the number of registers before the access.
    """

    def __init__(self, function: Function, lanes: int) -> None:
        self.lanes = lanes
        self.before_read: Callable[[int, int], None] = lambda index, width: None
        self.before_write: Callable[[int, int], None] = lambda index, width: None
        self._f = function
        self._words: dict[int, Value] = {}
        self._pairs: dict[int, Value] = {}
        self._dirty: set[int] = set()
        self._scc: Value | None = None
        self._scc_dirty = False

    def _address(self, index: int) -> str:
        return self._f.emit(f"getelementptr i8, ptr %wave, i64 {abi.scalar_offset(index)}", "ptr").typed

    def word(self, index: int) -> Value:
        """Register `index` as i32."""
        self.before_read(index, 1)
        return self._word(index)

    def _word(self, index: int) -> Value:
        if index not in self._words:
            self._words[index] = self._half(index) or self._f.emit(f"load i32, {self._address(index)}, align 4", "i32")
        return self._words[index]

    def _half(self, index: int) -> Value | None:
        """The word out of a pair that is at hand."""
        if index in self._pairs:
            return self._pairs[index].trunc("i32")
        if index - 1 in self._pairs:
            return (self._pairs[index - 1] >> 32).trunc("i32")
        return None

    def pair(self, index: int) -> Value:
        """Registers `index`, `index` + 1 as i64."""
        self.before_read(index, 2)
        if index not in self._pairs:
            known = {index - 1, index} & self._pairs.keys() or {index, index + 1} & self._words.keys()
            if known or index + 1 in self._pairs:
                self._pairs[index] = self._word(index).zext("i64") | (self._word(index + 1).zext("i64") << 32)
            else:
                self._pairs[index] = self._f.emit(f"load i64, {self._address(index)}, align 4", "i64")
        return self._pairs[index]

    def _invalidate(self, index: int, width: int) -> None:
        """Forget everything that overlaps `width` words from `index`, but keep the halves that stay valid."""
        written = range(index, index + width)
        for pair in range(index - 1, index + width):
            if pair in self._pairs:
                for half in (pair, pair + 1):
                    if half not in written:
                        self._word(half)
                del self._pairs[pair]
        for word in written:
            self._words.pop(word, None)

    def set_word(self, index: int, value: Value) -> None:
        """Write an i32."""
        self.before_write(index, 1)
        self._invalidate(index, 1)
        self._dirty.add(index)
        self._words[index] = value

    def set_pair(self, index: int, value: Value) -> None:
        """Write an i64."""
        self.before_write(index, 2)
        self._invalidate(index, 2)
        self._dirty.update((index, index + 1))
        self._pairs[index] = value

    def bits(self, index: int) -> Value:
        """A lane mask register as i32 or i64, by the size of the wave."""
        return self.word(index) if self.lanes == 32 else self.pair(index)

    def set_bits(self, index: int, value: Value) -> None:
        """Write a lane mask register from an integer of the wave's size."""
        (self.set_word if self.lanes == 32 else self.set_pair)(index, value)

    def scc(self) -> Value:
        """SCC as i1."""
        if self._scc is None:
            place = self._f.emit(f"getelementptr i8, ptr %wave, i64 {abi.SCC}", "ptr")
            self._scc = self._f.emit(f"load i32, {place.typed}, align 4", "i32").cmp("ne", 0)
        return self._scc

    def set_scc(self, value: Value) -> None:
        """Write SCC from an i1."""
        self._scc = value
        self._scc_dirty = True

    def flush(self) -> None:
        """Store what changed; the values at hand stay usable."""
        for index in sorted(self._dirty):
            if index in self._pairs and index + 1 in self._dirty:
                self._f.do(f"store {self._pairs[index].typed}, {self._address(index)}, align 4")
            elif not (index - 1 in self._pairs and index - 1 in self._dirty):
                self._f.do(f"store {self._word(index).typed}, {self._address(index)}, align 4")
        self._dirty.clear()
        if self._scc_dirty and self._scc is not None:
            place = self._f.emit(f"getelementptr i8, ptr %wave, i64 {abi.SCC}", "ptr")
            self._f.do(f"store {self._scc.zext('i32').typed}, {place.typed}, align 4")
        self._scc_dirty = False

    def forget(self) -> None:
        """Start a basic block: nothing is at hand."""
        self._words.clear()
        self._pairs.clear()
        self._scc = None
