"""Calls whose arguments change on the way to ROCm's own libraries: the table data/roc_arguments.tsv.

Steps name arguments by their places in CUDA's call: `insert` text before one, `replace` one by text, `drop` one, `move`
one before another (its place is the text), `copy` the one whose place is the text before one. `size` marks a pointer
to a size, an int in CUDA and a size_t in ROCm; `unknown` what CUDA's call does not say.
"""

import functools
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.uses import Use
from cass_tools.model import Edit, Span

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_TABLE = Path(__file__).parent.parent / "data" / "roc_arguments.tsv"


class Step(NamedTuple):
    """One row: what is done at which argument, counted from 0."""

    kind: str
    position: int
    text: str


@functools.cache
def steps() -> dict[tuple[str, int], tuple[Step, ...]]:
    """The steps of each CUDA function with so many parameters (0: any number), in the table's order."""
    found: dict[tuple[str, int], tuple[Step, ...]] = {}
    for line in _TABLE.read_text(encoding="ascii").splitlines()[1:]:
        name, arity, kind, position, *text = line.split("\t")
        key = (name, int(arity))
        found[key] = (*found.get(key, ()), Step(kind, int(position), text[0] if text else ""))
    return found


@functools.cache
def _changed() -> frozenset[str]:
    return frozenset(name for name, _ in steps())


class RocCall(NamedTuple):
    """A call of `use` with `arguments`, and the steps that it needs."""

    use: Use
    arguments: list[Span]
    steps: tuple[Step, ...]

    def of_kind(self, kind: str) -> list[Step]:
        """The steps of one kind."""
        return [step for step in self.steps if step.kind == kind]


def roc_calls(context: "Context") -> list[RocCall]:
    """The calls that have as many arguments as CUDA's function; others are ROCm's already, or not understood."""
    found = []
    for use in context.uses:
        if use.api.name not in _changed() or not use.renamed:
            continue
        arguments = call_arguments(context.code, use.span.end) or []
        name = use.api.name
        needed = steps().get((name, len(arguments))) or steps().get((name, 0))
        if needed is not None:
            found.append(RocCall(use, arguments, needed))
    return found


def edits(context: "Context", call: RocCall) -> tuple[Edit, ...]:
    """What makes the arguments ROCm's; whatever other fixes change inside arguments that stay still fits."""
    count = len(call.arguments)
    before: dict[int, list[bytes]] = {}
    gone: set[int] = set()
    made: list[Edit] = []
    for kind, position, text in call.steps:
        if kind == "insert":
            before.setdefault(min(position, count), []).append(text.encode())
        elif kind == "copy":
            before.setdefault(min(position, count), []).append(_renamed(context, call.arguments[int(text)]))
        elif kind == "move":
            gone.add(position)
            before.setdefault(min(int(text), count), []).append(_renamed(context, call.arguments[position]))
        elif kind == "drop":
            gone.add(position)
        elif kind == "replace":
            made.append(Edit(call.arguments[position], text.encode()))
    tail = next((n for n in range(count) if gone.issuperset(range(n, count))), count)
    made += (_removal(call.arguments, position, tail) for position in sorted(gone))
    made += (_insertion(call.arguments, position, tail, texts) for position, texts in before.items())
    return tuple(made)


def _insertion(arguments: list[Span], position: int, tail: int, texts: list[bytes]) -> Edit:
    """At the argument, or at the end of the call if nothing that stays follows."""
    text = b", ".join(texts)
    if position < tail:
        at = arguments[position].start
        return Edit(Span(at, at), text + b", ")
    at = arguments[-1].end
    return Edit(Span(at, at), b", " + text)


def _removal(arguments: list[Span], position: int, tail: int) -> Edit:
    """An argument with the comma after it; of those that nothing follows (from `tail` on), with the comma before."""
    if position < tail:
        return Edit(Span(arguments[position].start, arguments[position + 1].start), b"")
    return Edit(Span(arguments[position - 1].end, arguments[position].end), b"")


def _renamed(context: "Context", span: Span) -> bytes:
    """The text of an argument that goes elsewhere, its names those of ROCm already."""
    parts, done = [], span.start
    for use in context.uses:
        if use.renamed and span.start <= use.span.start and use.span.end <= span.end:
            parts += [context.data[done : use.span.start], use.hip.encode()]
            done = use.span.end
    return b"".join((*parts, context.data[done : span.end]))
