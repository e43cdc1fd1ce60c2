"""Whether a candidate's text, and what it did on the GPU, are those of a translation: more than the right output.

A doubt about what kernels have left in memory is looked into before it counts: by the original in another order of its
workgroups, and by the original built the other way. What they do not agree on says nothing of a candidate.
"""

import contextlib
import re
from collections.abc import Callable, Container, Iterator
from functools import partial
from pathlib import Path

from cass_tools import deeds
from cass_tools.alignment import aligned
from cass_tools.config import Config
from cass_tools.contents import alike, sums_alike
from cass_tools.cuda.context import Context
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.lex import blank, comments
from cass_tools.deeds import Deeds, Place, Same
from cass_tools.drivers.files import Files
from cass_tools.model import Outcome, Run, Source
from cass_tools.reference import Reference
from cass_tools.runners.exec import NAME
from cass_tools.strays import Stray, strays
from cass_tools.trial import Unit

MOST_TOLD, MOST_FILES = 3, 500
MORE_ORDERS = (2, 3)  # in which the original must agree with itself too if the candidate does not
Witness = Callable[[], Run | None]
SOURCES = frozenset((".cu", ".cuh", ".h", ".hpp", ".hh", ".c", ".cc", ".cpp", ".cxx"))
# What a program writes that wants to know whether it is being watched, or to have a say in that.
SPYING = {
    rb"CASS_EXEC|cass_refuse": "the executor's own names",
    rb'/proc/(?:self|thread-self|%d|%i|\d+)\b(?!/exe")|"/proc\b(?!/(?:self/exe|cpuinfo|meminfo)")': (
        "its own process, or the machine, in /proc"
    ),
    rb'"/sys/|/dev/(?:kfd|dri|nvidia)\b': "the devices of the machine",
    rb'\benviron\b|\bgetenv\s*\(\s*"(?:LD_|HOME"|PATH"|TMP|USER"|PWD")': "the environment that it is started in",
    rb"\b(?:dl_iterate_phdr|dladdr1?|dlinfo|dlm?open|dlv?sym|process_vm_readv|process_vm_writev|ptrace)\s*\(": (
        "the libraries that it runs on"
    ),
    # How long a kernel takes tells the executor from a GPU. Programs that are ported measure themselves as before.
    rb"\b(?:steady|system|high_resolution)_clock\b|\b(?:clock_gettime|gettimeofday|omp_get_wtime|clock64|__?clock)\s*\("
    rb"|(?<![\w.>])clock\s*\(\s*\)|EventElapsedTime\s*\(|\b__?rdtscp?\b|s_memtime|%clock|%globaltimer"
    rb"|\bsdk(?:CreateTimer|StartTimer)\b|\b(?:__builtin_readcyclecounter|wall_clock64)\b": "the time",
    rb'cmp\s*\([^;{}]*"%(name)s"|"%(name)s"[^;{}]{0,40}\)?\s*[!=]=|[!=]=\s*"%(name)s"|find\s*\(\s*"%(name)s"': (
        f'the name "{NAME}", which GPUs have in verification only'
    ),
}
SPIES = [(re.compile(text.replace(b"%(name)s", NAME.encode())), what) for text, what in SPYING.items()]
ADJACENT = re.compile(rb'"\s*"')


def spying(unit: Unit, original: Unit | None) -> str | None:
    """What a candidate asks for that only verification has, as a sentence; None where its original asks too."""
    pairs = [(unit.data, original.data if original else b"")]
    pairs += [(real.read_bytes(), shown.read_bytes() if shown.is_file() else b"") for shown, real in unit.overlay]
    ours, theirs = ([_said(each) for each in side] for side in zip(*pairs, strict=True))
    for pattern, what in SPIES:
        if not any(map(pattern.search, ours)) or any(map(pattern.search, theirs)):
            continue
        if original is None or not any(pattern.search(_said(text)) for text in _beside(original.path)):
            may = f"the candidate asks for {what}: a program that knows it is verified may behave differently then"
            return may if original else f"{may} (if its original asks too, name that: --against FILE.cu)"
    return None


def _beside(path: Path) -> Iterator[bytes]:
    """The other sources and headers of CUDA, C and C++ in a file's folder: a port may move what is in them."""
    for each in sorted(path.absolute().parent.iterdir())[:MOST_FILES]:
        if each.suffix in SOURCES and each != path.absolute():
            with contextlib.suppress(OSError):
                yield each.read_bytes()


def _said(text: bytes) -> bytes:
    """A text without comments, and with neighbouring literals in one."""
    made = bytearray(text)
    for start, comment in comments(text):
        made[start : start + len(comment)] = b" " * len(comment)
    return ADJACENT.sub(b"", bytes(made))


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
    ours = aligned(expected.deeds, ran.deeds)
    if reference.scalar:  # nobody looks behind shared memory where each thread runs for itself
        ours = ours._replace(beyond=tuple(each for each in ours.beyond if not each.is_shared))
    found = list(deeds.undone(expected.deeds, ours, lambda: kernels(original) if original else frozenset()))
    yield from found[:MOST_TOLD]
    if not found:
        astray = [str(each) for each in _astray(reference, ran, again)]
        wrong = astray or [_told(place) for place in _left_wrong(reference, ran._replace(deeds=ours), again)]
        yield from wrong[:MOST_TOLD]


