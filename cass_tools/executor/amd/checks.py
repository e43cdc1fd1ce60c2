"""What the host runtime is told about memory accesses: where they are in the code and, in checked code, all of them.

Every access leaves its address in the code in `Wave.pc`, so that a fault can name the source line. Checked code also
calls `Wave.check` before each access with the lanes' addresses; the answer says which lanes may go on with it.
"""

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.lane_loop import BOUNDED, Address, LaneRoutine
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.ir.value import Value

KINDS = {"load": 0, "store": 1, "atomic": 2, "fence": 3}
"""Bits 8 and 9 of the description of an access; bits 0 to 7 are its bytes per lane. `checks.hpp` has the same."""
SCALAR, COHERENT, HALF = 1 << 10, 1 << 11, 1 << 13
"""One access for the whole wave; one that bypasses caches, as atomic and volatile ones do; of a half register.
Bit 12 says that it is none (`shadow.py`)."""
NOWHERE = -1
"""The address of a lane that the instruction itself leaves out."""


def mark(m: Machine) -> None:
    """Leave the address of the instruction in the Wave; volatile, because a fault reads it."""
    place = m.emit(f"getelementptr i8, ptr %wave, i64 {abi.PC}", "ptr")
    m.do(f"store volatile i32 {m.pc}, {place.typed}, align 4")


def guard(
    m: Machine, verb: str, size: int, address: Address, data: Value | None = None, *, half: bool = False
) -> Value:
    """The lanes that may access `size` bytes each: all active ones, unless the code is checked. `data`: rows that are
    stored or loaded; `half`: of which the other half of a register stays."""
    mark(m)
    active = m.exec_bits()
    if not m.checked:
        return active
    table = _table(m)
    name = f"addresses_{size}_{address.kind}" if address.kind in BOUNDED else f"addresses_{address.kind}"
    m.routine(name, lambda: _write_addresses(m, name, address.kind, size))
    m.do(f"call void @{name}({address.arguments}, {table.typed}, {active.typed})")
    what = size | KINDS[verb] << 8 | (COHERENT if m.coherent else 0) | (HALF if half else 0)
    return _ask(m, what, table, data if verb == "store" or m.shadow is not None else None, active)


def guard_scalar(m: Machine, address: Value, size: int) -> Value:
    """The address (i64) of a scalar load of `size` bytes, or that of the Wave where it must not be made."""
    mark(m)
    if not m.checked:
        return address
    table = _table(m)
    m.do(f"store {address.typed}, {table.typed}")
    allowed = _ask(m, size | SCALAR, table, None, m.const(1, "i64")).cmp("ne", 0)
    return allowed.select(address, m.emit("ptrtoint ptr %wave to i64", "i64"))


def fence(m: Machine, instruction: Instruction) -> None:
    """Tell of an instruction that orders accesses of different workgroups, not only of waves that share a cache."""
    near = instruction.name == "buffer_gl0_inv" or (instruction.name == "buffer_inv" and "sc1" not in instruction.flags)
    near |= instruction.name.startswith("global_") and not instruction.flags & {"scope2", "scope3"}
    if m.checked and not near:
        _ask(m, KINDS["fence"] << 8, _table(m), None, m.const(0, "i64"))


def _table(m: Machine) -> Value:
    """One i64 per lane on the stack, the same for all accesses."""
    line = f"  %addresses = alloca <{m.lanes} x i64>, align 64"
    if line not in m.allocations:
        m.allocations.append(line)
    return Value(m, "%addresses", "ptr")


def _ask(m: Machine, what: int, table: Value, data: Value | None, active: Value) -> Value:
    function = m.field(abi.CHECK)
    pointer = function.cast("inttoptr", "ptr")
    rows = data.typed if data is not None else "ptr null"
    arguments = f"ptr %wave, i32 {m.pc}, i32 {what}, {table.typed}, {rows}, {active.zext('i64').typed}"
    return m.emit(f"call i64 {pointer.name}({arguments})", "i64").trunc(active.type)


def _write_addresses(m: Machine, name: str, kind: str, size: int) -> str:
    """A routine that fills the table with the addresses of the active lanes."""
    routine = LaneRoutine(name, kind, m.lanes, (("ptr", "table"),))
    active = routine.parameter("active")
    if kind in BOUNDED - {"local"}:  # what lies outside of a buffer is not accessed
        routine.do(f"store <{m.lanes} x i64> splat (i64 {NOWHERE}), ptr %table, align 64")
        active = routine.in_range(active, size)

    def body(lane: Value) -> None:
        number = routine.address_of(lane).cast("ptrtoint", "i64")
        routine.do(f"store {number.typed}, {routine.element('%table', lane, 'i64')}, align 8")

    routine.each_lane(active, body)
    return routine.text(m)
