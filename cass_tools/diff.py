"""Differences of bytes: unified, in the form that `patch` and `git apply` read, and as edits."""

import difflib
import itertools
from dataclasses import dataclass

from cass_tools.model import Edit, Span

NO_NEWLINE = b"\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class Size:
    """How many lines a change adds and removes; a changed line is one of each."""

    added: int
    removed: int


def unified(before: bytes, after: bytes, name: str, new_name: str = "") -> bytes:
    """The diff from `before` to `after`; empty when they are equal. Names are relative paths."""
    old, new = f"a/{name}".encode(errors="surrogateescape"), f"b/{new_name or name}".encode(errors="surrogateescape")
    lines = difflib.diff_bytes(difflib.unified_diff, _lines(before), _lines(after), old, new)
    return b"".join(line if line.endswith(b"\n") else line + NO_NEWLINE for line in lines)


def size(before: bytes, after: bytes) -> Size:
    """Count the lines of the change."""
    changes = [line[:1] for line in unified(before, after, "", "").split(b"\n")[2:]]
    return Size(added=changes.count(b"+"), removed=changes.count(b"-"))


def edits(before: bytes, after: bytes) -> tuple[Edit, ...]:
    """Edits of whole lines that make `after` of `before`."""
    old, new = _lines(before), _lines(after)
    starts = [0, *itertools.accumulate(map(len, old))]
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple(
        Edit(Span(starts[i], starts[j]), b"".join(new[k:m])) for kind, i, j, k, m in changes if kind != "equal"
    )


def _lines(data: bytes) -> list[bytes]:
    """Lines with their ends; only a newline byte ends a line."""
    *whole, last = data.split(b"\n")
    return [line + b"\n" for line in whole] + ([last] if last else [])
