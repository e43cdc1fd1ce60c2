"""Internal functions of a kernel that do something in every active lane: their frame, addresses and loop.

The host has no useful gather, so memory instructions become calls of such a function: where the lanes' addresses
follow each other it uses whole vectors, else it visits the active lanes one after the other.

Kinds of addresses: "near" is base + low (unsigned, per lane), "far" is base + (high, low), "flat" is far with an
aperture behind which `scratch` + lane * `stride` lies, "strided" is base + lane * stride, "bounded" is near where
nothing is read or written outside the first `size` bytes, "local" is bounded by the workgroup's LDS.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cass_tools.executor.amd.scalar_file import bits_of
from cass_tools.executor.ir.value import Function, Value

_PARAMETERS = {
    "near": (("i64", "base"), ("vector", "low")),
    "far": (("i64", "base"), ("vector", "low"), ("vector", "high")),
    "flat": (
        *(("i64", "base"), ("vector", "low"), ("vector", "high")),
        *(("i64", "scratch"), ("i64", "stride"), ("i32", "aperture")),
    ),
    "strided": (("i64", "base"), ("i64", "stride")),
    "bounded": (("i64", "base"), ("vector", "low"), ("i32", "size")),
    "local": (("i64", "base"), ("vector", "low"), ("i32", "size")),
}


BOUNDED = frozenset({"bounded", "local"})
"""Kinds with a size."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the lanes of a memory instruction point: a kind, and its parameters in order."""

    kind: str
    parts: tuple[Value, ...]

    @property
    def arguments(self) -> str:
        """The parameters as a call takes them."""
        return ", ".join(part.typed for part in self.parts)


class LaneRoutine(Function):
    """An internal function under construction; its parameters are an address of `kind`, `extra` and `active`."""

    def __init__(self, name: str, kind: str, lanes: int, extra: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self.name = name
        self.kind = kind
        self.lanes = lanes
        self._allocations: list[str] = []
        self._parameters = (*_PARAMETERS[kind], *extra, (f"i{lanes}", "active"))

    def parameter(self, name: str) -> Value:
        """A parameter as a value."""
        type_ = next(t for t, n in self._parameters if n == name)
        return Value(self, f"%{name}", "i32", self.lanes) if type_ == "vector" else Value(self, f"%{name}", type_)

    def text(self, module: Function) -> str:
        """The finished function; what it declares is added to the declarations of `module`."""
        module.declarations.update(self.declarations)
        vector = f"<{self.lanes} x i32>"
        parameters = ", ".join(f"{vector if t == 'vector' else t} %{n}" for t, n in self._parameters)
        head = f"define internal void @{self.name}({parameters}) noinline nounwind {{"
        return "\n".join([head, "entry:", *self._allocations, *self.lines, "}"])

    def element(self, table: str, index: Value, type_: str = "i32") -> str:
        """`ptr %x` of an element of an array."""
        return self.emit(f"getelementptr {type_}, ptr {table}, {index.typed}", "ptr").typed

    def spilled(self, name: str) -> str:
        """A copy of a vector parameter in memory, for access by lane; gives the pointer's name."""
        value = self.parameter(name)
        place = self.fresh(name)
        self._allocations.append(f"  {place} = alloca {value.ir_type}, align 64")
        self.do(f"store {value.typed}, ptr {place}, align 64")
        return place

    def in_range(self, active: Value, size: int) -> Value:
        """The active lanes whose access of `size` bytes lies inside the bounds, as bits; all where there are none."""
        if self.kind not in BOUNDED:
            return active
        bound = self.parameter("size")
        inside = bits_of(self.parameter("low").cmp("ule", bound - size))
        return bound.cmp("ult", size).select(0, active & inside)

    def contiguous(self, active: Value, size: int) -> Value:
        """Whether the active lanes' elements of `size` bytes lie one after the other (i1)."""
        low = self.parameter("low")
        first = self.emit(f"extractelement {low.typed}, i32 0", "i32")
        equal = bits_of((low - first).cmp("eq", self.vector([size * lane for lane in range(self.lanes)], "i32")))
        if self.kind in ("far", "flat"):
            high = self.parameter("high")
            top = self.emit(f"extractelement {high.typed}, i32 0", "i32")
            equal &= bits_of(high.cmp("eq", top))
            if self.kind == "flat":
                equal = top.cmp("eq", self.parameter("aperture")).select(0, equal)
        no_wrap = first.cmp("ule", 0xFFFFFFFF - size * (self.lanes - 1))
        return (equal & active).cmp("eq", active) & no_wrap

    def start(self) -> Value:
        """Address of lane 0 as a pointer."""
        low = self.parameter("low")
        address = self.parameter("base") + self.emit(f"extractelement {low.typed}, i32 0", "i32").zext("i64")
        if self.kind in ("far", "flat"):
            high = self.parameter("high")
            address += self.emit(f"extractelement {high.typed}, i32 0", "i32").zext("i64") << 32
        return address.cast("inttoptr", "ptr")

    def addresses(self) -> Callable[[Value], Value]:
        """Make ready to compute addresses by lane (i64 -> ptr)."""
        base = self.parameter("base")
        if self.kind == "strided":
            stride = self.parameter("stride")
            return lambda lane: (base + lane * stride).cast("inttoptr", "ptr")
        low = self.spilled("low")
        high = self.spilled("high") if self.kind in ("far", "flat") else None

        def of_lane(lane: Value) -> Value:
            offset = self.emit(f"load i32, {self.element(low, lane)}", "i32").zext("i64")
            if high is not None:
                top = self.emit(f"load i32, {self.element(high, lane)}", "i32")
                offset = self._with_top(lane, offset, top)
            return (base + offset).cast("inttoptr", "ptr")

        return of_lane

    def _with_top(self, lane: Value, low: Value, top: Value) -> Value:
        """The address of a lane from its two words; a flat one may be private."""
        address = low | (top.zext("i64") << 32)
        if self.kind != "flat":
            return address
        private = self.parameter("scratch") + lane * self.parameter("stride") + low
        return top.cmp("eq", self.parameter("aperture")).select(private, address)

    def each_lane(self, active: Value, body: Callable[[Value, Value], None]) -> None:
        """Run `body(lane as i64, address)`, which makes no basic blocks, for every bit of `active`, and return."""
        of_lane = self.addresses()
        self.do("br label %before")
        self.label("before")
        self.do(f"br i1 {active.cmp('eq', 0).name}, label %done, label %loop")
        self.label("loop")
        rest = Value(self, "%rest", active.type)
        left = self.emit(f"phi {active.type} [ {active.name}, %before ], [ {rest.name}, %loop ]", active.type)
        number = self.intrinsic("cttz", left, self.const(1, "i1"))
        lane = number.zext("i64") if active.type != "i64" else number
        body(lane, of_lane(lane))
        self.lines.append(f"  %rest = and {left.typed}, {(left - 1).name}")
        self.do(f"br i1 {rest.cmp('eq', 0).name}, label %done, label %loop")
        self.label("done")
        self.do("ret void")
