"""Values of integer constant expressions in a file, as far as its own `#define`s, `const`s and enums tell.

A name that is defined twice with different values has no value here: a file that chooses between 32 and 64 lanes by a
guard has been adapted already, and nobody should be told otherwise.
"""

import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from cass_tools.cuda.lex import IDENTIFIER, join_lines
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.pieces import pieces

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_TOKEN = re.compile(
    rb"\s*(?:(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlLzZ]*)(?![\w.])|([A-Za-z_]\w*)|(<<|>>|::|.))", re.S
)
# Patterns that begin with a fixed byte are looked for at the speed of C; what stands before it is looked at afterwards.
_DEFINE = Pattern(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+((?:[^\\\n]|\\\r?\n)+)")
_CONST = Pattern(
    rb"const(?<![A-Za-z0-9_]const)(?:expr)?\b[ \t]+(?:static[ \t]+|inline[ \t]+)?(?:const[ \t]+)?"
    rb"((?:std::|unsigned[ \t]+|signed[ \t]+|long[ \t]+)*[A-Za-z_]\w*)[ \t]+(?:const[ \t]+)?"
    rb"([A-Za-z_]\w*)[ \t]*=[ \t]*([^;{}\n]+);"
)
_ENUM = Pattern(rb"enum(?<![A-Za-z0-9_]enum)\b[^;{}()]*\{([^{}]*)\}")
_ENUMERATOR = Pattern(rb"([A-Za-z_]\w*)\s*=\s*([^,]+)")
_UNSIGNED = Pattern(rb"unsigned|\bu|size_t|lanemask_t|bool")
_LONG_TYPES: Final = frozenset(
    b"long uint64_t int64_t size_t ptrdiff_t uintptr_t intptr_t uint64 int64 u64 lanemask_t ulonglong".split()
)
_SHORT_TYPES: Final = frozenset(
    b"int unsigned signed short char bool uint32_t int32_t uint16_t uint8_t uint u32 auto".split()
)
_LONGEST: Final = 200  # bytes of an expression
_LIMITS: Final = {b"UINT_MAX": 0xFFFFFFFF, b"UINT32_MAX": 0xFFFFFFFF, b"INT_MAX": 0x7FFFFFFF}
_OPERATORS: Final[dict[bytes, tuple[int, Callable[[int, int], int]]]] = {
    b"|": (1, lambda a, b: a | b),
    b"^": (2, lambda a, b: a ^ b),
    b"&": (3, lambda a, b: a & b),
    b"<<": (4, lambda a, b: a << b if 0 <= b < 64 else 0),
    b">>": (4, lambda a, b: a >> b if 0 <= b < 64 else 0),
    b"+": (5, lambda a, b: a + b),
    b"-": (5, lambda a, b: a - b),
    b"*": (6, lambda a, b: a * b),
    b"/": (6, lambda a, b: int(a / b) if b else 0),
    b"%": (6, lambda a, b: a % b if b else 0),
}


class Constant(NamedTuple):
    """An integer as C sees it: `bits` is 32 or 64; `value` is the number, reduced to `bits` where it is unsigned."""

    value: int
    bits: int = 32
    signed: bool = True

    @property
    def pattern(self) -> int:
        """The bits of the value as an unsigned number."""
        return self.value & ((1 << self.bits) - 1)


def _wrap(value: int, bits: int, signed: bool) -> Constant:
    value &= (1 << bits) - 1
    if signed and value >> (bits - 1):
        value -= 1 << bits
    return Constant(value, bits, signed)


def type_bits(name: bytes) -> int | None:
    """32 or 64 for an integer type's name (`const unsigned`, `uint64_t`), None for any other."""
    words = name.replace(b"std::", b"").replace(b"*", b" * ").split()
    if b"*" in words:
        return None
    if any(w in _LONG_TYPES for w in words):
        return 64
    return 32 if any(w in _SHORT_TYPES for w in words) else None


class _Definitions(NamedTuple):
    """What a piece of a file defines: name, text and type (empty for macros) of each.

    `first` are macros on its first line, which are directives only if the file begins there.
    """

    first: tuple[tuple[bytes, bytes, bytes], ...]
    macros: tuple[tuple[bytes, bytes, bytes], ...]
    constants: tuple[tuple[bytes, bytes, bytes], ...]


def _definitions(text: bytes) -> _Definitions:
    first, macros = list[tuple[bytes, bytes, bytes]](), list[tuple[bytes, bytes, bytes]]()
    for match in _DEFINE.finditer(text):
        line = text.rfind(b"\n", 0, match.start()) + 1
        if not text[line : match.start()].strip(b" \t"):  # a directive
            (macros if line else first).append((match[1], join_lines(match[2]).strip(), b""))
    constants = tuple((match[2], match[3], match[1]) for match in _CONST.finditer(text))
    return _Definitions(tuple(first), tuple(macros), constants)


class Constants:
    """Constants of one file; `code` is blanked (cuda/lex.py)."""

    def __init__(self, code: bytes) -> None:
        self._code = code
        self._known: dict[bytes, Constant | None] = {}
        self._values: dict[bytes, Constant | None] = {}

    @functools.cached_property
    def _texts(self) -> dict[bytes, list[tuple[bytes, bytes]]]:
        """Every definition of every name, with its type if it has one; read only once a name is asked for."""
        texts: dict[bytes, list[tuple[bytes, bytes]]] = {}
        parts = pieces(self._code).answers(_definitions)
        some = [part for part in parts if part.macros or part.constants]
        for defined in (parts[0].first, *(part.macros for part in some), *(part.constants for part in some)):
            for name, text, kind in defined:
                texts.setdefault(name, []).append((text, kind))
        for block in _ENUM.finditer(self._code):
            for match in _ENUMERATOR.finditer(block[1]):
                texts.setdefault(match[1], []).append((match[2], b"int"))
        return texts

    def name(self, name: bytes) -> Constant | None:
        """The value of a name, None where the file does not define it, or not as one constant."""
        if name not in self._known:
            self._known[name] = None  # a definition by itself ends here
            found = {self._typed(text, kind) for text, kind in set(self._texts.get(name, ()))}
            self._known[name] = found.pop() if len(found) == 1 else None
        return self._known[name]

    def defines(self, name: bytes) -> bool:
        """Whether the file defines `name` as a macro, constant or enumerator at all."""
        return name in self._texts

    def texts(self, name: bytes) -> tuple[bytes, ...]:
        """All replacement texts and initialisers of `name`."""
        return tuple(text for text, _ in self._texts.get(name, ()))

    def _typed(self, text: bytes, kind: bytes) -> Constant | None:
        value = self._evaluate(text)
        bits = type_bits(kind)
        if value is None or bits is None or b"auto" in kind:
            return value
        return _wrap(value.value, bits, _UNSIGNED.search(kind) is None)

    def evaluate(self, text: bytes) -> Constant | None:
        """The value of an expression, None when it is not a constant that can be read here."""
        if len(text) > _LONGEST:
            return None
        if text not in self._values:
            self._values[text] = self._evaluate(text)
        return self._values[text]

    def _evaluate(self, text: bytes) -> Constant | None:
        if len(text) > _LONGEST:
            return None
        reader = _Reader(text, self)
        value = reader.binary(0)
        return value if reader.ended else None

    def value(self, text: bytes) -> int | None:
        """`evaluate` as a plain number."""
        found = self.evaluate(text)
        return None if found is None else found.value


@functools.lru_cache(maxsize=2)
def constants(context: "Context") -> Constants:
    """The constants of a file, read once."""
    return Constants(context.code)


class _Reader:
    """Precedence climbing over the tokens of one expression."""

    def __init__(self, text: bytes, names: Constants) -> None:
        self._tokens = _TOKEN.findall(text.strip())
        self._at = 0
        self._names = names

    @property
    def ended(self) -> bool:
        return self._at == len(self._tokens)

    def _peek(self) -> bytes:
        """The text of the next name or operator; empty for a number or at the end."""
        return b"" if self.ended else self._tokens[self._at][2] or self._tokens[self._at][3]

    def _take(self, text: bytes) -> bool:
        if self._peek() != text:
            return False
        self._at += 1
        return True

    def binary(self, least: int) -> Constant | None:
        """An expression of operators that bind at least as tightly as `least`."""
        left = self._unary()
        while left is not None and (operator := _OPERATORS.get(self._peek())) and operator[0] >= least:
            self._at += 1
            right = self.binary(operator[0] + 1)
            if right is None:
                return None
            bits = max(left.bits, right.bits)
            signed = left.signed and right.signed
            if operator[0] == 4:  # a shift has the type of its left side
                bits, signed = left.bits, left.signed
            left = _wrap(operator[1](left.value, right.value), bits, signed)
        return left

    def _unary(self) -> Constant | None:
        sign = self._peek()
        if sign in (b"-", b"~", b"+"):
            self._at += 1
            inner = self._unary()
            if inner is None:
                return None
            value = {b"-": -inner.value, b"~": ~inner.value, b"+": inner.value}[sign]
            return _wrap(value, inner.bits, inner.signed)
        if self._take(b"("):
            return self._parenthesis()
        return self._primary()

    def _parenthesis(self) -> Constant | None:
        start = self._at
        words = []
        while IDENTIFIER.fullmatch(self._peek()) or self._peek() == b"::":
            words.append(self._peek())
            self._at += 1
        bits = type_bits(b" ".join(words).replace(b"std :: ", b""))
        if bits is not None and self._take(b")"):
            inner = self._unary()
            return (
                None if inner is None else _wrap(inner.value, bits, b"unsigned" not in words and words[-1][:1] != b"u")
            )
        self._at = start
        value = self.binary(0)
        return value if self._take(b")") else None

    def _primary(self) -> Constant | None:
        if self.ended:
            return None
        digits, suffix, name, _ = self._tokens[self._at]
        self._at += 1
        if digits:
            return _number(digits, suffix)
        if name in (b"static_cast", b"unsigned", b"int", b"size_t", b"uint32_t", b"uint64_t"):
            return self._functional_cast(name)
        if name in _LIMITS and not self._names.defines(name):
            return Constant(_LIMITS[name], 32, name == b"INT_MAX")
        return self._names.name(name) if name else None

    def _functional_cast(self, name: bytes) -> Constant | None:
        kind = name
        if name == b"static_cast":
            words = []
            if not self._take(b"<"):
                return None
            while self._peek() not in (b">", b""):
                words.append(self._peek())
                self._at += 1
            kind = b" ".join(words)
            if not self._take(b">"):
                return None
        bits = type_bits(kind)
        if bits is None or not self._take(b"("):
            return None
        inner = self.binary(0)
        if inner is None or not self._take(b")"):
            return None
        return _wrap(inner.value, bits, kind in (b"int", b"long", b"long long"))


def _number(digits: bytes, suffix: bytes) -> Constant:
    text = digits.replace(b"'", b"").decode().lower()
    octal = len(text) > 1 and text.isdigit() and text[0] == "0"
    try:
        value = int(text, 8 if octal else 0)
    except ValueError:
        value = int(text)
    unsigned = b"u" in suffix.lower()
    plain = not octal and text.isdigit()
    bits = 64 if b"l" in suffix.lower() or value > 0xFFFFFFFF or (plain and not unsigned and value > 0x7FFFFFFF) else 32
    signed = not unsigned and (plain or value < 1 << (bits - 1))
    return Constant(value, bits, signed)
