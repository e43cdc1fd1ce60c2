"""What a piece of GPU memory held, in a few numbers, and whether two such contents could be one result.

Nobody says which types memory holds. So contents are the same when they are equal, when they hold the same words in
another order, or when they are close as the type that their bits look like; where they look like none, as any type.
Close are sums over all of it, and a sample number by number: errors that cancel out in a sum do not there.
"""

import math
import struct
from typing import NamedTuple

LIKELY = 0.98  # share of words that must look like a type
CLOSE = {"int": 1e-3, "float": 1e-4, "double": 1e-4, "half": 1e-3, "bfloat16": 4e-3, "byte": 1e-3}  # of magnitudes
FORMS = {"int": "i", "float": "f", "double": "d", "half": "e", "bfloat16": "H", "byte": "B"}  # as struct has them
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
    return Content(words[0], words[1], count, integers, floats, doubles, sums, sample)


def alike(a: Content, b: Content) -> bool:
    """Whether two contents could be the same result, computed by the compilers of two vendors."""
    if a.digest == b.digest or (a.words and a.bag == b.bag):
        return True
    if a.type == b.type == "int":
        return False
    types = [a.type] if a.type and a.type == b.type else list(CLOSE)
    return any(_close(a.sums[each], b.sums[each], CLOSE[each]) and _near(a, b, each) for each in types)


def _close(a: Sum, b: Sum, tolerance: float) -> bool:
    size = max(a.size, b.size)
    if not size and not a.strange:  # nothing but zeros shows nothing of this type
        return False
    near = abs(a.total - b.total) <= tolerance * size and abs(a.size - b.size) <= tolerance * size  # false for NaN
    return a.strange == b.strange and near


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
    return apart <= CLOSE[type_] * max(size, usual)


def _numbers(sample: bytes, type_: str) -> list[float | None]:
    """The sample read as numbers of a type; None for what is not finite."""
    form = FORMS[type_]
    numbers = struct.unpack(f"<{len(sample) // struct.calcsize(form)}{form}", sample)
    if type_ == "bfloat16":
        numbers = struct.unpack(f"<{len(numbers)}f", b"".join(struct.pack("<I", each << 16) for each in numbers))
    return [float(each) if math.isfinite(each) and abs(each) < HUGE else None for each in numbers]
