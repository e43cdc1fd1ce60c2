"""WMMA, the matrix instructions of gfx11 and gfx12: D = A * B + C of 16 by 16 by 16, by all lanes whatever exec says.

A lane of the first 16 holds a row of A (a column of B); the lanes behind hold copies, which are not read. Floats are
added by fused float steps in the order of k and rounded to the result's type at the end; the vendor does not say which
roundings hardware does. Results of 16 bits fill the half of each register that op_sel chooses.

On gfx12 the lanes from 16 on hold the second half of each row along k, and of the result its last eight rows; two rows
of 16-bit results share registers.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine, is_vector
from cass_tools.executor.amd.ops.dot import to_bfloat
from cass_tools.executor.amd.ops.integer import saturated
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.amd.tile import Tile, TileRoutine, sum_type
from cass_tools.executor.ir.floating import fma
from cass_tools.executor.ir.value import Function, Value

_NAME = re.compile(r"v_wmma_(f32|f16|bf16|i32)_16x16x16_(f16|bf16|iu8|iu4)")
_SIZE = 16


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What distinguishes two functions of one mnemonic."""

    neg: int
    neg_hi: int
    high: bool
    clamp: bool

    @property
    def name(self) -> str:
        """A distinct part of a function name."""
        return f"{self.neg}_{self.neg_hi}{'_high' if self.high else ''}{'_clamp' if self.clamp else ''}"


def translate(m: Machine, instruction: Instruction) -> None:
    """One instruction: a call of the function of its types and modifiers."""
    match = _NAME.fullmatch(instruction.name)
    if match is None:
        raise m.refuse(instruction)
    split = m.isa == "gfx12"
    if split and m.lanes != 32:
        raise m.refuse(instruction, "in a wave of 64")
    m.close()
    out, kind = match.groups()
    modifiers = Modifiers(
        instruction.neg, instruction.neg_hi, bool(instruction.op_sel & 4 and out.endswith("16")), instruction.clamp
    )
    a, b, c = instruction.src
    for operand in (a, b, *instruction.dst, *([c] if is_vector(c) else [])):
        m.use_rows(m.rows(operand))
    code = {"f32": "f", "i32": "u", "f16": "h", "bf16": "w"}[out]
    start = m.address(m.row(c)) if is_vector(c) else scalar(m, c, code)
    name = f"{instruction.name}_{modifiers.name}{'' if is_vector(c) else '_constant'}"
    m.routine(
        name, lambda: _Writer(_SPLIT if split else _whole(m.lanes), name, (out, kind), modifiers, start.type).text(m)
    )
    places = [m.address(m.row(operand)).typed for operand in (a, b)]
    m.do(f"call void @{name}({', '.join([*places, start.typed, m.address(m.row(instruction.dst[0])).typed])})")


def _whole(lanes: int) -> Tile:
    """Where elements lie on gfx11."""
    return Tile(_SIZE, _SIZE, 1, 1, _SIZE, lanes, 1)


