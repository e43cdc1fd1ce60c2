"""How long the grammar may look at a text, counted in its own steps: the same on every machine.

The grammar asks whether to go on every hundred steps. Until it has read all, that is at most 10 times a KB and 273
times more in any of 9,936 sources of HeCBench, cuda-samples, HIPIFY, hip-tests and HIP; a text of short statements
alone takes up to 58 times a KB, and as fast. Steps in errors of syntax take ten times as long, so a text that takes
more steps than sources do is looked at: where every few bytes are an error, nothing is gained by going on.
"""

from collections.abc import Callable

from tree_sitter import Language, Parser, Point, Tree

_STEPS, _STEPS_PER_BYTE = 400, 0.010  # in hundreds: beyond this, errors are counted
_MOST_STEPS, _MOST_STEPS_PER_BYTE = 1500, 0.025  # beyond this, and as many after the end, it is given up
_SAMPLE = 1 << 12  # bytes; of more errors than the first number of them is given up, so many of the second are forgiven
_TOO_MANY, _FORGIVEN = _SAMPLE // 10, _SAMPLE // 32
_BLOCK = 1 << 14  # bytes that are handed over at a time


class Window:
    """Reads `text` as if it began at byte `start` of a file, so that no copy of the file is needed."""

    def __init__(self, text: bytes, start: int = 0) -> None:
        self._text = text
        self._start = start
        self.ended = False  # whether all was asked for

    def __call__(self, offset: int, _point: Point) -> bytes:
        at = offset - self._start
        self.ended |= at >= len(self._text)
        return self._text[at : at + _BLOCK] if at >= 0 else b" " * -at

    def before(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes that end at `offset` of the file."""
        at = max(0, offset - self._start)
        return self._text[max(0, at - size) : at]

    def __len__(self) -> int:
        return len(self._text)


class Budget:
    """Called by the grammar with the byte where it is; true where it has had enough.

    What was read quickly gives no right to be slow further on.
    """

    def __init__(self, read: Window, language: Callable[[], Language]) -> None:
        self._read, self._language = read, language
        self._beyond = self._far_beyond = 0.0
        self._last = self._errors = 0
        self._after_end = -_MOST_STEPS - _MOST_STEPS_PER_BYTE * len(read)

    def __call__(self, offset: int, _has_error: bool) -> bool:
        """One more call of the grammar's."""
        moved, self._last = offset - self._last, offset
        if self._read.ended and moved == 0:
            self._after_end += 1
            return self._after_end > 0
        self._beyond = max(0.0, self._beyond - moved * _STEPS_PER_BYTE) + 1
        self._far_beyond = max(0.0, self._far_beyond - moved * _MOST_STEPS_PER_BYTE) + 1
        if self._far_beyond > _MOST_STEPS:
            return True
        if self._beyond <= _STEPS:
            return False
        self._beyond = 0.0
        found = errors(Parser(self._language()).parse(self._read.before(offset, _SAMPLE)))
        self._errors = max(0, self._errors + found - _FORGIVEN)
        return self._errors > _TOO_MANY


def errors(tree: Tree) -> int:
    """How many pieces of the text a tree could not place, or had to add."""
    count, left = 0, [tree.root_node]
    while left:
        node = left.pop()
        count += node.is_missing + (1 + node.child_count if node.is_error else 0)
        left += node.children if node.has_error else []
    return count
