"""The scalar types of PTX, their names in C++, and how a value of one register is read as another."""

import math
import re
import struct
from typing import NamedTuple

from cass_tools.ptx.refusal import Refusal

C_NAMES = {
    "u8": "unsigned char",
    "s8": "signed char",
    "u16": "unsigned short",
    "s16": "short",
    "u32": "unsigned",
    "s32": "int",
    "u64": "unsigned long long",
    "s64": "long long",
    "f32": "float",
    "f64": "double",
    "pred": "bool",
    "b128": "unsigned __int128",
}
BITS = {"u8": 8, "s8": 8, "u16": 16, "s16": 16, "u32": 32, "s32": 32, "u64": 64, "s64": 64, "f32": 32, "f64": 64}
BITS |= {"f16": 16, "bf16": 16, "f16x2": 32, "bf16x2": 32, "pred": 1, "b128": 128, "tf32": 32}
# Types whose values live in integer registers, by the type of the register.
CARRIERS = {"b8": "u8", "b16": "u16", "b32": "u32", "b64": "u64", "f16": "u16", "bf16": "u16"}
CARRIERS |= {"f16x2": "u32", "bf16x2": "u32", "tf32": "u32"}
CLASSES = {"h": "u16", "r": "u32", "l": "u64", "f": "f32", "d": "f64", "q": "b128", "n": "s64"}
_FROM_BITS = {"f16": "cass::as_half", "f16x2": "cass::as_half2"}
_TO_BITS = {"f16": "cass::half_bits", "f16x2": "cass::half2_bits"}
_CASTS = {
    ("u32", "f32"): "__uint_as_float",
    ("s32", "f32"): "__int_as_float",
    ("f32", "u32"): "__float_as_uint",
    ("f32", "s32"): "__float_as_int",
    ("u64", "f64"): "__longlong_as_double",
    ("s64", "f64"): "__longlong_as_double",
    ("f64", "u64"): "__double_as_longlong",
    ("f64", "s64"): "__double_as_longlong",
}

PRIMARY, UNARY, BINARY = 2, 1, 0
_CALL_OR_NAME = re.compile(r"(?:[A-Za-z_][\w]*(?:::\w+)*)(?:(?:\.|->)[A-Za-z_]\w*)*|\d[\w.]*")
_CAST = re.compile(
    r"\((?:unsigned|signed|int|short|char|long|float|double|const|\s|\*)+\)(?=[\w(*&])"
    r"|\((?:[A-Za-z_]\w*\s*)+\*+\)(?=[\w(*&])|[-~!*&](?=[\w(*&])"
)


class Value(NamedTuple):
    """C++ text that gives a value of a type; `exact` says that C++ gives it that very type."""

    text: str
    type: str
    exact: bool = True


def carrier(kind: str) -> str:
    """The type of the register that holds values of `kind`: itself, or an unsigned integer."""
    return CARRIERS.get(kind, kind)


def c_name(kind: str) -> str:
    """The C++ type of a register of type `kind`."""
    return C_NAMES[carrier(kind)]


def strength(text: str) -> int:
    """How tightly an expression binds: PRIMARY needs brackets nowhere, UNARY none before binary operators."""
    if _CALL_OR_NAME.fullmatch(text) or _closed(text):
        return PRIMARY
    at = 0
    while match := _CAST.match(text, at):
        at = match.end()
    rest = text[at:]
    return UNARY if at and (_CALL_OR_NAME.fullmatch(rest) or _closed(rest)) else BINARY


def _closed(text: str) -> bool:
    """Whether the text is one name with calls and subscripts, or one pair of brackets."""
    name = re.match(r"(?:[A-Za-z_]\w*(?:::\w+)*(?:<[\w, '-]*>)?)?", text)
    at = name.end() if name is not None else 0
    if not text or (at == 0 and not text.startswith("(")):
        return False
    while at < len(text):
        if text[at] in "([":
            at = _matching(text, at)
            if at < 0:
                return False
            if at < len(text) and text[at] not in "([.-":  # a cast has something behind it
                return False
            continue
        member = re.match(r"(?:\.|->)[A-Za-z_]\w*", text[at:])
        if member is None:
            return False
        at += member.end()
    return True


