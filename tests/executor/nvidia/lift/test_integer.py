"""Every form of the integer, logic and predicate opcodes against exact arithmetic."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.nvidia.instruction import Operand, Predicate
from cass_tools.executor.nvidia.lift.ops import OPS
from cass_tools.executor.nvidia.tables import TABLE, table
from tests.executor.nvidia.lift.single import Rows, base, execute
from tests.executor.nvidia.lift.test_convert import CONVERSIONS
from tests.executor.nvidia.lift.variants import Model, Reader, check

Results = Mapping[str, NDArray[np.generic]]
LOW = (1 << 32) - 1
ROWS = Rows(150, seed=5)


def low(values: NDArray[np.object_]) -> NDArray[np.uint32]:
    return np.array([int(v) & LOW for v in values], np.uint32)


def carried(r: Reader, total: NDArray[np.object_], bits: int = 32) -> Results:
    """A sum and the carries that stand in the instruction."""
    for name in ("ci", "ci2"):
        if r.has(name):
            total = total + r.truth(name).astype(object)
    written: dict[str, NDArray[np.generic]] = {
        name: np.array([v >= number << bits for v in total])
        for number, name in enumerate(("co", "co2"), 1)
        if r.has(name)
    }
    wide = np.array([int(v) & (1 << 64) - 1 for v in total], np.uint64)
    return written | {"d": low(total) if bits == 32 else wide}


def iadd(r: Reader) -> Results:
    bits = 64 if "size" in r.m else 32
    total = r.exact("a", bits) + r.exact("b", bits)
    return carried(r, total + r.exact("c", bits) if r.has("c") else total, bits)


def imad(r: Reader) -> Results:
    if "part" not in r.m:
        product = low(r.word("a").astype(object) * r.word("b").astype(object)).astype(object)
        return carried(r, product + r.exact("c"))
    unsigned = "sign" in r.m
    a, b = (r.word(n).astype(object) if unsigned else r.signed(n).astype(object) for n in "ab")
    operand = r.decoded.operands["c"]
    number = getattr(operand, "value", None)
    c = r.exact("c", 64) if number is None else np.full(len(a), number & (LOW if unsigned else (1 << 64) - 1), object)
    product = np.array([int(v) & (1 << 64) - 1 for v in a * b], object)
    written = dict(carried(r, product + c, 64))
    if r.m["part"] == "HI":
        written["d"] = (written["d"].astype(np.uint64) >> np.uint64(32)).astype(np.uint32)
    return written


def isetp(r: Reader) -> Results:
    wide = "size" in r.m
    signed = r.m.get("size") == "S64" if wide else "sign" not in r.m
    words: list[NDArray[Any]] = [r.long(n) if wide else r.word(n) for n in "ab"]
    if signed:
        words = [r.long(n).view(np.int64) if wide else r.signed(n) for n in "ab"]
    a, b = words
    below, same, above = a < b, a == b, a > b
    if r.has("low"):  # the lower words decide where the upper ones are equal
        less = r.truth("low")
        first = {"EQ": same & less, "NE": ~same | less}
        first |= {"LT": below | same & less, "LE": below | same & less, "GT": above | same & less}
        first |= {"GE": above | same & less}
    else:
        first = {"EQ": same, "NE": ~same, "LT": below, "LE": ~above, "GT": above, "GE": ~below}
    result = (first | {"T": same | True, "F": same & False})[r.m["cmp"]]
    join = {"AND": np.logical_and, "OR": np.logical_or, "XOR": np.logical_xor}[r.m["logic"]]
    return {"p": join(result, r.truth("in")), "p2": join(~result, r.truth("in"))}


def extreme(r: Reader, a: NDArray[np.int64], b: NDArray[np.int64]) -> Results:
    if r.m.get("sign") == "U32":
        a, b = a & LOW, b & LOW
    result = np.where(r.truth("min"), np.minimum(a, b), np.maximum(a, b))
    written: dict[str, NDArray[np.generic]] = {"d": result.astype(np.uint32)}
    return written | ({"p": result == a} if r.has("p") else {})


def imnmx(r: Reader) -> Results | None:
    second = r.decoded.operands.get("p2")
    if "size" in r.m:
        return None  # with predicates of its own; without: test_the_smaller_of_64_bits
    if "parts" not in r.m and second is not None and getattr(second, "number", 7) != 7:
        return None
    if "parts" not in r.m and r.has("p"):
        return extreme(r, r.signed("a"), r.signed("b"))
    found = [best(r, a, b) for a, b in zip(terms(r, "a"), terms(r, "b"), strict=True)]
    truths = {name: found[at][1] for at, name in enumerate(("p", "p2")) if r.has(name)}
    return {"d": joined_parts(r, [value for value, _ in found])} | truths


def terms(r: Reader, name: str) -> list[NDArray[np.int64]]:
    """An operand as signed or unsigned numbers: one, or those of its halves or bytes, the lowest first."""
    unsigned = is_unsigned(r)
    if "parts" not in r.m:
        return [r.word(name).astype(np.int64) if unsigned else r.signed(name)]
    operand = r.decoded.operands[name]
    word = r.rows.raw(operand, base()).astype(np.uint32)
    small = np.dtype(f"u{size_of(r)}")
    parts = [(word >> np.uint32(8 * at)).astype(small) for at in range(0, 4, size_of(r))]
    parts = [-part for part in parts] if getattr(operand, "negated", False) else parts
    return [part.astype(np.int64) if unsigned else part.view(f"i{size_of(r)}").astype(np.int64) for part in parts]


def is_unsigned(r: Reader) -> bool:
    return r.m.get("sign") == "U32" or r.m.get("parts", "").startswith("U")


def size_of(r: Reader) -> int:
    """Bytes of one number."""
    return 4 // int(r.m["parts"][-1]) if "parts" in r.m else 4


def wrapped(r: Reader, value: NDArray[np.int64]) -> NDArray[np.int64]:
    """A sum in the size and sign of its terms."""
    return value.astype(f"{'u' if is_unsigned(r) else 'i'}{size_of(r)}").astype(np.int64)


def best(r: Reader, a: NDArray[np.int64], b: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The smaller or larger one, and whether it is a."""
    first = np.where(r.truth("min"), a <= b, a >= b)
    return np.where(first, a, b), first


