"""Pairing what may be in any order: each on one side with one that is the same on the other, if that can be done."""

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice

from cass_tools.compare.numbers import NUMBER

Same = Callable[[str, str], bool]
AHEAD, MANY = 8, 100
MOST = 2000  # lines of one form that are paired in the best way; more only as sorting pairs them


def unmatched(ours: Sequence[str], theirs: Sequence[str], same: Same) -> tuple[list[int], list[str]]:
    """The places in `ours` and the lines of `theirs` that are left when as many as possible are paired."""
    groups: defaultdict[str, tuple[list[int], list[str]]] = defaultdict(lambda: ([], []))
    for at, line in enumerate(ours):
        groups[_form(line)][0].append(at)
    for line in theirs:
        groups[_form(line)][1].append(line)
    lone: list[int] = []
    extra: list[str] = []
    for places, lines in groups.values():
        left, others = _paired(ours, places, lines, same)
        lone += left
        extra += others
    return sorted(lone), extra


def _form(line: str) -> str:
    """A line without its numbers: only lines of one form can be the same."""
    return "\0".join(text.rstrip(" \t") for text in NUMBER.split(line))


def _key(line: str) -> tuple[float, ...]:
    return tuple(_value(number) for number in NUMBER.findall(line))


def _value(number: str) -> float:
    try:
        value = float(int(number, 16)) if "x" in number.lower() else float(number)
    except OverflowError:
        return sys.float_info.max
    return sys.float_info.max if math.isnan(value) else value  # NaN has no place of its own


def _paired(ours: Sequence[str], places: list[int], lines: list[str], same: Same) -> tuple[list[int], list[str]]:
    """Neighbours by their numbers first; what that leaves by paths that change the pairs of others."""
    places = sorted(places, key=lambda at: _key(ours[at]))
    lines = sorted(lines, key=_key)
    if len(places) == len(lines) and all(same(ours[at], line) for at, line in zip(places, lines, strict=True)):
        return [], []
    if max(len(places), len(lines)) > MOST:
        return _swept(ours, places, lines, same)
    partners = [[n for n, line in enumerate(lines) if same(ours[at], line)] for at in places]
    owner: dict[int, int] = {}
    for start in range(len(places)):
        _augment(start, partners, owner)
    taken = set(owner.values())
    return [at for n, at in enumerate(places) if n not in taken], [x for n, x in enumerate(lines) if n not in owner]


def _augment(start: int, partners: Sequence[Sequence[int]], owner: dict[int, int]) -> None:
    """Find a line for `start` in the graph of `partners`, moving others along a shortest path (breadth first)."""
    came: dict[int, int] = {}  # line -> who asked for it
    held = {who: line for line, who in owner.items()}
    waiting = [start]
    for asking in waiting:
        for line in partners[asking]:
            if line in came:
                continue
            came[line] = asking
            if line in owner:
                waiting.append(owner[line])
                continue
            handed: int | None = line
            while handed is not None:  # every line on the path goes to who asked for it
                owner[handed] = came[handed]
                handed = held.get(came[handed])
            return


def _swept(ours: Sequence[str], places: list[int], lines: list[str], same: Same) -> tuple[list[int], list[str]]:
    """In sorted order, each with the first that is the same among the next few; given up where many have none."""
    lone: list[int] = []
    skipped: list[str] = []
    ahead: list[str] = []
    rest = iter(lines)
    for at in places:
        ahead += islice(rest, AHEAD - len(ahead))
        near = next((n for n, line in enumerate(ahead) if same(ours[at], line)), None)
        if near is not None:
            del ahead[near]
            continue
        lone.append(at)
        if len(lone) > MANY:
            break
        skipped += ahead[:1]
        del ahead[:1]
    return lone, [*skipped, *ahead, *rest]
