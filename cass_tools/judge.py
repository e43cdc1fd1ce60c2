"""Comparing what two programs did: pure, from two `Run` values to the first difference or none.

Text must be equal. Whole numbers must be equal. A number with a fraction or an exponent may differ by a relative
tolerance: 1e-5 where both numbers could have been a float (they survive a round trip through 32 bits at the precision
that was printed), 1e-12 where only a double prints such digits.

A line that states the warp size is right with that of the GPU it ran on: 32 for the original, 64 on a wider one.
"""

import math
import re
import struct
from dataclasses import dataclass, replace

from cass_tools.model import Run

NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<!\w)[-+]?(?:nan|inf(?:inity)?)\b",
    re.I,
)
FLOAT_TOLERANCE, DOUBLE_TOLERANCE = 1e-5, 1e-12
STDOUT = "stdout"
ROUNDED = 1e-9  # a double printed this finely may differ by one in its last printed digit
UNIT = r"(?:[numµ]?s|msec|usec|nsec|sec|secs|seconds?|milliseconds?|microseconds?|[KMGT]i?B/s|[KMGT]?flop/?s|fps|Hz)"
TIMED = re.compile(rf"[-+]?\d[\d.]*(?:[eE][-+]?\d+)?(?=\s*{UNIT}\b)", re.I)
TIME_WORDS = re.compile(
    r"\b(?:time|timing|elapsed|duration|took|latency|bandwidth|throughput|speed-?up|[KMGT]?flops|per\s+sec(?:ond)?)\b"
    r"|\b\w+/s(?:ec(?:ond)?)?\b",
    re.I,
)
WARP_SIZE = re.compile(
    r"\b(?:warp|wave(?:front)?)[\s_-]*size|\b(?:threads|lanes) (?:per|in a|of a) (?:warp|wave(?:front)?)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Terms:
    """How to compare. `tolerance`: relative, for every number with a fraction; None takes the two defaults.

    `warp_sizes`: lanes on both sides where these differ; a line that states the warp size may then say either.
    `unsteady`: lines of stdout (from 1) that are not compared, because the original itself does not repeat them.
    """

    tolerance: float | None = None
    mask_times: bool = False
    warp_sizes: tuple[int, int] | None = None
    unsteady: frozenset[int] = frozenset()

    def words(self) -> str:
        """The terms in the words of the verdict table."""
        how = "numbers within 1e-5 (float) and 1e-12 (double)"
        if self.tolerance is not None:
            how = f"numbers within {self.tolerance:g}" if self.tolerance else "exactly"
        return how + (", times masked" if self.mask_times else "")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that is not the same: `what` it is (stdout line 3, exit status), and both sides."""

    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, got {self.found}"


def compare(expected: Run, found: Run, terms: Terms) -> Difference | None:
    """The first difference in stdout, kept files or exit status; None when the two did the same."""
    difference = compare_text(STDOUT, expected.stdout, found.stdout, terms)
    if difference:
        return difference
    theirs = dict(found.files)
    for name, content in expected.files:
        difference = compare_file(name, content, theirs.get(name), terms)
        if difference:
            return difference
    if expected.status != found.status:
        return Difference("exit status", str(expected.status), str(found.status))
    return None


def terms_between(expected: Run, found: Run, terms: Terms) -> Terms:
    """The terms for two runs on GPUs that may differ in the warp size."""
    lanes = (expected.target.wave if expected.target else 32, found.target.wave if found.target else 32)
    return replace(terms, warp_sizes=lanes if lanes[0] != lanes[1] else None)


def unwritten(expected: Run, found: Run) -> tuple[str, ...]:
    """The files that were to be compared and that neither program wrote: equal, but nothing was shown by that."""
    theirs = dict(found.files)
    return tuple(name for name, content in expected.files if content is None and theirs.get(name) is None)


def compare_file(name: str, expected: bytes | None, found: bytes | None, terms: Terms) -> Difference | None:
    """Text files by lines, others byte for byte; a file that is missing on one side only is a difference."""
    if expected is None or found is None:
        if expected is found:
            return None
        return Difference(f"file {name}", *("no such file" if side is None else "a file" for side in (expected, found)))
    if b"\0" not in expected:
        return compare_text(f"file {name}", expected, found, terms)
    if expected == found:
        return None
    shorter = min(len(expected), len(found))
    at = next((i for i in range(shorter) if expected[i] != found[i]), shorter)
    return Difference(f"file {name}, byte {at}", expected[at : at + 8].hex(" "), found[at : at + 8].hex(" "))


def compare_text(what: str, expected: bytes, found: bytes, terms: Terms) -> Difference | None:
    """Line by line; the name of the difference carries the line number."""
    if expected == found:
        return None
    ours, theirs = _lines(expected), _lines(found)
    loose = terms.unsteady if what == STDOUT else frozenset()
    for number, (a, b) in enumerate(zip(ours, theirs, strict=False), 1):
        if a != b and number not in loose and not same_line(a, b, terms):
            return Difference(f"{what} line {number}", _quote(a), _quote(b))
    if len(ours) != len(theirs):
        first = min(len(ours), len(theirs))
        sides = [_quote(side[first]) if len(side) > first else "the end" for side in (ours, theirs)]
        return Difference(f"{what} line {first + 1}", *sides)
    return None


def same_line(expected: str, found: str, terms: Terms) -> bool:
    """Whether two lines say the same under `terms`."""
    if terms.mask_times:
        expected, found = mask_times(expected), mask_times(found)
    if expected == found:
        return True
    if _texts(expected) != _texts(found):
        return False
    sizes = terms.warp_sizes if terms.warp_sizes and WARP_SIZE.search(expected) else (0, 0)
    pairs = zip(NUMBER.findall(expected), NUMBER.findall(found), strict=True)
    return all((a, b) == (str(sizes[0]), str(sizes[1])) or _same_number(a, b, terms.tolerance) for a, b in pairs)


def mask_times(line: str) -> str:
    """Replace what measures time: numbers before a unit of time or rate, all numbers in a line that speaks of time."""
    return NUMBER.sub("<time>", line) if TIME_WORDS.search(line) else TIMED.sub("<time>", line)


def _texts(line: str) -> list[str]:
    """The text around the numbers. A padding follows the width of its number, so blanks before one do not count."""
    *before, last = NUMBER.split(line)
    return [*(text.rstrip(" \t") for text in before), last]


def _same_number(expected: str, found: str, tolerance: float | None) -> bool:
    """Whole numbers must be equal; others may differ by a relative tolerance."""
    if _is_hex(expected) or _is_hex(found) or (_whole(expected) and _whole(found)):
        return _is_hex(expected) is _is_hex(found) and _digits(expected) == _digits(found)
    a, b = float(expected), float(found)
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or math.isinf(b):
        return a == b or (math.isnan(a) and math.isnan(b))
    size = max(abs(a), abs(b))
    if tolerance is not None:
        return abs(a - b) <= tolerance * size
    if _could_be_float(expected) and _could_be_float(found):
        return abs(a - b) <= FLOAT_TOLERANCE * size
    unit = max(_last_place(expected), _last_place(found))  # a hair may move the rounding of the last printed digit
    return abs(a - b) <= max(DOUBLE_TOLERANCE * size, 1.01 * unit if unit <= ROUNDED * size else 0)


def _is_hex(number: str) -> bool:
    return "x" in number.lower()


def _whole(number: str) -> bool:
    """A number that is printed without fraction or exponent."""
    return number.lstrip("+-").isdigit()


def _digits(number: str) -> str:
    """A whole number in one spelling, however long it is."""
    sign = "-" if number.startswith("-") else ""
    return sign + (number.lower().lstrip("+-").removeprefix("0x").lstrip("0") or "0")


def _last_place(number: str) -> float:
    """The weight of the last printed digit."""
    mantissa, _, exponent = number.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 10.0 ** (int(exponent or "0") - decimals)


def _could_be_float(number: str) -> bool:
    """Whether the nearest 32-bit value prints the same digits."""
    mantissa = re.split("[eE]", number.lstrip("+-"))[0]
    digits = len(mantissa.replace(".", "").lstrip("0"))
    value = float(number)
    try:
        rounded = struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return False
    precision = max(digits, 1)
    return f"{rounded:.{precision - 1}e}" == f"{value:.{precision - 1}e}"


def _lines(data: bytes) -> list[str]:
    """Lines as text for comparison and quotation: every byte kept."""
    return data.decode(errors="surrogateescape").split("\n")


def _quote(line: str, limit: int = 120) -> str:
    """A line for a message: shortened, unprintable bytes shown as such."""
    shown = repr(line if len(line) <= limit else line[:limit] + "...")
    return '"' + shown[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
