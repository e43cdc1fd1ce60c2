"""Conversions between integers and floating-point numbers, and between floating-point formats.

What NVIDIA's documentation (PTX ISA, `cvt`) leaves open was seen on an H200, see tests/executor/nvidia/data/h200.npz:
NaN as an integer is 0 with .NTZ, otherwise the highest bit of its size alone; a NaN that comes from a half, bfloat16 or
single becomes the one with all bits set, one that comes from a double, or becomes one, keeps its upper bits.
"""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Operand
from cass_tools.executor.nvidia.lift.ops.double import finish
from cass_tools.executor.nvidia.lift.ops.floating import flushed, rounding
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.places import is_zero
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

WHOLE = {"TRUNC": "trunc", "FLOOR": "floor", "CEIL": "ceil"}
PRECISION = {"F16": 11, "BF16": 8, "F32": 24, "F64": 53}
NARROW = {"F16": "double_to_half", "BF16": "double_to_bfloat"}
TENS_LOST = 13  # bits of a single that TF32 has not
NAN_SINGLE, NAN_SMALL = 0x7FFFFFFF, 0x7FFF


def number(t: Thread, i: Decoded, operand: Operand, kind: str) -> Value:
    """A floating-point operand: a double for F64, otherwise a single that has the same value."""
    if kind == "F64":
        return t.double(operand)
    if kind == "F32":
        return flushed(t, i, t.single(operand))
    bits = t.raw(operand)
    if "H1" in "".join(getattr(operand, "selectors", ())):
        bits = bits >> 16
    value = bits.trunc("i16").bitcast("half").resize_float("float") if kind == "F16" else (bits << 16).bitcast("float")
    return t.signed(value, operand)


def canonical(t: Thread, value: Value) -> Value:
    """A single in which every NaN is the one with all bits set but the sign."""
    return value.cmp("uno", value).select(t.f.const(NAN_SINGLE, "i32").bitcast("float"), value)


@op("F2I", "UF2I")
def f2i(t: Thread, i: Decoded) -> None:
    """Round to an integer, the nearest one if nothing else is said; what does not fit becomes the nearest that does."""
    to = i.modifiers.get("to", "S32")
    result = _integer(t, i, number(t, i, i.operands["a"], i.modifiers.get("from", "F32")), to)
    if result.type == "i64":
        t.put_long(i.operands["d"], result)
    else:
        t.put(i.operands["d"], result)


def _integer(t: Thread, i: Decoded, value: Value, to: str) -> Value:
    """In 32 bits or in 64; what stands for a NaN is not widened with its sign."""
    value = t.f.intrinsic(WHOLE.get(i.modifiers.get("round", ""), "roundeven"), value)
    bits = int(to[1:])
    result = t.f.intrinsic("fptosi.sat" if to[0] == "S" else "fptoui.sat", value, result=f"i{bits}")
    if bits < 32:
        result = result.cast("sext" if to[0] == "S" else "zext", "i32")
    return result if "ntz" in i.modifiers else value.cmp("uno", value).select(1 << (bits - 1), result)


@op("F2IP")
def f2ip(t: Thread, i: Decoded) -> None:
    """One single as a byte, as ptxas makes it of cvt.u8.f32; a second one and what they are packed with are refused."""
    if any(getattr(i.operands[name], "number", None) != ZERO for name in "ac"):
        raise t.unsupported(i, "two numbers")
    t.put(i.operands["d"], _integer(t, i, number(t, i, i.operands["b"], "F32"), i.modifiers["to"]))


@op("I2F", "I2FP", "UI2F", "UI2FP")
def i2f(t: Thread, i: Decoded) -> None:
    """An integer as a floating-point number."""
    kind = i.modifiers.get("from", "S32")
    bits, signed = int(kind[1:]), kind[0] == "S"
    value = t.long(i.operands["a"]) if bits == 64 else t.word(i.operands["a"]).trunc(f"i{bits}")
    to, mode = i.modifiers.get("to", "F32"), rounding(i)
    if mode == 0 and to in ("F32", "F64"):
        result = value.cast("sitofp" if signed else "uitofp", "float" if to == "F32" else "double")
    else:
        wide = value.cast("sext" if signed else "zext", "i64")
        result = t("integer_rounded", "double", wide, int(signed), mode, PRECISION[to])
        if to == "F32":
            result = result.resize_float("float")
        elif to in NARROW:
            result = t(NARROW[to], "i32", result, mode)
    if to == "F64":
        t.put_long(i.operands["d"], result)
    else:
        t.put(i.operands["d"], result)


@op("F2F")
def f2f(t: Thread, i: Decoded) -> None:
    """Another floating-point format."""
    to, source, mode = i.modifiers["to"], i.modifiers["from"], rounding(i)
    if to == source:
        raise t.unsupported(i, "no change of format")
    if "ftz" in i.modifiers and source == "F64" and to in NARROW:
        raise t.unsupported(i, "which small numbers are flushed")
    value = number(t, i, i.operands["a"], source)
    if to == "F64":
        t.put_long(i.operands["d"], value.resize_float("double"))
    elif to in NARROW:
        t.put(i.operands["d"], narrowed(t, value, to, mode))
    elif source == "F64":
        small = t("double_to_single", "float", value, mode) if mode else value.resize_float("float")
        t.put(i.operands["d"], flushed(t, i, small))
    else:
        t.put(i.operands["d"], canonical(t, flushed(t, i, value)))


