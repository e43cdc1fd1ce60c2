"""Two versions of a text that is being edited: the tree of the later one from that of the earlier."""

from typing import NamedTuple

from tree_sitter import Point, Tree

from cass_tools.cuda.parse import parse_whole
from cass_tools.cuda.window import Window, window
from cass_tools.model import Span


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
