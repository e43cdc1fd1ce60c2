"""What an original varies itself from one order of its workgroups to another, and where a right port may then lie.

Sums that atomics make in no order differ in their rounding. Their errors are sums of many small ones, so they are taken
as normally distributed: from k runs with mean m and standard deviation s, the next one is outside of
m +- t s sqrt(1 + 1/k) once in a million, t being Student's for k - 1 degrees of freedom. The tolerance of its type
comes on top, for what is not order.
"""

import math
from collections.abc import Sequence

from cass_tools.compare.numbers import NUMBER, could_be_float, is_hex, is_whole, same_number
from cass_tools.compare.terms import DOUBLE_TOLERANCE, FLOAT_TOLERANCE, Span, Terms, Tolerance
from cass_tools.compare.text import Lines, mask_times, texts

# Student's t for 1 to 15 degrees of freedom, both sides together 1e-6.
STUDENT = (636619.8, 1000.0, 130.2, 49.46, 28.48, 20.05, 15.77, 13.26, 11.64, 10.52, 9.70, 9.08, 8.60, 8.22, 7.90)
ANYWHERE = Span()


def spans_of(
    runs: Sequence[Lines], number: int, terms: Terms, *, repeated: bool = False
) -> tuple[Span | None, ...] | None:
    """For the numbers of a line (from 1): a span for each that varies; None if more than numbers do. `repeated`: the
    last run had the order of the first, so what differs between them is a time or the like, and may be any."""
    lines = [run.texts[number - 1] for run in runs]
    if terms.mask_times:
        lines = [mask_times(line) for line in lines]
    if any(texts(line) != texts(lines[0]) for line in lines):
        return None
    columns = zip(*(NUMBER.findall(line) for line in lines), strict=True)
    return tuple(_span(column, terms, repeated=repeated) for column in columns)


def _span(column: tuple[str, ...], terms: Terms, *, repeated: bool) -> Span | None:
    """None for a number that is the same in all runs. A whole number that a race decides may be any."""
    if repeated and not same_number(column[0], column[-1], terms):
        return ANYWHERE
    if all(same_number(column[0], other, terms) for other in column):
        return None
    if any(is_hex(number) or is_whole(number) for number in column):
        return ANYWHERE
    values = [float(number) for number in column]
    if not all(map(math.isfinite, values)):
        return ANYWHERE
    single = all(map(could_be_float, column))
    default = Tolerance(FLOAT_TOLERANCE if single else DOUBLE_TOLERANCE)
    tolerance = terms.of("float" if single else "double") or default
    return interval(values, tolerance)


def interval(values: Sequence[float], tolerance: Tolerance) -> Span:
    """Where the next of some values may lie, a tolerance included."""
    count = len(values)
    mean = math.fsum(values) / count
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    student = STUDENT[min(count - 1, len(STUDENT)) - 1]
    around = student * deviation * math.sqrt(1 + 1 / count)
    around += max(tolerance.atol, tolerance.rtol * max(map(abs, values)))
    return Span(min(mean - around, *values), max(mean + around, *values))
