"""Logic, shifts, and the bits and bytes of a register."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import Constant, Integer, Operand, Predicate, Register
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

# The digits of PRMT's modes for the selector's values 0 to 3, the first one lowest (PTX ISA, `prmt`).
MODES = {
    "F4E": (0x3210, 0x4321, 0x5432, 0x6543),
    "B4E": (0x5670, 0x6701, 0x7012, 0x0123),
    "RC8": (0x0000, 0x1111, 0x2222, 0x3333),
    "ECL": (0x3210, 0x3211, 0x3222, 0x3333),
    "ECR": (0x0000, 0x1110, 0x2210, 0x3210),
    "RC16": (0x1010, 0x3232, 0x1010, 0x3232),
}


def looked_up(sources: tuple[Value, ...], table: int) -> Value:
    """A function of bits by its table: bit number a b c (a highest) is the result; also for predicates."""
    first, *rest = sources
    if not rest:
        zero = first.function.const(0, first.type)
        return (zero, ~first, first, ~zero)[table & 3]
    half = 1 << len(rest)
    low, high = (looked_up(tuple(rest), table >> shift & ((1 << half) - 1)) for shift in (0, half))
    return low if low.name == high.name else (first & high) | (~first & low)


@op("LOP3", "ULOP3")
def lop3(t: Thread, i: Decoded) -> None:
    """Any function of three words, bit by bit; p is whether a bit is set, or `in` (PAND: and `in`)."""
    words = tuple(t.word(i.operands[name]) for name in "abc")
    result = looked_up(words, _number(t, i, "table"))
    if "p" in i.operands:
        found, other = result.cmp("ne", 0), t.predicate(i.operands["in"])
        t.set_predicate(i.operands["p"], found & other if "PAND" in i.instruction.modifiers else found | other)
    t.put(i.operands["d"], result)


@op("PLOP3", "UPLOP3")
def plop3(t: Thread, i: Decoded) -> None:
    """Two functions of three predicates, or signs of registers."""
    operands = [i.operands[name] for name in "abc"]
    if len({isinstance(operand, Predicate) for operand in operands}) > 1:
        raise t.unsupported(i, "predicates and signs together")
    sources = tuple(_truth(t, i, operand) for operand in operands)
    results = [looked_up(sources, _number(t, i, name)) for name in ("table", "table2")]
    for name, result in zip(("p", "p2"), results, strict=True):
        t.set_predicate(i.operands[name], result)


def _truth(t: Thread, i: Decoded, operand: Operand) -> Value:
    """A predicate, or whether a register or a constant (with .SIGN) is negative."""
    if not isinstance(operand, Register | Constant):
        return t.predicate(operand)
    if operand.selectors != ("SIGN",) or operand.negated or operand.absolute:
        raise t.unsupported(i, "a register that is no truth")
    negative = t.raw(operand).cmp("slt", 0)
    return ~negative if operand.inverted else negative


def _number(t: Thread, i: Decoded, name: str) -> int:
    operand = i.operands[name]
    if not isinstance(operand, Integer):
        raise t.unsupported(i, f"{name} is no number")
    return operand.value


@op("SHF", "USHF")
def shf(t: Thread, i: Decoded) -> None:
    """Shift high:low and take the lower or upper word; the count is clamped to the type's size, or wraps (W)."""
    if "type" not in i.modifiers:
        raise t.unsupported(i, "a shift without a type")
    kind = i.modifiers["type"]
    low, count, high = (t.word(i.operands[name]) for name in ("low", "shift", "high"))
    both = low.zext("i64") | high.zext("i64") << 32
    bits = int(kind[1:])
    count = count & (bits - 1) if "wrap" in i.modifiers else t.f.intrinsic("umin", count, bits)
    right, signed = i.modifiers["dir"] == "R", kind[0] == "S"
    all_out = both.sar(63) if right and signed else t.f.const(0, "i64")
    by = (count & 63).zext("i64")
    shifted = both << by if not right else both.sar(by) if signed else both >> by
    result = count.cmp("uge", 64).select(all_out, shifted) if bits == 64 else shifted
    t.put(i.operands["d"], (result >> 32 if "part" in i.modifiers else result).trunc("i32"))


@op("PRMT", "UPRMT")
def prmt(t: Thread, i: Decoded) -> None:
    """Four bytes of c:a, chosen by the digits of b, or by a mode for its two lowest bits."""
    a, selector, c = (t.word(i.operands[name]) for name in "abc")
    if "mode" in i.modifiers:
        packed = sum(digits << 16 * number for number, digits in enumerate(MODES[i.modifiers["mode"]]))
        selector = (t.f.const(packed, "i64") >> ((selector & 3) << 4).zext("i64")).trunc("i32")
    t.put(i.operands["d"], t("permute", "i32", a, selector, c))


@op("POPC", "UPOPC")
def popc(t: Thread, i: Decoded) -> None:
    """The number of bits that are set."""
    t.put(i.operands["d"], t.f.intrinsic("ctpop", t.word(i.operands["a"])))


@op("BREV", "UBREV")
def brev(t: Thread, i: Decoded) -> None:
    """All bits in the other order."""
    t.put(i.operands["d"], t.f.intrinsic("bitreverse", t.word(i.operands["a"])))


@op("FLO", "UFLO")
def flo(t: Thread, i: Decoded) -> None:
    """The highest set bit (of a signed number, the highest that is not its sign), SH: its distance from the top."""
    value = t.word(i.operands["a"])
    if "sign" not in i.modifiers:
        value = value ^ value.sar(31)
    above = t.f.intrinsic("ctlz", value, t.f.const(0, "i1"))
    place = above if "shift" in i.modifiers else t.f.const(31, "i32") - above
    t.put(i.operands["d"], value.cmp("eq", 0).select(-1, place))


@op("BMSK", "UBMSK")
def bmsk(t: Thread, i: Decoded) -> None:
    """b bits from bit a on; W: both count modulo 32, otherwise up to 32."""
    first, count = (_limited(t, i, name) for name in "ab")
    ones = (t.f.const(1, "i64") << count.zext("i64")) - 1
    t.put(i.operands["d"], (ones << first.zext("i64")).trunc("i32"))


@op("SGXT", "USGXT")
def sgxt(t: Thread, i: Decoded) -> None:
    """The lower b bits, extended by their sign or (U32) zeros; W: b counts modulo 32."""
    count = _limited(t, i, "b")
    by = (t.f.const(32, "i32") - count).zext("i64")
    shifted = t.word(i.operands["a"]).zext("i64") << 32 << by
    t.put(i.operands["d"], ((shifted >> by if "sign" in i.modifiers else shifted.sar(by)) >> 32).trunc("i32"))


def _limited(t: Thread, i: Decoded, name: str) -> Value:
    operand: Operand = i.operands[name]
    value = t.word(operand)
    return value & 31 if i.modifiers.get("mode") == "W" else t.f.intrinsic("umin", value, 32)
