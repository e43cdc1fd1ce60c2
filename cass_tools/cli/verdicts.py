"""Verdicts as tables: one row per GPU for a file, one row per file for a tree."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cass_tools import diff
from cass_tools.cli.screen import Screen
from cass_tools.model import KernelTrial, Outcome, Step, StepKind, Target, Verdict
from cass_tools.report import reasons

if TYPE_CHECKING:
    from cass_tools.port import Ported


def show_verdict(screen: Screen, verdict: Verdict) -> None:
    """One row per GPU: built, run, compared; then what did not pass in words, then the notes."""
    if verdict.steps:
        kinds = [kind for kind in StepKind if any(step.kind is kind for step in verdict.steps)]
        rows = [_row(verdict, target, kinds) for target in _targets(verdict)]
        screen.table(["GPU", "lanes", *(_head(verdict, kind) for kind in kinds)], rows)
    screen.lines(f"  {reason}" for reason in reasons(verdict.steps))
    if verdict.kernels:
        screen.table(["kernel", *(target.arch for target in _targets(verdict))], _kernel_rows(verdict))
    for note in verdict.notes:
        screen.line(f"  note: {note}")


def show_suggestion(screen: Screen, ported: "Ported") -> None:
    """What a model came farthest with where nothing passed: a suggestion, with its own verdict and its difference."""
    if (best := ported.suggestion) is not None:
        before, after = ported.candidate.data, best.candidate.data
        screen.line(f"suggestion of {best.candidate.origin}, which did NOT pass ({best.refused}); nothing was written:")
        screen.lines(diff.unified(before, after, ported.path.name).decode("utf-8", "replace").splitlines())
        screen.lines(f"  {reason}" for reason in reasons(best.verdict.steps))
    screen.lines(f"  model: {remark}" for remark in ported.remarks)


def show_verdicts(screen: Screen, verdicts: Iterable[tuple[str, Verdict]]) -> None:
    """One row per file that was tried: its outcome for each GPU."""
    tried = [(name, verdict) for name, verdict in verdicts if verdict.steps]
    names = list(dict.fromkeys(target.arch for _, verdict in tried for target in _targets(verdict)))
    if tried:
        rows = [[name, *(summary(verdict, arch) for arch in names)] for name, verdict in tried]
        screen.table(["file", *names], rows)


def summary(verdict: Verdict, arch: str) -> str:
    """`PASSED built, run, compared`, or the first step that did not pass with its outcome."""
    steps = [step for step in verdict.steps if step.target and step.target.arch == arch]
    if not steps:
        return "-"
    for step in steps:
        if step.outcome not in (Outcome.PASSED, Outcome.NOT_TRIED):
            return f"{step.outcome} ({step.kind})"
    passed = [step.kind.value for step in steps if step.outcome is Outcome.PASSED]
    return f"PASSED {', '.join(passed)}" if passed else "NOT_TRIED"


def _targets(verdict: Verdict) -> list[Target]:
    return list(dict.fromkeys(step.target for step in verdict.steps if step.target))


def _kernel_rows(verdict: Verdict) -> list[list[str]]:
    """A row per kernel, a column per GPU."""
    found = {(t.kernel, t.target): t for t in verdict.kernels}
    names = dict.fromkeys(t.kernel for t in verdict.kernels)
    cells = [[found.get((name, target)) for target in _targets(verdict)] for name in names]
    return [[name, *map(_trial_cell, row)] for name, row in zip(names, cells, strict=True)]


def _trial_cell(trial: KernelTrial | None) -> str:
    if trial is None:
        return "-"
    return f"{trial.outcome} {trial.detail}" if trial.outcome is Outcome.PASSED else str(trial.outcome)


def _row(verdict: Verdict, target: Target, kinds: Sequence[StepKind]) -> list[str]:
    steps = {step.kind: step for step in verdict.steps if step.target == target}
    return [target.arch, str(target.wave), *(_cell(steps.get(kind)) for kind in kinds)]


def _cell(step: Step | None) -> str:
    if step is None:
        return "-"
    if step.kind is StepKind.COMPARED:
        return f"{step.outcome} {step.detail}" if step.outcome is Outcome.PASSED else str(step.outcome)
    return f"{step.outcome} {step.seconds:.1f} s"


def _head(verdict: Verdict, kind: StepKind) -> str:
    """Where it was done, or with what it was compared, where all rows agree."""
    where = {step.where for step in verdict.steps if step.kind is kind and step.where}
    if len(where) != 1:
        return str(kind)
    word = {StepKind.BUILT: "by", StepKind.RUN: "on", StepKind.CHECKED: "for", StepKind.COMPARED: "with"}[kind]
    return f"{kind} {word} {where.pop()}"
