"""What a piece of GPU memory held, in a few numbers, and whether two such contents could be one result.

Nobody says which types memory holds. So contents are the same when they are equal, when they hold the same words in
another order, or when they are close as the type that their bits look like; where they look like none, as any type.
Close are sums over all of it, and a sample number by number: errors that cancel out in a sum do not there. That is of
no use where the order is nobody's; whoever asks must know.
"""

import math
import struct
from typing import NamedTuple

LIKELY = 0.98  # share of words that must look like a type
CLOSE = {"int": 1e-3, "float": 1e-4, "double": 1e-4, "half": 1e-3, "bfloat16": 4e-3, "byte": 1e-3}  # of magnitudes
# What numbers of a sample may differ by on an average: sums of floats in another order are far apart, each by itself.
APART = {"float": 1e-2, "double": 1e-2, "half": 1e-2, "bfloat16": 2e-2, "byte": 1e-3}
FORMS = {"float": "f", "double": "d", "half": "e", "bfloat16": "H", "byte": "B"}  # as struct has them
# Of single numbers, and the least magnitude that is told from nothing.
ONE_BY_ONE = {
    "float": (1e-2, 2**-126),
    "double": (1e-2, 2**-1022),
    "half": (1e-2, 2**-14),
    "bfloat16": (2e-2, 2**-126),
}
USUAL = {"half": (2**-14, 2**10), "bfloat16": (2**-40, 2**40)}  # magnitudes that few other bits look like
PIECE = 8  # bytes that are sampled together
HUGE = 1e280  # greater numbers are counted as not finite (executor/host/digest.cpp)


class Sum(NamedTuple):
    """The content read as numbers of one type: their sum, that of their magnitudes, and how many are not finite."""

    total: float
    size: float
    strange: int


class Content(NamedTuple):
    """What the host runtime says of memory (executor/host/digest.hpp).

    `bag` is equal for the same 32-bit words in any order. `integers` and `floats` of the `words`, and `doubles` of the
    pairs of words, look like numbers of that type of a usual size. `sample`: bytes from all over it, of the same places
    in all contents of one size.
    """

    digest: str
    bag: str
    words: int
    integers: int
    floats: int
    doubles: int
    sums: dict[str, Sum]
    sample: bytes = b""

    @property
    def type(self) -> str | None:
        """What the bits look like, if they look like one type."""
        if self.words and self.integers == self.words:
            return "int"
        if self.floats >= LIKELY * self.words:
            return "float"
        return "double" if 2 * self.doubles >= LIKELY * self.words else None


def read(text: str) -> Content | None:
    """The runtime's words as a content; None for what is none, such as memory that was too large to look at."""
    words = text.split()
    end = 6 + 3 * len(CLOSE)
    if len(words) not in (end, end + 1):
        return None
    try:
        count, integers, floats, doubles = map(int, words[2:6])
        numbers = [float(word) for word in words[6:end]]
        sample = bytes.fromhex("".join(words[end:]))
    except ValueError:
        return None
    sums = {
        name: Sum(numbers[at], numbers[at + 1], int(numbers[at + 2]))
        for name, at in zip(CLOSE, range(0, len(numbers), 3), strict=True)
    }
    if len(sample) % PIECE:
        return None
    return Content(words[0], words[1], count, integers, floats, doubles, sums, sample)


def sums_alike(a: Content, b: Content) -> bool:
    """Whether two contents could be the same result, computed by the compilers of two vendors, by all that does not
    tell in which places numbers are."""
    if _same_words(a, b):
        return True
    if a.type == b.type == "int":
        return False
    types = [a.type] if a.type and a.type == b.type else list(CLOSE)
    return any(_close(a.sums[each], b.sums[each], CLOSE[each]) for each in types)


def alike(a: Content, b: Content) -> bool:
    """The same by a sample of numbers in their places too."""
    return _same_words(a, b) or (sums_alike(a, b) and _samples_alike(a, b))


def _same_words(a: Content, b: Content) -> bool:
    return a.digest == b.digest or reordered(a, b)


