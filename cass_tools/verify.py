"""From a candidate to a verdict: build it for every target, run it, compare it with the CUDA original.

A step that could not be done is NOT_TRIED with a reason, never a pass. Whether a verdict is enough to write the file is
decided here too (`lacking`), so that every front end decides alike.
"""

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from enum import StrEnum
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cass_tools import compilers, conduct, nvidia_port, runners, schedules
from cass_tools.capability import elsewhere
from cass_tools.compare.error_names import are_renamed
from cass_tools.compilers.command import WHOLE_PROGRAM
from cass_tools.deeds import overrun
from cass_tools.drivers import slices
from cass_tools.drivers import verdict as kernel_verdict
from cass_tools.errors import CassError
from cass_tools.judge import Difference, Terms, compare, terms_between, unwritten
from cass_tools.model import Build, Outcome, Run, Step, StepKind, Target, Verdict
from cass_tools.reference import WAVE32, Reference, obtain
from cass_tools.runners import Runner, lifting
from cass_tools.runners.exec import keeps_its_order
from cass_tools.schedules import Steadiness, scheduled
from cass_tools.trial import Settings, Unit, build, completed, first_error, run

if TYPE_CHECKING:
    from cass_tools.drivers.trying import Kernels

NO_MAIN = "not run: no main"


class Require(StrEnum):
    """What a verdict must hold before the file is written: nothing, what can be done, or a run that was compared."""

    NOTHING = "nothing"
    POSSIBLE = "possible"
    RUN = "run"


def lacking(verdict: Verdict, require: Require) -> str | None:
    """Why a verdict is not enough, as half a sentence; None if it is."""
    if require is Require.NOTHING:
        return None
    for step in verdict.steps:
        if step.outcome is Outcome.PASSED:
            continue
        if step.kind is StepKind.BUILT or require is Require.RUN or step.outcome is not Outcome.NOT_TRIED:
            return f"{step.kind} for {step.target.arch if step.target else '?'}: {step.outcome}"
    if require is Require.RUN and (untried := [k for k in verdict.kernels if k.outcome is Outcome.NOT_TRIED]):
        return f"kernel {untried[0].kernel} was not tried: {untried[0].detail}"
    if require is Require.RUN and not any(s.kind is StepKind.COMPARED for s in verdict.steps):
        return next((f"it was {note}" for note in verdict.notes if note.startswith("not run: ")), "it was not run")
    return None if verdict.steps else "nothing was tried"


