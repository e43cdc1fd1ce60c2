"""Sums and comparisons of 64 bits, which NVIDIA's code makes in two halves, put together again.

`IADD3 R2, P0, R4, R6, RZ` and `IADD3.X R3, R5, R7, RZ, P0, !PT` are one sum of two numbers of 64 bits. Half by half,
with the carry as a truth, LLVM does not see that. So what an instruction with a carry out has summed is kept until the
end of its block; where an instruction takes the same carry in, the whole sum is written, and both registers are its
halves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import TRUE, ZERO, Constant, Integer, Operand, Predicate, Register
from cass_tools.executor.nvidia.lift.slots import name
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

CARRIES_IN, CARRIES_OUT = ("ci", "ci2"), ("co", "co2")


class Term(NamedTuple):
    """A word of a sum: ~x where it is negated, with `one` to be added.

    `by`: it is one word of a number that was shifted left so far; `whole` is that number where it is the upper word.
    """

    operand: Operand | None
    value: Value
    one: bool = False
    by: int | None = None
    whole: Value | None = None

    @property
    def is_zero(self) -> bool:
        """Whether it adds nothing, by its form."""
        operand = self.operand
        zero = isinstance(operand, Register) and operand.number == ZERO and not (operand.inverted or self.one)
        return zero or (isinstance(operand, Integer) and operand.value == 0 and not operand.inverted)


@dataclass(frozen=True, slots=True)
class Low:
    """What the lower half of a sum, or of a comparison (`name`), was made of.

    The carry and the register `result` are theirs only as long as they have these versions, and shifted `sources`, too.
    """

    terms: tuple[Term, ...]
    carry: int
    result: tuple[Register, int] | None = None
    name: str = ""
    sources: tuple[tuple[str, int], ...] = ()


def term(t: Thread, operand: Operand) -> Term:
    """A word as a term with the operand's sign."""
    return signed(t.raw(operand), operand)


def signed(value: Value, operand: Operand) -> Term:
    """A value that has no sign yet, as a term with the operand's."""
    negated = isinstance(operand, Register | Constant) and operand.negated
    inverted = isinstance(operand, Register | Constant | Integer) and operand.inverted
    return Term(operand, ~value if negated or inverted else value, negated)


def finish(t: Thread, i: Decoded, terms: Sequence[Term]) -> None:
    """Add the terms and the carries that come in, write the sum and those that go out."""
    kept = [each for each in terms if not each.is_zero]
    if not (_is_upper(t, i, kept) or _is_lower(t, i, kept)):
        _by_itself(t, i, terms)


def _by_itself(t: Thread, i: Decoded, terms: Sequence[Term]) -> None:
    """In twice the bits; the second carry is set from 2 * 2^32 on."""
    wide = _wide(terms[0])
    for each in terms[1:]:
        wide = wide + _wide(each)
    for key in CARRIES_IN:
        if key in i.operands:
            wide = wide + t.predicate(i.operands[key]).zext("i64")
    out = {key: wide.cmp("uge", number << 32) for number, key in enumerate(CARRIES_OUT, 1) if key in i.operands}
    for key, value in out.items():
        t.set_predicate(i.operands[key], value)
    t.put(i.operands["d"], wide.trunc("i32"))


def _wide(each: Term) -> Value:
    wide = each.value.zext("i64")
    return wide + 1 if each.one else wide


def _is_lower(t: Thread, i: Decoded, terms: Sequence[Term]) -> bool:
    """Write a sum of two words with a carry out, and keep what it is made of."""
    out = [operand for key in CARRIES_OUT if _counts(operand := i.operands.get(key))]
    into = any(_counts(i.operands.get(key), but_false=True) for key in CARRIES_IN)
    if t.guard is not None or into or len(out) != 1 or len(terms) != 2 or all(each.one for each in terms):
        return False
    carry, d = i.operands.get("co"), i.operands["d"]
    if not (isinstance(carry, Predicate) and isinstance(d, Register)) or carry is not out[0]:
        return False
    first, second = sorted(terms, key=lambda each: each.one)
    total = first.value + second.value
    overflown = total.cmp("ult", first.value)
    if second.one:  # a - b: there is a carry unless something had to be borrowed
        total = total + 1
        overflown = first.value.cmp("uge", ~second.value)
    t.set_predicate(carry, overflown)
    shifted = [each.operand for each in terms if each.by is not None]
    sources = tuple((name(each), t.version(each)) for each in shifted if isinstance(each, Register))
    t.put(d, total)
    result = None if d.number == ZERO else (d, t.version(d))
    t.lower[name(carry)] = Low(tuple(terms), t.version(carry), result, sources=sources)
    return True


