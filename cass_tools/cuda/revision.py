"""Two versions of a text that is being edited: where they differ, and the tree of the later one from the earlier's."""

from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Point, Tree

from cass_tools.cuda.parse import parse_whole
from cass_tools.model import Span


class Window(NamedTuple):
    """Bytes [start, before) of the earlier version have become [start, after) of the later; all others are equal."""

    start: int
    before: int
    after: int

    def earlier(self, offset: int) -> int:
        """Where a byte of the later version was; only for those outside."""
        return offset if offset <= self.start else offset - self.after + self.before


class Revision(NamedTuple):
    """The tree of a later version; `changed` is where its structure is not that of the earlier one."""

    tree: Tree
    window: Window
    changed: tuple[Span, ...]

    def touches(self, start: int, end: int) -> bool:
        """Whether anything from byte `start` to `end` of the later version, both included, is not as it was."""
        if start <= self.window.after and end >= self.window.start:
            return True
        for span in self.changed:  # noqa: SIM110  asked for every declaration after every key: a generator takes longer
            if start <= span.end and end >= span.start:
                return True
        return False


def window(before: bytes, after: bytes) -> Window:
    """The smallest place in which two texts differ."""
    shorter = min(len(before), len(after))
    start = _most(shorter, lambda size: before[:size] == after[:size])
    rest = _most(shorter - start, lambda size: before[len(before) - size :] == after[len(after) - size :])
    return Window(start, len(before) - rest, len(after) - rest)


def _most(limit: int, holds: Callable[[int], bool]) -> int:
    """The largest number up to `limit` for which `holds`, which holds for all below it."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def reparse(tree: Tree, before: bytes, after: bytes) -> Revision | None:
    """Parse prepared bytes `after` from the whole tree of `before`: only what has changed is read.

    None where that is too much for the grammar.

    Code that the grammar can read gives the tree of a fresh parse. Of other code (`has_error`) the parser may mend
    another place than it would in a fresh parse.
    """
    at = window(before, after)
    old = tree.copy()
    places = [_point(before, at.start), _point(before, at.before), _point(after, at.after)]
    old.edit(at.start, at.before, at.after, *places)
    new = parse_whole(after, old)
    if new is None:
        return None
    changed = tuple(Span(each.start_byte, each.end_byte) for each in old.changed_ranges(new))
    return Revision(new, at, changed)


def _point(data: bytes, offset: int) -> Point:
    return Point(data.count(b"\n", 0, offset), offset - data.rfind(b"\n", 0, offset) - 1)