def reordered(a: Content, b: Content) -> bool:
    """Whether both hold the same words, in other places."""
    return a.digest != b.digest and a.words > 0 and a.bag == b.bag


def _close(a: Sum, b: Sum, tolerance: float) -> bool:
    size = max(a.size, b.size)
    if not size and not a.strange:  # nothing but zeros shows nothing of this type
        return False
    near = abs(a.total - b.total) <= tolerance * size and abs(a.size - b.size) <= tolerance * size  # false for NaN
    return a.strange == b.strange and near


def _samples_alike(a: Content, b: Content) -> bool:
    """Whether the samples are close as numbers of a type that they may be of, or piece by piece of any."""
    type_ = a.type if a.type == b.type else None
    if any(_near(a, b, each) for each in (type_, "byte") if each):
        return True
    short = (each for each in USUAL if all(_looks_like(c.sample, each) for c in (a, b)))
    return any(_near(a, b, each) for each in short) or (type_ is None and _pieces_alike(a.sample, b.sample))


def _looks_like(sample: bytes, type_: str) -> bool:
    """Whether nearly all of a sample are numbers of this type of a usual size, as few are in bits of another."""
    low, high = USUAL[type_]
    numbers = _numbers(sample, type_)
    usual = sum(n is not None and (n == 0 or low <= abs(n) <= high) for n in numbers)
    return usual >= LIKELY * len(numbers)


def _near(a: Content, b: Content, type_: str) -> bool:
    """Whether the numbers of both samples differ, on an average, by no more than the tolerance, of the magnitude that
    numbers have there or in the whole content: where most cancel out to nothing, others say what nothing is."""
    pairs = list(zip(_numbers(a.sample, type_), _numbers(b.sample, type_), strict=False))
    finite = [(x, y) for x, y in pairs if x is not None and y is not None]
    if any((x is None) != (y is None) for x, y in pairs):
        return False
    if not finite:
        return True
    size = max(sum(abs(x) for x, _ in finite), sum(abs(y) for _, y in finite)) / len(finite)
    count = 4 * a.words / struct.calcsize(FORMS[type_])
    usual = max(a.sums[type_].size, b.sums[type_].size) / count if count else 0.0
    apart = sum(abs(x - y) for x, y in finite) / len(finite)
    return apart <= APART[type_] * max(size, usual)


def _pieces_alike(one: bytes, other: bytes) -> bool:
    """Whether nearly all pieces of two samples are close as numbers of some type each: where types are mixed, the few
    that look like huge numbers of one would hide the rest in any mean."""
    far = sum(not _close_somehow(one[at : at + PIECE], other[at : at + PIECE]) for at in range(0, len(one), PIECE))
    return PIECE * far <= (1 - LIKELY) * len(one)


def _close_somehow(one: bytes, other: bytes) -> bool:
    """Whether a piece is close as a double, or each half of it as a number or two of another type."""
    if _all_close(one, other, "double"):
        return True
    words = [(one[at : at + 4], other[at : at + 4]) for at in (0, 4)]
    return all(any(_all_close(a, b, each) for each in ONE_BY_ONE if each != "double") for a, b in words)


def _all_close(one: bytes, other: bytes, type_: str) -> bool:
    relative, least = ONE_BY_ONE[type_]
    return one == other or all(
        x == y or (x is not None and y is not None and abs(x - y) <= relative * max(abs(x), abs(y), least))
        for x, y in zip(_numbers(one, type_), _numbers(other, type_), strict=False)
    )


def _numbers(sample: bytes, type_: str) -> list[float | None]:
    """The sample read as numbers of a type; None for what is not finite."""
    form = FORMS[type_]
    numbers = struct.unpack(f"<{len(sample) // struct.calcsize(form)}{form}", sample)
    if type_ == "bfloat16":
        numbers = struct.unpack(f"<{len(numbers)}f", b"".join(struct.pack("<I", each << 16) for each in numbers))
    return [float(each) if math.isfinite(each) and abs(each) < HUGE else None for each in numbers]
