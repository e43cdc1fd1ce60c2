"""`cass verify --explain`: for a program smaller arguments first, then where the sides part; for kernels by case."""

import shlex
from collections.abc import Iterator
from dataclasses import replace

from cass_tools import explain
from cass_tools.drivers.explaining import explained as by_kernel
from cass_tools.explain import Side
from cass_tools.judge import compare, terms_between
from cass_tools.model import Build, Outcome, Run, StepKind, Target, Verdict
from cass_tools.reference import Reference, obtain
from cass_tools.runners import load
from cass_tools.runners.exec import ExecRunner
from cass_tools.shrink import smaller
from cass_tools.trial import Unit, run
from cass_tools.verify import Bench

PARTED = (Outcome.WRONG_OUTPUT,)


def explained(bench: Bench, unit: Unit, verdict: Verdict) -> list[str]:
    """Lines about the first GPU for which the output differs from the original's; none where there is no such."""
    if verdict.kernels and bench.kernels:
        return by_kernel(bench.kernels, unit, verdict.kernels)
    wrong = [s for s in verdict.steps if s.kind is StepKind.COMPARED and s.outcome in PARTED and s.target]
    tried = [(s.target, bench.made[s.target]) for s in wrong if s.target in bench.made]
    if not tried or bench.original is None:
        return []
    target, made = tried[0]
    reference = _executed(bench)
    if reference.built is None or reference.run is None:
        return [f"nothing can be said of where it begins: {reference.reason or 'there is no original to watch'}"]
    return list(_lines(bench, unit, target, made, reference))


def _executed(bench: Bench) -> Reference:
    """The original on the executor; another than that of the verdict where that ran elsewhere."""
    if bench.reference.built is not None:
        return bench.reference
    settings = replace(bench.settings, expected=None, reference="header")
    return obtain(bench.original, settings, load("exec"), bench.folder)


def _lines(bench: Bench, unit: Unit, target: Target, made: Build, reference: Reference) -> Iterator[str]:
    original = bench.original
    assert original is not None and reference.built is not None  # noqa: S101  the caller looked
    pair = _Pair(bench, original, unit, made, reference)
    args = smaller(bench.settings.args, pair.parts)
    if args != bench.settings.args:
        yield f"smaller arguments show it too: --args {shlex.quote(shlex.join(args))}"
    yield from explain.explained(pair.side(args, theirs=True), pair.side(args, theirs=False), target)


class _Pair:
    """The two programs, to be run with any arguments."""

    def __init__(self, bench: Bench, original: Unit, unit: Unit, made: Build, reference: Reference) -> None:
        self.bench, self.original, self.unit, self.made = bench, original, unit, made
        self.built, self.scalar = reference.built, reference.scalar

    def side(self, args: tuple[str, ...], *, theirs: bool) -> Side:
        """One of them."""
        built = self.built if theirs else self.made
        unit = self.original if theirs else self.unit
        settings = replace(self.bench.settings, args=args)
        data = self.original.path.absolute().parent

        def again(runner: ExecRunner) -> Run:
            assert built is not None and built.binary is not None  # noqa: S101  it was run before
            return run(built.binary, built.target, runner, folder=self.bench.folder, settings=settings, data=data)

        return Side(ExecRunner(scalar=theirs and self.scalar), again, unit.path, unit.data)

    def parts(self, args: tuple[str, ...]) -> bool:
        """Whether both come to their end with these arguments, and not to the same."""
        sides = [self.side(args, theirs=theirs) for theirs in (True, False)]
        expected, found = (side.run(side.runner) for side in sides)
        if expected.outcome is not Outcome.PASSED or found.outcome is not Outcome.PASSED or expected.status:
            return False
        terms = terms_between(expected, found, self.bench.settings.terms)
        return compare(expected, found, terms) is not None