class Bench:
    """Where the candidates for one original are tried; the reference is made once, when first needed."""

    def __init__(self, original: Unit | None, settings: Settings, folder: Path) -> None:
        self.original = original
        self.settings = completed(settings, original.path.absolute().parent if original else Path.cwd())
        self.folder = folder
        self.compiler = compilers.pick(settings.config)
        self.made: dict[Target, Build] = {}  # of the candidate that was tried last

    @cached_property
    def runner(self) -> Runner | str:
        """Where programs are run, or why nowhere; a runner that the user named must be there."""
        try:
            return runners.pick(self.settings.runner, self.settings.checks)
        except CassError as error:
            if self.settings.runner != "auto" or self.settings.checks:
                raise
            return str(error)

    @cached_property
    def reference(self) -> Reference:
        """What the candidates are compared with."""
        if isinstance(self.runner, str):
            return Reference("the original", reason=self.runner)
        unchecked = runners.load(self.runner.name) if self.settings.checks else self.runner
        return obtain(self.original, self.settings, unchecked, self.folder)

    def verify(self, unit: Unit) -> Verdict:
        """Try one candidate."""
        builds = self._builds(unit)
        if spying := conduct.spying(unit, self.original):
            return _unfit(builds, self.compiler.name, spying)
        if not unit.has_main or self.settings.kernels:
            return self._by_kernels(unit, builds)
        builds += nvidia_port.builds(unit, self.runner, self.folder)
        if any(b.unlinked for b in builds) and self._original_unlinked:
            return _compiled_only(builds, self.compiler.name)
        steps = [_built(b, self.compiler.name) for b in builds]
        self.made = tried = {b.target: b for b in builds if b.binary and nvidia_port.is_to_run(b.target, self.runner)}
        runs = [self._run(b, unit, self.runner) for b in tried.values()]
        orders = {}
        for ran in runs:
            compared = self._compared(ran, unit)
            if compared.outcome is Outcome.PASSED and ran.target:
                orders[ran.target] = self._steadiness(tried[ran.target], ran, unit)
                compared = self._in_other_orders(compared, orders[ran.target])
            steps += (_ran(ran, self.runner), *_checked(ran, self.settings.checks), compared)
        parts = tuple(dict.fromkeys(part for b in builds for part in b.parts))
        compared_any = any(s.kind is StepKind.COMPARED and s.outcome is not Outcome.NOT_TRIED for s in steps)
        kind = self.reference.kind if compared_any else ""
        notes = [*self._notes(steps, runs, parts)]
        if compared_any:
            notes += [note for ran in runs for note in conduct.notes(self.reference, ran)]
            notes += schedules.notes(self._original_steadiness, [(t.arch, each) for t, each in orders.items()])
        return Verdict(tuple(steps), tuple(notes), parts, kind)

    def _builds(self, unit: Unit) -> list[Build]:
        """The candidate for each GPU, and beside that what it is compared with."""
        first, *others = self.settings.targets
        alone = not unit.has_main and not isinstance(self.runner, str)
        kernels = self.kernels if alone else None
        with ThreadPoolExecutor(max(self.settings.jobs, 1)) as pool:
            # A driver that holds the whole file shows what an object would; that it compiles alone, its syntax shows.
            made = pool.submit(self._build, unit, first, syntax_only=kernels is not None)
            if kernels is None:
                if self.settings.jobs > 1 and unit.has_main:
                    pool.submit(lambda: self.reference)
                return [made.result(), *pool.map(partial(self._build, unit), others)]
            pool.submit(lambda: kernels.fitting)
            drivers = list(pool.map(partial(kernels.prepare, unit), self.settings.targets))
        seen = made.result()
        whole = [d.made if d.whole else self._build(unit, t) for d, t in zip(drivers, (first, *others), strict=True)]
        if seen.outcome is not Outcome.PASSED:
            return [seen, *whole[1:]]
        log = seen.log if whole[0].outcome is Outcome.PASSED else whole[0].log  # not the driver's, which is no user's
        return [whole[0]._replace(log=log, seconds=whole[0].seconds + seen.seconds), *whole[1:]]

    def _build(self, unit: Unit, target: Target, *, syntax_only: bool = False) -> Build:
        # An object for separable compilation shows no more than its syntax does: its code is made by the link.
        seen = syntax_only or (WHOLE_PROGRAM in unit.flags and not unit.has_main)
        return build(unit, target, self.compiler, self.folder, "hip", syntax_only=seen)

    @cached_property
    def kernels(self) -> "Kernels | None":
        """The original's kernels, for candidates that are tried kernel by kernel."""
        from cass_tools.drivers.trying import Kernels  # numpy comes with it, which programs do without

        found = Kernels(self.original, self.settings, self.folder) if self.original else None
        return found if found and found.kernels else None

    def _by_kernels(self, unit: Unit, builds: Sequence[Build]) -> Verdict:
        """The verdict on a file whose kernels are started one by one."""
        steps = [_built(b, self.compiler.name) for b in builds]
        self.made = {b.target: b for b in builds if b.binary}
        tried = [b.target for b in builds if b.outcome is Outcome.PASSED or b.unlinked or slices.missing_header(b.log)]
        if self.kernels is None or isinstance(self.runner, str) or not tried:
            return Verdict(tuple(steps), (NO_MAIN,) if not unit.has_main else ())
        runner = self.runner
        original = self.kernels.original
        words = original if isinstance(original, str) else original.words
        kernels = self.kernels
        with ThreadPoolExecutor(max(self.settings.jobs, 1)) as pool:
            each = pool.map(lambda target: kernels.verify(unit, target, runner), tried)
            trials = [trial for listed in each for trial in listed]
        steps += [kernel_verdict.compared(trials, target, words) for target in tried]
        notes = [f"not run as a program: {'no main' if not unit.has_main else 'only its kernels were asked for'}"]
        notes += self.kernels.notes
        if runner.name == "exec":
            notes.append(f"{' and '.join(t.arch for t in tried)} code was executed on this CPU, not on AMD hardware")
        notes += kernel_verdict.notes(trials)
        kind = "" if isinstance(original, str) else original.kind
        return Verdict(tuple(steps), tuple(notes), reference=kind, kernels=tuple(trials))

    @cached_property
    def _original_unlinked(self) -> bool:
        """Whether the original compiles but does not link either: what it lacks is not in these files."""
        return self.original is not None and build(self.original, WAVE32, self.compiler, self.folder, "cuda").unlinked

    def _steadiness(self, made: Build, first: Run, unit: Unit) -> Steadiness:
        """Whether a candidate does the same in other orders of its workgroups."""
        runner = self.runner
        if isinstance(runner, str) or not self.settings.orders or self.settings.checks:
            return Steadiness()

        def again(seed: int) -> Run | None:
            other = scheduled(runner, seed)
            return None if other is None else self._run(made, unit, other)

        return schedules.watch(first, again, self.terms(first), self._orders)

    @cached_property
    def _original_steadiness(self) -> Steadiness:
        """Whether the original does."""
        reference = self.reference
        if reference.run is None or reference.again is None or not self.settings.orders:
            return Steadiness()
        terms, repeatable = self.settings.terms, reference.shown is not None and keeps_its_order()
        return schedules.watch(reference.run, reference.again, terms, self._orders, spread=True, repeatable=repeatable)

    @property
    def _orders(self) -> int:
        """How many other orders are tried."""
        return schedules.SCHEDULES if self.settings.schedules is None else self.settings.schedules

    def terms(self, found: Run) -> Terms:
        """How a run is compared with the reference: what the original itself does not repeat is left out."""
        assert self.reference.run is not None  # noqa: S101  the callers looked
        terms = terms_between(self.reference.run, found, self.settings.terms)
        steady = self._original_steadiness
        return replace(terms, unsteady=steady.lines or frozenset(), spans=steady.spans)

    def _in_other_orders(self, compared: Step, found: Steadiness) -> Step:
        """The step of a candidate that was right, unless it is not in another order though the original is."""
        original, detail = self._original_steadiness, ""
        if found.difference is not None and original.lines is not None:
            detail = f"in another order of workgroups and waves (seed {found.seed}): {found.difference}"
        elif original.watched:
            behind = (b for b in overrun(original.beyond, found.beyond) if not (self.reference.scalar and b.is_shared))
            detail = str(next(behind, ""))  # nobody looks behind shared memory where each thread runs for itself
        return compared._replace(outcome=Outcome.WRONG_OUTPUT, detail=detail) if detail else compared

    def _run(self, made: Build, unit: Unit, runner: Runner | str) -> Run:
        """Run what was built, if there is a place for it."""
        assert made.binary is not None  # noqa: S101  the caller chose those that were built
        if isinstance(runner, str):
            return Run(Outcome.NOT_TRIED, "none", made.target, detail=runner)
        data = (self.original or unit).path.absolute().parent
        return run(
            made.binary, made.target, schedules.observing(runner), folder=self.folder, settings=self.settings, data=data
        )

    def _again(self, ran: Run, unit: Unit) -> Run | None:
        """The candidate once more, in the first of the other orders."""
        if isinstance(self.runner, str) or ran.target is None:
            return None
        other = scheduled(self.runner, 1)
        return None if other is None else self._run(self.made[ran.target], unit, other)

    def _compared(self, ran: Run, unit: Unit) -> Step:
        """Compare a run with the reference, and see that the GPU was used at all."""
        if ran.outcome is not Outcome.PASSED:
            return Step(StepKind.COMPARED, Outcome.NOT_TRIED, ran.target, detail="there is no complete run")
        reference = self.reference
        if reference.run is None:
            return Step(StepKind.COMPARED, Outcome.NOT_TRIED, ran.target, reference.words, reference.reason)
        counted = reference.run.launches
        started = (self.original or unit).launches if counted is None else counted
        idle = "no kernel was started, though the original starts some" if started and ran.launches == 0 else ""
        terms = self.terms(ran)
        difference, expected, why = compare(reference.run, ran, terms), reference.run, ""
        if difference and (other := elsewhere(reference, self.original, ran, lambda run: not compare(run, ran, terms))):
            difference, (expected, why) = None, other
        shown = "" if difference else _shows_nothing(expected, ran)
        clear = not (difference or shown or idle)
        doubts = [m for m in ran.misuse if m not in reference.run.misuse]
        doubts += conduct.doubts(reference, ran, self.original, partial(self._again, ran, unit)) if clear else ()
        if doubts or not clear:
            causes = "; ".join(filter(None, (str(difference or ""), shown, idle, *doubts)))
            return Step(StepKind.COMPARED, Outcome.WRONG_OUTPUT, ran.target, reference.words, causes)
        detail = ", ".join(filter(None, (_what_was_equal(expected, ran, terms), why)))
        return Step(StepKind.COMPARED, Outcome.PASSED, ran.target, reference.words, detail)

    def _notes(self, steps: Sequence[Step], runs: Sequence[Run], parts: Sequence[Path]) -> Iterator[str]:
        """What a reader of the verdict must know beside the steps."""
        if parts:
            yield f"linked with {', '.join(part.name for part in parts)}"
        executed = [
            r.target.arch for r in runs if r.runner == "exec" and r.target and r.outcome is not Outcome.NOT_TRIED
        ]
        if executed:
            yield f"{' and '.join(executed)} code was executed on this CPU, not on AMD hardware"
        if nvidia_port.runs_on(self.runner):
            yield nvidia_port.NOTE
        if isinstance(self.runner, str):
            yield f"not run: {self.runner}"
        yield from dict.fromkeys(note for ran in runs for note in ran.notes)
        yield from warp_size_notes(steps, runs, self.settings)
        if self.reference.note:
            yield self.reference.note
        expected = self.reference.run
        yield from stated_sizes(steps, runs, expected, self.terms) if expected else ()
        if expected and expected.status:
            yield f"the original itself ends with exit status {expected.status}"
        if any(s.outcome is Outcome.WRONG_OUTPUT for s in steps) and (unsteady := self._unsteady(expected)):
            yield f"the original differs from itself from run to run, at {unsteady}"

    def _unsteady(self, expected: Run | None) -> Difference | None:
        """Where a second run of the original differs from the first."""
        if expected is None or self.reference.again is None:
            return None
        again = self.reference.again(0)
        usable = again is not None and again.outcome is Outcome.PASSED
        return compare(expected, again, self.settings.terms) if again and usable else None


