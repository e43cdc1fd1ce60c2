"""Which of some names the words of a file hold within them: `cudaMalloc` holds `Malloc`. Learnt once a word."""

from collections.abc import Set

_MOST = 1 << 18  # words


class Holdings:
    """Asked about the files of a run, one after the other: most words of a file were in others before."""

    def __init__(self, names: Set[bytes]) -> None:
        self._names = names
        self._known: tuple[set[bytes], dict[bytes, set[bytes]]] = (set(), {})  # all words, and those that hold a name

    def of(self, words: frozenset[bytes]) -> set[bytes]:
        """The names that are in at least one of the words."""
        seen, holding = self._known
        fresh = words - seen
        vocabulary = b" ".join(fresh)
        for name in self._names:
            if name in vocabulary:
                for word in fresh:
                    if name in word:
                        holding.setdefault(word, set()).add(name)
        seen |= fresh
        if len(seen) > _MOST:
            self._known = (set(), {})
        return set().union(*(holding[word] for word in words if word in holding))
