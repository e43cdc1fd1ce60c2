"""Runs under other orders of workgroups and waves: what depends on the order is no result.

GPUs promise no order. The executor runs workgroups as they are numbered, and in another, repeatable order for each
seed; a program whose output changes with it is told, whoever's fault it is: the original's, the translation's, or both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from cass_tools.judge import Difference, Terms, compare, same_line
from cass_tools.model import Outcome, Run
from cass_tools.runners import Runner
from cass_tools.runners.exec import ExecRunner

SEEDS = (1, 2)
LONGEST = 10.0  # seconds of a run that is not repeated in other orders


def scheduled(runner: Runner, seed: int) -> Runner | None:
    """The runner with another order; None where the order is the hardware's."""
    return replace(runner, schedule=seed) if isinstance(runner, ExecRunner) else None


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What changed between the first run and those in other orders: the first difference, and the lines of stdout that
    differ (None where lines came or went, or a file or the exit status changed)."""

    difference: Difference | None = None
    lines: frozenset[int] | None = frozenset()
    seed: int = 0


def watch(first: Run, again: Callable[[int], Run | None], terms: Terms) -> Steadiness:
    """Run it in each other order; a run that does not come to its end differs too."""
    if first.seconds > LONGEST:
        return Steadiness()
    others = [(seed, ran) for seed in SEEDS if (ran := again(seed)) is not None]
    for seed, ran in others:
        if ran.outcome is not Outcome.PASSED:
            return Steadiness(Difference("the end", "exit", ran.detail or str(ran.outcome)), None, seed)
        if difference := compare(first, ran, terms):
            return Steadiness(difference, _lines([first, *(r for _, r in others)], terms), seed)
    return Steadiness()


def _lines(runs: Sequence[Run], terms: Terms) -> frozenset[int] | None:
    """The lines of stdout (from 1) that differ, if nothing else does."""
    first, *others = runs
    texts = [run.stdout.decode(errors="surrogateescape").split("\n") for run in runs]
    if any(len(text) != len(texts[0]) for text in texts):
        return None
    if any(compare(_without_stdout(first), _without_stdout(run), terms) for run in others):
        return None
    return frozenset(n for text in texts[1:] for n in _differing(texts[0], text, terms))


def _differing(a: Sequence[str], b: Sequence[str], terms: Terms) -> Iterator[int]:
    return (n for n, (x, y) in enumerate(zip(a, b, strict=True), 1) if x != y and not same_line(x, y, terms))


def _without_stdout(run: Run) -> Run:
    """The run without what it printed."""
    return run._replace(stdout=b"")


def notes(original: Steadiness, ports: Sequence[tuple[str, Steadiness]]) -> Iterator[str]:
    """A sentence for each side whose result depends on the order."""
    order = "in another order of workgroups and waves"
    if original.difference:
        yield f"nondeterministic: the original differs from itself {order}, at {original.difference}"
    for name, port in ports:
        if port.difference:
            yield f"nondeterministic: the translation differs from itself on {name} {order}, at {port.difference}"