def joined_parts(r: Reader, values: list[NDArray[np.int64]]) -> NDArray[np.uint32]:
    """A word of them, none below zero with RELU; what is unsigned is taken as signed there."""
    if "relu" in r.m:
        values = [np.maximum(value.astype(f"i{size_of(r)}"), 0).astype(np.int64) for value in values]
    if len(values) == 1:
        return values[0].astype(np.uint32)
    words = [value.astype(f"u{size_of(r)}").astype(np.uint32) for value in values]
    shifts = np.arange(len(words), dtype=np.uint32) * np.uint32(8 * size_of(r))
    return sum((word << shift for word, shift in zip(words, shifts, strict=True)), np.zeros(1, np.uint32))


def vimnmx3(r: Reader) -> Results:
    triples = zip(*(terms(r, name) for name in "abc"), strict=True)
    return {"d": joined_parts(r, [best(r, best(r, a, b)[0], c)[0] for a, b, c in triples])}


def viaddmnmx(r: Reader) -> Results:
    triples = zip(*(terms(r, name) for name in "abc"), strict=True)
    return {"d": joined_parts(r, [best(r, wrapped(r, a + b), c)[0] for a, b, c in triples])}


def signed(r: Reader) -> list[tuple[Operand, int]]:
    """Both operands of a sum, and 1 or -1."""
    return [(o, -1 if getattr(o, "negated", False) else 1) for o in (r.decoded.operands[name] for name in "ab")]


