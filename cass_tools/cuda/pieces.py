"""Blanked code cut where declarations end: what follows from nothing but the text of a piece is found out once.

Of a file that is being edited nearly all pieces are those of the version before. A piece ends before a line that begins
with `}`, and the next one begins behind that `}`; a macro that goes on in such a line is not cut.
"""

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import TypeVar, cast

from cass_tools.cuda.patterns import every

END = b"\n}"
"""What is between two pieces."""
_MOST = 4 << 20  # bytes of the pieces that are kept; what is known of them takes up to nine times as much
_WORD = frozenset(bytes([c]) for c in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
T = TypeVar("T")


class Piece:
    """One piece, with all that was asked about it."""

    __slots__ = ("_answers", "_held", "_last", "_names", "_places", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._answers: dict[Callable[[bytes], object], object] = {}
        self._places: dict[bytes, list[int]] = {}
        self._names: dict[bytes, list[int]] = {}
        self._held: dict[bytes, bool] = {}
        self._last: tuple[object, bytes] | None = None

    def ask(self, what: Callable[[bytes], T]) -> T:
        """What a function says of the text; it must depend on nothing else."""
        try:
            return cast(T, self._answers[what])
        except KeyError:
            answer = self._answers[what] = what(self.text)
            return answer

    def made(self, key: object, make: Callable[[], bytes]) -> bytes:
        """The text as `make` changes it, which must depend on the piece and on `key` alone; the last one is kept."""
        if self._last is None or self._last[0] != key:
            self._last = key, make()
        return self._last[1]

    def places(self, text: bytes) -> list[int]:
        """Where a text is, in bytes relative to the piece."""
        found = self._places.get(text)
        if found is None:
            found = self._places[text] = list(every(self.text, text))
        return found

    def holds(self, text: bytes) -> bool:
        """Whether a text is there."""
        found = self._held.get(text)
        if found is None:
            found = self._held[text] = text in self.text
        return found

    def names(self, name: bytes) -> list[int]:
        """Where an identifier is, in bytes relative to the piece."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = [at for at in every(self.text, name) if self._is_whole(at, at + len(name))]
        return found

    def _is_whole(self, start: int, end: int) -> bool:
        return self.text[start - 1 : start] not in _WORD and self.text[end : end + 1] not in _WORD


class _Known:
    """Pieces that were asked for last, by their text."""

    def __init__(self) -> None:
        self._pieces: OrderedDict[bytes, Piece] = OrderedDict()
        self._size = 0
        self._alone = threading.Lock()

    def pieces(self, texts: Iterable[bytes]) -> list[Piece]:
        """The pieces of these texts."""
        with self._alone:
            return list(map(self._piece, texts))

    def _piece(self, text: bytes) -> Piece:
        found = self._pieces.get(text)
        if found is not None:
            self._pieces.move_to_end(text)
            return found
        found = self._pieces[text] = Piece(text)
        self._size += len(text)
        while self._size > _MOST:
            self._size -= len(self._pieces.popitem(last=False)[0])
        return found


_KNOWN = _Known()


class Pieces:
    """Those of one file, in order; `starts` says at which byte each begins."""

    def __init__(self, code: bytes) -> None:
        """`code` is blanked (see cuda/lex.py)."""
        self.all = _KNOWN.pieces(_cut(code))
        sizes = (len(piece.text) + len(END) for piece in self.all[:-1])
        self.starts = list(accumulate(sizes, initial=0))

    def __iter__(self) -> Iterator[tuple[int, Piece]]:
        return zip(self.starts, self.all, strict=True)

    def answers(self, what: Callable[[bytes], T]) -> list[T]:
        """What a function says of each."""
        return [piece.ask(what) for piece in self.all]

    def places(self, text: bytes) -> list[int]:
        """Where a text that holds no line end is."""
        return [start + at for start, piece in self for at in piece.places(text)]

    def hold(self, text: bytes) -> bool:
        """Whether such a text is anywhere."""
        return any(piece.holds(text) for piece in self.all)


def _cut(code: bytes) -> list[bytes]:
    parts = code.split(END)
    if b"\\\n}" not in code and b"\\\r\n}" not in code:  # as in most files
        return parts
    whole = parts[:1]
    for part in parts[1:]:
        if whole[-1].endswith((b"\\", b"\\\r")):
            whole[-1] += END + part
        else:
            whole.append(part)
    return whole


@functools.lru_cache(maxsize=2)
def pieces(code: bytes) -> Pieces:
    """The pieces of blanked code, cut once."""
    return Pieces(code)
