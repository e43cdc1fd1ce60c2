"""Arithmetic and comparisons of 64-bit floating point."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Float, Integer
from cass_tools.executor.nvidia.lift.ops.floating import compared, joined, rounding
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

QUIET = 1 << 51  # the bit that says that a NaN does not trap


def finish(t: Thread, i: Decoded, result: Value) -> None:
    """Write a result. A NaN among the operands is it, without their signs: b before c before a.

    As on an H200, where that costs nothing that counts; gfx1100 has an order of its own.
    """
    if t.platform.name == "native":
        for name in ("a", "c", "b"):
            if name in i.operands and not isinstance(i.operands[name], Float | Integer):
                bits = t.raw_long(i.operands[name])
                number = bits.bitcast("double")
                result = number.cmp("uno", number).select((bits | QUIET).bitcast("double"), result)
    t.put_long(i.operands["d"], result)


@op("DADD")
def dadd(t: Thread, i: Decoded) -> None:
    """A sum."""
    a, b = (t.double(i.operands[name]) for name in "ab")
    mode = rounding(i)
    finish(t, i, t("fma_double", "double", a, t.f.const(1.0, "double"), b, mode) if mode else a + b)


@op("DMUL")
def dmul(t: Thread, i: Decoded) -> None:
    """A product."""
    a, b = (t.double(i.operands[name]) for name in "ab")
    mode = rounding(i)
    finish(t, i, t("mul_double", "double", a, b, mode) if mode else a * b)


@op("DFMA")
def dfma(t: Thread, i: Decoded) -> None:
    """A product and sum, rounded once."""
    a, b, c = (t.double(i.operands[name]) for name in "abc")
    mode = rounding(i)
    result = t("fma_double", "double", a, b, c, mode) if mode else t.f.intrinsic("fma", a, b, c)
    finish(t, i, result)


@op("DSETP")
def dsetp(t: Thread, i: Decoded) -> None:
    """Compare: p holds the result, p2 its opposite; or say (MIN, MAX) that it is a, and that there is no number."""
    a, b = (t.double(i.operands[name]) for name in "ab")
    name = i.modifiers["cmp"]
    if name in ("MIN", "MAX"):
        values = _is_first(a, b, smaller=name == "MIN"), a.cmp("uno", a) & b.cmp("uno", b)
    else:
        result = compared(t, name, a, b)
        values = result, ~result
    joint = [joined(t, i, value) for value in values]
    for place, value in zip(("p", "p2"), joint, strict=True):
        t.set_predicate(i.operands[place], value)


def _is_first(a: Value, b: Value, *, smaller: bool) -> Value:
    """Whether the smaller (larger) number is a: a number before a NaN, -0 before (after) +0."""
    equal = a.cmp("oeq", b) & a.bitcast("i64").cmp("sle" if smaller else "sge", b.bitcast("i64"))
    return a.cmp("olt" if smaller else "ogt", b) | equal | (a.cmp("ord", a) & b.cmp("uno", b))
