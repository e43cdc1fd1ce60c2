"""Memory that a candidate's kernels change, and nothing changes in its original.

Arguments that change places show there, if what was to be written holds the right results already.
"""

from typing import NamedTuple

from cass_tools.deeds import DEVICE, Deeds, Memory, touched


class Stray(NamedTuple):
    """A kernel, and the allocation that it changes."""

    kernel: str
    memory: Memory

    def __str__(self) -> str:
        return f"kernel {self.kernel} changed {self.memory}, which nothing changes in the original"


def strays(original: Deeds, candidate: Deeds) -> list[Stray]:
    """What kernels that both sides start change in the candidate only; nothing where it is not plain which allocation
    is which, or not every launch was watched. Both had warps of one size, or they may choose other ways. Allocations
    are numbered as they are made: the original has one for sure where it has a later one."""
    if any(launch.changed is None for launch in (*original.launches, *candidate.launches)):
        return []
    theirs, ours = set(touched(original)), set(touched(candidate))
    known, names = {memory.number for memory in theirs}, {launch.name for launch in original.own}
    found: dict[Memory, Stray] = {}
    for launch in candidate.own:
        for memory, _ in launch.changed or ():
            there = memory.number not in known and 0 < memory.number < max(known, default=0)
            if there and memory.kind == DEVICE and launch.name in names:
                found.setdefault(memory, Stray(launch.name, memory))
    return list(found.values()) if ours - found.keys() == theirs else []
