"""Which allocations of a candidate stand for which of its original, though it may make others in between.

Allocations are known by the order in which they were made. One more at the beginning would shift all the others, and
nothing would be compared any more.
"""

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from cass_tools.deeds import ELSEWHERE, Deeds, Launch, Memory, touched


def aligned(original: Deeds, candidate: Deeds) -> Deeds:
    """The candidate's deeds with its allocations numbered like those of the same size and kind of the original, in the
    same order."""
    theirs, ours = touched(original), touched(candidate)
    if [(m.number, m.size, m.kind) for m in theirs] == [(m.number, m.size, m.kind) for m in ours]:
        return candidate
    a, b = ([(m.size, m.kind) for m in side] for side in (theirs, ours))
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    numbers = {m.number: m.number + ELSEWHERE for m in ours}
    for start, at, length in matcher.get_matching_blocks():
        numbers |= {ours[at + i].number: theirs[start + i].number for i in range(length)}
    return _renumbered(candidate, lambda m: m._replace(number=numbers.get(m.number, m.number)) if m.number else m)


def _renumbered(deeds: Deeds, new: Callable[[Memory], Memory]) -> Deeds:
    def digests(listed: Iterable[tuple[Memory, str]]) -> tuple[tuple[Memory, str], ...]:
        return tuple((new(memory), digest) for memory, digest in listed)

    def launch(each: Launch) -> Launch:
        changed = None if each.changed is None else digests(each.changed)
        return each._replace(changed=changed, found=digests(each.found))

    return deeds._replace(
        launches=tuple(map(launch, deeds.launches)),
        seen=tuple(each._replace(memory=new(each.memory)) for each in deeds.seen),
        over=tuple(map(new, deeds.over)),
        beyond=tuple(each._replace(memory=new(each.memory)) for each in deeds.beyond),
    )
