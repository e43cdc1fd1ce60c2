"""Calls of API functions whose arguments change: the tables data/arguments.tsv and data/overloads.tsv.

A call is found at the name and read by brackets, not by the grammar, so that calls in macros and broken code count too.
"""

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.arguments import split_arguments
from cass_tools.model import Span

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_DATA = Path(__file__).parent.parent / "data"
_BRACKET = re.compile(rb"[()\[\]{};]")
_OPEN = re.compile(rb"(?:\\?[ \t\r\n])*\(")
_MAX_CALL = 16384
_MAX_DEPTH = 64


class Change(NamedTuple):
    """What a call of `name` with `arity` arguments (0: any number) needs at `position`.

    `kind` is wrap, cast, address, const, insert or drop. `text` is what to insert, or the HIP release that takes
    pointers to pointers of every type (`address`) or to pointers to text of either constness (`const`).
    """

    name: str
    arity: int
    kind: str
    position: int
    text: str


def _rows(file: str) -> Iterator[list[str]]:
    lines = (_DATA / file).read_text(encoding="ascii").splitlines()
    return (line.split("\t") for line in lines[1:])


@functools.cache
def changes() -> tuple[Change, ...]:
    """All rows of data/arguments.tsv."""
    return tuple(Change(r[0], int(r[1]), r[2], int(r[3]), r[4]) for r in _rows("arguments.tsv"))


@functools.cache
def _overloads() -> dict[tuple[bytes, int], str]:
    return {(name.encode(), int(arity)): hip for name, arity, hip in _rows("overloads.tsv")}


@functools.cache
def _overloaded() -> frozenset[bytes]:
    return frozenset(name for name, _ in _overloads())


def is_overloaded(name: bytes) -> bool:
    """Whether the HIP function depends on the number of arguments."""
    return name in _overloaded()


def overload(context: "Context", name: bytes, end: int) -> str | None:
    """The HIP function for a call of the overloaded `name` that ends at byte `end`, by its number of arguments."""
    if not is_overloaded(name):
        return None
    arguments = call_arguments(context.code, end)
    return None if arguments is None else _overloads().get((name, len(arguments)))


class ChangedCall(NamedTuple):
    """A call at `name` whose `arguments` need `change`."""

    name: Span
    arguments: list[Span]
    change: Change


def changed_calls(context: "Context", kind: str) -> Iterator[ChangedCall]:
    """The calls of API functions that need a change of this kind and are renamed in the target HIP release."""
    table: dict[bytes, list[Change]] = {}
    for change in changes():
        if change.kind == kind:
            table.setdefault(change.name.encode(), []).append(change)
    for use in context.uses:
        possible = table.get(use.api.name.encode(), ())
        arguments = call_arguments(context.code, use.span.end) if possible and use.renamed else None
        if arguments is None:
            continue
        for change in possible:
            enough = len(arguments) >= change.position + (kind != "insert")
            if enough and change.arity in (0, len(arguments)):
                yield ChangedCall(use.span, arguments, change)


def call_arguments(code: bytes, end: int) -> list[Span] | None:
    """The arguments of the call whose function name ends at `end`; None if no bracketed list follows."""
    opened = _OPEN.match(code, end)
    if opened is None:
        return None
    depth = 1
    for match in _BRACKET.finditer(code, opened.end(), opened.end() + _MAX_CALL):
        mark = match.group()
        if mark in b"([{":
            depth += 1
            if depth > _MAX_DEPTH:
                return None
        elif mark in b")]}":
            depth -= 1
            if depth == 0:
                return split_arguments(code, opened.end(), match.start())
        elif depth == 1:
            return None
    return None
