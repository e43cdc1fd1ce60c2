"""Where a candidate first goes another way than its original: the launch, the element, who wrote it, from which line.

Both programs are run again on the executor, with digests of all memory around each launch. The first launch whose
memory differs by more than rounding is the one; if its inputs differ already, the host made them. Another pair of runs
finds the last thread that wrote the element.
"""

import itertools
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from cass_tools.deeds import Deeds, Launch, Memory, Wrote
from cass_tools.elements import Element, first_difference
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners import CHECKS
from cass_tools.runners.exec import ExecRunner

MOST_BYTES, MOST_PIECES = 256 << 20, 200  # of memory that is looked at in full
MOST_FINDINGS = 2
WRITER = ("writer",)  # the check that finds who wrote memory


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two programs: `run` runs it on a runner that `runner` was made into; `source` is what it was built
    from, under its name `path`."""

    runner: ExecRunner
    run: Callable[[ExecRunner], Run]
    path: Path
    source: bytes

    def deeds(self, *, asked: Sequence[tuple[str, str]] = (), writable: Sequence[Path] = ()) -> Deeds | str:
        """What it does on the GPU, or why that is not known."""
        more = (("CASS_EXEC_DEEDS", "all"), *asked)
        ran = self.run(replace(self.runner, observing=True, asked=more, writable=tuple(writable)))
        if ran.deeds is None or ran.outcome is Outcome.NOT_TRIED:
            return ran.detail or str(ran.outcome)
        return ran.deeds

    def dump(self, folder: Path, wanted: Sequence[tuple[Launch, Memory]]) -> None:
        """Put what memory holds before and after launches into files of a new folder."""
        folder.mkdir()
        names = (f"{launch.number}/{memory.number}/{memory.label or '-'}" for launch, memory in wanted)
        value = "\t".join((str(folder), *dict.fromkeys(names), ""))
        self.deeds(asked=(("CASS_EXEC_DUMP", value),), writable=(folder,))

    def writer(self, launch: Launch, memory: Memory, element: Element) -> Wrote | None:
        """Who wrote an element last in a launch; None where that cannot be seen."""
        if self.runner.scalar:
            return None
        words = (launch.number, memory.number, memory.label or "-", element.at * element.size, element.size)
        watch = (("CASS_EXEC_WATCH", " ".join(map(str, words))),)
        found = replace(self, runner=replace(self.runner, checks=WRITER)).deeds(asked=watch)
        return None if isinstance(found, str) else found.wrote


@dataclass(frozen=True, slots=True)
class Culprit:
    """The first memory that differs: after `launch`, or before it (`inputs`), for both sides."""

    original: Launch
    candidate: Launch
    memory: Memory
    inputs: bool
    element: Element


def explained(original: Side, candidate: Side, target: Target) -> list[str]:
    """What a person needs to look for the cause, line by line."""
    theirs, ours = original.deeds(), candidate.deeds()
    for name, side in (("original", theirs), ("candidate", ours)):
        if isinstance(side, str):
            return [f"{target.arch}: nothing can be said of where it begins: the {name} was not watched: {side}"]
    assert not isinstance(theirs, str) and not isinstance(ours, str)  # noqa: S101  looked at above
    pairs = list(_aligned(theirs, ours))
    culprit = _culprit(pairs, original, candidate)
    if culprit is None:
        return [f"{target.arch}: {line}" for line in _elsewhere(theirs, ours, pairs)]
    lines = list(_told(culprit, original, candidate))
    return [f"{target.arch}: {lines[0]}", *(f"  {line}" for line in lines[1:])]


def _aligned(theirs: Deeds, ours: Deeds) -> Iterator[tuple[Launch, Launch]]:
    """Launches of the same kernels, one by one, as far as both start the same."""
    for a, b in zip(theirs.own, ours.own, strict=False):
        if a.name != b.name:
            return
        yield a, b


def _key(memory: Memory) -> tuple[int, str]:
    return memory.number, memory.label


class _Suspect(NamedTuple):
    """Memory whose digests differ after a launch, or before it (`inputs`)."""

    original: Launch
    candidate: Launch
    memory: Memory
    inputs: bool


def _suspects(a: Launch, b: Launch) -> Iterator[_Suspect]:
    """What a launch leaves that is another, and if there is such, what it finds that is another already."""
    before = [{_key(m): (m, digest) for m, digest in side.found if _key(m) != (0, "")} for side in (a, b)]
    changed = [{_key(m): (m, digest) for m, digest in side.changed or ()} for side in (a, b)]
    touched = changed[0].keys() | changed[1].keys()
    after = [{k: v for k, v in (x | y).items() if k in touched} for x, y in zip(before, changed, strict=True)]
    left = list(_apart(*after))
    yield from (_Suspect(a, b, memory, inputs=False) for memory in left)
    yield from (_Suspect(a, b, memory, inputs=True) for memory in (_apart(*before) if left else ()))


Digests = Mapping[tuple[int, str], tuple[Memory, str]]


def _apart(one: Digests, other: Digests) -> Iterator[Memory]:
    for key, (memory, digest) in one.items():
        if key in other and other[key][0].size == memory.size and other[key][1] != digest:
            yield memory


def _culprit(pairs: Sequence[tuple[Launch, Launch]], original: Side, candidate: Side) -> Culprit | None:
    """The first suspect that differs by more than rounding; its content is fetched by another run of each side."""
    wanted: list[_Suspect] = []
    room = MOST_BYTES
    for suspect in (each for a, b in pairs for each in _suspects(a, b)):
        if suspect.memory.size <= room and len(wanted) < MOST_PIECES:
            room -= suspect.memory.size
            wanted.append(suspect)
    if not wanted:
        return None
    with tempfile.TemporaryDirectory(prefix="cass-explain-", ignore_cleanup_errors=True) as name:
        theirs, ours = Path(name, "original"), Path(name, "candidate")
        original.dump(theirs, [(each.original, each.memory) for each in wanted])
        candidate.dump(ours, [(each.candidate, each.memory) for each in wanted])
        for _, group in itertools.groupby(wanted, key=lambda each: each.candidate.number):
            found = [Culprit(*each, element) for each in group if (element := _element(each, theirs, ours))]
            if any(not each.inputs for each in found):  # what it finds counts only if it makes something else of it
                return max(found, key=lambda each: each.inputs)
    return None


def _element(suspect: _Suspect, theirs: Path, ours: Path) -> Element | None:
    when = "before" if suspect.inputs else "after"
    expected = _content(theirs, suspect.original, suspect.memory, when)
    found = _content(ours, suspect.candidate, suspect.memory, when)
    return first_difference(expected, found) if len(expected) == len(found) else None


def _content(folder: Path, launch: Launch, memory: Memory, when: str) -> bytes:
    """What was dumped of memory around a launch; empty where it was not there."""
    file = folder / f"{launch.number}.{memory.number}.{memory.label or '-'}.{when}"
    return file.read_bytes() if file.is_file() else b""


def _told(culprit: Culprit, original: Side, candidate: Side) -> Iterator[str]:
    launch, memory, element = culprit.candidate, culprit.memory, culprit.element
    shape = f"launch {launch.number}, {launch.kernel}, grid ({launch.grid}), block ({launch.block})"
    values = f"expected {element.expected}, got {element.found} ({element.wrong} of {element.total} differ)"
    place = f"{memory}, {element.type} [{element.at}]: {values}"
    if culprit.inputs:
        yield f"the host, or a kernel of a library, hands other data than the original's to {shape}"
        yield place
        yield "look at the copies and fills before this launch: their sizes, offsets and directions"
        return
    yield f"the first kernel that leaves something else is {shape}"
    if culprit.original.grid != launch.grid or culprit.original.block != launch.block:
        yield f"the original starts it with grid ({culprit.original.grid}), block ({culprit.original.block})"
    yield place
    mine = candidate.writer(launch, memory, element)
    theirs = original.writer(culprit.original, memory, element)
    yield from who("candidate", mine, candidate)
    yield from who("original", theirs, original)
    yield from checked(candidate)


def who(name: str, wrote: Wrote | None, side: Side) -> Iterator[str]:
    """Who wrote it, and the source line."""
    if wrote is None:
        return
    if not wrote.writes:
        yield f"{name}: no thread writes it in this launch"
        return
    times = "" if wrote.writes == 1 else f", the last of {wrote.writes} writes"
    line = f" at {_as_named(wrote.line, side)}" if wrote.line else ""
    lane = f"wave {wrote.wave}, lane {wrote.lane}"
    yield f"{name}: written{line} by thread {wrote.thread} of block {wrote.block} ({lane}){times}"
    if text := _source_line(wrote.line, side):
        yield f"    {text}"


def checked(side: Side) -> Iterator[str]:
    """What checks of its memory accesses find in a program: often the cause itself, such as a barrier that lacks."""
    found = side.run(replace(side.runner, checks=CHECKS)).findings
    yield from (f"--check finds: {_as_named(finding, side)}" for finding in found[:MOST_FINDINGS])


def _as_named(text: str, side: Side) -> str:
    """The program's own file under the name that the user gave."""
    return text.replace(str(side.path.absolute()), str(side.path))


