"""Whether a candidate's text, and what it did on the GPU, are those of a translation: more than the right output.

A doubt about what kernels have left in memory is looked into before it counts: by the original in another order of its
workgroups, and by the original built the other way. What they do not agree on says nothing of a candidate.
"""

import re
from collections.abc import Callable, Iterator

from cass_tools import deeds
from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import blank
from cass_tools.deeds import Place
from cass_tools.drivers.files import Files
from cass_tools.model import Outcome, Run, Source
from cass_tools.reference import Reference
from cass_tools.runners.exec import NAME
from cass_tools.trial import Unit

MOST_TOLD = 3
# What a program writes that wants to know whether it is being watched, or to have a say in that.
SPYING = {
    rb"CASS_EXEC|cass_refuse": "the executor's own names",
    rb"/proc/(?:self|thread-self|%d|%i|\d+)/(?:environ|maps|smaps|mem|map_files|fd|auxv)\b": "its own process in /proc",
    rb"\b(?:dl_iterate_phdr|dladdr1?|dlinfo|dlv?sym|process_vm_readv|process_vm_writev|ptrace)\s*\(": (
        "the libraries that it runs on"
    ),
    rb'cmp\s*\([^;{}]*"%(name)s"|"%(name)s"[^;{}]{0,40}\)?\s*[!=]=|[!=]=\s*"%(name)s"|find\s*\(\s*"%(name)s"': (
        f'the name "{NAME}", which GPUs have in verification only'
    ),
}
SPIES = [(re.compile(text.replace(b"%(name)s", NAME.encode())), what) for text, what in SPYING.items()]
ADJACENT = re.compile(rb'"\s*"')


def spying(unit: Unit, original: Unit | None) -> str | None:
    """What a candidate asks for that only verification has, as a sentence; None where its original asks too."""
    texts = [unit.data, *(real.read_bytes() for _, real in unit.overlay)]
    for pattern, what in SPIES:
        asks = any(_asks(pattern, text) for text in texts)
        if asks and not (original and _asks(pattern, original.data)):
            return f"the candidate asks for {what}: a program that knows it is verified may behave differently then"
    return None


def _asks(pattern: re.Pattern[bytes], text: bytes) -> bool:
    return pattern.search(ADJACENT.sub(b"", text)) is not None


def kernels(unit: Unit) -> frozenset[str]:
    """The names of the kernels in a file and the headers beside it."""
    if b"__global__" not in blank(unit.data) and b"#include" not in unit.data:
        return frozenset()
    files = Files(Context(Source(unit.path, unit.data), Config()))
    return frozenset(f.name.decode() for each in files.all for f in functions(each).all if f.kernel)


def doubts(reference: Reference, ran: Run, original: Unit | None, again: Callable[[], Run | None]) -> Iterator[str]:
    """Why a run is not that of a translation, though its output may be right. `again` runs it in another order."""
    expected = reference.run
    if expected is None or expected.deeds is None or ran.deeds is None:
        return
    found = list(deeds.undone(expected.deeds, ran.deeds, lambda: kernels(original) if original else frozenset()))
    yield from found[:MOST_TOLD]
    if not found:
        wrong = _left_wrong(reference, ran, again)
        yield from (_told(place) for place in wrong[:MOST_TOLD])


def _told(place: Place) -> str:
    how, memory, _, _ = place
    what = "what the host copied from" if how == "read" else "what kernels left in"
    return f"{what} {memory} is not what it is with the original"


def _left_wrong(reference: Reference, ran: Run, again: Callable[[], Run | None]) -> list[Place]:
    """Results on which all runs of the original agree, and those of the candidate too, but on other ones; for the same
    warp size only."""
    expected = reference.run
    assert expected is not None and expected.deeds is not None and ran.deeds is not None  # noqa: S101
    lanes = [run.target.wave if run.target else 0 for run in (expected, ran)]
    wrong = deeds.different(expected.deeds, ran.deeds) if lanes[0] == lanes[1] else []
    for repeat in (reference.other_order, reference.twin, again) if wrong else ():
        if repeat is None or not wrong:
            continue
        other = repeat()
        if other is None or other.outcome is not Outcome.PASSED or other.deeds is None:
            return []  # one witness is not enough: another compiler alone may explain it
        seen = (deeds.last_states(other.deeds) | deeds.results(other.deeds)).keys()
        if repeat is again:
            apart, still = deeds.different(ran.deeds, other.deeds), deeds.different(expected.deeds, other.deeds)
        else:
            apart, still = deeds.different(expected.deeds, other.deeds), deeds.different(other.deeds, ran.deeds)
        wrong = [place for place in wrong if place in seen and place not in apart and place in still]
    return wrong


def notes(reference: Reference, ran: Run) -> Iterator[str]:
    """What differs without being wrong: how often kernels were started, on GPUs of the same warp size."""
    expected = reference.run
    if expected is None or expected.deeds is None or ran.deeds is None or expected.target is None or ran.target is None:
        return
    if expected.target.wave == ran.target.wave:
        theirs, ours = (deeds.started(each) for each in (expected.deeds, ran.deeds))
        for name in [n for n in theirs if n in ours and theirs[n] != ours[n]][:MOST_TOLD]:
            times = f"{ours[name]} times on {ran.target.arch}, by the original {theirs[name]} times"
            yield f"kernel {name} was started {times}"
