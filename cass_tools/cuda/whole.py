"""Questions about a whole file, each answered once: rules ask them at every finding, and there may be thousands."""

import functools
import re
from bisect import bisect_right

from cass_tools.cuda.patterns import Pattern

_FILES = 64  # answers that are kept


@functools.lru_cache(maxsize=8)
def same(text: bytes) -> bytes:
    """An equal text that was seen before, else this one: answers are kept by texts, and comparing takes a while."""
    return text


@functools.lru_cache(maxsize=_FILES)
def holds(data: bytes, text: bytes) -> bool:
    """Whether the file has these bytes anywhere."""
    return text in data


@functools.lru_cache(maxsize=_FILES)
def first(pattern: Pattern | bytes, code: bytes) -> re.Match[bytes] | None:
    """The first place of a pattern in the file."""
    return re.search(pattern, code) if isinstance(pattern, bytes) else pattern.search(code)


@functools.lru_cache(maxsize=_FILES)
def every(pattern: Pattern | bytes, code: bytes) -> tuple[re.Match[bytes], ...]:
    """All places of a pattern in the file, in order."""
    return tuple(re.finditer(pattern, code) if isinstance(pattern, bytes) else pattern.finditer(code))


@functools.lru_cache(maxsize=_FILES)
def _ends(pattern: Pattern | bytes, code: bytes) -> list[int]:
    return [match.end() for match in every(pattern, code)]


def last_before(pattern: Pattern | bytes, code: bytes, offset: int) -> re.Match[bytes] | None:
    """The last place of a pattern that ends at or before `offset`."""
    number = bisect_right(_ends(pattern, code), offset)
    return every(pattern, code)[number - 1] if number else None
