"""Values of expressions of host code, as far as the text tells: what cannot be read is chosen.

A name is what it was last set to before the place in question, then what the files define it as. What is left, such as
a parameter, a word of the command line or the result of a function, gets a number of the caller's choice, always the
same one for the same text.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence

from cass_tools.cuda.arguments import split_arguments
from cass_tools.drivers.files import Files

Number = int | float
Value = Number | tuple[Number, ...]
LARGEST = 512  # a plain number in a function that is larger is one to be chosen
MOST_DEPTH, MOST_TEXT = 12, 400
_CAST = re.compile(
    r"\(\s*(?:const\s+)?(?:std::)?(?:(?:unsigned|signed|long|int|short|char|float|double|size_t|u?int\d+_t|uint|dim3)\s*)+\)"
    r"(?=\s*[\w(])|\b(?:static_cast|reinterpret_cast)\s*<[^<>]*>"
)
_SUFFIX = re.compile(r"\b(0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)(?:[uUlLfFzZ]+)\b|(\d\.)[fF]\b")
_SIZEOF = re.compile(r"\bsizeof\s*\(([^()]*)\)")
SIZES: Mapping[str, int] = {
    **dict.fromkeys(("char", "unsigned char", "uchar", "bool", "int8_t", "uint8_t"), 1),
    **dict.fromkeys(("short", "unsigned short", "ushort", "half", "__half", "int16_t", "uint16_t"), 2),
    **dict.fromkeys(("int", "unsigned int", "unsigned", "uint", "float", "int32_t", "uint32_t", "half2"), 4),
    **dict.fromkeys(("float3", "int3", "uint3"), 12),
    **dict.fromkeys(("float4", "int4", "uint4", "double2"), 16),
}
"""Bytes of types by name; others are taken for 8."""
_SCOPE = re.compile(r"\b\w+::")
_TEMPLATE = re.compile(r"\b(min|max)\s*<[^<>]*>")
_DIMS = re.compile(r"\bdim3\s*(?=[({])")
_BRACES = str.maketrans("{}", "()")
_BINARY: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.LShift: lambda a, b: a << b if 0 <= b < 64 else 0,
    ast.RShift: lambda a, b: a >> b if 0 <= b < 64 else 0,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_FUNCTIONS: Mapping[str, Callable[..., Number]] = {
    "min": min,
    "max": max,
    "fmin": min,
    "fmax": max,
    "ceil": math.ceil,
    "ceilf": math.ceil,
    "floor": math.floor,
    "floorf": math.floor,
    "sqrt": math.sqrt,
    "sqrtf": math.sqrt,
    "abs": abs,
    "int": int,
    "float": float,
    "double": float,
    "unsigned": int,
    "size_t": int,
    "uint": int,
}


class Unknown(Exception):
    """An expression that has no value: a division by zero, a text that is none."""


class Scope:
    """What names mean at one place in `code` (blanked): `start` is where its function begins, `end` the place.

    `chosen`: numbers for what cannot be read, in the order in which it is met; its texts are in `free`, then.
    """

    def __init__(self, files: Files, code: bytes, start: int, end: int, chosen: Sequence[int]) -> None:
        self.free: dict[str, int] = {}
        self._files, self._code, self._start, self._end = files, code, start, end
        self._chosen = chosen
        self._known: dict[str, Value] = {}

    def value(self, text: str, depth: int = 0) -> Value:
        """The value of an expression; a tuple for a `dim3`."""
        if len(text) > MOST_TEXT:
            return self._choose(text)
        try:
            tree = ast.parse(_as_python(text), mode="eval").body
        except (SyntaxError, ValueError):
            return self._choose(text)
        try:
            return self._node(tree, depth)
        except (ArithmeticError, TypeError, ValueError) as error:
            raise Unknown(text) from error

    def _choose(self, text: str) -> int:
        text = " ".join(text.split())
        if text not in self.free:
            number = len(self.free)
            self.free[text] = self._chosen[min(number, len(self._chosen) - 1)]
        return self.free[text]

    def _node(self, node: ast.expr, depth: int) -> Value:
        match node:
            case ast.Constant(value=bool() | int() | float() as number):
                return number
            case ast.Name() | ast.Attribute():
                return self._name(ast.unparse(node), depth)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -_number(self._node(inner, depth))
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self._node(inner, depth)
            case ast.BinOp(left=left, op=op, right=right):
                return _binary(op, _number(self._node(left, depth)), _number(self._node(right, depth)))
            case ast.Tuple(elts=parts):
                return tuple(_number(self._node(part, depth)) for part in parts)
            case ast.Call(func=ast.Name(id="dim3"), args=arguments):
                values = [self._node(each, depth) for each in arguments]
                return values[0] if len(values) == 1 else tuple(_number(v) for v in values)
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in _FUNCTIONS:
                return _FUNCTIONS[name](*(_number(self._node(each, depth)) for each in arguments))
        return self._choose(ast.unparse(node))

    def _name(self, name: str, depth: int) -> Value:
        if name not in self._known:
            self._known[name] = self._look_up(name, depth)
        return self._known[name]

    def _look_up(self, name: str, depth: int) -> Value:
        if name in self.free or depth > MOST_DEPTH:
            return self._choose(name)
        if (text := self._set(name, self._start)) is not None:
            self._known[name] = 0  # what is set by itself ends here
            if re.search(rf"\b{re.escape(name)}\b", text):
                return self._choose(name)
            found = self.value(text, depth + 1)
            plain = re.fullmatch(r"[\d\s*<()'uUlL]+", text) is not None
            return self._choose(name) if plain and isinstance(found, int) and found > LARGEST else found
        base, _, field = name.partition(".")
        if field in ("x", "y", "z") and (whole := self._set(base, self._start)) is not None:
            parts = self.value(whole, depth + 1)
            listed = (*parts, 1, 1) if isinstance(parts, tuple) else (parts, 1, 1)
            return listed["xyz".index(field)]
        if parts := self._fields(name, depth):
            return parts
        if (known := self._files.value(name.encode())) is not None:
            return known
        text = self._set(name, 0)
        return self.value(text, depth + 1) if text is not None else self._choose(name)

    def _fields(self, name: str, depth: int) -> tuple[Number, ...]:
        """A `dim3` whose members are set one by one; empty where that is not so."""
        texts = [self._set(f"{name}.{axis}", self._start) for axis in "xyz"]
        if texts[0] is None:
            return ()
        return tuple(1 if text is None else _number(self.value(text, depth + 1)) for text in texts)

    def _set(self, name: str, start: int) -> str | None:
        """What a variable was last set to between `start` and the place."""
        escaped = re.escape(name.encode()).replace(rb"\.", rb"\s*\.\s*")
        pattern = rb"(?<![\w.>])%s\s*(?:=(?!=)\s*|(?=[({]))" % escaped
        for found in reversed(list(re.finditer(pattern, self._code[start : self._end]))):
            at = start + found.end()
            stop = self._code.find(b";", at)
            opened = self._code[at : at + 1] in (b"(", b"{") and b"=" not in found[0]
            if stop < 0 or (opened and not self._declares(start + found.start())):
                continue
            spans = split_arguments(self._code, at, stop)
            text = self._code[at : spans[0].end if spans else stop].decode(errors="replace")
            return f"dim3{text}" if text.startswith("{") or opened else text
        return None

    def _declares(self, at: int) -> bool:
        """Whether the statement around `at` begins with a type, as in `dim3 grid(8), block(4)`."""
        begun = max(self._code.rfind(mark, 0, at) for mark in (b";", b"{", b"}")) + 1
        head = self._code[begun:at].split()
        return (
            bool(head)
            and re.fullmatch(rb"(?:const|dim3|int|unsigned|size_t|long|u?int\d+_t|auto)", head[0]) is not None
        )


def _as_python(text: str) -> str:
    """An expression of C++ in Python's words."""
    text = text.replace("->", ".").replace("'", "")
    text = _SIZEOF.sub(lambda m: f" {SIZES.get(' '.join(m[1].split()), 8)} ", text)
    text = _CAST.sub(" ", text)
    text = _TEMPLATE.sub(r"\1", _SCOPE.sub("", text))
    text = _DIMS.sub("dim3 ", text).translate(_BRACES)
    return " ".join(_SUFFIX.sub(lambda m: m[1] or m[2], text).split()) or "()"


def _number(value: Value) -> Number:
    if isinstance(value, tuple):
        if not value:
            raise Unknown("no value")
        return value[0]
    return value


def _binary(op: ast.operator, a: Number, b: Number) -> Number:
    """Arithmetic as C has it: whole numbers are divided towards zero."""
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.Div():
            return int(a / b) if isinstance(a, int) and isinstance(b, int) else a / b
        case ast.Mod():
            return int(math.fmod(a, b))
    if type(op) in _BINARY and isinstance(a, int) and isinstance(b, int):
        return _BINARY[type(op)](a, b)
    raise Unknown("operator")
