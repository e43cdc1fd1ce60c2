"""DS instructions: the workgroup's LDS, and the lane permutations that use its crossbar."""

import re
from collections.abc import Callable

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.formats import access_of, atomic_of
from cass_tools.executor.amd.instruction import Instruction, Operand
from cass_tools.executor.amd.lane_access import Access, load, store
from cass_tools.executor.amd.lane_atomic import Atomic, atomic
from cass_tools.executor.amd.lane_loop import Address, LaneRoutine, lanes_of
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.memory import lds_by_lane
from cass_tools.executor.ir.value import Value

_EXCHANGES = re.compile(r"ds_(?:wrxchg2|storexchg_2addr)_?(st64|stride64)?_rtn_b(32|64)")
_TWO_ADDRESSES = re.compile(r"ds_(read|load|write|store)_?2(?:addr)?(_?st(?:ride)?64)?_b(32|64)")


def _address(m: Machine, operand: Operand, offset: int, row: Value | None = None) -> Address:
    """`row`: a copy of the register with the offsets, where that is overwritten too early."""
    low = row or m.address(m.row(operand))
    return Address("local", (m.field(abi.LDS), low, m.const(offset, "i32"), m.field(abi.LDS_SIZE, "i32")))


def _copied(m: Machine, operand: Operand) -> Value:
    """A slot with the register's lanes."""
    slot = m.slot()
    m.do(f"store {m.whole(m.row(operand)).typed}, {slot.typed}, align 64")
    return slot


def _two_addresses(m: Machine, instruction: Instruction, match: re.Match[str]) -> None:
    """Two elements at offsets counted in elements (or in 64 elements)."""
    access = Access(int(match[3]))
    unit = access.size * (64 if match[2] else 1)
    address, *data = instruction.src
    offsets = (instruction.offset * unit, instruction.offset1 * unit)
    count = access.registers
    if match[1] in ("read", "load"):
        first = m.row(instruction.dst[0])
        row = _copied(m, address) if m.row(address) in range(first, first + count) else None
        for number, offset in enumerate(offsets):
            rows = range(first + number * count, first + (number + 1) * count)
            load(m, access, _address(m, address, offset, row), rows)
        return
    for operand, offset in zip(data, offsets, strict=True):
        store(m, access, _address(m, address, offset), m.rows(operand, count))


def _two_exchanges(m: Machine, instruction: Instruction, match: re.Match[str]) -> None:
    """Two swaps at offsets counted in elements (or in 64 elements): the first of all lanes before the second."""
    op = Atomic("swap", f"i{match[2]}")
    address, *data = instruction.src
    first, count = m.row(instruction.dst[0]), op.registers
    results = range(first, first + 2 * count)
    # registers that the first swap overwrites and the second one reads
    row = _copied(m, address) if m.row(address) in results else None
    later = m.rows(data[1], count)
    if set(later) & set(results):
        raise m.refuse(instruction, "with a result over its second value")
    unit = op.bits // 8 * (64 if match[1] else 1)
    for number, offset in enumerate((instruction.offset, instruction.offset1)):
        result = range(first + number * count, first + (number + 1) * count)
        atomic(m, op, _address(m, address, offset * unit, row), [m.rows(data[number], count)], result)


def _by_lane(m: Machine, instruction: Instruction) -> None:
    """ds_read_addtid, ds_write_addtid: a dword for each lane, lane after lane behind m0 and the offset."""
    address = lds_by_lane(m, instruction)
    if instruction.dst:
        load(m, Access(32), address, m.rows(instruction.dst[0], 1))
    else:
        store(m, Access(32), address, m.rows(instruction.src[0], 1))


def _atomic(m: Machine, instruction: Instruction) -> None:
    op = atomic_of(instruction.name.removeprefix("ds_"))
    if op is None:
        raise m.refuse(instruction)
    address = _address(m, instruction.src[0], instruction.offset)
    data = [m.rows(operand, op.registers) for operand in instruction.src[1:]]
    result = m.rows(instruction.dst[0], op.registers) if instruction.dst else None
    atomic(m, op, address, data or [m.rows(instruction.src[0], 1)], result)


def _through_crossbar(m: Machine, instruction: Instruction) -> None:
    """ds_bpermute pulls, ds_permute pushes: the lane is a byte address (of the other end) in source 0.

    Inactive lanes read as 0; of several that push to one lane the highest wins, a lane that nobody pushes to gets 0.
    """
    if m.lanes == 64 and instruction.isa != "gfx9":
        raise m.refuse(instruction, "in a wave of 64")
    name = "pull" if instruction.name == "ds_bpermute_b32" else "push"
    m.routine(name, lambda: _crossbar_routine(m, name))
    slot = m.slot()
    address, value = (m.address(m.row(operand)) for operand in instruction.src)
    arguments = f"{slot.typed}, {address.typed}, i32 {instruction.offset}, {value.typed}, {m.exec_bits().typed}"
    m.do(f"call void @{name}({arguments})")
    m.strip.set_word(m.row(instruction.dst[0]), m.strip.load(slot))


