"""Comparing what two builds of a kernel wrote, element by element, as their types ask for.

Integers are equal or not. A number with a fraction may differ by a relative tolerance (by its type), and by that
tolerance of the largest number in its buffer: sums that cancel, in another order, are no more exact than their terms.
NaN equals NaN, infinities equal those of their sign. Pointers are not compared: what they point to is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cass_tools.drivers.results import Case, Saved

TOLERANCE = {"f8": 1e-11, "f4": 1e-5, "f2": 4e-3, "b2": 3e-2, "x1": 0.25}
ROUGH = 1e-4  # of floats from functions such as __sinf, which CUDA gives 2 ** -21.4 of 1 in a small range only
OF_LARGEST = 0.1  # the part of the tolerance that holds for the largest number of the buffer


@dataclass(frozen=True, slots=True)
class Policy:
    """`tolerance`: relative, for every type with a fraction; None takes those above. Names are of arguments.

    `rough`: floats come of functions that are approximations by their definition (`__sinf`).
    """

    tolerance: float | None = None
    unordered: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    rough: bool = False

    def relative(self, kind: str) -> float:
        """The relative tolerance for numbers of a type."""
        usual = ROUGH if self.rough and kind == "f4" else TOLERANCE[kind]
        return usual if self.tolerance is None else self.tolerance


@dataclass(frozen=True, slots=True)
class Difference:
    """The first element that differs: `path` with the index, both sides, and how many more there are."""

    path: str
    expected: str
    found: str
    more: int = 0

    def __str__(self) -> str:
        others = f" ({self.more} more differ)" if self.more else ""
        return f"{self.path}: expected {self.expected}, got {self.found}{others}"


def compare(expected: Case, found: Case, names: tuple[str, ...], policy: Policy) -> Difference | None:
    """The first difference between two runs of a case; `names` are those of the kernel's arguments."""
    return next(differences(expected, found, names, policy), None)


def differences(expected: Case, found: Case, names: tuple[str, ...], policy: Policy) -> Iterator[Difference]:
    """For each buffer that differs the first difference."""
    for path, saved in expected.buffers.items():
        shown = named(path, names)
        if _ignored(shown, policy):
            continue
        other = found.buffers.get(path)
        if other is None and saved.data is None:
            continue  # a variable that this kernel did not touch, and that the other side has not
        if other is None or (saved.layout, saved.item, saved.count) != (other.layout, other.item, other.count):
            yield Difference(shown, f"{saved.count} elements of {saved.item} bytes", "another shape")
        elif other.outside and not saved.outside:
            yield Difference(shown, "no write outside of it", "a write right before or after it")
        elif difference := _compare_buffer(shown, saved, other, policy):
            yield difference


def compared(case: Case, names: tuple[str, ...], policy: Policy) -> bool:
    """Whether anything that the kernel wrote is compared."""
    shown = (named(path, names) for path, saved in case.buffers.items() if saved.data is not None)
    return any(not _ignored(name, policy) for name in shown)


def _ignored(shown: str, policy: Policy) -> bool:
    return shown in policy.ignore or shown.partition("[")[0].partition(".")[0] in policy.ignore


def settle(first: Case, other: Case, names: tuple[str, ...], policy: Policy) -> Policy:
    """The policy for a kernel whose two runs, in different orders of its workgroups, are these: what changed but for
    the order of its elements is unordered, what changed otherwise is ignored."""
    for path, saved in first.buffers.items():
        shown = named(path, names)
        alone = Case(first.kernel, first.name, buffers={path: saved})
        if compare(alone, other, names, policy) is None:
            continue
        loose = replace(policy, unordered=(*policy.unordered, shown))
        if compare(alone, other, names, loose) is None:
            policy = loose
        else:
            policy = replace(policy, ignore=(*policy.ignore, shown))
    return policy


def named(path: str, names: tuple[str, ...]) -> str:
    """`#0[3].next` as `list[3].next`."""
    if not path.startswith("#"):
        return path
    number = "".join(c for c in path[1:].partition("[")[0].partition(".")[0])
    name = names[int(number)] if int(number) < len(names) else ""
    return (name or f"argument {int(number) + 1}") + path[1 + len(number) :]


def _compare_buffer(shown: str, expected: Saved, found: Saved, policy: Policy) -> Difference | None:
    if expected.data == found.data:
        return None
    if expected.data is None or found.data is None:
        written = "values written", "nothing written"
        sides = written if found.data is None else written[::-1]
        return Difference(shown, *sides)
    from cass_tools.drivers import columns

    both = min(len(expected.data), len(found.data)) // expected.item
    for kind, offset in _parts(expected.layout):
        if kind.startswith("p"):
            continue
        near = None if kind not in TOLERANCE or kind == "x1" else columns.Near(policy.relative(kind), OF_LARGEST)
        wrong = columns.first_wrong(expected, found, kind, offset, both, near=near, sort=shown in policy.unordered)
        if wrong is not None:
            place = shown if expected.count == 1 and "#" not in expected.path else f"{shown}[{wrong.at}]"
            part = f" at byte {offset}" if " " in expected.layout else ""
            return Difference(place + part, wrong.expected, wrong.found, wrong.more)
    return _beyond(shown, expected, found, both)


def _beyond(shown: str, expected: Saved, found: Saved, both: int) -> Difference | None:
    """A difference in the elements that one side only has come to change."""
    longer, sides = (
        (expected, ("written", "unchanged"))
        if len(expected.data or b"") > len(found.data or b"")
        else (
            found,
            ("unchanged", "written"),
        )
    )
    more = len(longer.data or b"") // longer.item - both
    kinds = [kind for kind, _ in _parts(longer.layout)]
    if not more or all(kind.startswith("p") for kind in kinds):
        return None
    return Difference(f"{shown}[{both + more - 1}]", *sides)


def _parts(layout: str) -> Iterator[tuple[str, int]]:
    for word in layout.split():
        kind, _, offset = word.partition(":")
        yield kind, int(offset or 0)
