"""The diagnostics of a text that is being edited: those that read as before are taken over, not written anew.

What is said of a finding follows from the finding and from the lines that it and its fix are in. Before the lines that
an edit has changed these are as they were. Behind them all bytes are moved by as many, and the lines are the same if
none came or went.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain, islice
from itertools import count as count_from
from operator import attrgetter, itemgetter, sub
from typing import NamedTuple

from cass_lsp.reading import Reading
from cass_lsp.text import Text
from cass_lsp.wording import Words, each, is_here, joined
from cass_tools.cuda.window import Window, window
from cass_tools.model import Finding, Fix

_START, _SPAN, _FIX = attrgetter("span.start"), itemgetter(3), itemgetter(7)
_TOLD = itemgetter(0, 1, 2, 4, 5, 6)  # all but where it is, and its fix


class _Version(NamedTuple):
    """What was said of a version; `wide` are the numbers of findings whose fix is not just where they are."""

    reading: Reading
    text: Text
    uri: str
    said: list[str]
    wide: list[int]


class _Kept(NamedTuple):
    """How many of the first findings and of the last read as before, but for those with the numbers `anew`."""

    head: int
    tail: int
    anew: list[int]


class Spliced:
    """One open file."""

    def __init__(self) -> None:
        self._before: _Version | None = None

    def diagnostics(self, reading: Reading, data: bytes, encoding: str, uri: str) -> str:
        """All findings of the next version as a list in JSON."""
        before, findings = self._before, reading.findings
        if before is None or not _is_alike(before, reading, encoding, uri):
            before, kept = _Version(Reading(), Text(data, encoding), uri, [], []), _Kept(0, 0, [])
            text = before.text
        else:
            at = window(before.text.data, data)
            text = before.text.replaced(at.start, at.before, data[at.start : at.after])
            kept = _kept(before, findings, text, at)
        end, by = len(findings) - kept.tail, len(findings) - len(before.said)
        anew = [*range(kept.head, end), *kept.anew]
        made = iter(list(each([findings[number] for number in anew], Words(reading), text, uri)))
        said = [*before.said[: kept.head], *islice(made, end - kept.head), *before.said[end - by :]]
        for number in kept.anew:
            said[number] = next(made)
        wide = [number for number in before.wide if number < kept.head]
        wide += [number for number in anew if not is_here(findings[number])]
        wide += [number + by for number in before.wide if number + by >= end]
        self._before = _Version(reading, text, uri, said, sorted({*wide}))
        return joined(said)


def _is_alike(before: _Version, reading: Reading, encoding: str, uri: str) -> bool:
    """Whether equal findings are spoken of in equal words, wherever they are."""
    if (before.uri, before.text.encoding) != (uri, encoding) or before.reading.aged or reading.aged:
        return False
    pages = dict(before.reading.pages)
    return all(pages.get(code, page) == page for code, page in reading.pages)


def _kept(before: _Version, findings: Sequence[Finding], text: Text, at: Window) -> _Kept:
    head = _head(before, findings, at)
    line = text.data.find(b"\n", at.after) + 1
    if line == 0 or len(text.starts) != len(before.text.starts):
        return _Kept(head, 0, [])
    by = at.after - at.before
    count = len(findings) - bisect_left(findings, line, key=_START)
    old, new = before.reading.findings[-count:], findings[-count:]
    if not count or list(map(_TOLD, old)) != list(map(_TOLD, new)):
        return _Kept(head, 0, [])
    if {*map(sub, chain.from_iterable(map(_SPAN, new)), chain.from_iterable(map(_SPAN, old)))} != {by}:
        return _Kept(head, 0, [])
    fixed = zip(count_from(len(findings) - count), map(_FIX, old), map(_FIX, new), strict=False)
    return _Kept(head, count, [number for number, one, other in fixed if not _is_moved(one, other, line, by)])


def _head(before: _Version, findings: Sequence[Finding], at: Window) -> int:
    """How many of the first findings are as they were, in lines that are as they were."""
    line = before.text.data.rfind(b"\n", 0, at.start) + 1
    earlier = before.reading.findings
    count = min(bisect_left(findings, line, key=_START), bisect_left(earlier, line, key=_START))
    if findings[:count] != earlier[:count]:
        count = next(number for number in range(count) if findings[number] != earlier[number])
    changed = [number for number, (_, end) in enumerate(map(_SPAN, earlier[:count])) if end > line]
    changed += [number for number in before.wide if number < count and _end(earlier[number]) > line]
    return min(changed, default=count)


def _end(finding: Finding) -> int:
    """Where what its fix changes ends."""
    return max((edit.span.end for edit in finding.fix.edits), default=0) if finding.fix else 0


def _is_moved(old: Fix | None, new: Fix | None, line: int, by: int) -> bool:
    """Whether a fix is what it was, `by` bytes further on, all of it behind the first byte of a line."""
    if old is None or new is None:
        return old is new
    before, after = old[1], new[1]  # the edits; this is asked about every finding at every key
    if len(before) != len(after):
        return False
    for ((first, last), text), ((start, end), written) in zip(before, after, strict=True):
        if start < line or first + by != start or last + by != end or text != written:
            return False
    return True