def _crossbar_routine(m: Machine, name: str) -> str:
    """`out[l] = value[lane(l)]` where that lane is active (pull), or `out[lane(l)] = value[l]` (push)."""
    routine = LaneRoutine(name, "crossbar", m.lanes, ())
    bytes_ = routine.row("%address") + routine.parameter("offset")
    other = routine.spilled((bytes_ >> 2) & (m.lanes - 1))
    active = routine.parameter("active")
    if name == "pull":
        visible = routine.spilled(lanes_of(active).select(routine.row("%value"), 0))
        routine.every_lane(lambda lane: _move(routine, (visible, routine.number(other, lane)), ("%out", lane)))
    else:
        routine.store_row("%out", routine.const(0, "i32", m.lanes))
        routine.each_lane(active, lambda lane: _move(routine, ("%value", lane), ("%out", routine.number(other, lane))))
    return routine.text(m)


def _move(routine: LaneRoutine, source: tuple[str, Value], target: tuple[str, Value]) -> None:
    """Copy an element of one table to an element of another."""
    value = routine.emit(f"load i32, {routine.element(*source)}", "i32")
    routine.do(f"store {value.typed}, {routine.element(*target)}")


def _swizzle(m: Machine, instruction: Instruction) -> None:
    """A fixed pattern: a permutation of each four lanes, or and/or/xor masks on the lane number in each 32."""
    pattern = instruction.offset & 0xFFFF
    if pattern >= 0xC000:
        raise m.refuse(instruction, f"pattern {pattern:#x}")
    if pattern & 0x8000:
        lanes = [lane & ~3 | pattern >> 2 * (lane & 3) & 3 for lane in range(m.lanes)]
    else:
        keep, set_, flip = pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31
        lanes = [lane & ~31 | ((lane & keep) | set_) ^ flip for lane in range(m.lanes)]
    visible = lanes_of(m.exec_bits()).select(m.whole(m.row(instruction.src[0])), 0)
    slot = m.slot()
    m.do(f"store {m.shuffle(visible, lanes).typed}, {slot.typed}, align 64")
    m.strip.set_word(m.row(instruction.dst[0]), m.strip.load(slot))


def _count(m: Machine, instruction: Instruction) -> None:
    """ds_append, ds_consume: one counter grows or shrinks by the number of active lanes; all get its old value."""
    offset = (m.scalars.word(abi.M0) & 0xFFFF) + instruction.offset
    place = (m.field(abi.LDS) + offset.zext("i64")).cast("inttoptr", "ptr")
    old = m.emit(f"load i32, {place.typed}, align 4", "i32")
    active = m.intrinsic("ctpop", m.exec_bits())
    count = active.trunc("i32") if active.type == "i64" else active
    new = old + count if instruction.name == "ds_append" else old - count
    m.do(f"store {new.typed}, {place.typed}, align 4")
    m.strip.set_word(m.row(instruction.dst[0]), old)


def _nothing(m: Machine, instruction: Instruction) -> None:
    """No effect on what the wave computes."""


_NAMED: dict[str, Callable[[Machine, Instruction], None]] = {
    "ds_bpermute_b32": _through_crossbar,
    "ds_permute_b32": _through_crossbar,
    "ds_swizzle_b32": _swizzle,
    "ds_append": _count,
    "ds_consume": _count,
    "ds_nop": _nothing,
    "ds_gws_init": _nothing,
}


def translate(m: Machine, instruction: Instruction) -> None:
    """One DS instruction."""
    m.close()
    name = instruction.name
    if name in _NAMED:
        _NAMED[name](m, instruction)
        return
    if "gds" in instruction.flags:
        raise m.refuse(instruction)
    if name.endswith("addtid_b32"):
        _by_lane(m, instruction)
        return
    exchanges = _EXCHANGES.fullmatch(name)
    if exchanges:
        _two_exchanges(m, instruction, exchanges)
        return
    two = _TWO_ADDRESSES.fullmatch(name)
    if two:
        _two_addresses(m, instruction, two)
        return
    _, verb, *words = name.split("_")
    access = access_of("_".join(words)) if verb in ("read", "load", "write", "store") else None
    if access is None:
        _atomic(m, instruction)
        return
    address = _address(m, instruction.src[0], instruction.offset)
    if verb in ("read", "load"):
        load(m, access, address, m.rows(instruction.dst[0], access.registers))
    else:
        store(m, access, address, m.rows(instruction.src[1], access.registers))
