"""Memory access by strips of eight lanes: whole vectors where a strip's lanes are neighbours in memory or all the same.

Otherwise the lanes are visited one by one. A strip without active lanes costs nothing but the look at them.
"""

from collections.abc import Callable

from cass_tools.executor.amd.lane_loop import LaneRoutine, bits_of
from cass_tools.executor.ir.value import Value

STRIP = 8
"""Lanes that are looked at together: what a host register holds of addresses."""
_ALL = (1 << STRIP) - 1


class Strips:
    """The loop over the strips of a routine; `first` is the strip's first lane as i64, `part` its active lanes."""

    def __init__(self, routine: LaneRoutine, active: Value, size: int) -> None:
        """Begin the loop; `size` is the number of bytes that a lane accesses."""
        r = self.r = routine
        self.size = size
        self._active = active
        r.do("br label %before")
        r.label("before")
        r.do("br label %strips")
        r.label("strips")
        following = Value(r, "%first.next", "i64")
        self.first = r.emit(f"phi i64 [ 0, %before ], [ {following.name}, %next ]", "i64")
        wide = active if active.type == "i64" else active.zext("i64")
        self.part = (wide >> self.first).trunc(f"i{STRIP}")
        r.do(f"br i1 {self.part.cmp('eq', 0).name}, label %next, label %some")
        r.label("some")

    def finish(self) -> None:
        """End the loop and the routine."""
        r = self.r
        r.label("next")
        r.do(f"%first.next = add {self.first.typed}, {STRIP}")
        following = Value(r, "%first.next", "i64")
        r.do(f"br i1 {following.cmp('ult', r.lanes).name}, label %strips, label %done")
        r.label("done")
        r.do("ret void")

    def row(self, table: str, number: int = 0) -> Value:
        """The strip's lanes of a row of i32 behind a pointer."""
        return self.r.emit(f"load <{STRIP} x i32>, {self._place(table, number)}, align 4", "i32", STRIP)

    def store_row(self, table: str, value: Value, number: int = 0) -> None:
        """Write the strip's lanes of a row."""
        self.r.do(f"store {value.typed}, {self._place(table, number)}, align 4")

    def _place(self, table: str, number: int) -> str:
        return self.r.element(table, self.r.behind(self.first, number))

    def alternatives(self, *, masked: bool, same: bool) -> None:
        """Go to the blocks `vector` (neighbours in memory, all active), `masked` (the same, not all active, if wanted),
        `same` (all at one address, if wanted), `all` or `lanes`, each of which has to end with a branch to `next`."""
        r = self.r
        low = self.row("%low")
        first = r.emit(f"extractelement {low.typed}, i32 0", "i32")
        distance = low - first
        neighbours = bits_of(distance.cmp("eq", r.vector([self.size * lane for lane in range(STRIP)], "i32")))
        valid, fits = self._one_page(first)
        full = self.part.cmp("eq", _ALL)
        r.do(f"br i1 {full.name}, label %full, label %partial")
        r.label("full")
        r.do(f"br i1 {(neighbours.cmp('eq', _ALL) & valid & fits).name}, label %vector, label %apart")
        r.label("apart")
        if same:
            equal = bits_of(distance.cmp("eq", 0)).cmp("eq", _ALL)
            r.do(f"br i1 {(equal & valid).name}, label %same, label %all")
        else:
            r.do("br label %all")
        r.label("partial")
        if masked:
            fit = (neighbours & self.part).cmp("eq", self.part)
            r.do(f"br i1 {(fit & valid & fits).name}, label %masked, label %lanes")
        else:
            r.do("br label %lanes")

    def _one_page(self, first: Value) -> tuple[Value, Value]:
        """Whether the upper halves of the addresses agree (and mean device memory), and whether the lower halves of
        neighbours do not wrap around."""
        r = self.r
        lowest = first + r.parameter("offset") if r.kind == "local" else first
        fits = lowest.cmp("ule", 0xFFFFFFFF - self.size * STRIP)
        if r.kind not in ("far", "flat"):
            return r.const(1, "i1"), fits
        high = self.row("%low", 1)
        top = r.emit(f"extractelement {high.typed}, i32 0", "i32")
        valid = bits_of(high.cmp("eq", top)).cmp("eq", _ALL)
        if r.kind == "flat":
            valid &= top.cmp("ne", r.parameter("aperture"))
        return valid, fits

    def block(self, name: str, body: Callable[[], None]) -> None:
        """One of the alternatives."""
        self.r.label(name)
        body()
        self.r.do("br label %next")

    def one_by_one(self, body: Callable[[Value], None]) -> None:
        """The alternatives `all` and `lanes`: `body(lane as i64)` for each active lane."""
        r = self.r

        def every() -> None:
            for lane in range(STRIP):
                body(r.step(self.first, lane))

        self.block("all", every)
        r.label("lanes")
        r.do("br label %loop")
        r.label("loop")
        rest = Value(r, "%rest", self.part.type)
        left = r.emit(f"phi {self.part.type} [ {self.part.name}, %lanes ], [ {rest.name}, %loop ]", self.part.type)
        body(self.first + r.intrinsic("cttz", left, r.const(1, "i1")).zext("i64"))
        r.do(f"%rest = and {left.typed}, {(left - 1).name}")
        r.do(f"br i1 {rest.cmp('eq', 0).name}, label %next, label %loop")