def _counts(operand: Operand | None, *, but_false: bool = False) -> bool:
    """Whether a predicate operand is one that is written, or read: PT takes anything, and !PT is false."""
    if not isinstance(operand, Predicate):
        return False
    return operand.number != TRUE or (but_false and not operand.inverted)


def _is_upper(t: Thread, i: Decoded, terms: Sequence[Term]) -> bool:
    """Write the upper word of a sum whose lower one was kept; the lower register gets its half of the same sum."""
    into = [operand for key in CARRIES_IN if _counts(operand := i.operands.get(key), but_false=True)]
    if t.guard is not None or len(into) != 1 or any(_counts(i.operands.get(key)) for key in CARRIES_OUT):
        return False
    low = _kept(t, into[0])
    if low is None or low.name:
        return False
    whole = _whole(t, low.terms, terms)
    if whole is None:
        return False
    if low.result is not None and t.version(low.result[0]) == low.result[1]:
        t.put(low.result[0], whole.trunc("i32"))
    t.put(i.operands["d"], (whole >> 32).trunc("i32"))
    return True


def _kept(t: Thread, operand: Operand | None) -> Low | None:
    """What made a carry, if it is that one still."""
    if not isinstance(operand, Predicate) or operand.inverted:
        return None
    low = t.lower.get(name(operand))
    if low is None or low.carry != t.version(operand):
        return None
    return low if all(t.versions.get(source, 0) == version for source, version in low.sources) else None


def _whole(t: Thread, lower: Sequence[Term], upper: Sequence[Term]) -> Value | None:
    """The sum of numbers of 64 bits with these halves; None where a shifted number's other half is not there."""
    left = list(upper)
    others: list[Term | None] = []
    for each in lower:
        others.append(next((one for one in left if _belongs(each, one)), None))
        if others[-1] is not None:
            left.remove(others[-1])
        elif each.by is not None:
            return None
    if any(each.by is not None for each in left):
        return None
    total: Value | None = None
    for each, found in zip(lower, others, strict=True):
        wide = _joined(t, each, found or (left.pop() if left else None))
        total = wide if total is None else total + wide
    assert total is not None  # noqa: S101  there are two
    for each in left:
        total = total + (each.value.zext("i64") << 32)
    ones = sum(each.one for each in lower) + (sum(each.one for each in upper) << 32)
    return total + ones if ones else total


def _belongs(low: Term, high: Term) -> bool:
    """Whether two words look like the halves of one number."""
    a, b = low.operand, high.operand
    if low.by is not None or high.by is not None:
        same = isinstance(a, Register) and isinstance(b, Register) and name(a) == name(b)
        return same and low.by == high.by and high.whole is not None
    if isinstance(a, Register) and isinstance(b, Register):
        return (a.file, a.number + 1) == (b.file, b.number)
    return isinstance(a, Constant) and isinstance(b, Constant) and (a.bank, a.offset + 4) == (b.bank, b.offset)


def _joined(t: Thread, low: Term, high: Term | None) -> Value:
    """A number of 64 bits of two words; a constant is loaded as a whole."""
    a, b = low.operand, high.operand if high is not None else None
    adjacent = isinstance(a, Constant) and isinstance(b, Constant) and high is not None and _belongs(low, high)
    if adjacent and isinstance(a, Constant) and not a.registers and a.offset % 8 == 0:
        whole = t.raw_long(a)
        return ~whole if a.negated or a.inverted else whole
    if high is not None and high.whole is not None:
        return high.whole
    wide = low.value.zext("i64")
    return wide if high is None else wide | high.value.zext("i64") << 32


def compare_lower(t: Thread, i: Decoded, name_: str, terms: Sequence[Term]) -> None:
    """Keep what a comparison of words without signs compares, if its result is that and nothing else."""
    result, other = i.operands["p"], i.operands["in"]
    alone = isinstance(other, Predicate) and other.number == TRUE and not other.inverted
    if t.guard is None and alone and i.modifiers["logic"] == "AND" and isinstance(result, Predicate):
        t.lower[name(result)] = Low(tuple(terms), t.version(result), name=name_)


def compared_whole(t: Thread, i: Decoded, relation: str, sign: str, upper: Sequence[Term]) -> Value | None:
    """A comparison of 64 bits of which `upper` are the upper words; None where the lower ones were not kept."""
    low = _kept(t, i.operands["low"])
    if t.guard is not None or low is None or low.name != relation:
        return None
    a, b = (_joined(t, each, other) for each, other in zip(low.terms, upper, strict=True))
    return a.cmp(sign + relation, b)
