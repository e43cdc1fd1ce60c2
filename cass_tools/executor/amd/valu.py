"""Vector ALU instructions: operands through their modifiers, the meaning from `ops`, the result through its own."""

import re
from collections.abc import Callable

from cass_tools.executor.amd import abi, denormals, modifiers, packed
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine, single
from cass_tools.executor.amd.modifiers import Access
from cass_tools.executor.amd.ops import COMPARE, RENAMED, VALU, VectorOp
from cass_tools.executor.ir.value import Value

OTHER_BYTES = re.compile("fp8|bf8")
"""Operations on 8-bit floats, which have other formats on gfx12 than on gfx940."""
Write = Callable[[], None]
"""A result that waits to be written."""


def _operation(m: Machine, instruction: Instruction) -> VectorOp:
    op = VALU.get(RENAMED.get(instruction.name, instruction.name))
    if op is None or (instruction.isa == "gfx12" and OTHER_BYTES.search(instruction.name)):
        raise m.refuse(instruction)
    return op.by_neg[instruction.neg & 3] if op.by_neg else op


def _arguments(access: Access, op: VectorOp) -> list[Value]:
    m, instruction = access.m, access.instruction
    read = packed.reader(instruction) or modifiers.source
    values = [read(access, number, code) for number, code in enumerate(op.src)]
    if op.accumulates:
        high = modifiers.writes_high_half(instruction)
        old = modifiers.old_destination(m, instruction.dst[0], op.dst[0], high)
        values.append(denormals.source(m, instruction, old))
    return values


def _results(access: Access, op: VectorOp) -> tuple[Value, ...]:
    m, instruction = access.m, access.instruction
    if op.packed:
        return (packed.result(m, instruction, op),)
    meaning = op.fn
    if instruction.clamp and op.dst[0] not in "fdh":
        if op.clamped is None:
            raise m.refuse(instruction, "clamp")
        meaning = op.clamped
    result = meaning(m.strip, *_arguments(access, op))
    first, *rest = result if isinstance(result, tuple) else (result,)
    return (modifiers.shaped(m, instruction, first), *rest)


def compute(access: Access, op: VectorOp) -> list[Write]:
    """Read and compute now; the results are written when the returned functions are called."""
    results = _results(access, op)

    def writer(number: int) -> Write:
        return lambda: modifiers.write(access, access.instruction.dst[number], results[number])

    return [writer(number) for number in range(len(results))]


def translate(m: Machine, instruction: Instruction) -> None:
    """VOP1, VOP2, VOP3, VOP3P, VOPC or VOPD; the halves of a VOPD read before either writes."""
    if instruction.name in COMPARE:
        compare(m, instruction)
        return
    halves = (instruction,) if instruction.second is None else (instruction, instruction.second)
    operations = [_operation(m, half) for half in halves]
    m.round(max(denormals.rounding(m, half, op.dst[0]) for half, op in zip(halves, operations, strict=True)))
    ready = []
    for half, op in zip(halves, operations, strict=True):
        ready.append((modifiers.begin(m, half, op.src), op))
    pending = [write for access, op in ready for write in compute(access, op)]
    for write in pending:
        write()


def compare(m: Machine, instruction: Instruction) -> None:
    """v_cmp writes a lane mask, v_cmpx narrows exec (on gfx9 it does both)."""
    op = COMPARE[instruction.name]
    m.round(0)
    access = modifiers.begin(m, instruction, op.src)
    values = [modifiers.source(access, number, code) for number, code in enumerate(op.src)]
    mask = m.strip.spread(single(op.fn(m.strip, *values))) & m.strip.active()
    narrows = op.writes_exec and all(operand.index != abi.EXEC_LO for operand in instruction.dst)
    for operand in instruction.dst:
        modifiers.write(access, operand, mask)
    if narrows:
        m.set_mask(abi.EXEC_LO, mask)