def viadd(r: Reader) -> Results:
    if "sat" in r.m:
        raw = [(r.rows.raw(o, base()).astype(np.uint32).view(np.int32), sign) for o, sign in signed(r)]
        exact = sum(value.astype(np.int64) * sign for value, sign in raw)
        return {"d": np.clip(exact, -(1 << 31), (1 << 31) - 1).astype(np.int32).view(np.uint32)}
    pairs = zip(terms(r, "a"), terms(r, "b"), strict=True)
    return {"d": joined_parts(r, [wrapped(r, a + b) for a, b in pairs])}


def lea(r: Reader) -> Results:
    operand, shift = r.decoded.operands["a"], r.number("shift")
    value = r.rows.raw(operand, 0).astype(object)
    if "part" in r.m:
        high = (value >> 31) * LOW if "sign" in r.m else r.word("high").astype(object)
        value = (high << 32 | value) >> (32 - shift)
    else:
        value = value << shift
    value = value & LOW
    if getattr(operand, "inverted", False):
        value = LOW - value
    if getattr(operand, "negated", False):
        value = LOW - value + 1
    return carried(r, value + r.exact("b"))


def chosen(sources: list[NDArray[np.uint64]], table: int, bits: int) -> NDArray[np.uint64]:
    """Bit by bit, the table's bit number a b c."""
    result = np.zeros_like(sources[0])
    for bit in range(bits):
        index = sum((source >> np.uint64(bit) & np.uint64(1)) << np.uint64(2 - n) for n, source in enumerate(sources))
        result |= (np.uint64(table) >> index & np.uint64(1)) << np.uint64(bit)
    return result


def lop3(r: Reader) -> Results:
    result = chosen([r.word(n) for n in "abc"], r.number("table"), 32).astype(np.uint32)
    if not r.has("p"):
        return {"d": result}
    both = np.logical_and if "PAND" in r.decoded.instruction.modifiers else np.logical_or
    return {"d": result, "p": both(result != 0, r.truth("in"))}


def plop3(r: Reader) -> Results | None:
    if len({isinstance(r.decoded.operands[n], Predicate) for n in "abc"}) > 1:
        return None
    sources = [r.truth(n).astype(np.uint64) for n in "abc"]
    return {p: chosen(sources, r.number(t), 1) != 0 for p, t in (("p", "table"), ("p2", "table2"))}


def shf(r: Reader) -> Results | None:
    if "type" not in r.m:
        return None
    bits, right = int(r.m["type"][1:]), r.m["dir"] == "R"
    both = (r.word("high") << np.uint64(32) | r.word("low")).astype(object)
    if r.m["type"][0] == "S" and right:
        both = np.array([v - (v >> 63 << 64) for v in both], object)
    count = [int(v) & (bits - 1) if "wrap" in r.m else min(int(v), bits) for v in r.word("shift")]
    result: NDArray[Any] = np.array([v >> n if right else v << n for v, n in zip(both, count, strict=True)], object)
    part: NDArray[Any] = result >> 32 if "part" in r.m else result
    return {"d": low(part)}


def prmt(r: Reader) -> Results | None:
    if "mode" in r.m:
        return {"d": permuted(r, [MODES[r.m["mode"]](int(v) & 3) for v in r.word("b")])}
    return {"d": permuted(r, [[int(v) >> 4 * n & 15 for n in range(4)] for v in r.word("b")])}


MODES = {
    "F4E": lambda n: [n, n + 1, n + 2, n + 3],
    "B4E": lambda n: [n, (n - 1) % 8, (n - 2) % 8, (n - 3) % 8],
    "RC8": lambda n: [n] * 4,
    "ECL": lambda n: [max(n, k) for k in range(4)],
    "ECR": lambda n: [min(n, k) for k in range(4)],
    "RC16": lambda n: [2 * (n & 1), 2 * (n & 1) + 1] * 2,
}


