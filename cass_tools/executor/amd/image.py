"""Image instructions, and buffer instructions with a format: calls of the runtime through a pointer in the wave.

What they do depends on a descriptor that only exists at run time, so the work is done in C++ (`host/image_access.cpp`)
for all active lanes. One `ImageCall` on the stack takes the descriptors' words and where coordinates and data lie.
Every image has one level: level of detail, bias and derivatives are not read.
"""

import re
from dataclasses import dataclass

from cass_tools.executor.amd import abi
from cass_tools.executor.amd.instruction import Instruction, Operand, Reg
from cass_tools.executor.amd.machine import Machine
from cass_tools.executor.amd.sources import scalar
from cass_tools.executor.ir.value import Value

_RESOURCE, _SAMPLER, _ACTIVE, _ADDRESS, _DATA, _NUMBERS = 0, 32, 48, 56, 88, 96
"""Byte offsets in ImageCall; the numbers are lanes, family, operation, dmask, flags, shape, format, offset."""
_SIZE = 128
_OPERATIONS = {"load": 0, "store": 1, "sample": 2, "gather4": 3, "get_resinfo": 4}
_BUFFER_LOAD, _BUFFER_STORE = 5, 6
_ATOMICS = ["swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec"]
_FIRST_ATOMIC = 16
_UNNORMALIZED, _HALVES, _RETURNS = 1, 2, 4
_SHAPES = {0: (8, 1), 1: (9, 2), 2: (10, 3), 3: (11, 3), 4: (12, 2), 5: (13, 3)}
"""dim -> shape as descriptors name it, and coordinates with the layer or face."""
_NAME = re.compile(r"image_(load|store|get_resinfo|sample|gather4|atomic_(\w+))(_l|_lz|_b|_d|_cl|_b_cl|_d_cl)?(_g16)?")
_BUFFER = re.compile(r"t?buffer_(load|store)_(d16_)?format_(d16_)?(x|xy|xyz|xyzw)")
_REFUSED = frozenset({"tfe", "lwe", "a16", "r128"})


@dataclass(frozen=True, slots=True)
class Call:
    """Everything that goes into an ImageCall; rows of registers, None where there is no such coordinate."""

    resource: Operand
    sampler: Operand | None
    address: tuple[int | None, ...]
    data: int
    operation: int
    dmask: int
    flags: int
    shape: int = 0
    format: int = 0
    offset: Value | None = None


def _family(m: Machine) -> int:
    return {"gfx10": 10, "gfx11": 11, "gfx12": 11}.get(m.isa, 9)


class _Frame:
    """The ImageCall of the function: one place on the stack for all instructions."""

    def __init__(self, m: Machine) -> None:
        self.m = m
        line = f"  %image.call = alloca [{_SIZE} x i8], align 16"
        if line not in m.allocations:
            m.allocations.append(line)

    def put(self, offset: int, value: Value) -> None:
        place = self.m.emit(f"getelementptr i8, ptr %image.call, i64 {offset}", "ptr")
        self.m.do(f"store {value.typed}, {place.typed}, align 4")

    def fill(self, call: Call) -> None:
        """Store all members."""
        m = self.m
        for first, operand in ((_RESOURCE, call.resource), (_SAMPLER, call.sampler)):
            for n in range(operand.width if operand else 0):
                self.put(first + 4 * n, m.scalars.word((operand or call.resource).index + n))
        active = m.exec_bits()
        self.put(_ACTIVE, active if active.type == "i64" else active.zext("i64"))
        for n, row in enumerate(call.address):
            null = Value(m, "null", "ptr")
            self.put(_ADDRESS + 8 * n, null if row is None else m.address(row))
        self.put(_DATA, m.address(call.data))
        numbers = (m.lanes, _family(m), call.operation, call.dmask, call.flags, call.shape, call.format)
        values = [*(m.const(number, "i32") for number in numbers), call.offset or m.const(0, "i32")]
        for n, value in enumerate(values):
            self.put(_NUMBERS + 4 * n, value)


