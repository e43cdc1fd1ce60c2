"""Every form of the conversions: with what the record of a GPU has not, against numpy and exact integers."""

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from cass_tools.executor.nvidia.tables import forms_of
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.lift.single import FLOATS, SMALL, Program, Rows, decoded, execute, program
from tests.executor.nvidia.lift.variants import Reader, product_of

Longs = NDArray[np.uint64]
PRECISION = {"F16": (11, -24, 65504), "BF16": (8, -133, 2.0**128 - 2.0**120)}
PRECISION |= {"F32": (24, -149, 2.0**128 - 2.0**104), "F64": (53, -1074, math.inf)}
SIZES = {"F16": np.float16, "F32": np.float32, "F64": np.float64}
NANS = {"F16": 0x7FFF, "BF16": 0x7FFF, "F32": 0x7FFFFFFF}
CONVERSIONS = ("F2I", "UF2I", "I2F", "I2FP", "UI2F", "UI2FP", "F2F", "F2FP", "FRND")
MOST = 120  # instructions of an opcode
ROWS = Rows(120, seed=9, edges=(*FLOATS, *SMALL, 0, 0x3C003C00, 0x7BFF7C00, 0x80000000, 0x41EFFFFF, 0x43E00000))


def floats(r: Reader, name: str, kind: str, selector: str = "") -> list[float]:
    """An operand's values; singles are flushed where the instruction says so."""
    if kind == "F64":
        return [float(v) for v in r.long(name).view(np.float64)]
    bits = r.word(name).astype(np.uint32)
    if kind == "F32":
        values = bits.view(np.float32)
        return [math.copysign(0, v) if "ftz" in r.m and abs(v) < 2.0**-126 else float(v) for v in values]
    bits = bits >> np.uint32(16 if "H1" in selector else 0)
    if kind == "F16":
        return [float(v) for v in bits.astype(np.uint16).view(np.float16)]
    return [float(v) for v in (bits << np.uint32(16)).view(np.float32)]


def integral(x: Fraction, mode: str) -> int:
    if mode in ("RM", "FLOOR"):
        return math.floor(x)
    if mode in ("RP", "CEIL"):
        return math.ceil(x)
    return math.trunc(x) if mode in ("RZ", "TRUNC") else round(x)


def fitted(x: float | int, to: str, mode: str) -> int:
    """The bits of a number, NaN excepted, in a format: exact arithmetic."""
    precision, smallest, largest = PRECISION[to]
    value: float = x if isinstance(x, float) and not (math.isfinite(x) and x) else 0.0
    if not isinstance(x, float) or (math.isfinite(x) and x):
        exact = Fraction(x)
        exponent = math.frexp(float(x))[1] - 1 if isinstance(x, float) else abs(x).bit_length() - 1
        step = Fraction(2) ** max(exponent - precision + 1, smallest)
        rounded = integral(exact / step, mode) * step
        if abs(rounded) > largest:
            away = mode == "RN" or (mode == "RP" and x > 0) or (mode == "RM" and x < 0)
            rounded = Fraction(largest) * (1 if x > 0 else -1)
            value = math.copysign(math.inf if away else largest, x)
        else:
            value = math.copysign(float(rounded), x)
    if to == "BF16":
        return int(np.float32(value).view(np.uint32)) >> 16
    return int(np.array(value, SIZES[to]).view({"F16": np.uint16, "F32": np.uint32, "F64": np.uint64}[to]))


def expected(r: Reader, selector: str) -> list[int | None]:
    """The bits of each row's result; None where it is a NaN whose bits are not modelled here."""
    opcode, mode = r.decoded.instruction.opcode.removeprefix("U"), r.m.get("round", "RN")
    if opcode == "F2I":
        return [integer(x, r) for x in floats(r, "a", r.m.get("from", "F32"), selector)]
    if opcode in ("I2F", "I2FP"):
        return [fitted(v, r.m.get("to", "F32"), mode) if v else 0 for v in integers(r, selector)]
    if opcode == "F2FP":
        to = r.m.get("from", "F16")
        high, below = ([packed(x, r, to, mode) for x in floats(r, n, "F32")] for n in "ab")
        return [h << 16 | v for h, v in zip(high, below, strict=True)]
    to, source = (r.m["to"], r.m["from"]) if opcode == "F2F" else (r.m.get("type", "F32"),) * 2
    found: list[int | None] = []
    for x in floats(r, "a", source, selector):
        if math.isnan(x):
            found.append(None if "F64" in (to, source) else NANS[to])
            continue
        whole = opcode == "FRND" and math.isfinite(x)
        bits = fitted(math.copysign(integral(Fraction(x), mode), x) if whole else x, to, mode)
        found.append(bits & 1 << 31 if "ftz" in r.m and to == "F32" and bits >> 23 & 255 == 0 else bits)
    return found


