"""Atomic read-modify-write in every active lane, one lane after the other.

Device memory is shared with other host threads and gets the host's atomic instructions; a workgroup's LDS belongs to
one host thread, where a load and a store do.
"""

from dataclasses import dataclass

from cass_tools.executor.amd.checks import guard
from cass_tools.executor.amd.lane_loop import Address, LaneRoutine
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.ops.dot import bfloats, to_bfloat
from cass_tools.executor.ir.value import FLOAT_BITS, Function, Value

_HOST_NAMES = {
    "cond_sub": "usub_cond",
    "swap": "xchg",
    "inc": "uinc_wrap",
    "dec": "udec_wrap",
    "csub": "usub_sat",
    "sub_clamp": "usub_sat",
}
_FLOAT_NAMES = {"add": "fadd", "sub": "fsub", "min": "fmin", "max": "fmax", "umin": "fmin", "umax": "fmax"}
_PACKED = {"v2half": ("half", 2)}
BFLOATS = "v2bfloat"
"""Two bfloat16, which hosts do not add."""


@dataclass(frozen=True, slots=True)
class Atomic:
    """`operation` (add, umin, swap, cmpswap, ...) on an LLVM element type: i32, i64, float, double, v2half, v2bfloat.

    `compare_first`: the compare value stands in the first data registers, else behind the new value.
    """

    operation: str
    type: str
    compare_first: bool = False

    @property
    def bits(self) -> int:
        """Width in memory."""
        return 64 if self.type in ("i64", "double") else 32

    @property
    def registers(self) -> int:
        """Rows of the returned value."""
        return self.bits // 32

    @property
    def integer(self) -> str:
        """The integer type of that width."""
        return f"i{self.bits}"

    @property
    def ir_type(self) -> str:
        """LLVM's spelling of the type that is operated on."""
        return "<2 x " + _PACKED[self.type][0] + ">" if self.type in _PACKED else self.type