@contextlib.contextmanager
def bench(original: Unit | None, settings: Settings) -> Iterator[Bench]:
    """A bench with a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="cass-verify-", ignore_cleanup_errors=True) as folder:
        yield Bench(original, settings, Path(folder))


def warp_size_notes(steps: Sequence[Step], runs: Sequence[Run], settings: Settings) -> Iterator[str]:
    """One sentence where a program is right at 32 lanes and wrong at 64, with the first line that differs."""
    compared = [s for s in steps if s.kind is StepKind.COMPARED and s.target]
    narrow = [s.target for s in compared if s.target and s.target.wave == 32 and s.outcome is Outcome.PASSED]
    wide = [s.target for s in compared if s.target and s.target.wave == 64 and s.outcome is not Outcome.PASSED]
    by_target = {r.target: r for r in runs}
    for target in wide[:1] if narrow else ():
        right, wrong = by_target[narrow[0]], by_target[target]
        if wrong.outcome in (Outcome.NOT_TRIED, Outcome.TIMED_OUT):
            continue
        difference = compare(right, wrong, terms_between(right, wrong, settings.terms))
        what = _both(difference, narrow[0], target) if difference else f"{target.arch}: {wrong.detail or 'it differs'}"
        yield f"depends on the warp size: right at 32 lanes, wrong at 64. {what}"


def stated_sizes(
    steps: Sequence[Step], runs: Sequence[Run], expected: Run, terms: Callable[[Run], Terms]
) -> Iterator[str]:
    """One sentence where a passed comparison let a line state the warp size of its own GPU."""
    passed = {s.target for s in steps if s.kind is StepKind.COMPARED and s.outcome is Outcome.PASSED}
    for ran in runs:
        allowed = terms(ran)
        if ran.target not in passed or compare(expected, ran, allowed):  # it passed for another reason
            continue
        if line := compare(expected, ran, replace(allowed, warp_sizes=None)):
            yield f"{line.what} states the warp size of its GPU: {line.expected} for the original, {line.found} here"
            return


def _both(difference: Difference, narrow: Target, wide: Target) -> str:
    return f"First at {difference.what}: {difference.expected} on {narrow.arch}, {difference.found} on {wide.arch}"


def _built(made: Build, compiler: str) -> Step:
    detail = "" if made.outcome is Outcome.PASSED else first_error(made.log)
    compiler = "nvcc" if lifting.is_nvidia(made.target) else compiler
    return Step(StepKind.BUILT, made.outcome, made.target, compiler, detail, made.seconds)


def _unfit(builds: Sequence[Build], compiler: str, reason: str) -> Verdict:
    """The verdict on a candidate that is not run, because a run would show nothing."""
    steps = [_built(b, compiler) for b in builds]
    steps += [Step(StepKind.COMPARED, Outcome.WRONG_OUTPUT, b.target, "", reason) for b in builds]
    return Verdict(tuple(steps))


def _compiled_only(builds: Sequence[Build], compiler: str) -> Verdict:
    """The verdict on a program whose original does not link here either."""
    reason = next(first_error(b.log) for b in builds if b.unlinked)
    compiled = [b._replace(outcome=Outcome.PASSED) if b.unlinked else b for b in builds]
    note = f"not run: neither it nor the original can be linked here: {reason}"
    return Verdict(tuple(_built(b, compiler) for b in compiled), (note,))


def _ran(ran: Run, runner: Runner | str) -> Step:
    where = "" if isinstance(runner, str) else runner.where
    detail = ran.detail or (f"exit status {ran.status}" if ran.status else "")
    return Step(StepKind.RUN, ran.outcome, ran.target, where, detail, ran.seconds)


def _shows_nothing(expected: Run, ran: Run) -> str:
    """Why two runs without a difference are not the same all the same; empty if they are."""
    if ran.cut_off:
        return f"{' and '.join(ran.cut_off)} is longer than what is kept of it, so the rest was not compared"
    missing = unwritten(expected, ran)
    return f"neither the original nor the candidate wrote {', '.join(missing)}" if missing else ""


def _checked(ran: Run, checks: Sequence[str]) -> Iterator[Step]:
    """What checks of a run have found, where any were asked for."""
    if not checks:
        return
    where, found = ", ".join(checks), len(ran.findings)
    if ran.outcome is Outcome.NOT_TRIED:
        yield Step(StepKind.CHECKED, Outcome.NOT_TRIED, ran.target, where, "there is no complete run")
    elif not found:
        yield Step(StepKind.CHECKED, Outcome.PASSED, ran.target, where)
    else:
        for finding in ran.findings:
            yield Step(StepKind.CHECKED, Outcome.FAULTY, ran.target, where, finding)


def _what_was_equal(expected: Run, ran: Run, terms: Terms) -> str:
    """What a passed comparison looked at, and how closely it agreed."""
    lines = ran.stdout.count(b"\n") + (not ran.stdout.endswith(b"\n") and bool(ran.stdout))
    parts = [f"{lines} lines" if lines != 1 else "1 line"] if ran.stdout else ["no output"]
    parts += [f"exit status {ran.status}", *(f"file {name}" for name, _ in ran.files)]
    identical = expected.stdout == ran.stdout and expected.files == ran.files
    names = ", names of errors as HIP's" if are_renamed(expected.stdout, ran.stdout) else ""
    return f"{', '.join(parts)}: {'identical' if identical else terms.words() + names}"