def permuted(r: Reader, digits: list[list[int]]) -> NDArray[np.uint32]:
    found = []
    for a, c, row in zip(r.word("a"), r.word("c"), digits, strict=True):
        octets = int(c << np.uint64(32) | a).to_bytes(8, "little")
        picked = [octets[d & 7] if d < 8 else 255 * (octets[d & 7] >> 7) for d in row]
        found.append(int.from_bytes(bytes(picked), "little"))
    return np.array(found, np.uint32)


def flo(r: Reader) -> Results:
    values = [v if "sign" in r.m or v >= 0 else ~v for v in map(int, r.word("a") if "sign" in r.m else r.signed("a"))]
    places = [LOW if v == 0 else 32 - v.bit_length() if "shift" in r.m else v.bit_length() - 1 for v in values]
    return {"d": np.array(places, np.uint32)}


def limit(r: Reader, name: str) -> list[int]:
    return [int(v) & 31 if r.m.get("mode") == "W" else min(int(v), 32) for v in r.word(name)]


def bmsk(r: Reader) -> Results:
    pairs = zip(limit(r, "a"), limit(r, "b"), strict=True)
    return {"d": low(np.array([((1 << count) - 1) << first for first, count in pairs], object))}


def sgxt(r: Reader) -> Results:
    found = []
    for value, count in zip(map(int, r.word("a")), limit(r, "b"), strict=True):
        kept = value & ((1 << count) - 1)
        top = count and kept >> (count - 1) and "sign" not in r.m
        found.append(kept - (1 << count) if top else kept)
    return {"d": low(np.array(found, object))}


def parts(values: NDArray[np.uint64], bits: int, kind: str) -> NDArray[np.int64]:
    """A row's parts, lowest first."""
    pieces = np.stack([values >> np.uint64(n) & np.uint64((1 << bits) - 1) for n in range(0, 32, bits)], 1)
    signed = pieces.astype(np.int64)
    return np.where(signed >> (bits - 1), signed - (1 << bits), signed) if kind[0] == "S" else signed


def idp(r: Reader) -> Results | None:
    bits = 8 if r.m["width"] == "4A" else 16
    if r.m["a"][1:] != str(bits) or (bits == 8) == ("half" in r.m):
        return None
    b = parts(r.word("b"), 8, r.m["b"])
    if bits == 16:
        b = b[:, 2:] if r.m["half"] == "HI" else b[:, :2]
    return {"d": ((parts(r.word("a"), bits, r.m["a"]) * b).sum(1) + r.signed("c")).astype(np.uint32)}


def vabsdiff(r: Reader) -> Results:
    a, b = (r.word(n).astype(np.int64) if "sign" in r.m else r.signed(n) for n in "ab")
    return {"d": (abs(a - b) + r.signed("c")).astype(np.uint32)}


def vabsdiff4(r: Reader) -> Results:
    apart: NDArray[np.int64] = abs(np.subtract(*(parts(r.word(n), 8, r.m.get("sign", "S8")) for n in "ab")))
    if "acc" in r.m:
        return {"d": (apart.sum(1) + r.signed("c")).astype(np.uint32)}
    return {"d": (apart << np.arange(0, 32, 8)).sum(1).astype(np.uint32)}


def p2r(r: Reader) -> Results:
    file = "UP" if r.decoded.instruction.opcode == "UP2UR" else "P"
    bits = sum(r.rows[f"{file}{n}"].astype(np.uint64) << np.uint64(n) for n in range(7))
    shift = np.uint64({"B1": 8, "B2": 16, "B3": 24}.get(r.m.get("byte", ""), 0))
    mask = r.word("mask") & np.uint64(255)
    return {"d": (r.word("a") & ~(mask << shift) | (bits & mask) << shift).astype(np.uint32)}


def sums(names: str, sign: str = "- ~") -> dict[str, str]:
    return dict.fromkeys(names, sign)


