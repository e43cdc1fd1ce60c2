"""`cvt`: conversions between all scalar types with every rounding, saturation, and packing of two halves."""

from cass_tools.ptx import scalar
from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value, bracketed, c_name
from cass_tools.ptx.text import Instruction, Item

_WHOLE = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
_INTEGER = {"rni": "rn", "rzi": "rz", "rmi": "rd", "rpi": "ru"}
_FLOATS = ("f16", "bf16", "f32", "f64")
_ROUNDINGS = ("rn", "rz", "rm", "rp", "rna")
_LIMITS = {
    "u8": ("0", "255"),
    "s8": ("-128", "127"),
    "u16": ("0", "65535"),
    "s16": ("-32768", "32767"),
    "u32": ("0", "0xffffffffu"),
    "s32": ("(-0x7fffffff - 1)", "0x7fffffff"),
    "u64": ("0", "~0ull"),
    "s64": ("(-0x7fffffffffffffffll - 1)", "0x7fffffffffffffffll"),
}
_PAIRS = {"f16x2": "cass::pack_half2", "bf16x2": "cass::pack_bf16x2"}


class _Conversion:
    """The parts of a `cvt`."""

    def __init__(self, instruction: Instruction) -> None:
        self.name = instruction.name
        types = [m for m in instruction.modifiers if m in scalar.BITS]
        rest = [m for m in instruction.modifiers if m not in scalar.BITS and m != "ftz"]
        self.sat = "sat" in rest
        self.relu = "relu" in rest
        self.rounding = next((m for m in rest if m in _ROUNDINGS or m in _WHOLE), "")
        unknown = [m for m in rest if m not in ("sat", "relu") and m != self.rounding]
        if len(types) != 2 or unknown or (self.relu and types[0] not in _PAIRS):
            raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
        self.target, self.source = types


def change(instruction: Instruction, registers: Registers) -> list[str]:
    """`cvt`."""
    if instruction.name.startswith("cvt.pack.sat."):
        return _pack(instruction, registers)
    what = _Conversion(instruction)
    target, *sources = instruction.operands
    if what.target in _PAIRS:
        return _pair(what, target, sources, registers)
    if len(sources) != 1:
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    if what.target == "tf32":
        function = "cass::round_tf32" if what.rounding in ("rna", "rn") else ""
        if not function or what.sat:
            raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
        nearest = "true" if what.rounding == "rn" else "false"
        return registers.write(target, Value(f"{function}({registers.read(sources[0], 'f32')}, {nearest})", "u32"))
    return registers.write(target, _converted(what, sources[0], registers))


def _converted(what: _Conversion, source: Item, registers: Registers) -> Value:
    from_float, to_float = what.source in _FLOATS, what.target in _FLOATS
    if not from_float and not to_float:
        return _integer(what, source, registers)
    if not from_float:
        return _to_float(what, registers.read(source, what.source))
    if what.source == "bf16":
        value = f"__uint_as_float((unsigned){bracketed(registers.read(source, 'u16'))} << 16)"
    else:
        value = registers.read(source, what.source)
    if not to_float:
        return _to_integer(what, value)
    return _float(what, value)


def _integer(what: _Conversion, source: Item, registers: Registers) -> Value:
    """Registers may be wider than what is converted of them."""
    plain = registers.typed(source, what.source)
    if not what.sat:
        return Value(scalar.cast(c_name(what.target), plain.text), what.target)
    name = registers.once(source, what.source, "x")
    text = name
    low, high = _LIMITS[what.target]
    wide, signed = scalar.BITS[what.source], what.source[0] == "s"
    if signed and (what.target[0] == "u" or scalar.BITS[what.target] < wide):
        text = f"{name} < {low} ? {low} : {text}"
    if scalar.BITS[what.target] < wide or (what.target[0] == "s" and not signed and scalar.BITS[what.target] == wide):
        text = f"{name} > {high} ? {high} : {text}"
    return Value(scalar.cast(c_name(what.target), text), what.target)


def _to_float(what: _Conversion, text: str) -> Value:
    if what.target == "bf16" or what.rounding not in ("rn", ""):
        if what.target == "f32" and what.rounding in ("rz", "rm", "rp"):
            return Value(f"cass::to_float<'{what.rounding[1]}'>({text})", "f32")
        if what.target == "f64" and scalar.BITS[what.source] <= 32:
            return Value(f"(double){bracketed(text)}", "f64")
        raise Refusal(f"`{what.name}` has no translation yet.", what.name)
    if what.target == "f16":
        if scalar.BITS[what.source] > 32:
            raise Refusal(f"`{what.name}` has no translation yet.", what.name)
        return Value(f"(_Float16){bracketed(text)}", "f16")
    made = f"({c_name(what.target)}){bracketed(text)}"
    return Value(_saturated(made, what.target) if what.sat else made, what.target)


