"""The loops of a matrix instruction: an internal function that works on whole registers of a wave.

Sources are first unpacked to tables with one row per element of a lane's registers and one number per lane. A row of
the result is then a run of neighbouring lanes of one register, so the product is a loop over rows in which every
step takes one number of A and a run of numbers of B.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cass_tools.executor.amd.ops.dot import bfloats, elements, halves
from cass_tools.executor.amd.ops.fp8 import FORMATS, to_float
from cass_tools.executor.ir.value import Function, Value, bits

_GROUP = 16  # lanes that are unpacked at a time
STRAIGHT = (0, 1, 2, 3)
"""Groups of 16 lanes in their own order."""
_BITS = {
    "i8": 8,
    "u8": 8,
    "i4": 4,
    "u4": 4,
    "f16": 16,
    "bf16": 16,
    "fp8": 8,
    "bf8": 8,
    "f32": 32,
    "xf32": 32,
    "f64": 64,
}


@dataclass(frozen=True, slots=True)
class Tile:
    """Shape of the product: `blocks` products of m x (steps * depth) by (steps * depth) x n in `lanes` lanes.

    A lane holds `depth` neighbouring elements along k of one row of A (column of B). `tall` rows of the result lie in
    neighbouring registers before the next lanes are used.
    """

    m: int
    n: int
    blocks: int
    steps: int
    depth: int
    lanes: int
    tall: int

    def place(self, block: Value, row: Value) -> tuple[Value, Value]:
        """Register and first lane of a row of the result (i64); its columns are in the lanes behind."""
        across = self.lanes // self.n
        shared = max(1, self.lanes * self.tall // (self.n * self.m))
        register = block * (self.m * self.n // self.lanes)
        register += (row >> _log2(self.tall * across)) * self.tall + (row & (self.tall - 1))
        lane = (block & (shared - 1)) * self.n + ((row >> _log2(self.tall)) & (across - 1)) * (shared * self.n)
        return register, lane


def _log2(number: int) -> int:
    return number.bit_length() - 1


def registers(kind: str, depth: int) -> int:
    """Registers that hold `depth` elements of a lane."""
    return max(1, _BITS[kind] * depth // 32)


def unpacked(f: Function, kind: str, words: list[Value], number: int) -> Value:
    """Element `number` of a lane's registers as a number to calculate with: float, double or i32."""
    if kind == "f64":
        return (words[2 * number].zext("i64") | (words[2 * number + 1].zext("i64") << 32)).bitcast("double")
    size = _BITS[kind]
    word, at = words[number * size // 32], number * size % 32
    if kind == "f32":
        return word.bitcast("float")
    if kind == "xf32":
        return (word & ~0x1FFF).bitcast("float")
    if kind == "f16":
        return halves(word)[at // 16].resize_float("float")
    if kind == "bf16":
        return bfloats(word)[at // 16]
    if kind in FORMATS:
        return to_float(FORMATS[kind])(f, word >> at if at else word)
    return elements(word, size, kind[0] == "i")[at // size]


class TileRoutine(Function):
    """An internal function on registers, with counted loops and tables; `parameters` are (type, name)."""

    def __init__(self, name: str, parameters: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._head = (
            f"define internal void @{name}({', '.join(f'{t} %{n}' for t, n in parameters)}) noinline nounwind {{"
        )
        self._allocations: list[str] = []

    def text(self, module: Function) -> str:
        """The finished function; what it declares is added to the declarations of `module`."""
        module.declarations.update(self.declarations)
        return "\n".join([self._head, "entry:", *self._allocations, *self.lines, "  ret void", "}"])

    def table(self, type_: str, count: int) -> str:
        """Name of a new array on the stack."""
        name = self.fresh("table")
        self._allocations.append(f"  {name} = alloca [{count} x {type_}], align 64")
        return name

    def place(self, table: str, index: Value | int, type_: str) -> str:
        """`ptr %x` of an element of an array."""
        number = index if isinstance(index, Value) else self.const(index, "i64")
        return self.emit(f"getelementptr {type_}, ptr {table}, {number.typed}", "ptr").typed

    def get(self, table: str, index: Value | int, type_: str, count: int = 0) -> Value:
        """An element of an array, or `count` of them as a vector."""
        whole = f"<{count} x {type_}>" if count else type_
        return self.emit(f"load {whole}, {self.place(table, index, type_)}, align 4", type_, count)

    def put(self, table: str, index: Value | int, value: Value) -> None:
        """Write an element, or a vector of them, of the value's type."""
        self.do(f"store {value.typed}, {self.place(table, index, value.type)}, align 4")

    def each(self, count: int, step: int, body: Callable[[Value], None]) -> None:
        """Run `body(number as i64)` for 0, step, ... below count; the body makes no basic blocks."""
        tag = self.fresh("loop").removeprefix("%")
        self.do(f"br label %{tag}.before")
        self.label(f"{tag}.before")
        self.do(f"br label %{tag}")
        self.label(tag)
        following = Value(self, f"%{tag}.next", "i64")
        number = self.emit(f"phi i64 [ 0, %{tag}.before ], [ {following.name}, %{tag} ]", "i64")
        body(number)
        self.do(f"{following.name} = add {number.typed}, {step}")
        self.do(f"br i1 {following.cmp('ult', count).name}, label %{tag}, label %{tag}.done")
        self.label(f"{tag}.done")

    def unpack(self, source: str, kind: str, tile: Tile, **options: Any) -> str:
        """A table of `tile.depth` rows of one number per lane from the registers at `source`; see `Unpacking`."""
        plan = Unpacking(kind, tile.depth, tile.lanes, **options)
        words = registers(kind, plan.depth)
        first = self.fresh("table")
        type_ = plan.type

        def group(lane: Value) -> None:
            origin = plan.origin(self, lane)
            raw = [self.get(source, origin + n * tile.lanes, "i32", _GROUP) for n in range(words)]
            for number in range(plan.depth):
                value = plan.change(self, unpacked(self, kind, raw, number), number)
                self.put(first, lane + number * tile.lanes, value)

        self._allocations.append(f"  {first} = alloca [{plan.depth * tile.lanes} x {type_}], align 64")
        self.each(tile.lanes, _GROUP, group)
        return first


def _same(f: Function, value: Value, number: int) -> Value:
    return value


@dataclass(frozen=True, slots=True)
class Unpacking:
    """How a source becomes a table: elements a lane, lanes, groups of 16 lanes that are read in place of their own,
    and what is done to element `number`."""

    kind: str
    depth: int
    lanes: int
    groups: tuple[int, ...] = STRAIGHT
    change: Callable[[Function, Value, int], Value] = _same

    @property
    def type(self) -> str:
        """Type of the table's numbers."""
        if self.kind == "f64":
            return "double"
        return "i32" if self.kind[0] in "iu" else "float"

    def origin(self, f: Function, lane: Value) -> Value:
        """First lane that the 16 lanes from `lane` on are read from."""
        if self.groups == STRAIGHT:
            return lane
        packed = sum(group << 2 * n for n, group in enumerate(self.groups))
        return ((f.const(packed, "i64") >> (lane >> 3)) & 3) << 4


def sum_type(out: str) -> str:
    """LLVM type of a result named f32, f64 or i32."""
    return {"f32": "float", "f64": "double", "i32": "i32", "f16": "half", "bf16": "i16"}[out]


def width_of(type_: str) -> int:
    """Registers of one result of a lane."""
    return max(1, bits(type_) // 32)
