"""Loads and stores in every active lane: the internal functions behind global, flat, scratch, buffer and LDS access.

Registers are passed as a pointer to their rows in the Wave; a row is one dword per lane.
"""

from dataclasses import dataclass

from cass_tools.executor.amd.checks import guard
from cass_tools.executor.amd.lane_loop import BOUNDED, CONTIGUOUS, Address, LaneRoutine, lanes_of
from cass_tools.executor.amd.lane_strips import STRIP, Strips
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.ir.value import Value


@dataclass(frozen=True, slots=True)
class Access:
    """A memory format: `bits` of memory, `signed` extension of a load, `half` of the register (d16: low, high).

    `half` is "" for whole registers. Loads of halves keep the other half.
    """

    bits: int
    signed: bool = False
    half: str = ""

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.bits // 8

    @property
    def registers(self) -> int:
        """Rows of the register file."""
        return max(1, self.bits // 32)

    @property
    def name(self) -> str:
        """A distinct part of a function name."""
        return f"{'i' if self.signed else 'u'}{self.bits}{self.half}"


def load(m: Machine, access: Access, address: Address, rows: range) -> None:
    """Load into `rows` in the active lanes; LDS out of range reads 0."""
    _call(m, "load", access, address, rows)


def store(m: Machine, access: Access, address: Address, rows: range) -> None:
    """Store the active lanes of `rows`; LDS out of range is not written."""
    _call(m, "store", access, address, rows)


def copy(m: Machine, access: Access, source: Address, target: Address) -> None:
    """Load and store a dword of the active lanes without a register between (memory to LDS)."""
    if m.shadow is not None:  # what lies there counts as defined from now on
        guard(m, "store", 4, target)
    place = m.slot()
    for verb, form, address in (("load", access, source), ("store", Access(32), target)):
        name = _routine(m, verb, form, address.kind)
        m.do(f"call void @{name}({address.arguments}, {place.typed}, {m.exec_bits().typed})")


def _call(m: Machine, verb: str, access: Access, address: Address, rows: range) -> None:
    name = _routine(m, verb, access, address.kind)
    m.use_rows(rows)
    data = m.address(rows[0])
    active = guard(m, verb, access.size, address, data, half=bool(access.half))
    m.do(f"call void @{name}({address.arguments}, {data.typed}, {active.typed})")


def _routine(m: Machine, verb: str, access: Access, kind: str) -> str:
    """Name of the internal function."""
    name = f"{verb}_{access.name}_{kind}"

    def write() -> str:
        routine = LaneRoutine(name, kind, m.lanes, (("ptr", "rows"),))
        (_write_load if verb == "load" else _write_store)(routine, access)
        return routine.text(m)

    return m.routine(name, write)


def _register(r: LaneRoutine, lane: Value, row: int) -> str:
    """`ptr %x` of a lane of a row."""
    return r.element("%rows", r.behind(lane, row))


def _behind(r: LaneRoutine, address: Value, dwords: int) -> str:
    """`ptr %x` of a dword behind an address."""
    return r.emit(f"getelementptr i8, {address.typed}, i64 {4 * dwords}", "ptr").typed if dwords else address.typed


def _half_address(r: LaneRoutine, lane: Value, access: Access) -> str:
    """`ptr %x` of the half of a register that a d16 access means."""
    return r.element("%rows", (lane << 1) + (1 if access.half == "high" else 0), "i16")


def _write_load(r: LaneRoutine, access: Access) -> None:
    active = r.parameter("active")
    if r.kind in BOUNDED:
        inside = r.in_range(active, access.size)
        _clear(r, access, active ^ inside)
        active = inside
    if r.kind in CONTIGUOUS:
        _load_strips(r, access, active)
    else:
        r.visit(active, lambda lane: _load_lane(r, access, lane))


def _clear(r: LaneRoutine, access: Access, outside: Value) -> None:
    """Loads out of range give 0."""
    r.do(f"br i1 {outside.cmp('eq', 0).name}, label %inside, label %outside")
    r.label("outside")
    mask = lanes_of(outside)
    for row in range(access.registers):
        old = r.row("%rows", row)
        keep = {"": 0, "low": 0xFFFF0000, "high": 0xFFFF}[access.half]
        r.store_row("%rows", mask.select(old & keep, old), row)
    r.do("br label %inside")
    r.label("inside")


def _extended(access: Access, raw: Value) -> Value:
    """A sub-dword value as the 32 (d16: 16) bits that go to the register."""
    type_ = "i16" if access.half else "i32"
    return raw.sext(type_) if access.signed else raw.zext(type_)


def _load_lane(r: LaneRoutine, access: Access, lane: Value) -> None:
    address = r.address_of(lane)
    if access.bits < 32:
        value = _extended(access, r.emit(f"load i{access.bits}, {address.typed}, align 1", f"i{access.bits}"))
        place = _half_address(r, lane, access) if access.half else _register(r, lane, 0)
        r.do(f"store {value.typed}, {place}, align 2")
        return
    for first in range(0, access.registers, 2):
        bits = 64 if access.registers - first > 1 else 32
        place = _behind(r, address, first)
        value = r.emit(f"load i{bits}, {place}, align 1", f"i{bits}")
        for row in range(bits // 32):
            part = (value >> 32 * row if row else value).trunc("i32")
            r.do(f"store {part.typed}, {_register(r, lane, first + row)}, align 4")


def _load_strips(r: LaneRoutine, access: Access, active: Value) -> None:
    """Neighbours in memory at once, single dwords also when some lanes are inactive; one address for all just once."""
    strips = Strips(r, active, access.size)
    strips.alternatives(masked=access.bits == 32, same=access.bits >= 32)
    strips.block("vector", lambda: _load_vector(strips, access))
    if access.bits == 32:
        strips.block("masked", lambda: strips.store_row("%rows", _masked_load(strips)))
    if access.bits >= 32:
        strips.block("same", lambda: _load_same(strips, access))
    strips.one_by_one(lambda lane: _load_lane(r, access, lane))
    strips.finish()


def _load_vector(strips: Strips, access: Access) -> None:
    r, start, count = strips.r, strips.r.address_of(strips.first).typed, access.registers
    if access.bits < 32:
        raw = r.emit(f"load <{STRIP} x i{access.bits}>, {start}, align 1", f"i{access.bits}", STRIP)
        strips.store_row("%rows", _whole(strips, access, _extended(access, raw)))
    else:
        wide = r.emit(f"load <{count * STRIP} x i32>, {start}, align 1", "i32", count * STRIP)
        for row in range(count):
            value = r.shuffle(wide, [lane * count + row for lane in range(STRIP)])
            strips.store_row("%rows", value, row)


def _masked_load(strips: Strips) -> Value:
    """The active lanes of a strip, the old ones elsewhere."""
    r, start = strips.r, strips.r.address_of(strips.first).typed
    vector, mask = f"<{STRIP} x i32>", lanes_of(strips.part)
    name = f"llvm.masked.load.v{STRIP}i32.p0"
    r.declarations[name] = f"declare {vector} @{name}(ptr, i32 immarg, {mask.ir_type}, {vector})"
    return r.emit(f"call {vector} @{name}({start}, i32 1, {mask.typed}, {strips.row('%rows').typed})", "i32", STRIP)


def _load_same(strips: Strips, access: Access) -> None:
    r = strips.r
    address = r.address_of(strips.first)
    for row in range(access.registers):
        place = _behind(r, address, row)
        strips.store_row("%rows", r.splat(r.emit(f"load i32, {place}, align 1", "i32"), STRIP), row)


def _whole(strips: Strips, access: Access, value: Value) -> Value:
    """Sub-dword results as registers; a half keeps the other one."""
    if not access.half:
        return value
    old, wide = strips.row("%rows"), value.zext("i32")
    return (old & 0xFFFF) | (wide << 16) if access.half == "high" else (old & 0xFFFF0000) | wide


def _write_store(r: LaneRoutine, access: Access) -> None:
    active = r.in_range(r.parameter("active"), access.size)
    if r.kind not in CONTIGUOUS:
        r.visit(active, lambda lane: _store_lane(r, access, lane))
        return
    strips = Strips(r, active, access.size)
    strips.alternatives(masked=False, same=False)  # masked stores are slow on common hosts
    strips.block("vector", lambda: _store_vector(strips, access))
    strips.one_by_one(lambda lane: _store_lane(r, access, lane))
    strips.finish()


def _store_lane(r: LaneRoutine, access: Access, lane: Value) -> None:
    address = r.address_of(lane)
    if access.bits < 32:
        half = _half_address(r, lane, access) if access.half else _register(r, lane, 0)
        value = r.emit(f"load i{access.bits}, {half}, align 1", f"i{access.bits}")
        r.do(f"store {value.typed}, {address.typed}, align 1")
        return
    for first in range(0, access.registers, 2):
        count = min(2, access.registers - first)
        parts = [r.emit(f"load i32, {_register(r, lane, first + n)}, align 4", "i32") for n in range(count)]
        value = parts[0] if count == 1 else parts[0].zext("i64") | (parts[1].zext("i64") << 32)
        place = _behind(r, address, first)
        r.do(f"store {value.typed}, {place}, align 1")


def _store_vector(strips: Strips, access: Access) -> None:
    """All lanes of a strip to one stretch of memory."""
    rows = [strips.row("%rows", row) for row in range(access.registers)]
    value = rows[0]
    if access.bits < 32:
        value = (value >> 16 if access.half == "high" else value).trunc(f"i{access.bits}")
    elif access.bits > 32:
        value = _interleaved(strips.r, rows)
    strips.r.do(f"store {value.typed}, {strips.r.address_of(strips.first).typed}, align 1")


def _interleaved(r: LaneRoutine, rows: list[Value]) -> Value:
    """The rows' dwords in the order of memory: lane by lane."""
    count, lanes = len(rows), STRIP
    joined = rows[0]
    for number, row in enumerate(rows[1:], 1):
        padded = row if number == 1 else r.shuffle(row, list(range(lanes)) + [0] * (lanes * (number - 1)))
        order = ", ".join(f"i32 {i}" for i in range(lanes * (number + 1)))
        text = f"shufflevector {joined.typed}, {padded.typed}, <{lanes * (number + 1)} x i32> <{order}>"
        joined = r.emit(text, "i32", lanes * (number + 1))
    return r.shuffle(joined, [row * lanes + lane for lane in range(lanes) for row in range(count)])
