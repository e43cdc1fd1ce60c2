"""Typed LLVM IR by operators: a `Value` is an SSA name with an element type and a lane count.

`lanes == 0` is a scalar, otherwise a fixed vector. Arithmetic between a vector and a scalar splats the scalar; a
Python number becomes a constant of the other operand's type. Text is appended to the `Function` that made the value.
Element types: i1 i8 i16 i32 i64 half float double ptr.
"""

import struct
from dataclasses import dataclass

FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64}
_OVERLOAD = {"float": "f32", "double": "f64", "half": "f16", "ptr": "p0"}


def bits(type_: str) -> int:
    """Width of an element type in bits (ptr: 64)."""
    return 64 if type_ == "ptr" else FLOAT_BITS.get(type_) or int(type_[1:])


def vector_type(type_: str, lanes: int) -> str:
    """LLVM spelling of `lanes` elements, or of the scalar when `lanes` is 0."""
    return f"<{lanes} x {type_}>" if lanes else type_


@dataclass(slots=True, eq=False)  # not frozen, which makes one three times as slow to make: a kernel has thousands
class Value:
    """An SSA value or constant, never changed; `name` is what LLVM reads after the type."""

    function: "Function"
    name: str
    type: str
    lanes: int = 0

    @property
    def ir_type(self) -> str:
        """LLVM spelling of the whole type."""
        return vector_type(self.type, self.lanes)

    @property
    def typed(self) -> str:
        """`type name`, as instructions and calls take it."""
        return f"{self.ir_type} {self.name}"

    @property
    def is_float(self) -> bool:
        """Whether elements are floating point."""
        return self.type in FLOAT_BITS

    def _binary(self, other: "Operand", integer: str, floating: str | None = None) -> "Value":
        a, b = self.function.unify(self, other)
        opcode = floating if a.is_float and floating else integer
        return a.function.emit(f"{opcode} {a.ir_type} {a.name}, {b.name}", a.type, a.lanes)

    def __add__(self, other: "Operand") -> "Value":
        return self._binary(other, "add", "fadd")

    def __sub__(self, other: "Operand") -> "Value":
        return self._binary(other, "sub", "fsub")

    def __mul__(self, other: "Operand") -> "Value":
        return self._binary(other, "mul", "fmul")

    def __truediv__(self, other: "Operand") -> "Value":
        return self._binary(other, "fdiv", "fdiv")

    def __and__(self, other: "Operand") -> "Value":
        return self._binary(other, "and")

    def __or__(self, other: "Operand") -> "Value":
        return self._binary(other, "or")

    def __xor__(self, other: "Operand") -> "Value":
        return self._binary(other, "xor")

    def __lshift__(self, other: "Operand") -> "Value":
        return self._binary(other, "shl")

    def __rshift__(self, other: "Operand") -> "Value":
        """Logical shift right; `sar` is the arithmetic one."""
        return self._binary(other, "lshr")

    def sar(self, other: "Operand") -> "Value":
        """Arithmetic shift right."""
        return self._binary(other, "ashr")

    def __invert__(self) -> "Value":
        return self ^ -1

    def __neg__(self) -> "Value":
        if self.is_float:
            return self.function.emit(f"fneg {self.typed}", self.type, self.lanes)
        return self.function.const(0, self.type, self.lanes) - self

    def cmp(self, predicate: str, other: "Operand") -> "Value":
        """icmp or fcmp by the element type: `a.cmp("ult", b)`, `x.cmp("uno", x)`; gives i1."""
        a, b = self.function.unify(self, other)
        opcode = "fcmp" if a.is_float else "icmp"
        return a.function.emit(f"{opcode} {predicate} {a.ir_type} {a.name}, {b.name}", "i1", a.lanes)

    def cast(self, opcode: str, type_: str) -> "Value":
        """Any LLVM conversion, elementwise; nothing when the type is already right."""
        if self.type == type_:
            return self
        text = f"{opcode} {self.typed} to {vector_type(type_, self.lanes)}"
        return self.function.emit(text, type_, self.lanes)

    def zext(self, type_: str) -> "Value":
        """Zero-extend each element."""
        return self.cast("zext", type_)

    def sext(self, type_: str) -> "Value":
        """Sign-extend each element."""
        return self.cast("sext", type_)

    def trunc(self, type_: str) -> "Value":
        """Keep the low bits of each element."""
        return self.cast("trunc", type_)

    def bitcast(self, type_: str) -> "Value":
        """Reinterpret each element; widths must agree."""
        return self.cast("bitcast", type_)

    def resize_float(self, type_: str) -> "Value":
        """fpext or fptrunc to another float width."""
        return self.cast("fpext" if bits(type_) > bits(self.type) else "fptrunc", type_)

    def select(self, yes: "Operand", no: "Operand") -> "Value":
        """Elementwise choice by this i1 value; at least one arm must be a Value."""
        model = yes if isinstance(yes, Value) else no
        if not isinstance(model, Value):
            raise TypeError("select needs a Value to know the type")
        a, b = self.function.unify(model, no if model is yes else yes)
        a, b = (a, b) if model is yes else (b, a)
        if self.lanes and not a.lanes:
            a, b = self.function.splat(a, self.lanes), self.function.splat(b, self.lanes)
        return self.function.emit(f"select {self.typed}, {a.typed}, {b.typed}", a.type, a.lanes)


