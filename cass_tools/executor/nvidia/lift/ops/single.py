"""Arithmetic of 32-bit floating point, with its rounding modes, flushing (FTZ) and saturation."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Operand
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

ROUNDINGS = {"RN": 0, "RM": 1, "RP": 2, "RZ": 3}
SMALLEST_NORMAL = 2.0**-126


def rounding(i: Decoded) -> int:
    """0 nearest, 1 down, 2 up, 3 towards zero."""
    return ROUNDINGS[i.modifiers.get("round", "RN")]


def flushed(t: Thread, i: Decoded, value: Value) -> Value:
    """A float as an FTZ instruction takes or gives it: denormals are zeros with their sign."""
    if "ftz" not in i.modifiers:
        return value
    small = t.f.intrinsic("fabs", value).cmp("olt", SMALLEST_NORMAL)
    zero = t.f.intrinsic("copysign", t.f.const(0.0, "float"), value)
    return small.select(zero, value)


def source(t: Thread, i: Decoded, operand: Operand) -> Value:
    """A float operand, flushed where the instruction says so."""
    return flushed(t, i, t.single(operand))


def finish(t: Thread, i: Decoded, value: Value) -> None:
    """Flush, saturate to [0, 1] (NaN becomes 0) and write the result."""
    value = flushed(t, i, value)
    if "sat" in i.modifiers:
        value = t.f.intrinsic("minnum", t.f.intrinsic("maxnum", value, 0.0), 1.0)
    t.put(i.operands["d"], value)


@op("FADD", "UFADD")
def fadd(t: Thread, i: Decoded) -> None:
    """A sum."""
    a, b = (source(t, i, i.operands[name]) for name in "ab")
    mode = rounding(i)
    finish(t, i, t("fma_single", "float", a, t.f.const(1.0, "float"), b, mode) if mode else a + b)


@op("FMUL", "UFMUL")
def fmul(t: Thread, i: Decoded) -> None:
    """A product, scaled by a power of two."""
    a, b = (source(t, i, i.operands[name]) for name in "ab")
    mode = rounding(i)
    if "scale" in i.modifiers:
        raise t.unsupported(i, "a scaled product")
    # -0 as addend keeps the sign of a product that is zero
    finish(t, i, t("fma_single", "float", a, b, t.f.const(-0.0, "float"), mode) if mode else a * b)


@op("FFMA", "UFFMA")
def ffma(t: Thread, i: Decoded) -> None:
    """A product and sum, rounded once."""
    a, b, c = (source(t, i, i.operands[name]) for name in "abc")
    mode = rounding(i)
    finish(t, i, t("fma_single", "float", a, b, c, mode) if mode else t.f.intrinsic("fma", a, b, c))
