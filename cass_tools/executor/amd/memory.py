"""FLAT, GLOBAL and SCRATCH instructions: device, private and flat memory by an address per lane.

A global address is base (SGPR pair) + offset (VGPR) or a VGPR pair. Private memory is linear per lane, behind
`scratch` + lane * `scratch_stride`; a flat address whose upper half is the private aperture means it too. The LDS lies
at its aperture, so flat addresses of it need no care.
"""

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.checks import fence
from cass_tools.executor.amd.formats import access_of, atomic_of
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.lane_access import Access, copy, load, store
from cass_tools.executor.amd.lane_atomic import Atomic, atomic
from cass_tools.executor.amd.lane_loop import Address
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.sources import scalar

FENCES = frozenset({"global_inv", "global_wb", "global_wbinv"})
"""Cache control of gfx12."""


def _scratch(m: Machine, instruction: Instruction, vaddr: Operand, saddr: Operand) -> Address:
    offset = m.const(instruction.offset, "i32")
    if saddr.kind not in (Reg.NONE, Reg.NULL):
        offset = scalar(m, saddr, "u") + offset
    base, stride = m.field(abi.SCRATCH), m.field(abi.SCRATCH_STRIDE)
    if vaddr.kind is Reg.NONE:
        return Address("strided", (base + offset.zext("i64"), stride))
    return Address("private", (base, m.address(m.row(vaddr)), offset, stride))


def _global(m: Machine, instruction: Instruction, vaddr: Operand, saddr: Operand) -> Address:
    rows = m.address(m.row(vaddr))
    if saddr.kind not in (Reg.NONE, Reg.NULL):
        return Address("near", (scalar(m, saddr, "q") + instruction.offset, rows))
    m.use_rows(m.rows(vaddr, 2))
    return Address("far", (m.const(instruction.offset, "i64"), rows))


def _flat(m: Machine, instruction: Instruction, vaddr: Operand) -> Address:
    m.use_rows(m.rows(vaddr, 2))
    far = (m.const(instruction.offset, "i64"), m.address(m.row(vaddr)))
    if not m.private:
        return Address("far", far)
    aperture = (m.field(abi.PRIVATE_APERTURE) >> 32).trunc("i32")
    return Address("flat", (*far, m.field(abi.SCRATCH), m.field(abi.SCRATCH_STRIDE), aperture))


def _address(m: Machine, instruction: Instruction, vaddr: Operand, saddr: Operand) -> Address:
    if instruction.encoding == "SCRATCH":
        return _scratch(m, instruction, vaddr, saddr)
    if instruction.encoding == "GLOBAL":
        return _global(m, instruction, vaddr, saddr)
    return _flat(m, instruction, vaddr)


def atomic_data(m: Machine, op: Atomic, data: Operand) -> list[range]:
    """Rows of the new value and, for cmpswap, of the compare value behind it."""
    first = m.row(data)
    count = 2 if op.operation == "cmpswap" else 1
    return [range(first + n * op.registers, first + (n + 1) * op.registers) for n in range(count)]


def _atomic(m: Machine, instruction: Instruction, words: str) -> None:
    op = atomic_of(words)
    if op is None:
        raise m.refuse(instruction)
    vaddr, data, saddr = instruction.src
    result = m.rows(instruction.dst[0], op.registers) if instruction.dst else None
    address = _address(m, instruction, vaddr, saddr)
    atomic(m, op, address, atomic_data(m, op, data), result)


def lds_by_lane(m: Machine, instruction: Instruction) -> Address:
    """A dword of the LDS for each lane, lane after lane behind m0 and the instruction's offset."""
    offset = (m.scalars.word(abi.M0) & 0xFFFF) + instruction.offset
    return Address("uniform", (m.field(abi.LDS), offset, m.const(4, "i64"), m.field(abi.LDS_SIZE, "i32")))


def _to_lds(m: Machine, instruction: Instruction, words: str) -> None:
    """A dword for each lane from memory into the LDS: lane after lane behind m0 and the instruction's offset."""
    access = access_of(words)
    if access is None or access.bits > 32:
        raise m.refuse(instruction)
    vaddr, saddr = instruction.src
    copy(m, access, _address(m, instruction, vaddr, saddr), lds_by_lane(m, instruction))


def _by_lane(m: Machine, instruction: Instruction, verb: str) -> None:
    """global_load_addtid, global_store_addtid: a dword for each lane, lane after lane behind an SGPR pair."""
    *data, saddr = instruction.src
    if saddr.kind in (Reg.NONE, Reg.NULL):
        raise m.refuse(instruction, "without a base")
    address = Address("strided", (scalar(m, saddr, "q") + instruction.offset, m.const(4, "i64")))
    if verb == "load":
        load(m, Access(32), address, m.rows(instruction.dst[0], 1))
    else:
        store(m, Access(32), address, m.rows(data[-1], 1))


def translate(m: Machine, instruction: Instruction) -> None:
    """One load, store or atomic."""
    m.close()
    if instruction.name in FENCES:
        m.do("fence seq_cst")
        fence(m, instruction)
        return
    _, verb, words = instruction.name.split("_", 2)
    if verb == "atomic":
        _atomic(m, instruction, words)
        return
    if "addtid" in words:
        _by_lane(m, instruction, verb)
        return
    if words.startswith("lds_"):
        _to_lds(m, instruction, words.removeprefix("lds_"))
        return
    access = access_of(words)
    if access is None or "lds" in instruction.flags or verb not in ("load", "store"):
        raise m.refuse(instruction)
    if verb == "load":
        vaddr, saddr = instruction.src
        rows = m.rows(instruction.dst[0], access.registers)
        load(m, access, _address(m, instruction, vaddr, saddr), rows)
    else:
        vaddr, data, saddr = instruction.src
        rows = m.rows(data, access.registers)
        store(m, access, _address(m, instruction, vaddr, saddr), rows)
