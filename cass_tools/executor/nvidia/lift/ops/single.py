"""Arithmetic of 32-bit floating point, with its rounding modes, flushing (FTZ) and saturation."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Operand
from cass_tools.executor.nvidia.lift.ops.floating import (
    SIGN,
    compared,
    flushed,
    joined,
    minimum,
    plain_nan,
    rounding,
    saturated,
)
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

SCALES = {f"{how}{n}": float(n) if how == "M" else 1 / n for how in "MD" for n in (2, 4, 8)}


def source(t: Thread, i: Decoded, operand: Operand) -> Value:
    """A float operand, flushed where the instruction says so."""
    return flushed(t, i, t.single(operand))


def finish(t: Thread, i: Decoded, value: Value) -> None:
    """Saturate and write the result."""
    t.put(i.operands["d"], saturated(t, value) if "sat" in i.modifiers else plain_nan(t, value))


@op("FADD", "UFADD")
def fadd(t: Thread, i: Decoded) -> None:
    """A sum."""
    finish(t, i, total(t, i, *(source(t, i, i.operands[name]) for name in "ab")))


def total(t: Thread, i: Decoded, a: Value, b: Value) -> Value:
    """a + b, rounded and flushed as the instruction says."""
    mode = rounding(i)
    return flushed(t, i, t("fma_single", "float", a, t.f.const(1.0, "float"), b, mode) if mode else a + b)


@op("FMUL", "UFMUL")
def fmul(t: Thread, i: Decoded) -> None:
    """A product, by a power of two where one stands there (M8: times 8, D8: divided by 8), rounded once."""
    finish(t, i, product(t, i, *(source(t, i, i.operands[name]) for name in "ab")))


def product(t: Thread, i: Decoded, a: Value, b: Value) -> Value:
    """a times b and the instruction's power of two, rounded and flushed as it says."""
    mode = rounding(i)
    scale = t.f.const(SCALES[i.modifiers["scale"]] if "scale" in i.modifiers else 1.0, "float")
    plain = not mode and "scale" not in i.modifiers
    result = a * b if plain else t("mul_single", "float", a, b, scale, mode)
    return t("flush_product", "float", result, a, b, scale, mode) if "ftz" in i.modifiers else result


@op("FFMA", "UFFMA")
def ffma(t: Thread, i: Decoded) -> None:
    """A product and sum, rounded once."""
    finish(t, i, fused(t, i, *(source(t, i, i.operands[name]) for name in "abc")))


def fused(t: Thread, i: Decoded, a: Value, b: Value, c: Value) -> Value:
    """a times b plus c, rounded once and flushed as the instruction says."""
    mode = rounding(i)
    result = t("fma_single", "float", a, b, c, mode) if mode else t.f.intrinsic("fma", a, b, c)
    return t("flush_fma", "float", result, a, b, c, mode) if "ftz" in i.modifiers else result


@op("FMNMX", "FMNMX3", "UFMNMX")
def fmnmx(t: Thread, i: Decoded) -> None:
    """The smallest of two or three, or the largest; with XORSIGN the sign is that of the product."""
    values = [source(t, i, i.operands[name]) for name in "abc" if name in i.operands]
    result = minimum(t, i, values[0], values[1])
    for value in values[2:]:
        result = minimum(t, i, result, value)
    if "xorsign" in i.modifiers:
        result = plain_nan(t, with_sign(result, sign_of_product(t, i, SIGN)))
    t.put(i.operands["d"], result)


def with_sign(value: Value, sign: Value) -> Value:
    """A float with the highest bit of a word."""
    return (value.bitcast("i32") & ~SIGN | sign & SIGN).bitcast("float")


def sign_of_product(t: Thread, i: Decoded, mask: int) -> Value:
    """The sign bits (`mask`) of a times b, before their | |."""
    a, b = (i.operands[name] for name in "ab")
    if any(getattr(each, "negated", False) or getattr(each, "selectors", ()) for each in (a, b)):
        raise t.unsupported(i, "signs that are changed")
    return (t.raw(a) ^ t.raw(b)) & mask


@op("FSEL", "UFSEL")
def fsel(t: Thread, i: Decoded) -> None:
    """One of two; without FTZ all bits stay, since words of doubles are chosen so too."""
    which = t.predicate(i.operands["which"])
    a, b = (source(t, i, i.operands[name]).bitcast("i32") for name in "ab")
    t.put(i.operands["d"], which.select(a, b))


@op("FSETP", "UFSETP")
def fsetp(t: Thread, i: Decoded) -> None:
    """Compare: p holds the result, p2 its opposite, each joined with `in`."""
    result = compared(t, i.modifiers["cmp"], *(source(t, i, i.operands[name]) for name in "ab"))
    values = joined(t, i, result), joined(t, i, ~result)
    for name, value in zip(("p", "p2"), values, strict=True):
        t.set_predicate(i.operands[name], value)


@op("FSET")
def fset(t: Thread, i: Decoded) -> None:
    """Compare: all bits set, or 1.0 (BF), where it holds."""
    result = compared(t, i.modifiers["cmp"], *(source(t, i, i.operands[name]) for name in "ab"))
    yes = t.f.const(0x3F800000 if "bool" in i.modifiers else -1, "i32")
    t.put(i.operands["d"], joined(t, i, result).select(yes, 0))


@op("FCHK")
def fchk(t: Thread, i: Decoded) -> None:
    """Whether a quotient needs the long way; that one is right for all numbers, so it may be taken more often."""
    a, b = (source(t, i, i.operands[name]) for name in "ab")
    t.set_predicate(i.operands["p"], t("division_is_hard", "i1", a, b))
