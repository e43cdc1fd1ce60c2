"""Text, line by line: what is masked, what may be in any order, what the original varies itself."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cass_tools.compare.error_names import with_hip_names
from cass_tools.compare.matching import unmatched
from cass_tools.compare.numbers import NUMBER, same_number
from cass_tools.compare.terms import Difference, Span, Terms

STDOUT = "stdout"
PARTS = re.compile(f"({NUMBER.pattern})", NUMBER.flags)  # splits a line into text, number, text, ...
MASKED = "\udfff"  # no program prints it: bytes that are no text become \udc80 to \udcff
UNIT = r"(?:[numµ]?s|msec|usec|nsec|sec|secs|seconds?|milliseconds?|microseconds?|[KMGT]i?B/s|[KMGT]?flop/?s|fps|Hz)"
TIMED = re.compile(rf"[-+]?\d[\d.]*(?:[eE][-+]?\d+)?(?=\s*{UNIT}\b)", re.I)
PADDED = re.compile(r"(?<![ \t])[ \t]{2,}<time>")
TIME_WORDS = re.compile(
    r"\b(?:time|timing|elapsed|duration|took|latency|bandwidth|throughput|speed-?up|[KMGT]?flops|per\s+sec(?:ond)?)\b",
    re.I,
)
RATE = re.compile(r"\w/s(?:ec(?:ond)?)?\b", re.I)
WARP_SIZE = re.compile(
    r"\b(?:warp|wave(?:front)?)[\s_-]*size|\b(?:threads|lanes) (?:per|in a|of a) (?:warp|wave(?:front)?)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a text without what is masked; `numbers` are those that they have in the text itself, from 1."""

    texts: Sequence[str]
    numbers: Sequence[int]

    def without(self, places: set[int]) -> "Lines":
        """But for those at some places (from 0)."""
        kept = [at for at in range(len(self.texts)) if at not in places]
        return Lines([self.texts[at] for at in kept], [self.numbers[at] for at in kept])


def lines_of(data: bytes, masks: tuple[str, ...] = ()) -> Lines:
    """Every byte is kept, but for what a mask matches: a part of a line, or several lines that become one."""
    text = data.decode(errors="surrogateescape")
    lines: list[str] = []
    numbers: list[int] = []
    at, number = 0, 1  # where a masked region has ended, and in which line of the text
    open_line, began = "", 1  # the line that it has ended in, so far, and the number of its first part
    for start, end in _merged(sorted({region for mask in masks for region in _regions(mask, text)})):
        first, *rest = text[at:start].split("\n")
        found = [open_line + first, *rest]
        counted = [began, *range(number + 1, number + 1 + len(rest))]
        lines += found[:-1]
        numbers += counted[:-1]
        open_line, began = found[-1] + MASKED, counted[-1]
        number += len(rest) + text.count("\n", start, end)
        at = end
    first, *rest = text[at:].split("\n")
    lines += [open_line + first, *rest]
    numbers += [began, *range(number + 1, number + 1 + len(rest))]
    return Lines(lines, numbers)


def _regions(mask: str, text: str) -> Iterator[tuple[int, int]]:
    """What a mask matches; of one with groups, what these do."""
    for match in pattern(mask).finditer(text):
        spans = match.regs[1:] if len(match.regs) > 1 else match.regs
        yield from ((start, end) for start, end in spans if start < end)


