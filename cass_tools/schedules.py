"""Runs under other orders of workgroups and waves: what depends on the order is no result.

GPUs promise no order. The executor runs workgroups as they are numbered, and in another, repeatable order for each
seed; a program whose output changes with it is told, whoever's fault it is: the original's, the translation's, or both.
Where only numbers of the original change, more orders are tried, to say how far a right translation may be off.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cass_tools.compare.spread import ANYWHERE, spans_of
from cass_tools.compare.terms import Span
from cass_tools.compare.text import Lines, lines_of
from cass_tools.deeds import Beyond
from cass_tools.judge import Difference, Terms, compare, same_line
from cass_tools.model import Outcome, Run
from cass_tools.runners import Runner
from cass_tools.runners.exec import ExecRunner

SCHEDULES = 2  # other orders that are tried
LONGEST = 10.0  # seconds of a run that is not repeated in other orders
MOST_FOR_SPANS = 8  # other orders from which the spread of numbers is estimated, as far as PATIENCE allows
PATIENCE = 10.0  # seconds for those
Again = Callable[[int], Run | None]
Spans = Mapping[int, tuple[Span | None, ...]]


def scheduled(runner: Runner, seed: int) -> Runner | None:
    """The runner with another order; None where the order is the hardware's."""
    return replace(runner, schedule=seed) if isinstance(runner, ExecRunner) else None


def observing(runner: Runner) -> Runner:
    """The runner that brings back what a program does on the GPU, where there is one."""
    return replace(runner, observing=not runner.checks) if isinstance(runner, ExecRunner) else runner


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What changed between the first run and those in other orders: the first difference, and the lines of stdout that
    differ (None where lines came or went, or a file or the exit status changed). `spans`: the lines of which only
    numbers change, and how far these go; `lines` has the others. `beyond`: what was written behind the end of memory
    in those runs, where other bytes than zeros lie there, if they were `watched` for it."""

    difference: Difference | None = None
    lines: frozenset[int] | None = frozenset()
    seed: int = 0
    spans: Spans = field(default_factory=dict)
    beyond: tuple[Beyond, ...] = ()
    watched: bool = False


def watch(
    first: Run,
    again: Again,
    terms: Terms,
    schedules: int = SCHEDULES,
    *,
    spread: bool = False,
    repeatable: bool = False,
) -> Steadiness:
    """Run it in each other order; a run that does not come to its end differs too. `spread`: see how far numbers go;
    `repeatable`: the first order can be had again, which tells times from what hangs on the order."""
    if first.seconds > LONGEST:
        return Steadiness()
    others = [(seed, ran) for seed in range(1, schedules + 1) if (ran := again(seed)) is not None]
    beyond = tuple(dict.fromkeys(each for _, ran in others if ran.deeds for each in ran.deeds.beyond))
    seen = Steadiness(beyond=beyond, watched=any(ran.deeds for _, ran in others))
    for seed, ran in others:
        if ran.outcome is not Outcome.PASSED:
            ended = Difference("the end", "exit", ran.detail or str(ran.outcome))
            return replace(seen, difference=ended, lines=None, seed=seed)
        if difference := compare(first, ran, terms):
            runs = [first, *(r for _, r in others)]
            if spread:
                runs += _more(again, len(others) + 1)
            repeat = again(0) if spread and repeatable else None
            repeated = repeat is not None and repeat.outcome is Outcome.PASSED
            runs += [repeat] if repeat and repeated else []
            lines = _lines(runs, terms)
            spans = _spans(runs, lines or frozenset(), terms, repeated=repeated) if spread else {}
            steady = frozenset(n for n, each in spans.items() if each)
            lines = lines - steady if lines is not None else None
            return replace(seen, difference=difference, lines=lines, seed=seed, spans=spans)
    return seen


def _more(again: Again, seed: int) -> Iterator[Run]:
    """Runs in further orders, while there is time."""
    until = time.monotonic() + PATIENCE
    for each in range(seed, MOST_FOR_SPANS + 1):
        ran = again(each) if time.monotonic() < until else None
        if ran is None or ran.outcome is not Outcome.PASSED:
            return
        yield ran


def _prepared(runs: Sequence[Run], terms: Terms) -> list[Lines]:
    return [lines_of(run.stdout, terms.masks) for run in runs]


def _lines(runs: Sequence[Run], terms: Terms) -> frozenset[int] | None:
    """The lines of stdout (from 1) that differ, if nothing else does."""
    first, *others = runs
    texts = [lines.texts for lines in _prepared(runs, terms)]
    if terms.unordered or any(len(text) != len(texts[0]) for text in texts):
        return None
    if any(compare(_without_stdout(first), _without_stdout(run), terms) for run in others):
        return None
    return frozenset(n for text in texts[1:] for n in _differing(texts[0], text, terms))


def _spans(runs: Sequence[Run], lines: frozenset[int], terms: Terms, *, repeated: bool) -> Spans:
    """How far the numbers of those lines go of which only numbers change."""
    prepared = _prepared(runs, terms)
    found = {number: spans_of(prepared, number, terms, repeated=repeated) for number in lines}
    return {number: spans for number, spans in found.items() if spans is not None}


def _differing(a: Sequence[str], b: Sequence[str], terms: Terms) -> Iterator[int]:
    return (n for n, (x, y) in enumerate(zip(a, b, strict=True), 1) if x != y and not same_line(x, y, terms))


def _without_stdout(run: Run) -> Run:
    """The run without what it printed."""
    return run._replace(stdout=b"")


def notes(original: Steadiness, ports: Sequence[tuple[str, Steadiness]]) -> Iterator[str]:
    """A sentence for each side whose result depends on the order, and for what is left of it to compare."""
    order = "in another order of workgroups and waves"
    if original.difference:
        yield f"nondeterministic: the original differs from itself {order}, at {original.difference}"
    ranges = [span for spans in original.spans.values() for span in spans if span is not None]
    held = [span for span in ranges if span != ANYWHERE]
    if held:
        many = "a number of the original varies" if len(held) == 1 else f"{len(held)} numbers of the original vary"
        yield f"{many} with the order; the translation is held to {held[0]}{' first' if len(held) > 1 else ''}"
    for name, port in ports:
        if port.difference:
            yield f"nondeterministic: the translation differs from itself on {name} {order}, at {port.difference}"
