"""Smaller inputs under which a candidate is still wrong: whole numbers among a program's arguments, made smaller."""

import re
import time
from collections.abc import Callable, Iterator, Sequence

WHOLE = re.compile(r"\d+")
PATIENCE = 20.0  # seconds of all attempts
MOST = 40  # attempts


def smaller(words: Sequence[str], still_wrong: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...]:
    """`words` with their whole numbers as small as they get while `still_wrong` says that the fault shows, one number
    after the other. The same words where nothing smaller does."""
    best = tuple(words)
    until = time.monotonic() + PATIENCE
    left = MOST
    for place, word in enumerate(best):
        lower = list(_below(int(word))) if WHOLE.fullmatch(word) else []
        while lower and left and time.monotonic() < until:
            attempt = (*best[:place], str(lower.pop(0)), *best[place + 1 :])
            left -= 1
            if still_wrong(attempt):
                best = attempt
                lower = list(_below(int(best[place])))
    return best


def _below(value: int) -> Iterator[int]:
    """Smaller numbers to be tried, the smallest first: a fault may need an odd one, or one that is not a multiple."""
    half = value // 2
    tries = (half, half + 1, 3 * value // 4, value - 1, value - 2)
    yield from dict.fromkeys(n for n in tries if 0 < n < value)
