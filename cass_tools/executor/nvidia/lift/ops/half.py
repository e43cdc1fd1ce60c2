"""Arithmetic and comparisons of two halves, or two bfloat16 values, in a register.

They are computed as floats and rounded once: floats have enough bits that rounding a sum or a product of halves twice
changes nothing; where that does not hold (fused sums, denormal products of bfloat16 values) the runtime's fma_odd is
used. Hardware that fuses halves (AMD's) does that itself.
"""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Constant, Operand, Register
from cass_tools.executor.nvidia.lift.ops.floating import (
    NAN,
    SMALLEST_NORMAL,
    compared,
    flushed,
    joined,
    minimum,
    plain_nan,
    saturated,
)
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.ops.single import sign_of_product, with_sign
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

SIGNS = 0x80008000
# What stands in the lower and in the upper half; H0_NH1 (for products of complex numbers) also negates the lower one.
PICKED = {"H0_H0": (0, 0), "H0": (0, 0), "H1_H1": (1, 1), "H1": (1, 1), "H1_H0": (0, 1), "H0_NH1": (1, 0)}


def is_brain(i: Decoded) -> bool:
    """Whether the halves are bfloat16 values."""
    return i.modifiers.get("type", "").startswith("BF16")


def widened(t: Thread, word: Value, *, brain: bool) -> tuple[Value, Value]:
    """The lower and the upper half of 32 bits, as floats."""
    if brain:
        return (word << 16).bitcast("float"), (word & 0xFFFF0000).bitcast("float")
    low, high = word.trunc("i16"), (word >> 16).trunc("i16")
    return low.bitcast("half").resize_float("float"), high.bitcast("half").resize_float("float")


def rounded(t: Thread, value: Value, *, brain: bool) -> Value:
    """The nearest half or bfloat16 value, as a float."""
    return t("to_bfloat", "float", value) if brain else value.resize_float("half").resize_float("float")


def bits(value: Value, *, brain: bool) -> Value:
    """The 16 bits, in an i32, of a float that is a half or a bfloat16 value."""
    return value.bitcast("i32") >> 16 if brain else value.resize_float("half").bitcast("i16").zext("i32")


def bits_or_nan(t: Thread, value: Value, *, brain: bool) -> Value:
    """The same, with NVIDIA's own NaN for any other one, on platforms where that costs nothing that counts."""
    small = bits(value, brain=brain)
    return value.cmp("uno", value).select(NAN >> 16, small) if t.platform.name == "native" else small


def sources(t: Thread, i: Decoded, operand: Operand) -> tuple[Value, Value]:
    """An operand's lower and upper half as floats: picked, flushed, with its signs."""
    brain = is_brain(i)
    values = widened(t, t.raw(operand), brain=brain)
    if isinstance(operand, Register | Constant):
        for selector in operand.selectors:
            first, second = PICKED[selector]
            values = values[first], values[second]
            values = (-values[0], values[1]) if selector == "H0_NH1" else values
    low, high = (flushed(t, i, t.signed(value, operand), smallest(i)) for value in values)
    return low, high


def smallest(i: Decoded) -> float:
    """The smallest number that is not denormal."""
    return SMALLEST_NORMAL if is_brain(i) else 2.0**-14


def finish(t: Thread, i: Decoded, values: list[Value]) -> None:
    """Flush, round the lower and the upper result, saturate or take 0 for negative ones, and write them.

    Flushed is what would round to less than the smallest normal number if there were no smallest exponent.
    """
    limit = smallest(i) * (1 - 2.0 ** (-9 if is_brain(i) else -12))
    done = [rounded(t, flushed(t, i, value, limit), brain=is_brain(i)) for value in values]
    low, high = (bits_or_nan(t, _clamped(t, i, value), brain=is_brain(i)) for value in done)
    t.put(i.operands["d"], low | high << 16)


def _clamped(t: Thread, i: Decoded, value: Value) -> Value:
    if "sat" not in i.modifiers:
        return value
    return saturated(t, value) if i.modifiers["sat"] == "SAT" else value.cmp("ole", 0.0).select(0.0, value)


def pairs(t: Thread, i: Decoded, names: str) -> list[tuple[Value, ...]]:
    """For the lower and the upper half, the operands of these names."""
    return list(zip(*(sources(t, i, i.operands[name]) for name in names), strict=True))


@op("HADD2")
def hadd2(t: Thread, i: Decoded) -> None:
    """Sums; with F32 the lower one alone, as a float."""
    sums = [a + b for a, b in pairs(t, i, "ab")]
    if i.modifiers.get("type") != "F32":
        finish(t, i, sums)
    elif "ftz" in i.modifiers:
        raise t.unsupported(i, "which denormals are flushed")
    else:
        t.put(i.operands["d"], saturated(t, sums[0]) if "sat" in i.modifiers else plain_nan(t, sums[0]))


@op("HMUL2")
def hmul2(t: Thread, i: Decoded) -> None:
    """Products."""
    zero = t.f.const(-0.0, "float")
    finish(t, i, [t("fma_odd", "float", a, b, zero) if is_brain(i) else a * b for a, b in pairs(t, i, "ab")])


@op("HFMA2")
def hfma2(t: Thread, i: Decoded) -> None:
    """Products and sums, rounded once."""
    fused = t.platform.name == "amd" and not is_brain(i) and "ftz" not in i.modifiers
    finish(t, i, [_fused(t, v) if fused else t("fma_odd", "float", *v) for v in pairs(t, i, "abc")])


def _fused(t: Thread, values: tuple[Value, ...]) -> Value:
    halves = [value.resize_float("half") for value in values]
    return t.f.call("llvm.fma.f16", "half", 0, *halves).resize_float("float")


@op("HMNMX2")
def hmnmx2(t: Thread, i: Decoded) -> None:
    """The smaller numbers, or the larger; with XORSIGN the signs are those of the products."""
    values = [minimum(t, i, a, b) for a, b in pairs(t, i, "ab")]
    if "xorsign" in i.modifiers:
        sign = sign_of_product(t, i, SIGNS)
        values = [with_sign(value, sign << (16 - 16 * at)) for at, value in enumerate(values)]
    low, high = (bits_or_nan(t, value, brain=is_brain(i)) for value in values)
    t.put(i.operands["d"], low | high << 16)


@op("HSETP2")
def hsetp2(t: Thread, i: Decoded) -> None:
    """Compare: p holds what is true of the lower halves, p2 of the upper ones."""
    results = [joined(t, i, compared(t, i.modifiers["cmp"], a, b)) for a, b in pairs(t, i, "ab")]
    for name, value in zip(("p", "p2"), results, strict=True):
        t.set_predicate(i.operands[name], value)


@op("HSET2")
def hset2(t: Thread, i: Decoded) -> None:
    """Compare: in each half all bits set, or 1 as a number (BF), where it holds."""
    yes = 0xFFFF if "bool" not in i.modifiers else 0x3F80 if is_brain(i) else 0x3C00
    low, high = (joined(t, i, compared(t, i.modifiers["cmp"], a, b)) for a, b in pairs(t, i, "ab"))
    t.put(i.operands["d"], low.select(t.f.const(yes, "i32"), 0) | high.select(t.f.const(yes << 16, "i32"), 0))