CASES: dict[str, tuple[Model, dict[str, str]]] = {
    "IADD3": (iadd, sums("abc")),
    "UIADD3": (iadd, sums("abc")),
    "IADD": (iadd, sums("ab")),
    "VIADD": (viadd, sums("ab", "-")),
    "IMAD": (imad, {"b": "-", "c": "-"}),
    "UIMAD": (imad, {"b": "-", "c": "-"}),
    "ISETP": (isetp, {}),
    "UISETP": (isetp, {}),
    "IABS": (lambda r: {"d": abs(r.signed("a")).astype(np.uint32)}, {"a": "-"}),
    "IMNMX": (imnmx, sums("ab", "-")),
    "VIMNMX": (imnmx, {}),
    "UIMNMX": (imnmx, {}),
    "UVIMNMX": (imnmx, {}),
    "VIMNMX3": (vimnmx3, {}),
    "VIADDMNMX": (viaddmnmx, {"a": "-", "b": "-"}),
    "LEA": (lea, sums("ab")),
    "ULEA": (lea, sums("ab")),
    "LOP3": (lop3, sums("abc", "~")),
    "ULOP3": (lop3, sums("abc", "~")),
    "PLOP3": (plop3, {}),
    "UPLOP3": (plop3, {}),
    "SHF": (shf, {}),
    "USHF": (shf, {}),
    "PRMT": (prmt, {}),
    "UPRMT": (prmt, {}),
    "POPC": (lambda r: {"d": np.bitwise_count(r.word("a")).astype(np.uint32)}, {"a": "~"}),
    "UPOPC": (lambda r: {"d": np.bitwise_count(r.word("a")).astype(np.uint32)}, {"a": "~"}),
    "FLO": (flo, {"a": "~"}),
    "UFLO": (flo, {"a": "~"}),
    "BREV": (lambda r: {"d": low(np.array([int(f"{int(v):032b}"[::-1], 2) for v in r.word("a")], object))}, {}),
    "UBREV": (lambda r: {"d": low(np.array([int(f"{int(v):032b}"[::-1], 2) for v in r.word("a")], object))}, {}),
    "BMSK": (bmsk, {}),
    "UBMSK": (bmsk, {}),
    "SGXT": (sgxt, {}),
    "USGXT": (sgxt, {}),
    "IDP": (idp, {}),
    "VABSDIFF": (vabsdiff, {}),
    "VABSDIFF4": (vabsdiff4, {}),
    "P2R": (p2r, {}),
    "UP2UR": (p2r, {}),
}


@pytest.mark.parametrize("opcode", CASES)
def test_every_form(opcode: str) -> None:
    model, signs = CASES[opcode]
    check(opcode, model, signs, ROWS)


@pytest.mark.parametrize(("kind", "dtype"), [("U64", "u8"), ("S64", "i8")])
@pytest.mark.parametrize(("guard", "choose"), [("PT", np.minimum), ("!PT", np.maximum)])
def test_the_smaller_of_64_bits(kind: str, dtype: str, guard: str, choose: np.ufunc) -> None:
    for u in ("", "U"):
        true = f"{guard[:-2]}{u}PT"
        done = execute(f"{u}IMNMX.{kind} {u}PT, {u}PT, {u}R0, {u}R4, {u}R8, {true}, !{u}PT", ROWS)
        a, b = ROWS.long(f"{u}R4").view(dtype), ROWS.long(f"{u}R8").view(dtype)
        assert np.array_equal(done.long(f"{u}R0").view(dtype), choose(a, b))


def test_no_opcode_is_left_out() -> None:
    elsewhere = {
        "R2P",
        "SEL",
        "MOV",
        "F2IP",
        "I2I",
        "I2IP",
        *CONVERSIONS,
    }  # test_predicates, test_kernels, test_record, test_convert
    section, listed = "", set()
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            section = line.strip("# ")
        elif line and section in ("Integer arithmetic", "Conversions"):
            listed.add(line.partition("\t")[0])
    uniform = {f"U{opcode}" for opcode in listed} & set(table())
    assert listed | uniform - {"UMOV", "USEL"} <= set(CASES) | elsewhere
    assert set(CASES) | elsewhere <= set(OPS)
