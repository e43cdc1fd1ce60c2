"""SMEM instructions: uniform loads, clocks and the scalar cache."""

import re

from cass_tools.executor.amd import salu
from cass_tools.executor.amd.buffer import descriptor
from cass_tools.executor.amd.checks import guard_scalar
from cass_tools.executor.amd.instruction import Instruction, Reg
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value

_LOAD = re.compile(r"s_(buffer_)?load_(?:dword(?:x(\d+))?|b(\d+))")
_SMALL = re.compile(r"s_(buffer_)?load_([iu])(8|16)")
_CACHE = ("s_buffer_prefetch_", "s_dcache_", "s_icache_inv", "s_gl1_inv", "s_prefetch_")


def realtime(m: Machine) -> Value:
    """The 100 MHz clock that s_memrealtime reads, as i64."""
    m.routine("realtime", lambda: _REALTIME)
    m.declarations["clock_gettime"] = "declare i32 @clock_gettime(i32, ptr)"
    return m.emit("call i64 @realtime()", "i64")


_REALTIME = """define internal i64 @realtime() noinline {
  %time = alloca { i64, i64 }
  %status = call i32 @clock_gettime(i32 1, ptr %time)
  %seconds = load i64, ptr %time
  %place = getelementptr i8, ptr %time, i64 8
  %nanoseconds = load i64, ptr %place
  %coarse = mul i64 %seconds, 100000000
  %fine = udiv i64 %nanoseconds, 10
  %ticks = add i64 %coarse, %fine
  ret i64 %ticks
}"""


def cycles(m: Machine) -> Value:
    """A counter of clock cycles, as i64."""
    return m.call("llvm.readcyclecounter", "i64", 0)


def _offset(m: Machine, instruction: Instruction) -> Value:
    """Byte offset as i64: an SGPR and an immediate."""
    total = m.const(instruction.offset, "i64")
    register = instruction.src[1]
    if register.kind not in (Reg.NONE, Reg.NULL):
        total = scalar(m, register, "u").zext("i64") + total
    return total


def _load(m: Machine, address: Value) -> Value:
    return m.emit(f"load i32, {address.cast('inttoptr', 'ptr').typed}, align 4", "i32")


def _load_plain(m: Machine, instruction: Instruction, count: int) -> list[Value]:
    address = (m.scalars.pair(instruction.src[0].index) + _offset(m, instruction)) & -4
    address = guard_scalar(m, address, 4 * count)
    return [_load(m, address + 4 * n if n else address) for n in range(count)]


def _load_buffer(m: Machine, instruction: Instruction, count: int) -> list[Value]:
    """From a buffer; dwords outside it are 0."""
    resource = instruction.src[0]
    base, records, _ = descriptor(m, resource)
    stride = (m.scalars.word(resource.index + 1) >> 16) & 0x3FFF
    size = records.zext("i64") * stride.cmp("eq", 0).select(1, stride.zext("i64"))
    offset = _offset(m, instruction) & -4
    values = []
    for n in range(count):
        inside = (offset + (4 * n + 4)).cmp("ule", size)
        somewhere = m.emit("ptrtoint ptr %wave to i64", "i64")
        value = _load(m, inside.select(base + offset + 4 * n, somewhere))
        values.append(inside.select(value, 0))
    return values


def _load_small(m: Machine, instruction: Instruction, match: re.Match[str]) -> None:
    """A byte or a word, extended; 0 outside a buffer."""
    type_, inside = f"i{match[3]}", None
    size = int(match[3]) // 8
    if match[1]:
        resource = instruction.src[0]
        base, records, _ = descriptor(m, resource)
        stride = (m.scalars.word(resource.index + 1) >> 16) & 0x3FFF
        offset = _offset(m, instruction)
        inside = (offset + size).cmp("ule", records.zext("i64") * stride.cmp("eq", 0).select(1, stride.zext("i64")))
        address = inside.select(base + offset, m.emit("ptrtoint ptr %wave to i64", "i64"))
    else:
        address = m.scalars.pair(instruction.src[0].index) + _offset(m, instruction)
        address = guard_scalar(m, address, size)
    raw = m.emit(f"load {type_}, {address.cast('inttoptr', 'ptr').typed}, align 1", type_)
    value = raw.sext("i32") if match[2] == "i" else raw.zext("i32")
    salu.write(m, instruction.dst[0], value if inside is None else inside.select(value, 0))


def translate(m: Machine, instruction: Instruction) -> None:
    """One SMEM instruction; scalar stores and atomics are refused."""
    name = instruction.name
    if name.startswith(_CACHE):
        return
    if name in ("s_memtime", "s_memrealtime"):
        salu.write(m, instruction.dst[0], cycles(m) if name == "s_memtime" else realtime(m))
        return
    small = _SMALL.fullmatch(name)
    if small:
        _load_small(m, instruction, small)
        return
    match = _LOAD.fullmatch(name)
    if match is None:
        raise m.refuse(instruction)
    count = int(match[3]) // 32 if match[3] else int(match[2] or 1)
    values = (_load_buffer if match[1] else _load_plain)(m, instruction, count)
    if instruction.dst[0].kind is Reg.NULL:
        return
    for n, value in enumerate(values):
        m.scalars.set_word(instruction.dst[0].index + n, value)
