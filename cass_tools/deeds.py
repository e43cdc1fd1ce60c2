"""What a program did on the GPU, and whether a candidate did what its original does (docs/verifying.md, "Deeds").

Text that is right shows little if no kernel made it. So the original's kernels must be started by the candidate too,
must change memory where the original's do, and must leave the results there that the original's leave.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cass_tools import contents
from cass_tools.contents import Content, alike, reordered

LIBRARIES = frozenset({"cub", "thrust", "rocprim", "hipcub", "rocthrust", "cuda", "hip", "cutlass", "mgpu"})
DEVICE, PINNED, MANAGED = "0", "1", "2"  # kinds of memory, as host/memory.hpp has them
SHARED = "shared"  # a workgroup's
ANONYMOUS = "(anonymous namespace)"
ELSEWHERE = 1 << 32  # added to the numbers of a candidate's allocations that its original does not have (alignment.py)


class Memory(NamedTuple):
    """An allocation: the how manieth it was (0: none of the runtime's), its bytes, its kind, a variable's name."""

    number: int
    size: int
    kind: str
    label: str = ""

    def __str__(self) -> str:
        if self.label:
            return f"variable {self.label}"
        if self.kind == SHARED:
            return f"a workgroup's shared memory ({self.size:,} bytes)"
        kind = {PINNED: "pinned ", MANAGED: "managed "}.get(self.kind, "")
        return f"{kind}allocation {self.number % ELSEWHERE} ({self.size:,} bytes)"


class Launch(NamedTuple):
    """One launch, the `number`th: what memory it changed and that memory's digest, None where nobody looked; and all
    memory that it found, if that was asked for."""

    number: int
    kernel: str
    grid: str
    block: str
    changed: tuple[tuple[Memory, str], ...] | None
    found: tuple[tuple[Memory, str], ...] = ()

    @property
    def name(self) -> str:
        """`scale` for `void (anonymous namespace)::scale<float>(float*, int)`."""
        return _path(self.kernel)[-1]

    @property
    def is_library(self) -> bool:
        """Whether it is a kernel of a library, which has others on the other side."""
        return not LIBRARIES.isdisjoint(_path(self.kernel)[:-1])


class Seen(NamedTuple):
    """What memory held when the host copied from it (`read`), gave it up (`freed`) or ended (`kept`)."""

    when: str
    memory: Memory
    offset: int
    size: int
    content: Content | None


class Wrote(NamedTuple):
    """Who wrote a watched piece of memory last in a launch: none where `writes` is 0; `line` where it is known."""

    writes: int
    line: str
    block: str
    thread: str
    wave: int
    lane: int
    how: str


class Beyond(NamedTuple):
    """Something was written behind the end of memory, at this byte from its start; by a kernel, if that is known."""

    memory: Memory
    kernel: str
    offset: int

    @property
    def is_shared(self) -> bool:
        """Whether it is a workgroup's shared memory."""
        return self.memory.kind == SHARED

    def __str__(self) -> str:
        who = f"kernel {self.kernel} wrote" if self.kernel else "something was written"
        word = max(self.memory.size, self.offset // 4 * 4)  # the first byte that changed may be its last
        return f"{who} behind the end of {self.memory}, at byte {word:,}"


class Deeds(NamedTuple):
    """All that was seen of a run. `ended`: the program came to its exit handlers; `over`: memory that kernels had
    changed, once for each time that something else than a kernel's result came into it from the host. `beyond`: once
    for each allocation, and for each kernel that writes behind shared memory."""

    launches: tuple[Launch, ...]
    seen: tuple[Seen, ...]
    ended: bool
    wrote: Wrote | None = None
    over: tuple[Memory, ...] = ()
    beyond: tuple[Beyond, ...] = ()

    @property
    def own(self) -> tuple[Launch, ...]:
        """The launches of the program's own kernels."""
        return tuple(launch for launch in self.launches if not launch.is_library)


def _path(kernel: str) -> list[str]:
    """The names of the namespaces that a kernel is in, and its own, without arguments."""
    if kernel.startswith("_Z"):
        return list(_mangled(kernel)) or [kernel]
    text = kernel.replace(ANONYMOUS, "_")
    while (less := re.sub(r"<[^<>]*>", "", text)) != text:
        text = less
    words = text.partition("(")[0].split()
    return words[-1].split("::") if words else [kernel]


def _mangled(kernel: str) -> Iterator[str]:
    """The same of a name as compilers mangle it: of clang's for templates over functions libstdc++ before GCC 14 makes
    no text. A kernel is in namespaces alone, so arguments of templates come last."""
    left = kernel.removeprefix("_Z").removeprefix("N")
    while match := re.match(r"L?(\d{1,4})(?!\d)", left):  # L: of this unit alone
        size = int(match[1])
        left = left[match.end() :]
        name, left = left[:size], left[size:]
        yield "_" if name.startswith("_GLOBAL__N") else name


def read(entries: Iterable[Mapping[str, str]]) -> Deeds:
    """The runtime's lines (executor/host/deeds.cpp) as deeds."""
    launches: list[Launch] = []
    seen: list[Seen] = []
    over: list[Memory] = []
    beyond: list[Beyond] = []
    ended, wrote = False, None
    for entry in entries:
        match entry.get("kind"):
            case "did":
                changed = None if entry["changed"] == "?" else _digests(entry["changed"])
                found = _digests(entry.get("found", ""))
                launches.append(
                    Launch(int(entry["number"]), entry["kernel"], entry["grid"], entry["block"], changed, found)
                )
            case "wrote":
                words = (entry["line"], entry["block"], entry["thread"])
                wrote = Wrote(int(entry["writes"]), *words, int(entry["wave"]), int(entry["lane"]), entry["how"])
            case "read" | "freed" | "kept" as when:
                memory = _memory(entry["memory"].split())
                offset, size = int(entry.get("offset", "0")), int(entry.get("bytes", memory.size))
                seen.append(Seen(when, memory, offset, size, contents.read(entry["content"])))
            case "over":
                over.append(_memory(entry["memory"].split()))
            case "beyond":
                beyond.append(Beyond(_memory(entry["memory"].split()), entry["kernel"], int(entry["offset"])))
            case "end":
                ended = True
    return Deeds(tuple(sorted(launches)), tuple(seen), ended, wrote, tuple(over), tuple(beyond))


def _digests(text: str) -> tuple[tuple[Memory, str], ...]:
    words = [each.split() for each in text.split("; ") if each]
    return tuple((_memory(each[:4]), each[4]) for each in words)


def _memory(words: Sequence[str]) -> Memory:
    number, size, kind, label = words
    return Memory(int(number), int(size), kind, "" if label == "-" else label)


def undone(original: Deeds, candidate: Deeds, known: Callable[[], Container[str]]) -> Iterator[str]:
    """What the original does on the GPU and the candidate does not, each a sentence. `known` finds all kernels of the
    original: one that it chose not to start may stand for one that it did, where GPUs differ."""
    theirs, ours = ({launch.name for launch in side.own} for side in (original, candidate))
    instead = any(name in known() for name in ours - theirs) if theirs - ours else False
    by_name = defaultdict(list)
    for launch in candidate.own:
        by_name[launch.name].append(launch)
    for name in dict.fromkeys(launch.name for launch in original.own):
        changes = [launch for launch in original.own if launch.name == name and launch.changed]
        if name not in by_name:
            if not instead:
                yield f"kernel {name} was never started, though the original starts it"
        elif changes and _same_places(original, candidate) and all(each.changed == () for each in by_name[name]):
            yield f"kernel {name} changed nothing in the GPU's memory, though the original's does"
    yield from _put_over(original, candidate)
    yield from _patched(original, candidate, known)
    yield from map(str, overrun(original.beyond, candidate.beyond))
    if _reads(original) and not _reads(candidate) and not _host_sees(candidate):
        yield "no result of a kernel was copied to the host, though the original copies some"
    if original.ended and not candidate.ended:
        yield "the program left by _exit or the like, though the original does not, so its results were not seen"


def overrun(original: Iterable[Beyond], candidate: Iterable[Beyond]) -> Iterator[Beyond]:
    """Writes behind the end of memory, of a kind of memory where the original keeps within its bounds."""
    excused = {each.is_shared for each in original}
    return (each for each in candidate if each.is_shared not in excused)


def _put_over(original: Deeds, candidate: Deeds) -> Iterator[str]:
    """Results of kernels that the host has put something else in the place of, and the original's has not.

    Allocations are compared one by one where kernels of both sides write to the same; else all together, where a
    solver that takes more steps may do so more often.
    """
    ours, theirs = Counter(candidate.over), Counter(original.over)
    places = [{memory for each in side.own for memory, _ in each.changed or ()} for side in (original, candidate)]
    if _same_places(original, candidate) and places[0] == places[1]:
        found = [memory for memory in ours if memory in places[0] and ours[memory] > theirs[memory]]
    else:
        found = [memory for memory in ours if memory in places[1]]
        before = theirs.total()
        if sum(ours[m] for m in found) <= before or (before and len(candidate.launches) > len(original.launches)):
            found = []
    for memory in found:
        yield f"the host changed {memory} after kernels had changed it, which the original does not"


def _patched(original: Deeds, candidate: Deeds, known: Callable[[], Container[str]]) -> Iterator[str]:
    """Results of the original's kernels that a kernel which it does not have puts something else in the place of."""
    names = {launch.name for launch in original.own}
    if len(original.own) < len(original.launches) or all(launch.name in names for launch in candidate.own):
        return  # kernels of libraries may have others in their place
    made: dict[Memory, str] = {}
    for launch in candidate.own:
        places = [memory for memory, _ in launch.changed or ()]
        if launch.name in names:
            made |= dict.fromkeys(places, launch.name)
        elif launch.name not in known() and (memory := next((m for m in places if m in made), None)):
            yield (
                f"kernel {launch.name}, which the original does not have, changed {memory} after kernel {made[memory]}"
            )
            return


def _reads(deeds: Deeds) -> bool:
    return any(each.when == "read" for each in deeds.seen)


def _host_sees(deeds: Deeds) -> bool:
    """Whether kernels write where the host can look without a copy, or may do so unseen."""
    kinds = {memory.kind for launch in deeds.launches for memory, _ in launch.changed or ()}
    return bool(kinds - {DEVICE}) or any(launch.changed is None for launch in deeds.launches)


def _same_places(a: Deeds, b: Deeds) -> bool:
    """Whether both have the same allocations, as far as they were seen."""
    mine, others = _sizes(a), _sizes(b)
    return all(others.get(number, size) == size for number, size in mine.items())


def _sizes(deeds: Deeds) -> dict[int, int]:
    return {memory.number: memory.size for memory in touched(deeds)}


def touched(deeds: Deeds) -> list[Memory]:
    """The allocations that kernels have changed or that were looked at, by number."""
    changed = (memory for launch in deeds.launches for memory, _ in launch.changed or ())
    found = {m.number: m for m in (*changed, *(each.memory for each in deeds.seen)) if m.number}
    return [found[number] for number in sorted(found)]


def started(deeds: Deeds) -> Counter[str]:
    """How often each kernel was started; empty where not every launch was told."""
    told = deeds.launches[-1].number if deeds.launches else 0
    return Counter(launch.name for launch in deeds.own if told == len(deeds.launches))


Place = tuple[str, Memory, int, int]


def results(deeds: Deeds) -> dict[Place, list[Content]]:
    """What the host has looked at or could look at, in order of time, and what that memory held last, by its place."""
    looked = {each.memory for each in deeds.seen if each.when == "read" or each.memory.kind in (PINNED, MANAGED)}
    found: dict[Place, list[Content]] = defaultdict(list)
    for each in deeds.seen:
        if each.content is not None and (each.when == "read" or each.memory in looked):
            found["read" if each.when == "read" else "last", each.memory, each.offset, each.size].append(each.content)
    return found


def writers(deeds: Deeds) -> Counter[tuple[str, Memory]]:
    """How often each kernel has changed each allocation."""
    return Counter((launch.name, memory) for launch in deeds.launches for memory, _ in launch.changed or ())


Same = Callable[[Content, Content], bool]


def different(
    original: Deeds, candidate: Deeds, same_content: Same = alike, among: Container[Place] | None = None
) -> list[Place]:
    """The places of results that are not alike, where it is plain that they should be: in allocations of the same
    number and size, written as often by the same kernels, and looked at as often. `among`: only these are compared."""
    if not _same_places(original, candidate):
        return []
    theirs, ours = results(original), last_states(candidate) | results(candidate)
    if among is not None:
        theirs = {place: contents for place, contents in theirs.items() if place in among}
    mine, others = writers(candidate), writers(original)
    found = []
    for place, expected in theirs.items():
        memory, got = place[1], ours.get(place, [])
        same = {k: n for k, n in mine.items() if k[1] == memory} == {k: n for k, n in others.items() if k[1] == memory}
        if same and len(expected) == len(got) and not all(map(same_content, expected, got)):
            found.append(place)
    return found


def unordered(one: Deeds, other: Deeds) -> set[Place]:
    """The places in which two runs of one program have left the same words in another order."""
    theirs = last_states(other) | results(other)
    return {
        place
        for place, contents in (last_states(one) | results(one)).items()
        if any(map(reordered, contents, theirs.get(place, [])))
    }


def same_results(original: Deeds, candidate: Deeds) -> bool:
    """Whether all results that the host took from the original could be compared, and are alike."""
    comparable = not results(original) or _same_places(original, candidate)
    return comparable and not different(original, candidate)


def last_states(deeds: Deeds) -> dict[Place, list[Content]]:
    """What all memory held that kernels have changed, when it was given up."""
    seen = [each for each in deeds.seen if each.when != "read" and each.content is not None]
    return {("last", s.memory, s.offset, s.size): [s.content] for s in seen if s.content}
