"""Numbers as programs print them: where they are in a line, and when two of them are the same."""

import math
import re
import struct

from cass_tools.compare.terms import DOUBLE_TOLERANCE, FLOAT_TOLERANCE, Terms, Tolerance

NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<!\w)[-+]?(?:nan|inf(?:inity)?)\b",
    re.I,
)
ROUNDED = 1e-9  # a double printed this finely may differ by one in its last printed digit
ALWAYS_EXACT = 6  # digits that every float holds, if it is in the normal range
NORMAL = (1.2e-38, 3.4e38)
FLOAT = struct.Struct("f")
MANTISSA = {"float": (23, -149), "double": (52, -1074), "half": (10, -24)}  # its bits, and the least exponent of a step


def same_number(expected: str, found: str, terms: Terms) -> bool:
    """Whole numbers must be equal; others may differ as the terms allow."""
    if expected == found:
        return True
    if is_hex(expected) or is_hex(found) or (is_whole(expected) and is_whole(found)):
        return is_hex(expected) is is_hex(found) and _digits(expected, terms) == _digits(found, terms)
    a, b = float(expected), float(found)
    if math.isnan(a) or math.isnan(b):
        signs = (expected[0] == "-", found[0] == "-")
        return math.isnan(a) and math.isnan(b) and (not terms.nan_bits or signs[0] == signs[1])
    if a == b:
        return not (terms.signed_zero and a == 0 and math.copysign(1, a) != math.copysign(1, b))
    if math.isinf(a) or math.isinf(b):
        return False
    return _near(expected, found, a, b, terms)


def _near(expected: str, found: str, a: float, b: float, terms: Terms) -> bool:
    if terms.tolerance is None and not terms.types:
        far, size = abs(a - b), max(abs(a), abs(b))
        if far <= DOUBLE_TOLERANCE * size:  # whatever type they are; which one is costly to find out
            return True
    single = could_be_float(expected) and could_be_float(found)
    kind = "float" if single else "double"
    wanted = terms.of(kind)
    if wanted is not None:
        if single and wanted.ulp:  # steps are between the numbers themselves, not their printed digits
            a, b = (FLOAT.unpack(FLOAT.pack(number))[0] for number in (a, b))
        return within(a, b, wanted, kind)
    size = max(abs(a), abs(b))
    if single:
        return abs(a - b) <= FLOAT_TOLERANCE * size
    unit = max(last_place(expected), last_place(found))  # a hair may move the rounding of the last printed digit
    return abs(a - b) <= max(DOUBLE_TOLERANCE * size, 1.01 * unit if unit <= ROUNDED * size else 0)


def within(a: float, b: float, tolerance: Tolerance, kind: str) -> bool:
    """Whether two finite numbers of a type are as near to each other as a tolerance allows."""
    size = max(abs(a), abs(b))
    allowed = max(tolerance.atol, tolerance.rtol * size)
    if tolerance.ulp:
        allowed = max(allowed, tolerance.ulp * ulp(size, kind))
    return abs(a - b) <= allowed


def ulp(number: float, kind: str) -> float:
    """The distance from a number, which is not negative, to the next larger one of its type."""
    bits, least = MANTISSA[kind]
    return math.ldexp(1.0, max(math.frexp(number)[1] - 1 - bits, least)) if number else math.ldexp(1.0, least)


def is_hex(number: str) -> bool:
    """Whether a number is written with 0x."""
    return "x" in number or "X" in number


def is_whole(number: str) -> bool:
    """A number that is printed without fraction or exponent."""
    return number.lstrip("+-").isdigit()


def _digits(number: str, terms: Terms) -> str:
    """A whole number in one spelling, however long it is."""
    sign = "-" if number.startswith("-") else ""
    digits = number.lower().lstrip("+-").removeprefix("0x").lstrip("0")
    return sign + (digits or "0") if digits or terms.signed_zero else "0"


def last_place(number: str) -> float:
    """The weight of the last printed digit."""
    mantissa, _, exponent = number.lower().partition("e")
    return float(f"1e{int(exponent or '0') - len(mantissa.partition('.')[2])}")


def could_be_float(number: str) -> bool:
    """Whether the nearest 32-bit value prints the same digits."""
    mantissa = number.lower().partition("e")[0].lstrip("+-")
    digits = len(mantissa.replace(".", "").lstrip("0"))
    value = float(number)
    if digits <= ALWAYS_EXACT and (value == 0 or NORMAL[0] <= abs(value) <= NORMAL[1]):
        return True
    try:
        rounded: float = FLOAT.unpack(FLOAT.pack(value))[0]
    except OverflowError:
        return False
    form = f".{max(digits, 1) - 1}e"
    return rounded == value or format(rounded, form) == format(value, form)