def _source_line(line: str, side: Side) -> str:
    """The text of `file.cu:12`, if that is the program's own file."""
    name, _, number = line.rpartition(":")
    lines = side.source.decode(errors="replace").splitlines()
    if Path(name).name != side.path.name or not number.isdigit() or not 0 < int(number) <= len(lines):
        return ""
    return lines[int(number) - 1].strip()


def _elsewhere(theirs: Deeds, ours: Deeds, pairs: Sequence[tuple[Launch, Launch]]) -> Iterator[str]:
    """What there is to say where no memory differs after a launch that both make."""
    count = len(pairs)
    same = f"the first {count} launches leave the same memory" if count else "no launch can be compared"
    left = [side.own[count] if len(side.own) > count else None for side in (theirs, ours)]
    if any(left):
        words = [f"{launch.name}, grid ({launch.grid})" if launch else "ends" for launch in left]
        yield f"{same}; then the original starts {words[0]} and the candidate {words[1]}".replace("starts ends", "ends")
        return
    yield f"all {count} launches leave the same memory; the difference arises on the host"
    reads = [[s for s in side.seen if s.when == "read"] for side in (theirs, ours)]
    for number, (a, b) in enumerate(zip(*reads, strict=False), 1):
        if (a.memory.number, a.offset, a.size) != (b.memory.number, b.offset, b.size):
            took = [f"{each.size:,} bytes at offset {each.offset} of {each.memory}" for each in (b, a)]
            yield f"copy {number} to the host takes {took[0]}, that of the original {took[1]}"
            return
    if len(reads[0]) != len(reads[1]):
        yield f"{len(reads[1])} results are copied to the host, by the original {len(reads[0])}"
