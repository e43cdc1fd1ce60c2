"""Integer arithmetic with its carries."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Constant, Instruction, Integer, Operand, Predicate, Register
from cass_tools.executor.nvidia.lift.ops.registry import leading_predicates, op, values_and_predicates
from cass_tools.executor.nvidia.lift.thread import Thread


@op("IADD3", "UIADD3")
def iadd3(t: Thread, i: Instruction) -> None:
    carries, rest = leading_predicates(i)
    sources, carried = values_and_predicates(rest)
    if not carries and not carried:
        total = t.word(sources[0])
        for source in sources[1:]:
            total = total + t.word(source)
        t.put(i.operands[0], total)
        return
    wide = t.f.const(0, "i64")
    for source in sources:
        wide = wide + _addend(t, source)
    _finish(t, i, wide, carries, carried)


def _addend(t: Thread, operand: Operand) -> Value:
    """A term of a sum whose carry counts: -x is ~x + 1."""
    value = t.raw(operand)
    negated = isinstance(operand, Register | Constant) and operand.negated
    inverted = isinstance(operand, Register | Constant | Integer) and operand.inverted
    wide = (~value if negated or inverted else value).zext("i64")
    return wide + 1 if negated else wide


def _finish(t: Thread, i: Instruction, wide: Value, carries: list[Predicate], carried: list[Predicate]) -> None:
    """Add the carries that come in, write the sum and those that go out: the second one is for a sum over 2 * 2^32."""
    for predicate in carried:
        wide = wide + t.predicate(predicate).zext("i64")
    out = [wide.cmp("uge", number << 32) for number in range(1, len(carries) + 1)]
    for predicate, value in zip(carries, out, strict=True):
        t.set_predicate(predicate, value)
    t.put(i.operands[0], wide.trunc("i32"))


@op("IMAD", "UIMAD")
def imad(t: Thread, i: Instruction) -> None:
    carries, rest = leading_predicates(i)
    sources, carried = values_and_predicates(rest)
    a, b, c = sources
    if "WIDE" in i.modifiers or "HI" in i.modifiers:
        _wide_product(t, i, (a, b, c), (carries, carried))
        return
    product = t.word(a) * t.word(b)
    if carries or carried:
        _finish(t, i, product.zext("i64") + _addend(t, c), carries, carried)
    else:
        t.put(i.operands[0], product + t.word(c))


def _wide_product(
    t: Thread,
    i: Instruction,
    sources: tuple[Operand, Operand, Operand],
    predicates: tuple[list[Predicate], list[Predicate]],
) -> None:
    """The product of 64 bits plus a pair of registers; HI keeps the upper half."""
    extension = "zext" if "U32" in i.modifiers else "sext"
    a, b, c = sources
    wide = t.word(a).cast(extension, "i64") * t.word(b).cast(extension, "i64")
    addend = t.word(c).cast(extension, "i64") if isinstance(c, Integer) else t.long(c)
    carries, carried = predicates
    if carries or carried:
        total = wide.zext("i65") + addend.zext("i65")
        for predicate in carried:
            total = total + t.predicate(predicate).zext("i65")
        wide = total.trunc("i64")
        for predicate in carries:
            t.set_predicate(predicate, total.cmp("uge", 1 << 64))
    else:
        wide = wide + addend
    if "HI" in i.modifiers:
        t.put(i.operands[0], (wide >> 32).trunc("i32"))
    else:
        t.put_long(i.operands[0], wide)


COMPARISONS = {"EQ": "eq", "NE": "ne", "LT": "lt", "LE": "le", "GT": "gt", "GE": "ge"}
JOINS = ("AND", "OR", "XOR")


@op("ISETP", "UISETP")
def isetp(t: Thread, i: Instruction) -> None:
    first, second, left, right, joined, *extended = i.operands
    a, b = t.word(left), t.word(right)
    name = i.modifiers[0]
    sign = "" if name in ("EQ", "NE") else "u" if "U32" in i.modifiers else "s"
    if name in ("T", "F"):
        result = t.f.const(name == "T", "i1")
    elif "EX" not in i.modifiers:
        result = a.cmp(sign + COMPARISONS[name], b)
    else:
        result = _extended(t, name, sign, (a, b, t.predicate(extended[0])))
    join(t, i, (first, second), result, joined)


def _extended(t: Thread, name: str, sign: str, values: tuple[Value, Value, Value]) -> Value:
    """A comparison of upper words; the last value is that of the words below."""
    a, b, below = values
    equal = a.cmp("eq", b)
    if name == "EQ":
        return equal & below
    if name == "NE":
        return a.cmp("ne", b) | below
    return a.cmp(sign + COMPARISONS[name][0] + "t", b) | (equal & below)


def join(t: Thread, i: Instruction, to: tuple[Operand, Operand], result: Value, joined: Operand) -> None:
    """Write a comparison and its opposite, each joined with a predicate by AND, OR or XOR."""
    how = next((m for m in i.modifiers if m in JOINS), "AND")
    other = t.predicate(joined)
    for operand, value in zip(to, (result, ~result), strict=True):
        both = {"AND": value & other, "OR": value | other, "XOR": value ^ other}[how]
        t.set_predicate(operand, both)
