"""The operands of NVIDIA instructions, from nvdisasm's text."""

import re
from collections.abc import Iterator
from typing import Literal, cast

from cass_tools.errors import CassError
from cass_tools.executor.nvidia.instruction import (
    TRUE,
    ZERO,
    Address,
    Barrier,
    Constant,
    Float,
    Integer,
    Keyword,
    Operand,
    Predicate,
    PredicateSet,
    Register,
    SpecialRegister,
    SymbolReference,
)

INTEGER = re.compile(r"(~?)(-?)(0x[0-9a-f]+)")
FLOAT = re.compile(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|INF|QNAN|SNAN|NAN)")
REGISTER = re.compile(r"(UR|R)(\d+|Z)((?:\.\w+)*)")
PREDICATE = re.compile(r"(!?)(UP|P)([0-6T])")
CONSTANT = re.compile(r"(?:c\[(0x[0-9a-f]+)\]|cx\[(UR\d+|URZ)\])\[([^\]]*)\]((?:\.\w+)*)")
ADDRESS = re.compile(r"(?:(desc|gdesc|idesc|tmem)\[(UR\w+)\])?\[([^\]]*)\]")
DESCRIPTOR = re.compile(r"(desc|gdesc|idesc|tmem)\[(UR\w+)(?:\+(0x[0-9a-f]+))?\]")
DETACHED = re.compile(r"(\w+)desc,\[(UR\w+)\]\[")  # nvdisasm's JSON of sm_80 to sm_89: "R4desc,[UR4][R2.64]"
SYMBOL = re.compile(r"([.$\w]+)(?: \+ (0x[0-9a-f]+))?")
PART = re.compile(r"32@(lo|hi)\((.*)\)")
SPECIAL = re.compile(r"SR(?:Z|_[\w.]+)")
BARRIER = re.compile(r"(B|SB)(\d+)")
SCOREBOARDS = re.compile(r"\{(\d(?:,\d)*)\}")
SHAPES = ("1D", "2D", "3D", "CUBE", "1D_BUFFER", "ARRAY_1D", "ARRAY_2D", "ARRAY_3D", "ARRAY_CUBE", "2DMS", "ARRAY_2DMS")
KEYWORDS = frozenset((*SHAPES, "TEX_HEADER_DIMENSION"))
WHOLE = {"PR": PredicateSet("P"), "UPR": PredicateSet("UP")}


def split(text: str) -> Iterator[str]:
    """The operands of a list, at the commas outside brackets."""
    depth = start = 0
    for at, char in enumerate(text):
        depth += (char in "[({") - (char in "])}")
        if char == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1
    if text[start:].strip():
        yield text[start:].strip()


def operands(text: str, encoding: int) -> Iterator[Operand]:
    """All operands of a list; `encoding` gives the bits of floating-point immediates. CassError names what is odd."""
    words = list(split(DETACHED.sub(r"\1,desc[\2][", text)))
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if FLOAT.fullmatch(word) and not INTEGER.fullmatch(word):
            parts = [word]
            while at < len(words) and FLOAT.fullmatch(words[at]) and not INTEGER.fullmatch(words[at]):
                parts.append(words[at])
                at += 1
            yield Float(encoding >> 32 & 0xFFFFFFFF, ",".join(parts))
            continue
        yield from _operand(word)


def _operand(word: str) -> Iterator[Operand]:
    if word in WHOLE:
        yield WHOLE[word]
    elif match := PREDICATE.fullmatch(word):
        number = TRUE if match[3] == "T" else int(match[3])
        yield Predicate(cast(Literal["P", "UP"], match[2]), number, bool(match[1]))
    elif match := INTEGER.fullmatch(word):
        yield Integer(int(match[2] + match[3], 16), bool(match[1]))
    elif match := BARRIER.fullmatch(word):
        yield Barrier(cast(Literal["B", "SB"], match[1]), int(match[2]))
    elif match := SCOREBOARDS.fullmatch(word):
        yield Integer(sum(1 << int(number) for number in match[1].split(",")))
    elif SPECIAL.fullmatch(word):
        yield SpecialRegister(word)
    elif word in KEYWORDS:
        yield Keyword(word)
    elif (found := _value(word)) is not None:
        yield found
    elif (places := _addresses(word)) is not None:
        yield from places
    else:
        yield _symbol(word)


def _symbol(word: str) -> SymbolReference:
    half = PART.fullmatch(word)
    bare = half[2] if half else word
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    match = SYMBOL.fullmatch(bare)
    if not match:
        raise CassError(f"the operand {word!r} is not known")
    return SymbolReference(match[1], int(match[2] or "0", 16), half[1] if half else "")


def _value(word: str) -> Register | Constant | None:
    """A register or a constant, with its signs."""
    negated = word.startswith("-")
    inverted = word.startswith(("~", "!"))
    bare = word[1:] if negated or inverted else word
    bars = re.fullmatch(r"\|([^|]+)\|((?:\.\w+)*)", bare)
    if bars:
        bare = bars[1] + bars[2]
    absolute = bool(bars)
    if REGISTER.fullmatch(bare):
        return _register(bare, negated=negated, absolute=absolute, inverted=inverted)
    match = CONSTANT.fullmatch(bare)
    if not match:
        return None
    bank: int | Register = int(match[1], 16) if match[1] else _register(match[2])
    registers, offset = _terms(match[3])
    return Constant(bank, registers, offset, negated, absolute, inverted, _selectors(match[4])[0])


def _register(word: str, *, negated: bool = False, absolute: bool = False, inverted: bool = False) -> Register:
    match = REGISTER.fullmatch(word)
    if not match:
        raise CassError(f"{word!r} is no register")
    number = ZERO if match[2] == "Z" else int(match[2])
    selectors, reuse = _selectors(match[3])
    return Register(cast(Literal["R", "UR"], match[1]), number, negated, absolute, inverted, selectors, reuse)


def _selectors(text: str) -> tuple[tuple[str, ...], bool]:
    words = [word for word in text.split(".") if word]
    return tuple(word for word in words if word != "reuse"), "reuse" in words


def _terms(text: str) -> tuple[tuple[Register, ...], int]:
    """Registers and the sum of the numbers in an address."""
    registers: list[Register] = []
    offset = 0
    for term in filter(None, (part.strip() for part in text.split("+"))):
        match = INTEGER.fullmatch(term)
        if match and not match[1]:
            offset += int(match[2] + match[3], 16)
        else:
            registers.append(_register(term))
    return tuple(registers), offset


def _addresses(word: str) -> list[Operand] | None:
    """One address, or several that are printed without a comma between them; None where it is something else."""
    found: list[Operand] = []
    at = 0
    while at < len(word):
        match = ADDRESS.match(word, at)
        if match:
            registers, offset = _terms(match[3])
            found.append(Address(registers, offset, match[1] or "", _register(match[2]) if match[2] else None))
        else:
            match = DESCRIPTOR.match(word, at)
            if not match:
                return None
            found.append(Address((), int(match[3] or "0", 16), match[1], _register(match[2])))
        at = match.end()
    return found
