"""Internal functions of a kernel that do something in every active lane: their frame, addresses and loop.

The host has no useful gather, so memory instructions become calls of such a function: it visits the active lanes one
after the other, or by strips (`lane_strips.py`) where lanes are often neighbours in memory.

Kinds of addresses, with `low` a row of 32-bit offsets, one per lane:
    near      base + low
    far       base + (low, and the row behind it as upper half)
    flat      far; where the upper half is `aperture`, scratch + lane * stride + the lower half
    strided   base + lane * stride
    private   base + lane * stride + (low + offset)
    local     base + (low + offset), where nothing is read or written outside the first `size` bytes: LDS
    buffer    base + (low + offset + lane * stride), bounded as local
    uniform   base + (offset + lane * stride), bounded as local
    crossbar  no memory: lane numbers from a row of byte offsets
"""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.ir.value import Function, Value

_BASE, _LOW = ("i64", "base"), ("ptr", "low")
_OFFSET, _STRIDE, _SIZE = ("i32", "offset"), ("i64", "stride"), ("i32", "size")
_PARAMETERS = {
    "near": (_BASE, _LOW),
    "far": (_BASE, _LOW),
    "flat": (_BASE, _LOW, ("i64", "scratch"), _STRIDE, ("i32", "aperture")),
    "strided": (_BASE, _STRIDE),
    "private": (_BASE, _LOW, _OFFSET, _STRIDE),
    "local": (_BASE, _LOW, _OFFSET, _SIZE),
    "buffer": (_BASE, _LOW, _OFFSET, _STRIDE, _SIZE),
    "uniform": (_BASE, _OFFSET, _STRIDE, _SIZE),
    "crossbar": (("ptr", "out"), ("ptr", "address"), _OFFSET, ("ptr", "value")),
}
_HOST_LANES = 8
"""Lanes that a host register holds."""
_UNROLLED = 4
"""Lanes that one pass of a loop over all of them handles."""
BOUNDED = frozenset({"local", "buffer", "uniform"})
"""Kinds with a size."""
CONTIGUOUS = frozenset({"near", "far", "flat", "local"})
"""Kinds whose lanes are often neighbours in memory."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the lanes of a memory instruction point: a kind, and its parameters in order."""

    kind: str
    parts: tuple[Value, ...]

    @property
    def arguments(self) -> str:
        """The parameters as a call takes them."""
        return ", ".join(part.typed for part in self.parts)


def bits_of(mask: Value) -> Value:
    """The integer (i32 or i64) whose bit l is lane l of an i1 vector."""
    return mask.function.emit(f"bitcast {mask.typed} to i{mask.lanes}", f"i{mask.lanes}")