def _to_integer(what: _Conversion, value: str) -> Value:
    """To the nearest whole number in the direction, held to the range of the type; NaN as the hardware has it."""
    rounding = _INTEGER.get(what.rounding)
    if rounding is None:
        raise Refusal(f"`{what.name}` has no translation yet.", what.name)
    number = f"(float){bracketed(value)}" if what.source == "f16" else value
    wide = "double" if what.source == "f64" else "float"
    if what.target in ("s32", "u32") and wide == "float":
        function = "int" if what.target == "s32" else "uint"
        return Value(f"__float2{function}_{rounding}({number})", what.target)
    function = _WHOLE[what.rounding] + ("f" if wide == "float" else "")
    return Value(f"cass::to_integer<{c_name(what.target)}>({function}({number}))", what.target)


def _saturated(text: str, kind: str) -> str:
    return f"fminf(fmaxf({text}, 0.0f), 1.0f)" if kind == "f32" else f"fmin(fmax({text}, 0.0), 1.0)"


def _float(what: _Conversion, value: str) -> Value:
    text = _rounded_float(what, value)
    if not what.sat:
        return Value(text, "u16" if what.target == "bf16" else what.target)
    if what.target == "f16":
        return Value(f"cass::saturate_half({text})", "f16")
    return Value(_saturated(text, what.target), what.target)


def _rounded_float(what: _Conversion, value: str) -> str:
    """The number in the target's type, before saturation."""
    if what.target == "bf16":
        return _to_bfloat(what, value)
    if what.rounding in _WHOLE and what.source == what.target:
        suffix = "" if what.target == "f64" else "f"
        text = f"{_WHOLE[what.rounding]}{suffix}({value})"
        return f"(_Float16){text}" if what.target == "f16" else text
    if what.source == what.target or (what.source == "bf16" and what.target == "f32"):
        return value
    if what.rounding in ("rz", "rm", "rp") and scalar.BITS[what.target] < scalar.BITS[what.source]:
        if (what.target, what.source) not in (("f32", "f64"), ("f16", "f32")):
            raise Refusal(f"`{what.name}` has no translation yet.", what.name)
        function = "to_float" if what.target == "f32" else "to_half"
        return f"cass::{function}<'{what.rounding[1]}'>({value})"
    if what.target == "f16" and what.source == "f64":
        raise Refusal(f"`{what.name}` has no translation yet.", what.name)
    return f"({'_Float16' if what.target == 'f16' else c_name(what.target)}){bracketed(value)}"


def _to_bfloat(what: _Conversion, value: str) -> str:
    if what.source != "f32" or what.rounding not in ("rn", "rz") or what.sat:
        raise Refusal(f"`{what.name}` has no translation yet.", what.name)
    return f"cass::to_bf16({value})" if what.rounding == "rn" else f"(unsigned short)(__float_as_uint({value}) >> 16)"


def _pair(what: _Conversion, target: Item, sources: list[Item], registers: Registers) -> list[str]:
    """Two floats to the halves of a word: the first operand is the upper half."""
    if what.source != "f32" or len(sources) != 2 or what.rounding != "rn" or what.sat:
        raise Refusal(f"`{what.name}` has no translation yet.", what.name)
    if what.relu:  # NaN stays
        texts = [registers.once(item, "f32", "x") for item in sources]
        high, low = (f"{text} <= 0.0f ? 0.0f : {text}" for text in texts)
    else:
        high, low = (registers.read(item, "f32") for item in sources)
    return registers.write(target, Value(f"{_PAIRS[what.target]}({low}, {high})", "u32"))


def _pack(instruction: Instruction, registers: Registers) -> list[str]:
    """`cvt.pack.sat`: two saturated numbers in the low bits, above them the low bits of a third operand."""
    kind = instruction.modifiers[2]
    target, a, b, *rest = instruction.operands
    width = int(kind[1:]) if kind[1:].isdigit() else 0
    if width not in (2, 4, 8, 16) or instruction.modifiers[3] != "s32":
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if kind[0] == "s" else (0, (1 << width) - 1)
    mask = f" & {(1 << width) - 1:#x}u" if low else ""
    texts = [f"(unsigned)min(max({registers.read(item, 's32')}, {low}), {high}){mask}" for item in (a, b)]
    first, second = (f"({text})" if mask else text for text in texts)
    text = f"{first} << {width} | {second}"
    if rest and width < 16:
        text = f"{bracketed(registers.read(rest[0], 'u32'))} << {2 * width} | {text}"
    return registers.write(target, Value(text, "u32"))
