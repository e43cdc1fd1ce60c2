"""DS instructions: the workgroup's LDS, and the lane permutations that use its crossbar."""

import re
from collections.abc import Callable

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.crosslane import pick
from cass_tools.executor.amd.formats import access_of, atomic_of
from cass_tools.executor.amd.instruction import Instruction, Operand
from cass_tools.executor.amd.lane_access import Access, load, store
from cass_tools.executor.amd.lane_atomic import atomic
from cass_tools.executor.amd.lane_loop import Address
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.sources import vector_word
from cass_tools.executor.ir.value import Value

_TWO_ADDRESSES = re.compile(r"ds_(read|load|write|store)_?2(?:addr)?(_?st(?:ride)?64)?_b(32|64)")


def _address(m: Machine, operand: Operand, offset: int) -> Address:
    low = vector_word(m, operand) + offset
    return Address("local", (m.field(abi.LDS), low, m.field(abi.LDS_SIZE, "i32")))


def _two_addresses(m: Machine, instruction: Instruction, match: re.Match[str]) -> None:
    """Two elements at offsets counted in elements (or in 64 elements)."""
    access = Access(int(match[3]))
    unit = access.size * (64 if match[2] else 1)
    places = [_address(m, instruction.src[0], offset * unit) for offset in (instruction.offset, instruction.offset1)]
    count = access.registers
    if match[1] in ("read", "load"):
        first = m.row(instruction.dst[0])
        for number, place in enumerate(places):
            load(m, access, place, range(first + number * count, first + (number + 1) * count))
        return
    for data, place in zip(instruction.src[1:], places, strict=True):
        store(m, access, place, m.rows(data, count))


def _atomic(m: Machine, instruction: Instruction) -> None:
    op = atomic_of(instruction.name.removeprefix("ds_"))
    if op is None:
        raise m.refuse(instruction)
    address = _address(m, instruction.src[0], instruction.offset)
    data = [m.rows(operand, op.registers) for operand in instruction.src[1:]]
    result = m.rows(instruction.dst[0], op.registers) if instruction.dst else None
    atomic(m, op, address, data or [m.rows(instruction.src[0], 1)], result)


def _visible(m: Machine, operand: Operand) -> Value:
    """The operand with 0 in inactive lanes, as the crossbar sees it."""
    return m.exec_mask().select(vector_word(m, operand), 0)


def _lane_numbers(m: Machine, instruction: Instruction) -> Value:
    """Lanes that a byte address per lane names."""
    if m.lanes == 64 and instruction.isa != "gfx9":
        raise m.refuse(instruction, "in a wave of 64")
    return ((vector_word(m, instruction.src[0]) + instruction.offset) >> 2) & (m.lanes - 1)


def _bpermute(m: Machine, instruction: Instruction) -> None:
    lanes = _lane_numbers(m, instruction)
    m.vectors.set_word(m.row(instruction.dst[0]), pick(m, _visible(m, instruction.src[1]), lanes))


def _permute(m: Machine, instruction: Instruction) -> None:
    lanes = _lane_numbers(m, instruction)
    value = vector_word(m, instruction.src[1])
    name = m.routine("push", lambda: _push_routine(m))
    arguments = f"{value.typed}, {lanes.typed}, {m.exec_bits().typed}"
    m.vectors.set_word(m.row(instruction.dst[0]), m.emit(f"call {value.ir_type} @{name}({arguments})", "i32", m.lanes))


def _push_routine(m: Machine) -> str:
    """Active lane l sends `value` to lane `to[l]`; the highest sender wins, lanes without one get 0."""
    vector, bits = f"<{m.lanes} x i32>", f"i{m.lanes}"
    m.declarations[f"llvm.cttz.{bits}"] = f"declare {bits} @llvm.cttz.{bits}({bits}, i1)"
    lines = [f"define internal {vector} @push({vector} %value, {vector} %to, {bits} %active) noinline {{", "entry:"]
    lines += [f"  %{name} = alloca {vector}, align 64" for name in ("values", "lanes", "out")]
    lines += [f"  store {vector} %value, ptr %values", f"  store {vector} %to, ptr %lanes"]
    lines += [f"  store {vector} zeroinitializer, ptr %out"]
    lines += [f"  %none = icmp eq {bits} %active, 0", "  br i1 %none, label %done, label %loop", "loop:"]
    lines += [f"  %left = phi {bits} [ %active, %entry ], [ %rest, %loop ]"]
    lines += [f"  %lane = call {bits} @llvm.cttz.{bits}({bits} %left, i1 true)"]
    lines += [f"  %from = getelementptr i32, ptr %values, {bits} %lane", "  %word = load i32, ptr %from"]
    lines += [f"  %index = getelementptr i32, ptr %lanes, {bits} %lane", "  %target = load i32, ptr %index"]
    lines += ["  %place = getelementptr i32, ptr %out, i32 %target", "  store i32 %word, ptr %place"]
    lines += [f"  %less = sub {bits} %left, 1", f"  %rest = and {bits} %left, %less"]
    lines += [f"  %end = icmp eq {bits} %rest, 0", "  br i1 %end, label %done, label %loop"]
    lines += ["done:", f"  %result = load {vector}, ptr %out", f"  ret {vector} %result", "}"]
    return "\n".join(lines)


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
    moved = m.shuffle(_visible(m, instruction.src[0]), lanes)
    m.vectors.set_word(m.row(instruction.dst[0]), moved)


def _count(m: Machine, instruction: Instruction) -> None:
    """ds_append, ds_consume: one counter grows or shrinks by the number of active lanes; all get its old value."""
    offset = (m.scalars.word(abi.M0) & 0xFFFF) + instruction.offset
    place = (m.field(abi.LDS) + offset.zext("i64")).cast("inttoptr", "ptr")
    old = m.emit(f"load i32, {place.typed}, align 4", "i32")
    active = m.intrinsic("ctpop", m.exec_bits())
    count = active.trunc("i32") if active.type == "i64" else active
    new = old + count if instruction.name == "ds_append" else old - count
    m.do(f"store {new.typed}, {place.typed}, align 4")
    m.vectors.set_word(m.row(instruction.dst[0]), old)


def _nothing(m: Machine, instruction: Instruction) -> None:
    """No effect on what the wave computes."""


_NAMED: dict[str, Callable[[Machine, Instruction], None]] = {
    "ds_bpermute_b32": _bpermute,
    "ds_permute_b32": _permute,
    "ds_swizzle_b32": _swizzle,
    "ds_append": _count,
    "ds_consume": _count,
    "ds_nop": _nothing,
    "ds_gws_init": _nothing,
}


def translate(m: Machine, instruction: Instruction) -> None:
    """One DS instruction."""
    name = instruction.name
    if name in _NAMED:
        _NAMED[name](m, instruction)
        return
    if "gds" in instruction.flags or name.endswith("addtid_b32"):
        raise m.refuse(instruction)
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