def lanes_of(word: Value) -> Value:
    """The i1 vector whose lane l is bit l of an i8, i32 or i64.

    Written as a compare of i32 vectors: a host without mask registers then selects with it at once.
    """
    f = word.function
    lanes = int(word.type[1:])
    weights = f.vector([1 << (lane % 32) for lane in range(lanes)], "i32")
    if lanes <= 32:
        return (f.splat(word.zext("i32"), lanes) & weights).cmp("ne", 0)
    halves = f.emit(f"bitcast {word.typed} to <2 x i32>", "i32", 2)
    return (f.shuffle(halves, [lane // 32 for lane in range(64)]) & weights).cmp("ne", 0)


class LaneRoutine(Function):
    """An internal function under construction; its parameters are an address of `kind`, `extra` and `active`."""

    def __init__(self, name: str, kind: str, lanes: int, extra: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self.name = name
        self.kind = kind
        self.lanes = lanes
        self._allocations: list[str] = []
        self._steps: dict[str, tuple[Value, int]] = {}
        self._indices: dict[tuple[str, int], Value] = {}
        self._starts: dict[tuple[str, str, str], str] = {}
        self._parameters = (*_PARAMETERS[kind], *extra, (f"i{lanes}", "active"))

    def parameter(self, name: str) -> Value:
        """A parameter as a value."""
        type_ = next(t for t, n in self._parameters if n == name)
        return Value(self, f"%{name}", type_)

    def text(self, module: Function) -> str:
        """The finished function; what it declares is added to the declarations of `module`."""
        module.declarations.update(self.declarations)
        parameters = ", ".join(f"{t} %{n}" for t, n in self._parameters)
        head = f"define internal void @{self.name}({parameters}) noinline nounwind {{"
        return "\n".join([head, "entry:", *self._allocations, *self.lines, "}"])

    def label(self, name: str) -> None:
        """Start a basic block."""
        super().label(name)
        self._starts.clear()
        self._indices.clear()

    def step(self, first: Value, number: int) -> Value:
        """The index `number` behind `first`, whose elements lie at constant distances from those of `first`."""
        if number == 0:
            return first
        key = (first.name, number)
        if key not in self._indices:
            self._indices[key] = first + number
            self._steps[self._indices[key].name] = (first, number)
        return self._indices[key]

    def element(self, table: str, index: Value, type_: str = "i32") -> str:
        """`ptr %x` of an element of an array."""
        first, number = self._steps.get(index.name, (index, 0))
        key = (table, first.name, type_)
        if key not in self._starts:
            self._starts[key] = self.emit(f"getelementptr {type_}, ptr {table}, {first.typed}", "ptr").typed
        start = self._starts[key]
        return self.emit(f"getelementptr {type_}, {start}, i64 {number}", "ptr").typed if number else start

    def behind(self, lane: Value, row: int) -> Value:
        """The index of a lane in the row `row` behind a pointer to a row."""
        first, number = self._steps.get(lane.name, (lane, 0))
        return self.step(first, number + row * self.lanes)

    def row(self, table: str, number: int = 0) -> Value:
        """All lanes of the row `number` behind a pointer."""
        place = self.emit(f"getelementptr i32, ptr {table}, i64 {number * self.lanes}", "ptr").typed
        return self.emit(f"load <{self.lanes} x i32>, {place}, align 4", "i32", self.lanes)

    def store_row(self, table: str, value: Value, number: int = 0) -> None:
        """Write all lanes of the row `number` behind a pointer."""
        place = self.emit(f"getelementptr i32, ptr {table}, i64 {number * self.lanes}", "ptr").typed
        self.do(f"store {value.typed}, {place}, align 4")

    def _offsets(self) -> Value:
        """The 32-bit offsets of all lanes."""
        if self.kind == "uniform":
            offsets = self.splat(self.parameter("offset"), self.lanes)
        else:
            offsets = self.row("%low")
            if self.kind in ("local", "buffer"):
                offsets += self.parameter("offset")
        if self.kind in ("buffer", "uniform"):
            lanes = self.vector(list(range(self.lanes)), "i32")
            offsets += self.splat(self.parameter("stride").trunc("i32"), self.lanes) * lanes
        return offsets

    def in_range(self, active: Value, size: int) -> Value:
        """The active lanes whose access of `size` bytes lies inside the bounds, as bits; all where there are none."""
        if self.kind not in BOUNDED:
            return active
        return self._local_in_range(active, size) if self.kind == "local" else self._inside(active, size)

    def _inside(self, active: Value, size: int) -> Value:
        bound = self.parameter("size")
        inside = bits_of(self._offsets().cmp("ule", bound - size))
        return bound.cmp("ult", size).select(0, active & inside)

    def _local_in_range(self, active: Value, size: int) -> Value:
        """The same with one comparison for all lanes first, which mostly settles it; to be used once in a routine."""
        room = self.parameter("size").zext("i64") - self.parameter("offset").zext("i64") - size
        greatest = self._part(0)
        for first in range(_HOST_LANES, self.lanes, _HOST_LANES):
            greatest = self.intrinsic("umax", greatest, self._part(first))
        below = bits_of(greatest.cmp("ule", room.trunc("i32"))).cmp("eq", -1)
        self.do(f"br i1 {(below & room.cmp('sge', 0)).name}, label %bounds.all, label %bounds.some")
        self.label("bounds.some")
        some = self._inside(active, size)
        self.do("br label %bounds.known")
        self.label("bounds.all")
        self.do("br label %bounds.known")
        self.label("bounds.known")
        return self.emit(
            f"phi {active.type} [ {active.name}, %bounds.all ], [ {some.name}, %bounds.some ]", active.type
        )

    def _part(self, first: int) -> Value:
        """A few neighbouring lanes of `low`."""
        place = self.element("%low", self.const(first, "i64"))
        return self.emit(f"load <{_HOST_LANES} x i32>, {place}, align 4", "i32", _HOST_LANES)

    def address_of(self, lane: Value) -> Value:
        """Address of a lane (i64) as a pointer."""
        base = self.parameter("base")
        if self.kind == "strided":
            return (base + lane * self.parameter("stride")).cast("inttoptr", "ptr")
        if self.kind == "uniform":
            offset = self.parameter("offset")
        else:
            offset = self.emit(f"load i32, {self.element('%low', lane)}", "i32")
        if self.kind in ("private", "local", "buffer"):
            offset += self.parameter("offset")
        if self.kind in ("buffer", "uniform"):
            offset += (lane * self.parameter("stride")).trunc("i32")
        wide = offset.zext("i64")
        if self.kind == "private":
            wide += lane * self.parameter("stride")
        if self.kind in ("far", "flat"):
            wide = self._with_top(lane, wide)
        return (base + wide).cast("inttoptr", "ptr")

    def _with_top(self, lane: Value, low: Value) -> Value:
        """The address of a lane from its two words; a flat one may be private."""
        top = self.emit(f"load i32, {self.element('%low', self.behind(lane, 1))}", "i32")
        address = low | (top.zext("i64") << 32)
        if self.kind != "flat":
            return address
        private = self.parameter("scratch") + lane * self.parameter("stride") + low
        return top.cmp("eq", self.parameter("aperture")).select(private, address)

    def spilled(self, value: Value) -> str:
        """A copy of a vector in memory, for access by lane; gives the pointer's name."""
        place = self.fresh("table")
        self._allocations.append(f"  {place} = alloca {value.ir_type}, align 64")
        self.do(f"store {value.typed}, ptr {place}, align 64")
        return place

    def number(self, table: str, lane: Value) -> Value:
        """A lane of a table of i32, as i64."""
        return self.emit(f"load i32, {self.element(table, lane)}", "i32").zext("i64")

    def every_lane(self, body: Callable[[Value], None]) -> None:
        """Run `body(lane as i64)`, which makes no basic blocks, for all lanes, and return."""
        before = self.fresh("before").removeprefix("%")
        loop, done = f"{before}.loop", f"{before}.done"
        self.do(f"br label %{before}")
        self.label(before)
        self.do(f"br label %{loop}")
        self.label(loop)
        following = Value(self, f"%{loop}.next", "i64")
        first = self.emit(f"phi i64 [ 0, %{before} ], [ {following.name}, %{loop} ]", "i64")
        for number in range(_UNROLLED):
            body(self.step(first, number))
        self.do(f"{following.name} = add {first.typed}, {_UNROLLED}")
        self.do(f"br i1 {following.cmp('ult', self.lanes).name}, label %{loop}, label %{done}")
        self.label(done)
        self.do("ret void")

    def each_lane(self, active: Value, body: Callable[[Value], None]) -> None:
        """Run `body(lane as i64)`, which makes no basic blocks, for every bit of `active`, and return."""
        self.do("br label %before")
        self.label("before")
        self.do(f"br i1 {active.cmp('eq', 0).name}, label %done, label %loop")
        self.label("loop")
        rest = Value(self, "%rest", active.type)
        left = self.emit(f"phi {active.type} [ {active.name}, %before ], [ {rest.name}, %loop ]", active.type)
        number = self.intrinsic("cttz", left, self.const(1, "i1"))
        body(number.zext("i64") if active.type != "i64" else number)
        self.lines.append(f"  %rest = and {left.typed}, {(left - 1).name}")
        self.do(f"br i1 {rest.cmp('eq', 0).name}, label %done, label %loop")
        self.label("done")
        self.do("ret void")

    def visit(self, active: Value, body: Callable[[Value], None]) -> None:
        """`each_lane`, or `every_lane` when all are active."""
        self.do(f"br i1 {active.cmp('eq', -1).name}, label %all, label %some")
        self.label("all")
        self.every_lane(body)
        self.label("some")
        self.each_lane(active, body)