def _matching(text: str, at: int) -> int:
    depth = 0
    for index in range(at, len(text)):
        depth += (text[index] in "([") - (text[index] in ")]")
        if depth == 0:
            return index + 1
    return -1


def bracketed(text: str) -> str:
    """`text` as an operand of any binary operator."""
    return text if strength(text) else f"({text})"


def cast(c_type: str, text: str) -> str:
    """A C cast."""
    return f"({c_type}){bracketed(text)}"


def convert(value: Value, kind: str) -> Value:
    """`value` read as the type `kind`: bits as they are, integers of another width extended by their own sign."""
    source = carrier(value.type)
    wanted = carrier(kind)
    if kind in _FROM_BITS:
        return Value(f"{_FROM_BITS[kind]}({convert(value, wanted).text})", kind)
    if source == wanted and value.exact:
        return Value(value.text, kind)
    if "pred" in (source, wanted):
        if source == wanted:
            return Value(value.text, kind)
        raise Refusal("A predicate is read as a number.")
    if function := _CASTS.get((source, wanted)):
        text = convert(value, "s64").text if function == "__longlong_as_double" else convert(value, source).text
        return Value(f"{function}({text})", kind, exact=wanted != "u64")
    if "f" in (source[0], wanted[0]) and source != wanted:
        raise Refusal(f"A register of type {source} is read as {kind}.")
    return Value(cast(C_NAMES[wanted], value.text), kind)


def bits_of(value: Value) -> Value:
    """A half as the integer register that holds it; anything else unchanged."""
    if value.type in _TO_BITS:
        return Value(f"{_TO_BITS[value.type]}({value.text})", carrier(value.type))
    return Value(value.text, carrier(value.type), value.exact)


def literal(value: int | float, kind: str, *, hexadecimal: bool = False) -> Value:
    """A number of PTX as a C++ literal of the type."""
    wanted = carrier(kind)
    if wanted in ("f32", "f64"):
        return Value(_float_literal(float(value), wanted), kind)
    if isinstance(value, float):
        packed = struct.unpack(
            "<I" if BITS[wanted] == 32 else "<Q", struct.pack("<f" if BITS[wanted] == 32 else "<d", value)
        )
        value = int(packed[0])
    if wanted == "pred":
        return Value("true" if value else "false", kind)
    width = BITS[wanted]
    if wanted.startswith("u"):
        value &= (1 << width) - 1
        suffix = ("u" if width <= 32 else "ull") if value > 0x7FFFFFFF else ""
        return Value((hex(value) if hexadecimal or value > 0xFFFF else str(value)) + suffix, kind)
    value = (value & ((1 << width) - 1)) - ((1 << width) if value >> (width - 1) & 1 else 0)
    if value == -(1 << 31):
        return Value("(-0x7fffffff - 1)", kind)
    return Value(f"{value}{'ll' if abs(value) > 0x7FFFFFFF else ''}", kind)


def _float_literal(value: float, kind: str) -> str:
    suffix = "f" if kind == "f32" else ""
    if math.isnan(value):
        return f'__builtin_nan{suffix}("")'
    if value in (float("inf"), float("-inf")):
        return f"{'-' if value < 0 else ''}__builtin_inf{suffix}()"
    text = repr(value)
    if kind == "f32":
        text = next((s for p in range(1, 10) if _same(s := f"{value:.{p}g}", value)), text)
    if not any(c in text for c in ".en"):
        text += ".0"
    return text + suffix


def _same(text: str, value: float) -> bool:
    try:
        return struct.pack("<f", float(text)) == struct.pack("<f", value)
    except OverflowError:
        return False