def packed(x: float, r: Reader, to: str, mode: str) -> int:
    if math.isnan(x):
        return NANS[to]
    return 0 if "relu" in r.m and x <= 0 else fitted(x, to, mode)


def integer(x: float, r: Reader) -> int:
    to = r.m.get("to", "S32")
    bits, wide = int(to[1:]), 64 if to[1:] == "64" else 32
    if math.isnan(x):
        value = 0 if "ntz" in r.m else 1 << (bits - 1)
        return value & (1 << wide) - 1
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if to[0] == "S" else (0, (1 << bits) - 1)
    if math.isinf(x):
        return (most if x > 0 else least) & (1 << wide) - 1
    return min(max(integral(Fraction(x), r.m.get("round", "RN")), least), most) & (1 << wide) - 1


def integers(r: Reader, selector: str) -> list[int]:
    kind = r.m.get("from", "S32")
    bits = int(kind[1:])
    shift = {"B1": 8, "B2": 16, "B3": 24, "H1": 16}.get(selector[1:3], 0)
    values = [int(v) >> shift & (1 << bits) - 1 for v in (r.long("a") if bits == 64 else r.word("a"))]
    return [v - (1 << bits) if kind[0] == "S" and v >> (bits - 1) else v for v in values]


def operands(opcode: str) -> tuple[tuple[str, str], ...]:
    """Operand lists with the selector that is in them."""
    file = "UR" if opcode[0] == "U" else "R"
    if opcode == "F2FP":
        return ((f"{file}0,{file}4,{file}8", ""),)  # of those that pack two singles
    selectors: Mapping[str, tuple[str, ...]] = {
        "I2F": ("", ".B1", ".B3", ".H1"),
        "F2I": ("", ".H1_H1"),
        "F2F": ("", ".H1_H1"),
        "FRND": ("", ".H1_H1"),
    }
    return tuple((f"{file}0,{file}4{s}", s) for s in selectors.get(opcode.removeprefix("U"), ("",)))


def fits(r: Reader, selector: str) -> bool:
    """Whether the selector is one for the size of the source."""
    kind = r.m.get("from", r.m.get("type", ""))
    size = kind.lstrip("USBF")
    return not selector or (size == "8" if ".B" in selector else size == "16")


def refused(r: Reader) -> bool:
    """What has no meaning: a change of format without a change, packed singles; what flushed halves of doubles are."""
    opcode = r.decoded.instruction.opcode
    if opcode == "F2F" and "ftz" in r.m and r.m["from"] == "F64" and r.m["to"] in ("F16", "BF16"):
        return True
    return (opcode == "F2F" and r.m["to"] == r.m["from"]) or (opcode == "F2FP" and r.m.get("from") == "F32")


def cases(opcode: str) -> dict[str, str]:
    """Texts and the selector in each: all of them where they are few, else some with every modifier."""
    forms = [
        form for form in forms_of(opcode) if opcode != "F2FP" or [g.name for g in form.operands] == ["d", "a", "b"]
    ]
    names = [".".join((opcode, *words)) for form in forms for words in product_of(form)]
    some = [names[n] for n in np.random.default_rng(3).permutation(len(names))[:MOST]]
    words = {word for name in names for word in name.split(".")}
    assert words == {word for name in some for word in name.split(".")}
    return {f"{name} {given}": selector for name in some for given, selector in operands(opcode)}


@pytest.mark.parametrize("opcode", CONVERSIONS)
def test_every_form(opcode: str) -> None:
    readers = {text: (Reader(decoded(text), ROWS), selector) for text, selector in cases(opcode).items()}
    for text, (reader, _) in readers.items():
        if refused(reader):
            with pytest.raises(Unsupported, match=opcode):
                Program((text,))
    taken = {text: each for text, each in readers.items() if fits(*each) and not refused(each[0])}
    code = program(tuple(taken))
    for text, (reader, selector) in taken.items():
        register = reader.decoded.instruction.text.partition(" ")[2].partition(",")[0]
        done, wanted = code.run(text, ROWS), expected(reader, selector)
        wide = "F64" in (reader.m.get("to"), reader.m.get("type")) or reader.m.get("to") in ("S64", "U64")
        got = done.long(register) if wide and opcode != "F2FP" else done[register]
        for row, (is_, should) in enumerate(zip(map(int, got), wanted, strict=True)):
            assert should is None or is_ == should, f"{text}: row {row} {is_:#x}, not {should:#x}"