def _merged(regions: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in regions:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@lru_cache(maxsize=256)
def pattern(text: str) -> re.Pattern[str]:
    """A pattern of the user's; ^ and $ are the ends of lines."""
    return re.compile(text, re.MULTILINE)


def compare_text(what: str, expected: bytes, found: bytes, terms: Terms) -> Difference | None:
    """Line by line; the name of the difference carries the line number."""
    if expected == found:
        return None
    ours, theirs = lines_of(expected, terms.masks), lines_of(found, terms.masks)
    if what != STDOUT and (terms.unsteady or terms.spans):
        terms = replace(terms, unsteady=frozenset(), spans={})
    for section in terms.unordered:
        (mine, ours), (others, theirs) = (_taken(side, section) for side in (ours, theirs))
        if difference := _any_order(what, mine, others, terms):
            return difference
    return _in_order(what, ours, theirs, terms)


def _in_order(what: str, ours: Lines, theirs: Lines, terms: Terms) -> Difference | None:
    for number, (a, b) in enumerate(zip(ours.texts, theirs.texts, strict=False), 1):
        if a != b and number not in terms.unsteady and not same_line(a, b, terms, terms.spans.get(number)):
            return Difference(f"{what} line {ours.numbers[number - 1]}", quote(a), quote(b))
    if len(ours.texts) != len(theirs.texts):
        first = min(len(ours.texts), len(theirs.texts))
        longer = ours if len(ours.texts) > first else theirs
        sides = [quote(side.texts[first]) if len(side.texts) > first else "the end" for side in (ours, theirs)]
        return Difference(f"{what} line {longer.numbers[first]}", *sides)
    return None


def _taken(lines: Lines, section: str) -> tuple[Lines, Lines]:
    """The lines that a pattern matches, and the others."""
    chosen = {at for at, text in enumerate(lines.texts) if pattern(section).search(text)}
    rest = set(range(len(lines.texts))) - chosen
    return lines.without(rest), lines.without(chosen)


def _any_order(what: str, ours: Lines, theirs: Lines, terms: Terms) -> Difference | None:
    """Whether each line has one of its own on the other side; lines that are equal are paired first."""
    spare = Counter(theirs.texts)
    left = []
    for at, text in enumerate(ours.texts):
        if spare[text] > 0:
            spare[text] -= 1
        else:
            left.append(at)
    others = []
    for text in reversed(theirs.texts):
        if spare[text] > 0:
            spare[text] -= 1
            others.append(text)
    lone, extra = unmatched([ours.texts[at] for at in left], others[::-1], lambda a, b: same_line(a, b, terms))
    if lone:
        nearest = quote(extra[0]) if extra else "no such line"
        at = left[lone[0]]
        return Difference(f"{what} line {ours.numbers[at]} (of lines in any order)", quote(ours.texts[at]), nearest)
    if extra:
        return Difference(f"{what} (of lines in any order)", "no such line", quote(extra[0]))
    return None


def same_line(expected: str, found: str, terms: Terms, spans: tuple[Span | None, ...] | None = None) -> bool:
    """Whether two lines say the same under `terms`; `spans` are those of numbers that the original does not repeat."""
    if terms.mask_times:
        expected, found = mask_times(expected), mask_times(found)
    if expected == found:
        return True
    if terms.exact and spans is None:
        return False
    if not terms.exact:
        expected, found = with_hip_names(expected, found)
    ours, theirs = PARTS.split(expected), PARTS.split(found)
    if len(ours) != len(theirs):
        return False
    if ours[::2] != theirs[::2] and (terms.exact or unpadded(ours[::2]) != unpadded(theirs[::2])):
        return False
    sizes = terms.warp_sizes if terms.warp_sizes and WARP_SIZE.search(expected) else (0, 0)
    pairs = list(zip(ours[1::2], theirs[1::2], strict=True))
    if spans is None or len(spans) != len(pairs):
        spans = (None,) * len(pairs)
    return all(
        a == b
        or (_may_be(b, span) if span else _same(a, b, terms))
        or (sizes[0] > 0 and (a, b) == (str(sizes[0]), str(sizes[1])))
        for (a, b), span in zip(pairs, spans, strict=True)
    )


def _same(a: str, b: str, terms: Terms) -> bool:
    return not terms.exact and same_number(a, b, terms)


def _may_be(number: str, span: Span) -> bool:
    return span.low is None or ("x" not in number.lower() and span.holds(float(number)))


def mask_times(line: str) -> str:
    """Replace what measures time: numbers before a unit of time or rate, all numbers in a line that speaks of time.

    Blanks that bring such a number to a width become one.
    """
    speaks = TIME_WORDS.search(line) or ("/" in line and RATE.search(line))
    return PADDED.sub(" <time>", NUMBER.sub("<time>", line) if speaks else TIMED.sub("<time>", line))


def texts(line: str) -> list[str]:
    """The text around the numbers of a line."""
    return unpadded(NUMBER.split(line))


def unpadded(parts: Sequence[str]) -> list[str]:
    """Parts of a line. A padding follows the width of its number, so blanks before one do not count."""
    *before, last = parts
    return [*(text.rstrip(" \t") for text in before), last]


def quote(line: str, limit: int = 120) -> str:
    """A line for a message: shortened, unprintable bytes shown as such."""
    shown = repr((line if len(line) <= limit else line[:limit] + "...").replace(MASKED, "<masked>"))
    return '"' + shown[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