def _told(place: Place) -> str:
    how, memory, _, _ = place
    what = "what the host copied from" if how == "read" else "what kernels left in"
    return f"{what} {memory} is not what it is with the original"


def _left_wrong(reference: Reference, ran: Run, again: Callable[[], Run | None]) -> list[Place]:
    """Results on which all runs of the original agree, and which no run of the candidate has; for the same warp size
    only. What is not like the original's by sums is not judged a second time by samples."""
    expected = reference.run
    assert expected is not None and expected.deeds is not None and ran.deeds is not None  # noqa: S101
    if _lanes(expected) != _lanes(ran):
        return []
    wrong = deeds.different(expected.deeds, ran.deeds, sums_alike)
    if found := _confirmed(wrong, sums_alike, reference, ran.deeds, again):
        return found
    wrong = [place for place in deeds.different(expected.deeds, ran.deeds) if place not in wrong]
    return _confirmed(wrong, alike, reference, ran.deeds, again)


def _lanes(ran: Run) -> int:
    """Of a warp; 0 where nobody says which GPU it was."""
    return ran.target.wave if ran.target else 0


def _confirmed(
    wrong: list[Place], same: Same, reference: Reference, ran: Deeds, again: Callable[[], Run | None]
) -> list[Place]:
    """Of these what other runs of both sides confirm. Where the candidate's runs differ from each other, the original
    is asked more often."""
    assert reference.run is not None and reference.run.deeds is not None  # noqa: S101
    expected = reference.run.deeds
    for witness in (reference.other_order, reference.twin):
        wrong = _agreed(wrong, same, expected, witness, ran)
    other = _done(again) if wrong else None
    if other is None:
        return []
    other = aligned(expected, other)
    still, apart = deeds.different(expected, other, same, wrong), deeds.different(ran, other, same, wrong)
    loose = _loose(same, ran, other)
    wrong = [place for place in wrong if place in still and place in _seen(other) and place not in loose]
    for seed in MORE_ORDERS if any(place in apart for place in wrong) else ():
        wrong = _agreed(wrong, same, expected, partial(_ordered, reference, seed), ran, other)
    return wrong


def _loose(same: Same, one: Deeds, other: Deeds) -> Container[Place]:
    """Where two runs of one side show that results have no order, if this measure needs one."""
    return deeds.unordered(one, other) if same is alike else ()


def _astray(reference: Reference, ran: Run, again: Callable[[], Run | None]) -> list[Stray]:
    """Memory that every run of the candidate changes and none of the original, for the same warp size only."""
    expected = reference.run
    assert expected is not None and expected.deeds is not None and ran.deeds is not None  # noqa: S101
    found = strays(expected.deeds, ran.deeds) if _lanes(expected) == _lanes(ran) else []
    for witness in filter(None, (reference.other_order, reference.twin) if found else ()):
        other = _done(witness)
        found = [each for each in found if other is not None and each in strays(other, ran.deeds)]
    repeated = _done(again) if found else None
    return [each for each in found if repeated is not None and each in strays(expected.deeds, repeated)]


def _agreed(
    wrong: list[Place], same: Same, expected: Deeds, witness: Witness | None, *candidates: Deeds
) -> list[Place]:
    """What another run of the original has as the first had it, and none of the candidate's has. Without that run
    nothing: one witness is not enough, another compiler alone may explain it."""
    if witness is None or not wrong:
        return wrong
    other = _done(witness)
    if other is None:
        return []
    apart, seen, loose = deeds.different(expected, other, same, wrong), _seen(other), _loose(same, expected, other)
    found = [place for place in wrong if place in seen and place not in apart and place not in loose]
    for candidate in candidates:
        still = deeds.different(other, candidate, same, found)
        found = [place for place in found if place in still]
    return found


def _done(witness: Witness) -> Deeds | None:
    other = witness()
    return other.deeds if other is not None and other.outcome is Outcome.PASSED else None


def _ordered(reference: Reference, seed: int) -> Run | None:
    return reference.again(seed) if reference.again else None


def _seen(other: Deeds) -> Container[Place]:
    return (deeds.last_states(other) | deeds.results(other)).keys()


def notes(reference: Reference, ran: Run) -> Iterator[str]:
    """What differs without being wrong: how often kernels were started, on GPUs of the same warp size."""
    expected = reference.run
    if expected is None or expected.deeds is None or ran.deeds is None or ran.target is None:
        return
    if _lanes(expected) == _lanes(ran):
        theirs, ours = (deeds.started(each) for each in (expected.deeds, ran.deeds))
        for name in [n for n in theirs if n in ours and theirs[n] != ours[n]][:MOST_TOLD]:
            times = f"{ours[name]} times on {ran.target.arch}, by the original {theirs[name]} times"
            yield f"kernel {name} was started {times}"
