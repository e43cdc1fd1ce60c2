"""Vector ALU instructions: operands through their modifiers, the meaning from `ops`, the result through its own."""

from collections.abc import Callable

from cass_tools.executor.amd import abi, modifiers, packed
from cass_tools.executor.amd.instruction import Instruction
from cass_tools.executor.amd.machine import Machine, single
from cass_tools.executor.amd.ops import COMPARE, VALU, VectorOp
from cass_tools.executor.ir.value import Value

Write = Callable[[], None]
"""A result that waits to be written."""


def _arguments(m: Machine, instruction: Instruction, op: VectorOp) -> list[Value]:
    read = packed.reader(instruction) or modifiers.source
    values = [read(m, instruction, number, code) for number, code in enumerate(op.src)]
    if op.accumulates:
        high = modifiers.writes_high_half(instruction)
        values.append(modifiers.old_destination(m, instruction.dst[0], op.dst[0], high))
    return values


def _results(m: Machine, instruction: Instruction, op: VectorOp) -> tuple[Value, ...]:
    if op.packed:
        return (packed.result(m, instruction, op),)
    if op.by_neg:
        op = op.by_neg[instruction.neg & 3]
    meaning = op.fn
    if instruction.clamp and op.dst[0] not in "fdh":
        if op.clamped is None:
            raise m.refuse(instruction, "clamp")
        meaning = op.clamped
    result = meaning(m, *_arguments(m, instruction, op))
    first, *rest = result if isinstance(result, tuple) else (result,)
    return (modifiers.shaped(instruction, first), *rest)


def compute(m: Machine, instruction: Instruction) -> list[Write]:
    """Read and compute now; the results are written when the returned functions are called."""
    op = VALU.get(instruction.name)
    if op is None:
        raise m.refuse(instruction)
    results = _results(m, instruction, op)

    def writer(number: int) -> Write:
        return lambda: modifiers.write(m, instruction, instruction.dst[number], results[number])

    return [writer(number) for number in range(len(results))]


def translate(m: Machine, instruction: Instruction) -> None:
    """VOP1, VOP2, VOP3, VOP3P, VOPC or VOPD; the halves of a VOPD read before either writes."""
    if instruction.name in COMPARE:
        compare(m, instruction)
        return
    pending = compute(m, instruction)
    if instruction.second is not None:
        pending += compute(m, instruction.second)
    for write in pending:
        write()


def compare(m: Machine, instruction: Instruction) -> None:
    """v_cmp writes a lane mask, v_cmpx narrows exec (on gfx9 it does both)."""
    op = COMPARE[instruction.name]
    values = [modifiers.source(m, instruction, number, code) for number, code in enumerate(op.src)]
    result = single(op.fn(m, *values))
    mask = m.splat(result, m.lanes) & m.exec_mask()
    for operand in instruction.dst:
        modifiers.write(m, instruction, operand, mask)
    if op.writes_exec and all(operand.index != abi.EXEC_LO for operand in instruction.dst):
        m.set_exec(mask)
