"""The smaller or larger number, distances, dot products of parts of words, and scaled addresses."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import TRUE, Integer, Operand, Predicate
from cass_tools.executor.nvidia.lift.ops.halves import finish, signed, term
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

WORD = 32  # bits


@op("IABS")
def iabs(t: Thread, i: Decoded) -> None:
    """|a|; the lowest number stays as it is."""
    t.put(i.operands["d"], t.f.intrinsic("abs", t.word(i.operands["a"]), t.f.const(0, "i1")))


def _chosen(t: Thread, i: Decoded, a: Value, b: Value) -> tuple[Value, Value]:
    """The smaller one where `min` holds, otherwise the larger, and whether it is a (also where both are equal)."""
    unsigned = i.modifiers.get("sign") == "U32" or i.modifiers.get("parts", "").startswith("U")
    sign = "u" if unsigned else "s"
    smaller, is_min = a.cmp(f"{sign}le", b), t.predicate(i.operands["min"])
    first = is_min.select(smaller, a.cmp(f"{sign}ge", b))
    return first.select(a, b), first


def _parts(t: Thread, i: Decoded, name: str) -> list[Value]:
    """An operand as one number, or as those of its halves or bytes, the lowest first, each with the operand's sign."""
    operand = i.operands[name]
    if "parts" not in i.modifiers:
        return [t.word(operand)]
    value = t.raw(operand)
    bits = WORD // int(i.modifiers["parts"][-1])
    parts = [(value >> start).trunc(f"i{bits}") for start in range(0, WORD, bits)]
    return [-part for part in parts] if getattr(operand, "negated", False) else parts


def _put_parts(t: Thread, i: Decoded, parts: list[Value]) -> None:
    """Write them, none below zero with RELU."""
    if "relu" in i.modifiers:
        parts = [t.f.intrinsic("smax", part, 0) for part in parts]
    whole = parts[0] if len(parts) == 1 else parts[0].zext("i32")
    for number, part in enumerate(parts[1:], 1):
        whole = whole | part.zext("i32") << number * WORD // len(parts)
    t.put(i.operands["d"], whole)


@op("IMNMX", "VIMNMX", "UIMNMX", "UVIMNMX")
def imnmx(t: Thread, i: Decoded) -> None:
    """Minimum or maximum; p is whether it is a (CUDA's __vibmax_s32 and its like give it: a >= b).

    Of halves p is that of the lower, p2 that of the upper one.
    """
    p2 = i.operands.get("p2")
    if "size" in i.modifiers:
        _wide(t, i)
        return
    if "parts" not in i.modifiers and isinstance(p2, Predicate) and p2.number != TRUE:
        raise t.unsupported(i, "a second predicate")
    pairs = [_chosen(t, i, a, b) for a, b in zip(_parts(t, i, "a"), _parts(t, i, "b"), strict=True)]
    if "p" in i.operands:
        t.set_predicate(i.operands["p"], pairs[0][1])
    if "parts" in i.modifiers and p2 is not None:
        t.set_predicate(p2, pairs[-1][1])
    _put_parts(t, i, [result for result, _ in pairs])


def _wide(t: Thread, i: Decoded) -> None:
    """Minimum or maximum of 64 bits."""
    for name, inverted in (("p", False), ("p2", False), ("more", True)):
        said = i.operands[name]
        if not isinstance(said, Predicate) or (said.number, said.inverted) != (TRUE, inverted):
            raise t.unsupported(i, f"the predicate {name}")
    a, b, is_min = t.long(i.operands["a"]), t.long(i.operands["b"]), t.predicate(i.operands["min"])
    smaller = a.cmp("ule" if i.modifiers["size"] == "U64" else "sle", b)
    t.put_long(i.operands["d"], is_min.select(smaller, ~smaller).select(a, b))


@op("VIMNMX3")
def vimnmx3(t: Thread, i: Decoded) -> None:
    """Minimum or maximum of three."""
    triples = zip(*(_parts(t, i, name) for name in "abc"), strict=True)
    _put_parts(t, i, [_chosen(t, i, _chosen(t, i, a, b)[0], c)[0] for a, b, c in triples])


@op("VIADDMNMX")
def viaddmnmx(t: Thread, i: Decoded) -> None:
    """Minimum or maximum of a + b (which wraps) and c."""
    triples = zip(*(_parts(t, i, name) for name in "abc"), strict=True)
    _put_parts(t, i, [_chosen(t, i, a + b, c)[0] for a, b, c in triples])


