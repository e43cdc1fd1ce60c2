"""Memory access by strips of lanes: whole vectors where a strip's lanes are neighbours in memory or all the same.

Where they are not in a strip of sixteen lanes, it and all behind it are taken as strips of eight, because what lanes
have in common is mostly the same all over a wave. Where a strip of eight lanes is neither, they are visited one by one.
A strip without active lanes costs nothing but the look at them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd.lane_loop import LaneRoutine, bits_of
from cass_tools.executor.ir.value import Value

SHORT = 8
"""Lanes of the shortest strip, which fill a host register of 256 bits."""


@dataclass(frozen=True, slots=True)
class Ways:
    """What to write for a strip whose lanes are neighbours in memory and all active, neighbours but not all active
    (None: no way of its own), all at one address (None: the same), and for a lane, given as i64."""

    vector: Callable[["Strips"], None]
    masked: Callable[["Strips"], None] | None
    same: Callable[["Strips"], None] | None
    lane: Callable[[Value], None]


def by_strips(routine: LaneRoutine, active: Value, size: int, ways: Ways) -> None:
    """The rest of a routine whose active lanes access `size` bytes each."""
    Strips(routine, active, size, ways, routine.width).write(routine.const(0, "i64"))
    routine.label("done")
    routine.do("ret void")


class Strips:
    """A loop over strips of `width` lanes: `first` is a strip's first lane as i64, `part` its active lanes as bits."""

    first: Value
    part: Value

    def __init__(self, routine: LaneRoutine, active: Value, size: int, ways: Ways, width: int) -> None:
        self.r = routine
        self.width = width
        self._active = active
        self._size = size
        self._ways = ways
        self._tag = f"by{width}"

    def _name(self, block: str) -> str:
        return f"{self._tag}.{block}"

    def write(self, start: Value) -> None:
        """The loop over the lanes from `start` on, in a block of its own; then go to the block `done`."""
        r = self.r
        r.do(f"br label %{self._name('before')}")
        r.label(self._name("before"))
        r.do(f"br label %{self._name('strips')}")
        r.label(self._name("strips"))
        following = Value(r, f"%{self._name('following')}", "i64")
        incoming = f"[ {start.name}, %{self._name('before')} ], [ {following.name}, %{self._name('next')} ]"
        self.first = r.emit(f"phi i64 {incoming}", "i64")
        wide = self._active if self._active.type == "i64" else self._active.zext("i64")
        self.part = (wide >> self.first).trunc(f"i{self.width}")
        self._go_if(self.part.cmp("eq", 0), "next", "some")
        r.label(self._name("some"))
        self._alternatives()
        r.label(self._name("next"))
        r.do(f"{following.name} = add {self.first.typed}, {self.width}")
        r.do(f"br i1 {following.cmp('ult', r.lanes).name}, label %{self._name('strips')}, label %done")

    def row(self, table: str, number: int = 0) -> Value:
        """The strip's lanes of a row of i32 behind a pointer."""
        return self.r.emit(f"load <{self.width} x i32>, {self._place(table, number)}, align 4", "i32", self.width)

    def store_row(self, table: str, value: Value, number: int = 0) -> None:
        """Write the strip's lanes of a row."""
        self.r.do(f"store {value.typed}, {self._place(table, number)}, align 4")

    def _place(self, table: str, number: int) -> str:
        return self.r.element(table, self.r.behind(self.first, number))

    def _go_if(self, condition: Value, yes: str, no: str) -> None:
        self.r.do(f"br i1 {condition.name}, label %{self._name(yes)}, label %{self._name(no)}")

    def _alternatives(self) -> None:
        """Look at the strip's addresses, and write the ways that they can be accessed."""
        r, width = self.r, self.width
        everything = (1 << width) - 1
        low = self.row("%low")
        first = r.emit(f"extractelement {low.typed}, i32 0", "i32")
        distance = low - first
        neighbours = bits_of(distance.cmp("eq", r.vector([self._size * lane for lane in range(width)], "i32")))
        valid, fits = self._one_page(first)
        self._go_if(self.part.cmp("eq", everything), "full", "partial")
        r.label(self._name("full"))
        self._go_if(neighbours.cmp("eq", everything) & valid & fits, "vector", "apart")
        r.label(self._name("apart"))
        if self._ways.same:
            equal = bits_of(distance.cmp("eq", 0)).cmp("eq", everything)
            self._go_if(equal & valid, "same", "all")
        else:
            r.do(f"br label %{self._name('all')}")
        r.label(self._name("partial"))
        if self._ways.masked:
            fit = (neighbours & self.part).cmp("eq", self.part)
            self._go_if(fit & valid & fits, "masked", "lanes")
        else:
            r.do(f"br label %{self._name('lanes')}")
        self._block("vector", self._ways.vector)
        self._block("masked", self._ways.masked)
        self._block("same", self._ways.same)
        self._rest()

    def _block(self, name: str, way: Callable[["Strips"], None] | None) -> None:
        if way is not None:
            self.r.label(self._name(name))
            way(self)
            self.r.do(f"br label %{self._name('next')}")

    def _one_page(self, first: Value) -> tuple[Value, Value]:
        """Whether the upper halves of the addresses agree (and mean device memory), and whether the lower halves of
        neighbours do not wrap around."""
        r = self.r
        lowest = first + r.parameter("offset") if r.kind == "local" else first
        fits = lowest.cmp("ule", 0xFFFFFFFF - self._size * self.width)
        if r.kind not in ("far", "flat"):
            return r.const(1, "i1"), fits
        high = self.row("%low", 1)
        top = r.emit(f"extractelement {high.typed}, i32 0", "i32")
        valid = bits_of(high.cmp("eq", top)).cmp("eq", (1 << self.width) - 1)
        if r.kind == "flat":
            valid &= top.cmp("ne", r.parameter("aperture"))
        return valid, fits

    def _rest(self) -> None:
        """The blocks `all` and `lanes`: what can be done in none of the ways for the whole strip."""
        r = self.r
        r.label(self._name("all"))
        if self.width > SHORT:
            r.do(f"br label %{self._name('lanes')}")
            r.label(self._name("lanes"))
            Strips(r, self._active, self._size, self._ways, self.width // 2).write(self.first)
            return
        for lane in range(self.width):
            self._ways.lane(r.step(self.first, lane))
        r.do(f"br label %{self._name('next')}")
        r.label(self._name("lanes"))
        r.do(f"br label %{self._name('loop')}")
        r.label(self._name("loop"))
        bits = self.part.type
        rest = Value(r, f"%{self._name('rest')}", bits)
        incoming = f"[ {self.part.name}, %{self._name('lanes')} ], [ {rest.name}, %{self._name('loop')} ]"
        left = r.emit(f"phi {bits} {incoming}", bits)
        self._ways.lane(self.first + r.intrinsic("cttz", left, r.const(1, "i1")).zext("i64"))
        r.do(f"{rest.name} = and {left.typed}, {(left - 1).name}")
        self._go_if(rest.cmp("eq", 0), "next", "loop")