def narrowed(t: Thread, value: Value, to: str, mode: int) -> Value:
    """The 16 bits, as i32, of a float or double in that format."""
    if value.type == "double":
        return t(NARROW[to], "i32", value, mode)
    if to == "F16" and mode == 0:
        if t.platform.name == "amd":  # of a product LLVM makes v_fma_mixlo_f16 with +0, which loses -0
            value = t("kept", "float", value)
        bits = value.resize_float("half").bitcast("i16").zext("i32")
    else:
        bits = t(NARROW[to], "i32", value.resize_float("double"), mode)
    return value.cmp("uno", value).select(NAN_SMALL, bits)


@op("F2FP")
def f2fp(t: Thread, i: Decoded) -> None:
    """Two singles as halves or bfloat16 values of one register, the first one on top; RELU: not below zero.

    Values of 8 bits take half as much room, and c's lower half comes on top of them. MERGE_C alone: of one value, where
    it is not known what of c stays.
    """
    if i.modifiers["pack"] == "MERGE_C" and not is_zero(i.operands["c"]):
        raise t.unsupported(i, "what it is merged with")
    if i.modifiers.get("to") == "TF32":
        t.put(i.operands["d"], _tens(t, i))
        return
    if i.modifiers["pack"] == "UNPACK_B":
        low, high = (t("eight_to_half", "i32", byte, is_large(i.modifiers["from"])) for byte in _bytes(t, i))
        relu = [_not_below(half, 0x8000) if "relu" in i.modifiers else half for half in (low, high)]
        t.put(i.operands["d"], relu[0] | relu[1] << 16)
        return
    if "finite" in i.modifiers:
        parts = [t("single_to_eight", "i32", value, is_large(i.modifiers["to"])) for value in _packed(t, i)]
        packed = parts[0] << 8 | parts[1]
        t.put(i.operands["d"], packed if is_zero(i.operands["c"]) else t.word(i.operands["c"]) << 16 | packed)
        return
    to = i.modifiers.get("from", "F16")
    if to not in NARROW:
        raise t.unsupported(i, "neither halves nor bfloat16 values")
    parts = [narrowed(t, value, to, rounding(i)) for value in _packed(t, i)]
    t.put(i.operands["d"], parts[0] << 16 | parts[1] if len(parts) == 2 else parts[0])


def _tens(t: Thread, i: Decoded) -> Value:
    """A single as TF32: 10 bits behind the point, rounded to the nearest even one or (RZ) cut off."""
    [value] = _packed(t, i)
    word = value.bitcast("i32")
    if "round" not in i.modifiers:
        word = word + 0xFFF + (word >> TENS_LOST & 1)
    kept = ~((1 << TENS_LOST) - 1)
    return value.cmp("uno", value).select(NAN_SINGLE & kept, word & kept)


def is_large(kind: str) -> int:
    """1 for E5M2, 0 for E4M3."""
    return int(kind == "E5M2")


def _packed(t: Thread, i: Decoded) -> list[Value]:
    """The singles that are packed, the upper one first, none below zero with RELU."""
    if i.modifiers.get("from") == "F16" and "finite" in i.modifiers:
        bits = t.raw(i.operands["a"])
        values = [part.trunc("i16").bitcast("half").resize_float("float") for part in (bits >> 16, bits)]
    else:
        values = [t.single(i.operands[name]) for name in "ab" if name in i.operands]
    return [value.cmp("ole", 0.0).select(0.0, value) for value in values] if "relu" in i.modifiers else values


def _bytes(t: Thread, i: Decoded) -> list[Value]:
    """The two lower bytes, or with H1 the upper ones."""
    value = t.word(i.operands["a"])
    return [value & 255, value >> 8 & 255]


def _not_below(value: Value, sign: int) -> Value:
    """0 for what has this sign bit."""
    return (value & sign).cmp("ne", 0).select(0, value)


@op("I2I")
def i2i(t: Thread, i: Decoded) -> None:
    """The nearest integer of fewer bits, extended again."""
    t.put(i.operands["d"], _fitted(t, t.word(i.operands["a"]), i.modifiers["to"], i.modifiers["from"]))


@op("I2IP")
def i2ip(t: Thread, i: Decoded) -> None:
    """The nearest integers of fewer bits, a above b, and above both what was packed before, moved up."""
    to = i.modifiers["to"]
    bits = int(to[1:])
    high, low = (_fitted(t, t.word(i.operands[name]), to, "S32") & (1 << bits) - 1 for name in "ab")
    packed = high << bits | low
    t.put(i.operands["d"], packed if bits == 16 else t.word(i.operands["c"]) << 2 * bits | packed)


def _fitted(t: Thread, value: Value, to: str, source: str) -> Value:
    """A number of 32 bits, or the nearest of those that `to` can be."""
    bits, signed, sign = int(to[1:]), to[0] == "S", source[0].lower()
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if sign == "s":
        value = t.f.intrinsic("smax", value, least)
    return t.f.intrinsic(f"{sign}min", value, most)


@op("FRND")
def frnd(t: Thread, i: Decoded) -> None:
    """A whole number in the same format."""
    kind = i.modifiers.get("type", "F32")
    value = number(t, i, i.operands["a"], kind)
    result = t.f.intrinsic(WHOLE.get(i.modifiers.get("round", ""), "roundeven"), value)
    if kind == "F64":
        finish(t, i, result)
    elif kind == "F32":
        t.put(i.operands["d"], canonical(t, result))
    else:
        t.put(i.operands["d"], narrowed(t, result, kind, 0))