def _run(m: Machine, call: Call) -> None:
    _Frame(m).fill(call)
    function = m.field(abi.IMAGES).cast("inttoptr", "ptr")
    m.do(f"call void {function.name}(ptr %image.call)")


def _coordinates(m: Machine, instruction: Instruction, match: re.Match[str], operands: list[Operand]) -> list[int]:
    """Rows of the coordinates: the last ones, but for a level or its limit behind them."""
    rows = [row for operand in operands for row in m.rows(operand)]
    if m.isa.startswith("gfx9"):  # the descriptor says how many there are
        first = rows[0]
        return [row for row in range(first, first + 4) if row < 256]
    _, count = _SHAPES[instruction.dim]
    variant = match[3] or ""
    behind = 1 if variant.endswith(("_l", "_cl")) else 0
    return rows[len(rows) - behind - count : len(rows) - behind]


def translate(m: Machine, instruction: Instruction) -> None:
    """One MIMG instruction."""
    match = _NAME.fullmatch(instruction.name)
    known = m.isa.startswith("gfx9") or instruction.dim in _SHAPES
    if match is None or instruction.flags & _REFUSED or not known:
        raise m.refuse(instruction, " ".join(sorted(instruction.flags & _REFUSED)))
    operation = _OPERATIONS.get(match[1])
    if operation is None:
        if match[2] not in _ATOMICS:
            raise m.refuse(instruction)
        operation = _FIRST_ATOMIC + _ATOMICS.index(match[2])
    m.close()
    operands = list(instruction.src)
    sampler = operands.pop() if match[1] in ("sample", "gather4") else None
    resource = operands.pop()
    reads = match[1] == "store" or match[2]
    data = operands.pop() if reads else instruction.dst[0]
    m.use_rows(m.rows(data))
    address = [] if match[1] == "get_resinfo" else _coordinates(m, instruction, match, operands)
    for row in address:
        m.use_rows(range(row, row + 1))
    flags = _UNNORMALIZED * ("unorm" in instruction.flags) | _HALVES * ("d16" in instruction.flags)
    flags |= _RETURNS * bool(instruction.dst)
    padded = (*address[:4], *[None] * (4 - len(address)))
    shape = 0 if m.isa.startswith("gfx9") else _SHAPES[instruction.dim][0]
    _run(m, Call(resource, sampler, padded, m.row(data), operation, instruction.dmask, flags, shape))


def is_formatted(name: str) -> bool:
    """Whether this is a buffer instruction whose elements have a format."""
    return _BUFFER.fullmatch(name) is not None


def translate_buffer(m: Machine, instruction: Instruction) -> None:
    """MUBUF with a format, and MTBUF."""
    match = _BUFFER.fullmatch(instruction.name)
    bad = instruction.flags & {"lds", "tfe", "addr64"}
    if match is None or bad:
        raise m.refuse(instruction, " ".join(sorted(bad)))
    m.close()
    vaddr, *data, resource, soffset = instruction.src
    target = data[0] if data else instruction.dst[0]
    m.use_rows(m.rows(target))
    index, offset = None, None
    if vaddr.kind is not Reg.NONE:
        m.use_rows(m.rows(vaddr))
        rows = list(m.rows(vaddr))
        index = rows.pop(0) if "idxen" in instruction.flags else None
        offset = rows.pop(0) if "offen" in instruction.flags else None
    flags = _HALVES if match[2] or match[3] else 0
    shift = scalar(m, soffset, "u") + instruction.offset
    operation = _BUFFER_LOAD if match[1] == "load" else _BUFFER_STORE
    typed = instruction.offset1 if instruction.encoding == "MTBUF" else 0
    dmask = (1 << len(match[4])) - 1
    address = (index, offset, None, None)
    _run(m, Call(resource, None, address, m.row(target), operation, dmask, flags, format=typed, offset=shift))
