"""Arithmetic of two floats in a pair of registers, and of halves added to floats (sm_100 and later)."""

from collections.abc import Callable

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Operand, Register
from cass_tools.executor.nvidia.lift.ops.convert import number
from cass_tools.executor.nvidia.lift.ops.floating import flushed, plain_nan
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.ops.single import finish, fused, product, total
from cass_tools.executor.nvidia.lift.thread import Thread, even
from cass_tools.executor.nvidia.tables import Decoded

MEANINGS: dict[str, Callable[..., Value]] = {"FADD2": total, "FMUL2": product, "FFMA2": fused}
WHOLE = ("F32x2", "HI_LO")  # both floats, each in its place


def _pair(t: Thread, i: Decoded, operand: Operand) -> tuple[Value, Value]:
    """The lower and the upper float, with the operand's sign, flushed where the instruction says so."""
    if not isinstance(operand, Register) or operand.selectors != WHOLE:
        raise t.unsupported(i, "no pair of floats")
    words = [t.register(operand.file, number) for number in _registers(operand)]
    low, high = (flushed(t, i, t.signed(word.bitcast("float"), operand)) for word in words)
    return low, high


def _registers(operand: Register) -> tuple[int, int]:
    first = even(operand.number)
    return first, first + (first != ZERO)


@op("FADD2", "FMUL2", "FFMA2")
def pairs(t: Thread, i: Decoded) -> None:
    """A sum, a product, or a product and sum, of each of two floats."""
    operands = [_pair(t, i, i.operands[name]) for name in "abc" if name in i.operands]
    how = MEANINGS[i.instruction.opcode]
    to = i.operands["d"]
    if not isinstance(to, Register):
        raise t.unsupported(i, "no registers")
    results = [plain_nan(t, how(t, i, *values)) for values in zip(*operands, strict=True)]
    for place, result in zip(_registers(to), results, strict=True):
        t.set_register(to.file, place, result.bitcast("i32"))


@op("FHADD", "FHFMA")
def mixed(t: Thread, i: Decoded) -> None:
    """A half (or bfloat16 value) plus a float, or a product of two plus a float, rounded once."""
    kind = i.modifiers.get("type", "F16")
    *halves, last = (name for name in "abc" if name in i.operands)
    a, *others = (number(t, i, i.operands[name], kind) for name in halves)
    single = t.single(i.operands[last])
    finish(t, i, fused(t, i, a, others[0], single) if others else total(t, i, a, single))