Operand = Value | int | float


class Function:
    """The body of one LLVM function under construction, and the declarations that it needs."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.declarations: dict[str, str] = {}
        self.blocks = 0  # basic blocks that were started so far
        self._next = 0

    def fresh(self, stem: str = "t") -> str:
        """A name, with %, that nothing else uses."""
        self._next += 1
        return f"%{stem}.{self._next}"

    def emit(self, text: str, type_: str, lanes: int = 0) -> Value:
        """Append `name = text` and return the value."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return Value(self, name, type_, lanes)

    def do(self, text: str) -> None:
        """Append an instruction without a result."""
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """Start a basic block; the one before must have ended."""
        self.blocks += 1
        self.lines.append(f"{name}:")

    def const(self, number: int | float, type_: str, lanes: int = 0) -> Value:
        """A constant; integers wrap to the width, floats are exact in the type's precision."""
        if type_ == "half":
            name = f"0xH{struct.unpack('<H', struct.pack('<e', number))[0]:04X}"
        elif type_ in FLOAT_BITS:
            exact = struct.unpack("<f", struct.pack("<f", number))[0] if type_ == "float" else float(number)
            name = f"0x{struct.unpack('<Q', struct.pack('<d', exact))[0]:016X}"
        elif type_ == "i1":
            name = "true" if int(number) & 1 else "false"
        else:
            width = bits(type_)
            wrapped = int(number) & ((1 << width) - 1)
            name = str(wrapped - (1 << width) if wrapped >> (width - 1) else wrapped)
        return Value(self, f"splat ({type_} {name})" if lanes else name, type_, lanes)

    def vector(self, numbers: list[int], type_: str) -> Value:
        """A constant vector of integers (or of truth values for i1)."""
        items = ", ".join(f"{type_} {self.const(n, type_).name}" for n in numbers)
        return Value(self, f"<{items}>", type_, len(numbers))

    def splat(self, value: Value, lanes: int) -> Value:
        """The scalar in every lane; a vector is returned as it is."""
        if value.lanes or not lanes:
            return value
        if not value.name.startswith("%"):
            return Value(self, f"splat ({value.type} {value.name})", value.type, lanes)
        one = self.emit(f"insertelement <{lanes} x {value.type}> poison, {value.typed}, i32 0", value.type, lanes)
        return self.emit(
            f"shufflevector {one.typed}, {one.ir_type} poison, <{lanes} x i32> zeroinitializer", value.type, lanes
        )

    def unify(self, a: Value, b: Operand) -> tuple[Value, Value]:
        """Both operands with one type and lane count."""
        other = b if isinstance(b, Value) else self.const(b, a.type, a.lanes)
        lanes = a.lanes or other.lanes
        return self.splat(a, lanes), self.splat(other, lanes)

    def call(self, name: str, type_: str, lanes: int, *args: Value) -> Value:
        """Call a declared or external function; the declaration is derived from the arguments."""
        result = vector_type(type_, lanes)
        self.declarations[name] = f"declare {result} @{name}({', '.join(a.ir_type for a in args)})"
        return self.emit(f"call {result} @{name}({', '.join(a.typed for a in args)})", type_, lanes)

    def intrinsic(self, name: str, *args: Operand, result: str | None = None) -> Value:
        """`llvm.<name>` overloaded on its first argument (and on `result` where given): fma, umin, ctpop, fptosi.sat.

        Scalars are splatted to the widest argument, except i1 flags (ctlz and friends).
        """
        first = next(a for a in args if isinstance(a, Value))
        values = [a if isinstance(a, Value) else self.const(a, first.type, first.lanes) for a in args]
        lanes = max(v.lanes for v in values)
        values = [v if v.type == "i1" and not v.lanes else self.splat(v, lanes) for v in values]

        def suffix(type_: str) -> str:
            return (f"v{lanes}" if lanes else "") + _OVERLOAD.get(type_, type_)

        overload = (f"{suffix(result)}." if result else "") + suffix(values[0].type)
        return self.call(f"llvm.{name}.{overload}", result or values[0].type, lanes, *values)

    def shuffle(self, value: Value, lanes: list[int]) -> Value:
        """A vector whose lane i is `value`'s lane `lanes[i]`."""
        index = ", ".join(f"i32 {i}" for i in lanes)
        text = f"shufflevector {value.typed}, {value.ir_type} poison, <{len(lanes)} x i32> <{index}>"
        return self.emit(text, value.type, len(lanes))