@op("VIADD")
def viadd(t: Thread, i: Decoded) -> None:
    """A sum, or those of halves or bytes; ISAT: the nearest number that fits."""
    if "sat" in i.modifiers:
        a, b = (_exact(t, i.operands[name]) for name in "ab")
        nearest = t.f.intrinsic("smin", t.f.intrinsic("smax", a + b, -(1 << WORD - 1)), (1 << WORD - 1) - 1)
        t.put(i.operands["d"], nearest.trunc("i32"))
        return
    pairs = zip(_parts(t, i, "a"), _parts(t, i, "b"), strict=True)
    _put_parts(t, i, [a + b for a, b in pairs])


def _exact(t: Thread, operand: Operand) -> Value:
    """A signed number in 64 bits, in which its negation does not wrap."""
    wide = t.raw(operand).cast("sext", "i64")
    return -wide if getattr(operand, "negated", False) else wide


@op("VABSDIFF")
def vabsdiff(t: Thread, i: Decoded) -> None:
    """|a - b| + c."""
    a, b = (t.word(i.operands[name]) for name in "ab")
    larger = a.cmp("uge" if "sign" in i.modifiers else "sge", b)
    t.put(i.operands["d"], larger.select(a - b, b - a) + t.word(i.operands["c"]))


def _part(value: Value, bits: int, number: int, kind: str) -> Value:
    """Part `number` of a word, as i32."""
    small = (value >> bits * number).trunc(f"i{bits}")
    return small.cast("sext" if kind[0] == "S" else "zext", "i32")


@op("VABSDIFF4")
def vabsdiff4(t: Thread, i: Decoded) -> None:
    """|a - b| of four bytes each, whatever c is; ACC: their sum and c."""
    kind = i.modifiers.get("sign", "S8")
    a, b = (t.word(i.operands[name]) for name in "ab")
    total = t.word(i.operands["c"]) if "acc" in i.modifiers else t.f.const(0, "i32")
    for number in range(4):
        x, y = _part(a, 8, number, kind), _part(b, 8, number, kind)
        apart = t.f.intrinsic("abs", x - y, t.f.const(0, "i1"))
        total = total + apart if "acc" in i.modifiers else total | apart << 8 * number
    t.put(i.operands["d"], total)


@op("IDP")
def idp(t: Thread, i: Decoded) -> None:
    """c and the products of four bytes, or of two halves with two bytes (LO or HI), added (`dp4a`, `dp2a`)."""
    a, b, total = (t.word(i.operands[name]) for name in "abc")
    four = i.modifiers["width"] == "4A"
    if four == ("half" in i.modifiers) or i.modifiers["a"][1:] != ("8" if four else "16"):
        raise t.unsupported(i, "parts that do not fit")
    if four and t.platform.name == "amd":  # whose GPUs have instructions for it
        signs = f"{i.modifiers['a'][0]}{i.modifiers['b'][0]}".lower()
        t.put(i.operands["d"], t(f"dot4_{signs}", "i32", a, b, total))
        return
    first = 2 if i.modifiers.get("half") == "HI" else 0
    for number in range(4 if four else 2):
        x = _part(a, 8 if four else 16, number, i.modifiers["a"])
        total = total + x * _part(b, 8, number + first, i.modifiers["b"])
    t.put(i.operands["d"], total)


@op("LEA", "ULEA")
def lea(t: Thread, i: Decoded) -> None:
    """a shifted left, plus b; HI: the upper word of high:a (SX32: of a with its sign) shifted, plus b.

    The sign of a belongs to what was shifted; -x counts as ~x + 1 in the carry.
    """
    a, shift = i.operands["a"], i.operands["shift"]
    if not isinstance(shift, Integer) or getattr(a, "absolute", False):
        raise t.unsupported(i, "a shift that is no number")
    value, by, whole = t.raw(a), shift.value & 31, None
    if "part" in i.modifiers:
        high = value.sar(31) if "sign" in i.modifiers else t.word(i.operands["high"])
        both = value.sext("i64") if "sign" in i.modifiers else value.zext("i64") | high.zext("i64") << 32
        value, whole = (both >> (32 - by)).trunc("i32"), both << by
    else:
        value = value << by
    shifted = signed(value, a)
    if shifted.value.name == value.name:  # a sign would be that of one word
        shifted = shifted._replace(by=by, whole=whole)
    finish(t, i, (shifted, term(t, i.operands["b"])))
