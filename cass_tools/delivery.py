"""From a ported file to a written one: what may be written is, and the rest of the tree comes along."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cass_tools import output
from cass_tools.errors import CassError
from cass_tools.layout import Layout
from cass_tools.model import Candidate, Finding, Safety, Severity
from cass_tools.port import Ported
from cass_tools.scan import read


@dataclass(frozen=True, slots=True)
class Delivered:
    """A ported file and what became of it: `wrote` in one word, or `problem` with why it was not written."""

    ported: Ported
    place: Path
    wrote: str = ""
    problem: str = ""


def deliver(ported: Ported, layout: Layout, *, force: bool) -> Delivered:
    """Write the candidate if its verdict allows it; a host program is none, the rest of the tree has it (`carry`)."""
    place = layout.place(ported.path)
    if ported.is_host:
        return Delivered(ported, place.path, problem=ported.refused or "")
    if ported.refused is not None:
        return Delivered(ported, place.path, problem=ported.refused)
    source = ported.candidate.source
    try:
        wrote = output.write(
            place,
            ported.candidate.data,
            mode_of=source.path,
            read_as=source.data if layout.in_place else None,
            force=force,
        )
    except CassError as error:
        return Delivered(ported, place.path, problem=str(error).removeprefix(f"{place.path}: "))
    return Delivered(ported, place.path, wrote=wrote.value)


def carry(others: Iterable[Path], layout: Layout, *, force: bool) -> Iterator[str]:
    """Copy the files of the tree that need no translation; yields a sentence for each that could not be."""
    for path in others:
        try:
            output.write(layout.place(path), read(path).data, mode_of=path, force=force)
        except CassError as error:
            yield str(error)


def fixed(candidate: Candidate) -> dict[int, Safety]:
    """Which findings the candidate has fixed, by their number, and how safe the fix is by itself."""
    made = frozenset(candidate.made)
    return {n: f.fix.safety for n, f in enumerate(candidate.findings) if f.fix and made.issuperset(f.fix.edits)}


def left_over(candidate: Candidate) -> tuple[Finding, ...]:
    """Errors that the candidate still has: a person must write something there."""
    done = fixed(candidate)
    return tuple(f for n, f in enumerate(candidate.findings) if n not in done and f.severity is Severity.ERROR)
