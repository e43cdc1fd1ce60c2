"""Integer sums and products with their carries, and comparisons."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Integer, Operand, Register
from cass_tools.executor.nvidia.lift.ops.halves import (
    CARRIES_IN,
    CARRIES_OUT,
    Term,
    compare_lower,
    compared_whole,
    finish,
    signed,
    term,
)
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded


@op("IADD3", "UIADD3", "IADD")
def iadd(t: Thread, i: Decoded) -> None:
    """A sum of two or three numbers of 32 bits (or of 64), with carries in and out."""
    sources = [i.operands[name] for name in "abc" if name in i.operands]
    if "size" in i.modifiers:
        _sum_of_longs(t, i, sources)
    elif not any(name in i.operands for name in (*CARRIES_IN, *CARRIES_OUT)):
        t.put(i.operands["d"], _total([t.word(source) for source in sources]))
    else:
        finish(t, i, [term(t, source) for source in sources])


def _sum_of_longs(t: Thread, i: Decoded, sources: list[Operand]) -> None:
    wide = _total([_long_addend(t, source) for source in sources])
    for name in CARRIES_IN:
        if name in i.operands:
            wide = wide + t.predicate(i.operands[name]).zext("i128")
    t.put_long(i.operands["d"], wide.trunc("i64"))
    for number, name in enumerate(CARRIES_OUT, 1):
        if name in i.operands:
            t.set_predicate(i.operands[name], wide.cmp("uge", number << 64))


def _total(values: list[Value]) -> Value:
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


def _long_addend(t: Thread, operand: Operand) -> Value:
    """A term of 64 bits, with as many again, of a sum whose carry counts: -x is ~x + 1."""
    found = signed(t.raw_long(operand), operand)
    wide = found.value.zext("i128")
    return wide + 1 if found.one else wide


@op("IMAD", "UIMAD")
def imad(t: Thread, i: Decoded) -> None:
    """A product plus a number: the lower 32 bits, the upper ones (HI) or all 64 (WIDE) with an addend of 64 bits."""
    a, b, c = (i.operands[name] for name in "abc")
    if "part" in i.modifiers:
        _wide_product(t, i)
    elif any(name in i.operands for name in (*CARRIES_IN, *CARRIES_OUT)):
        finish(t, i, (product(t, a, b), term(t, c)))
    else:
        t.put(i.operands["d"], t.word(a) * t.word(b) + t.word(c))


def product(t: Thread, a: Operand, b: Operand) -> Term:
    """The lower word of a product; RZ times anything is nothing."""
    zero = next((each for each in (a, b) if isinstance(each, Register) and each.number == ZERO), None)
    return Term(zero, t.word(a) * t.word(b))


def _wide_product(t: Thread, i: Decoded) -> None:
    extension = "zext" if "sign" in i.modifiers else "sext"
    a, b, c = (i.operands[name] for name in "abc")
    wide = t.word(a).cast(extension, "i64") * t.word(b).cast(extension, "i64")
    summand = t.word(c).cast(extension, "i64") if isinstance(c, Integer) else t.long(c)
    if any(name in i.operands for name in (*CARRIES_IN, *CARRIES_OUT)):
        total = wide.zext("i65") + summand.zext("i65")
        if "ci" in i.operands:
            total = total + t.predicate(i.operands["ci"]).zext("i65")
        if "co" in i.operands:
            t.set_predicate(i.operands["co"], total.cmp("uge", 1 << 64))
        wide = total.trunc("i64")
    else:
        wide = wide + summand
    if i.modifiers["part"] == "HI":
        t.put(i.operands["d"], (wide >> 32).trunc("i32"))
    else:
        t.put_long(i.operands["d"], wide)


@op("ISETP", "UISETP")
def isetp(t: Thread, i: Decoded) -> None:
    """Compare; EX compares upper words, with the result of the lower ones."""
    wide = "size" in i.modifiers
    a, b = (t.long(i.operands[n]) if wide else t.word(i.operands[n]) for n in "ab")
    name = i.modifiers["cmp"].lower()
    unsigned = "U" in i.modifiers.get("sign", "") or i.modifiers.get("size") == "U64"
    sign = "" if name in ("eq", "ne") else "u" if unsigned else "s"
    if name in ("t", "f"):
        result = t.f.const(name == "t", "i1")
    elif "ex" not in i.modifiers:
        result = a.cmp(sign + name, b)
    else:
        whole = compared_whole(t, i, name, sign, [Term(i.operands[n], t.word(i.operands[n])) for n in "ab"])
        result = whole or _extended(name, sign, (a, b, t.predicate(i.operands["low"])))
    join(t, i, result)
    if "ex" not in i.modifiers and not wide and (sign == "u" or name in ("eq", "ne")):
        compare_lower(t, i, name, [Term(i.operands[n], value) for n, value in zip("ab", (a, b), strict=True)])


def _extended(name: str, sign: str, values: tuple[Value, Value, Value]) -> Value:
    """A comparison of upper words; the last value is that of the words below."""
    a, b, below = values
    equal = a.cmp("eq", b)
    if name == "eq":
        return equal & below
    if name == "ne":
        return a.cmp("ne", b) | below
    return a.cmp(sign + name[0] + "t", b) | (equal & below)


def join(t: Thread, i: Decoded, result: Value) -> None:
    """Write a comparison to p and its opposite to p2, each joined with the predicate `in` by AND, OR or XOR."""
    other = t.predicate(i.operands["in"])
    for name, value in (("p", result), ("p2", ~result)):
        how = i.modifiers["logic"]
        both = value & other if how == "AND" else value | other if how == "OR" else value ^ other
        t.set_predicate(i.operands[name], both)