def atomic(m: Machine, op: Atomic, address: Address, data: list[range], result: range | None) -> None:
    """Operate in the active lanes with the registers `data` (one range, two for cmpswap); old values go to `result`
    where given."""
    for rows in (*data, *([result] if result is not None else [])):
        m.use_rows(rows)
    name = f"atomic_{op.operation}_{op.type}{'_first' if op.compare_first else ''}_{address.kind}" + (
        "" if result is None else "_return"
    )
    extra = [(f"rows{n}", m.address(rows[0]).typed) for n, rows in enumerate(data)]
    if result is not None:
        extra.append(("result", m.address(result[0]).typed))

    if op.type == BFLOATS:
        m.routine(_ADD_BFLOATS, _add_bfloats)

    def write() -> str:
        routine = LaneRoutine(name, address.kind, m.lanes, tuple(("ptr", parameter) for parameter, _ in extra))
        _write(routine, op, returns=result is not None)
        return routine.text(m)

    active = guard(m, "atomic", op.bits // 8, address)
    arguments = ", ".join([address.arguments, *(place for _, place in extra), active.typed])
    m.do(f"call void @{m.routine(name, write)}({arguments})")


def _write(r: LaneRoutine, op: Atomic, *, returns: bool) -> None:
    active = r.in_range(r.parameter("active"), op.bits // 8)
    operate = _bfloats if op.type == BFLOATS else _local if r.kind == "local" else _shared

    def body(lane: Value) -> None:
        old = operate(r, op, lane, r.address_of(lane))
        if returns:
            for row in range(op.registers):
                part = (old >> 32 * row).trunc("i32")
                r.do(f"store {part.typed}, {r.element('%result', lane + row * r.lanes)}, align 4")

    r.each_lane(active, body)


def _data(r: LaneRoutine, op: Atomic, lane: Value, number: int) -> Value:
    """Operand `number` of a lane as an integer."""
    table = f"%rows{number}"
    low = r.emit(f"load i32, {r.element(table, lane)}, align 4", "i32")
    if op.bits == 32:
        return low
    high = r.emit(f"load i32, {r.element(table, lane + r.lanes)}, align 4", "i32")
    return low.zext("i64") | (high.zext("i64") << 32)


_ADD_BFLOATS = "add_bfloats"


def _add_bfloats() -> str:
    """The function that adds two bfloat16 to those in memory, each rounded to nearest even, and gives the old ones."""
    f = Function()
    old, value = Value(f, "%old", "i32"), Value(f, "%value", "i32")
    sums = [to_bfloat(f, a + b).zext("i32") for a, b in zip(bfloats(old), bfloats(value), strict=True)]
    new = sums[0] | (sums[1] << 16)
    head = f"define internal i32 @{_ADD_BFLOATS}(ptr %place, i32 %value) noinline nounwind {{\nentry:"
    first = "  %first = load atomic i32, ptr %place seq_cst, align 4\n  br label %again\nagain:"
    phi = "  %old = phi i32 [ %first, %entry ], [ %seen, %again ]"
    swap = f"  %pair = cmpxchg ptr %place, i32 %old, i32 {new.name} seq_cst seq_cst, align 4"
    parts = "  %seen = extractvalue { i32, i1 } %pair, 0\n  %done = extractvalue { i32, i1 } %pair, 1"
    tail = "  br i1 %done, label %out, label %again\nout:\n  ret i32 %old\n}"
    return "\n".join([head, first, phi, *f.lines, swap, parts, tail])


def _bfloats(r: LaneRoutine, op: Atomic, lane: Value, address: Value) -> Value:
    value = _data(r, op, lane, 0)
    return r.emit(f"call i32 @{_ADD_BFLOATS}({address.typed}, {value.typed})", "i32")


def _shared(r: LaneRoutine, op: Atomic, lane: Value, address: Value) -> Value:
    """With the host's atomics; gives the old value as an integer."""
    align = op.bits // 8
    if op.operation == "cmpswap":
        new, expected = _data(r, op, lane, 0), _data(r, op, lane, 1)
        if op.compare_first:
            new, expected = expected, new
        text = f"cmpxchg {address.typed}, {expected.typed}, {new.typed} seq_cst seq_cst, align {align}"
        pair = r.emit(text, op.integer)
        return r.emit(f"extractvalue {{ {op.integer}, i1 }} {pair.name}, 0", op.integer)
    names = _HOST_NAMES if op.type == op.integer else _FLOAT_NAMES
    operation = names.get(op.operation, op.operation)
    value = _data(r, op, lane, 0)
    number = r.emit(f"bitcast {value.typed} to {op.ir_type}", op.type)
    text = f"atomicrmw {operation} {address.typed}, {op.ir_type} {number.name} seq_cst, align {align}"
    old = r.emit(text, op.type)
    return r.emit(f"bitcast {op.ir_type} {old.name} to {op.integer}", op.integer)


def _local(r: LaneRoutine, op: Atomic, lane: Value, address: Value) -> Value:
    """In LDS: load, combine, store; gives the old value as an integer."""
    old = r.emit(f"load {op.integer}, {address.typed}, align 1", op.integer)
    data = _data(r, op, lane, 0)
    if op.operation in ("cmpswap", "mskor", "wrap"):
        second = _data(r, op, lane, 1)
        if op.operation == "mskor":
            new = (old & ~data) | second
        elif op.operation == "wrap":
            new = old.cmp("uge", data).select(old - data, old + second)
        else:
            new, expected = (second, data) if op.compare_first else (data, second)
            new = _equal(op, old, expected).select(new, old)
    else:
        new = _combined(r, op, old, data)
    r.do(f"store {new.typed}, {address.typed}, align 1")
    return old


def _equal(op: Atomic, old: Value, expected: Value) -> Value:
    if op.type in FLOAT_BITS:
        return old.bitcast(op.type).cmp("oeq", expected.bitcast(op.type))
    return old.cmp("eq", expected)


def _combined(r: LaneRoutine, op: Atomic, old: Value, data: Value) -> Value:
    """The new value of an operation on one operand."""
    if op.type in FLOAT_BITS or op.type in _PACKED:
        return _combined_float(r, op, old, data)
    if op.operation in ("min", "max", "umin", "umax"):
        return r.intrinsic(op.operation if op.operation[0] == "u" else "s" + op.operation, old, data)
    if op.operation == "inc":
        return old.cmp("uge", data).select(0, old + 1)
    if op.operation == "dec":
        return (old.cmp("eq", 0) | old.cmp("ugt", data)).select(data, old - 1)
    if op.operation == "cond_sub":
        return old.cmp("uge", data).select(old - data, old)
    if op.operation == "sub_clamp":
        return r.intrinsic("usub.sat", old, data)
    simple = {
        "add": lambda: old + data,
        "sub": lambda: old - data,
        "rsub": lambda: data - old,
        "and": lambda: old & data,
        "or": lambda: old | data,
        "xor": lambda: old ^ data,
        "swap": lambda: data,
    }
    return simple[op.operation]()


def _combined_float(r: LaneRoutine, op: Atomic, old: Value, data: Value) -> Value:
    element, lanes = _PACKED.get(op.type, (op.type, 0))
    a, b = (Value(r, r.emit(f"bitcast {v.typed} to {op.ir_type}", element).name, element, lanes) for v in (old, data))
    if op.operation == "add":
        new = a + b
    else:
        new = r.intrinsic("minimumnum" if op.operation.endswith("min") else "maximumnum", a, b)
    return r.emit(f"bitcast {new.typed} to {op.integer}", op.integer)
