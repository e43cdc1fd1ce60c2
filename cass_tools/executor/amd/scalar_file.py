"""Scalar registers of one wave during translation: forwarded inside a basic block, kept in the `Wave` between blocks.

A 64-bit value written to a pair is kept whole until one of its halves is asked for, and a lane mask is kept as a
vector of i1 beside its bits, so that a compare feeds the select that follows it directly.
"""

from collections.abc import Callable

from cass_tools.executor.amd import abi
from cass_tools.executor.ir.value import Function, Value


def bits_of(mask: Value) -> Value:
    """The integer (i32 or i64) whose bit l is lane l of an i1 vector."""
    return mask.function.emit(f"bitcast {mask.typed} to i{mask.lanes}", f"i{mask.lanes}")


def lanes_of(word: Value) -> Value:
    """The i1 vector whose lane l is bit l of an i32 or i64.

    Written as a compare of i32 vectors: a host without mask registers then selects with it at once.
    """
    f = word.function
    lanes = int(word.type[1:])
    weights = f.vector([1 << (lane % 32) for lane in range(lanes)], "i32")
    if lanes == 32:
        return (f.splat(word, 32) & weights).cmp("ne", 0)
    halves = f.emit(f"bitcast {word.typed} to <2 x i32>", "i32", 2)
    return (f.shuffle(halves, [lane // 32 for lane in range(64)]) & weights).cmp("ne", 0)


def _offset(index: int) -> int:
    """Byte offset of a scalar register in the Wave; exec (126, 127) has its own place."""
    return abi.EXEC + 4 * (index - abi.EXEC_LO) if index >= abi.EXEC_LO else abi.sgpr_offset(index)


class ScalarFile:
    """SGPRs, vcc, exec, m0, ttmp by the index of `Operand`, and SCC; `before_exec` runs before exec changes."""

    def __init__(self, function: Function, lanes: int) -> None:
        self.lanes = lanes
        self.before_exec: Callable[[], None] = lambda: None
        self._f = function
        self._words: dict[int, Value] = {}
        self._pairs: dict[int, Value] = {}
        self._masks: dict[int, Value] = {}
        self._dirty: set[int] = set()
        self._scc: Value | None = None
        self._scc_dirty = False

    def _address(self, index: int) -> str:
        return self._f.emit(f"getelementptr i8, ptr %wave, i64 {_offset(index)}", "ptr").typed

    def word(self, index: int) -> Value:
        """Register `index` as i32."""
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
        if index not in self._pairs:
            known = {index - 1, index} & self._pairs.keys() or {index, index + 1} & self._words.keys()
            if known or index + 1 in self._pairs:
                self._pairs[index] = self.word(index).zext("i64") | (self.word(index + 1).zext("i64") << 32)
            else:
                self._pairs[index] = self._f.emit(f"load i64, {self._address(index)}, align 4", "i64")
        return self._pairs[index]

    def _invalidate(self, index: int, width: int) -> None:
        """Forget everything that overlaps `width` words from `index`, but keep the halves that stay valid."""
        written = range(index, index + width)
        if self._touches_exec(index, width):
            self.before_exec()
        for pair in range(index - 1, index + width):
            if pair in self._pairs:
                for half in (pair, pair + 1):
                    if half not in written:
                        self.word(half)
                del self._pairs[pair]
            self._masks.pop(pair, None)
        for word in written:
            self._words.pop(word, None)
        self._dirty.update(written)

    @staticmethod
    def _touches_exec(index: int, width: int) -> bool:
        return index <= abi.EXEC_LO + 1 and index + width > abi.EXEC_LO

    def set_word(self, index: int, value: Value) -> None:
        """Write an i32."""
        self._invalidate(index, 1)
        self._words[index] = value

    def set_pair(self, index: int, value: Value) -> None:
        """Write an i64."""
        self._invalidate(index, 2)
        self._pairs[index] = value

    def bits(self, index: int) -> Value:
        """A lane mask register as i32 or i64, by the size of the wave."""
        return self.word(index) if self.lanes == 32 else self.pair(index)

    def set_bits(self, index: int, value: Value) -> None:
        """Write a lane mask register from an integer of the wave's size."""
        (self.set_word if self.lanes == 32 else self.set_pair)(index, value)

    def mask(self, index: int) -> Value:
        """A lane mask register as i1 per lane."""
        if index not in self._masks:
            self._masks[index] = lanes_of(self.bits(index))
        return self._masks[index]

    def set_mask(self, index: int, mask: Value) -> None:
        """Write a lane mask register from i1 per lane (inactive lanes must be 0)."""
        self.set_bits(index, bits_of(mask))
        self._masks[index] = mask

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
                self._f.do(f"store {self.word(index).typed}, {self._address(index)}, align 4")
        self._dirty.clear()
        if self._scc_dirty and self._scc is not None:
            place = self._f.emit(f"getelementptr i8, ptr %wave, i64 {abi.SCC}", "ptr")
            self._f.do(f"store {self._scc.zext('i32').typed}, {place.typed}, align 4")
        self._scc_dirty = False

    def forget(self) -> None:
        """Start a basic block: nothing is at hand."""
        for known in (self._words, self._pairs, self._masks):
            known.clear()
        self._scc = None
