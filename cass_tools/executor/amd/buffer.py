"""MUBUF instructions: raw buffers, and the private memory of processors without scratch instructions.

A descriptor with ADD_TID_ENABLE is the private segment: each lane has its own memory there and the scalar offset is
the stack pointer in bytes times the size of the wave. Any other is a raw buffer of NUM_RECORDS bytes.
"""

from cass_tools.executor.amd import abi, image
from cass_tools.executor.amd.checks import fence
from cass_tools.executor.amd.formats import access_of, atomic_of
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.lane_access import copy, load, store
from cass_tools.executor.amd.lane_atomic import atomic
from cass_tools.executor.amd.lane_loop import Address
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.memory import atomic_data, lds_by_lane
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value

_ADD_TID_ENABLE = 1 << 23
_BASE = (1 << 48) - 1
_UNBOUNDED = -1
_FENCES = ("buffer_gl0_inv", "buffer_gl1_inv", "buffer_wbl2", "buffer_inv", "buffer_invl2", "buffer_wbinvl1")


def descriptor(m: Machine, operand: Operand) -> tuple[Value, Value, Value]:
    """Base address (i64), number of records and flags (i32) of a buffer descriptor in four SGPRs."""
    base = m.scalars.pair(operand.index) & _BASE
    return base, m.scalars.word(operand.index + 2), m.scalars.word(operand.index + 3)


def _indexed(m: Machine, instruction: Instruction, vaddr: Operand, resource: Operand, soffset: Operand) -> Address:
    """A buffer of records: each lane's index times the stride, and its offset."""
    base, records, _ = descriptor(m, resource)
    stride = (m.scalars.word(resource.index + 1) >> 16) & 0x3FFF
    strip, place = m.strip, m.slot()
    rows = m.rows(vaddr)
    offset = strip.word(rows[0]) * strip.spread(stride)
    if "offen" in instruction.flags:
        offset += strip.word(rows[1])
    strip.store(place, offset)
    start = base + scalar(m, soffset, "u").zext("i64")
    m.close()
    size = stride.cmp("eq", 0).select(records, records * stride)
    return Address("buffer", (start, place, m.const(instruction.offset, "i32"), m.const(0, "i64"), size))


def _address(m: Machine, instruction: Instruction, vaddr: Operand, resource: Operand, soffset: Operand) -> Address:
    if "idxen" in instruction.flags:
        return _indexed(m, instruction, vaddr, resource, soffset)
    base, records, flags = descriptor(m, resource)
    private = (flags & _ADD_TID_ENABLE).cmp("ne", 0)
    shared = scalar(m, soffset, "u")
    offset = private.select(shared >> (5 if m.lanes == 32 else 6), 0) + instruction.offset
    stride = private.select(m.field(abi.SCRATCH_STRIDE), 0)
    start = private.select(m.field(abi.SCRATCH), base + shared.zext("i64"))
    bounds = (offset, stride, private.select(_UNBOUNDED, records))
    if vaddr.kind is Reg.NONE:
        return Address("uniform", (start, *bounds))
    return Address("buffer", (start, m.address(m.row(vaddr)), *bounds))


def translate(m: Machine, instruction: Instruction) -> None:
    """One load, store, atomic or cache control."""
    if instruction.name.startswith(_FENCES):
        m.do("fence seq_cst")
        fence(m, instruction)
        return
    if image.is_formatted(instruction.name):
        image.translate_buffer(m, instruction)
        return
    m.close()
    _, verb, words = instruction.name.split("_", 2)
    to_lds = verb == "load" and (words.startswith("lds_") or "lds" in instruction.flags)
    bad = instruction.flags & ({"addr64", "tfe"} if to_lds else {"lds", "addr64", "tfe"})
    if bad or verb not in ("load", "store", "atomic"):
        raise m.refuse(instruction, " ".join(sorted(bad)))
    vaddr, *data, resource, soffset = instruction.src
    access, op = access_of(words.removeprefix("lds_") if to_lds else words), atomic_of(words)
    address = _address(m, instruction, vaddr, resource, soffset)
    if verb == "atomic" and op is not None:
        result = m.rows(instruction.dst[0], op.registers) if instruction.dst else None
        atomic(m, op, address, atomic_data(m, op, data[0]), result)
    elif access is None or verb == "atomic":
        raise m.refuse(instruction)
    elif to_lds:
        if access.bits > 32 or access.half:
            raise m.refuse(instruction, "lds")
        copy(m, access, address, lds_by_lane(m, instruction))
    elif verb == "load":
        load(m, access, address, m.rows(instruction.dst[0], access.registers))
    else:
        store(m, access, address, m.rows(data[0], access.registers))