_SPLIT = Tile(_SIZE, _SIZE, 1, 2, _SIZE // 2, 32, 8)
"""Where elements lie on gfx12."""


def _signs(even: bool, odd: bool) -> Callable[[Function, Value, int], Value]:
    """The change of an element: neg is about the even ones, neg_hi about the odd ones."""
    return lambda f, value, number: -value if (odd if number & 1 else even) else value


class _Writer:
    """Writes one function: `%a`, `%b`, `%d` point to registers, `%c` does or is what every sum starts from."""

    def __init__(self, tile: Tile, name: str, types: tuple[str, str], modifiers: Modifiers, start: str) -> None:
        self.tile, self.lanes, self.out, self.modifiers, self.start = tile, tile.lanes, types[0], modifiers, start
        self.paired = tile.steps == 2 and self.out.endswith("16")
        self.r = TileRoutine(name, (("ptr", "a"), ("ptr", "b"), (start, "c"), ("ptr", "d")))
        self.a, self.b = (self._table(source, types[1]) for source in range(2))
        self.result = self.r.table("i32", _SIZE * _SIZE)

    def _table(self, source: int, kind: str) -> str:
        modifiers = self.modifiers
        lower, upper = bool(modifiers.neg >> source & 1), bool(modifiers.neg_hi >> source & 1)
        if kind.startswith("iu"):
            kind = ("i" if lower else "u") + kind[2:]
            return self.r.unpack(f"%{'ab'[source]}", kind, self.tile)
        return self.r.unpack(f"%{'ab'[source]}", kind, self.tile, change=_signs(lower, upper))

    def text(self, m: Machine) -> str:
        """The function."""
        if self.paired:
            self.r.each(_SIZE, 2, self._two_rows)
        else:
            self.r.each(_SIZE, 1, self._row)
        self.r.each(_SIZE * _SIZE // (2 if self.paired else 1), _SIZE, self._copy)
        return self.r.text(m)

    def _row(self, row: Value) -> None:
        register, lane = self.tile.place(self.r.const(0, "i64"), row)
        place = register * self.lanes + lane
        total = self._products(row, self._start(place, self.modifiers.high))
        self.r.put(self.result, place, self._finished(total, place))

    def _two_rows(self, row: Value) -> None:
        """An even row and the next one in the halves of the same registers."""
        register, lane = self.tile.place(self.r.const(0, "i64"), row)
        place = (register >> 1) * self.lanes + lane
        rounded = []
        for number in range(2):
            rounded.append(self._rounded(self._products(row + number, self._start(place, bool(number)))).zext("i32"))
        self.r.put(self.result, place, rounded[0] | (rounded[1] << 16))

    def _products(self, row: Value, total: Value) -> Value:
        """The sum of the products along k, from `total` on."""
        type_ = "i32" if self.out == "i32" else "float"
        for step in range(self.tile.steps):
            for k in range(self.tile.depth):
                first = step * _SIZE + k * self.lanes
                a = self.r.splat(self.r.get(self.a, row + first, type_), _SIZE)
                total = self._step(total, a, self.r.get(self.b, first, type_, _SIZE))
        return total

    def _start(self, place: Value, high: bool) -> Value:
        """C of the row, as float, i32 or (with clamp) i64."""
        r = self.r
        if self.start == "ptr":
            word = r.get("%c", place, "i32", _SIZE)
            if self.out.endswith("16"):
                word = (word >> 16 if high else word).trunc("i16")
            total = word.bitcast(sum_type(self.out))
        else:
            total = r.splat(Value(r, "%c", self.start), _SIZE)
        if self.out == "i32":
            return total.sext("i64") if self.modifiers.clamp else total
        if self.out == "bf16":
            total = (total.zext("i32") << 16).bitcast("float")
        elif self.out == "f16":
            total = total.resize_float("float")
        if self.modifiers.neg_hi & 4:
            total = r.intrinsic("fabs", total)
        return -total if self.modifiers.neg & 4 else total

    def _step(self, total: Value, a: Value, b: Value) -> Value:
        if self.out != "i32":
            return fma(self.r, a, b, total)
        product = a * b
        return total + (product.sext("i64") if self.modifiers.clamp else product)

    def _finished(self, total: Value, place: Value) -> Value:
        """Whole registers with the result, as i32."""
        r = self.r
        if self.out == "i32":
            return saturated(r, total, "i32", True) if self.modifiers.clamp else total
        if self.out == "f32":
            return total.bitcast("i32")
        word, old = self._rounded(total).zext("i32"), r.get("%d", place, "i32", _SIZE)
        if self.modifiers.high:
            return (old & 0xFFFF) | (word << 16)
        return (old & 0xFFFF0000) | word

    def _rounded(self, total: Value) -> Value:
        """A result of 16 bits."""
        return to_bfloat(self.r, total) if self.out == "bf16" else total.resize_float("half").bitcast("i16")

    def _copy(self, at: Value) -> None:
        self.r.put("%d", at, self.r.get(self.result, at, "i32", _SIZE))