def eights(kind: str) -> NDArray[np.float64]:
    """The values of all bytes as floats of 8 bits (OCP's FP8): E4M3 has one NaN and no infinity."""
    size, fraction, bias = (4, 3, 7) if kind == "E4M3" else (5, 2, 15)
    found = []
    for byte in range(256):
        exponent, rest = byte >> fraction & (1 << size) - 1, byte & (1 << fraction) - 1
        value = math.ldexp(rest + ((exponent > 0) << fraction), max(exponent, 1) - bias - fraction)
        if kind == "E4M3" and byte & 127 == 127:
            value = math.nan
        if kind == "E5M2" and exponent == 31:
            value = math.nan if rest else math.inf
        found.append(-value if byte & 128 else value)
    return np.array(found)


@pytest.mark.parametrize("relu", ["", "RELU."])
@pytest.mark.parametrize("kind", ["E4M3", "E5M2"])
def test_floats_of_8_bits_become_halves(kind: str, relu: str) -> None:
    rows = Rows(256)
    rows["R4"] = np.arange(256, dtype=np.uint32) * np.uint32(0x01010000) ^ np.uint32(0xFF000000)
    done = execute(f"F2FP.{relu}F16.{kind}.UNPACK_B R0,R4.H1", rows)["R0"]
    values = eights(kind)
    for half, bytes_ in ((done & np.uint32(0xFFFF), np.arange(256)), (done >> np.uint32(16), 255 - np.arange(256))):
        wanted = values[bytes_]
        wanted = np.where(wanted <= 0, 0.0, wanted) if relu else wanted
        found = half.astype(np.uint16).view(np.float16).astype(np.float64)
        assert np.array_equal(found, wanted, equal_nan=True)
        assert np.array_equal(np.signbit(found), np.signbit(wanted) & ~np.isnan(wanted))


@pytest.mark.parametrize("relu", ["", "RELU."])
@pytest.mark.parametrize("kind", ["E4M3", "E5M2"])
def test_singles_become_floats_of_8_bits(kind: str, relu: str) -> None:
    rows = Rows(400, seed=4, edges=(*FLOATS, *SMALL, 0, 0x43E00000, 0x43E80000, 0x47600000, 0x3A800000, 0x3B400000))
    rows["R4"] = np.where(np.arange(400) % 2, rows["R4"] & np.uint32(0x87FFFFFF) | np.uint32(0x38000000), rows["R4"])
    done = execute(f"F2FP.SATFINITE.{relu}{kind}.F32.PACK_AB_MERGE_C R0,R4,R8,RZ", rows)["R0"]
    values = eights(kind)
    usable = [byte for byte in range(128) if math.isfinite(values[byte])]
    for name, shift in (("R4", 8), ("R8", 0)):
        for row, x in enumerate(map(float, rows[name].view(np.float32))):
            byte = 0x7F
            if not math.isnan(x):
                kept = 0.0 if relu and x <= 0 else x
                apart = [abs(Fraction(min(abs(kept), 1e30)) - Fraction(float(values[b]))) for b in usable]
                best = [b for b in usable if apart[b] == min(apart)]
                byte = next((b for b in best if b % 2 == 0), best[0]) | (128 if math.copysign(1, kept) < 0 else 0)
            assert done[row] >> shift & 255 == byte, (kind, x)


@pytest.mark.parametrize(("to", "source"), [("S8", "S32"), ("U8", "S32"), ("S16", "U32"), ("U16", "U32")])
def test_integers_are_saturated(to: str, source: str) -> None:
    rows, bits = Rows(300), int(to[1:])
    value = rows["R4"].astype(np.int64) if source == "U32" else rows["R4"].view(np.int32).astype(np.int64)
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if to[0] == "S" else (0, (1 << bits) - 1)
    done = execute(f"I2I.{to}.{source}.SAT R0,R4", rows)["R0"]
    assert np.array_equal(done, np.clip(value, least, most).astype(np.uint32))


@pytest.mark.parametrize("to", ["U2", "S2", "U4", "S4", "U8", "S8", "U16", "S16"])
def test_two_integers_are_packed_as_the_nearest_of_fewer_bits(to: str) -> None:
    rows, bits = Rows(300), int(to[1:])
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if to[0] == "S" else (0, (1 << bits) - 1)
    a, b = (np.clip(rows[name].view(np.int32).astype(np.int64), least, most) & (1 << bits) - 1 for name in ("R4", "R6"))
    behind = {2: "R8.28", 4: "R8.24", 8: "R8.H1"}.get(bits, "RZ")
    before = {2: rows["R8"], 4: rows["R8"], 8: rows["R8"] >> 16}.get(bits, 0 * rows["R8"]).astype(np.int64)
    expected = (before << 2 * bits | a << bits | b).astype(np.uint32)
    assert np.array_equal(execute(f"I2IP.{to}.S32.SAT R0,R4,R6,{behind}", rows)["R0"], expected)
