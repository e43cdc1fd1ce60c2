"""Findings and verdicts as values for JSON and as lines of text: the stable part of what machines read.

Schema 1 is written down in data/schemas/report.schema.json, which `cass check --schema` prints; docs/json.md explains
it. New keys may be added, none change.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cass_tools.model import Edit, Effort, Finding, Fix, KernelTrial, Outcome, Safety, Severity, Step, StepKind, Verdict
from cass_tools.positions import Lines

SCHEMA = 1
SCHEMA_FILE = Path(__file__).parent / "data" / "schemas" / "report.schema.json"
APPLICABILITY = {Safety.SAFE: "safe", Safety.UNSAFE: "unsafe", Safety.DISPLAY: "display"}
WIDEST, NEAR, CUT = 600, 100, "..."  # characters of a line that is shown; before the place; what stands for the rest
_NO_TAB = re.compile("[^\t]")


def finding_value(finding: Finding, path: Path, lines: Lines) -> dict[str, Any]:
    """A finding for JSON."""
    return {
        "path": str(path),
        "code": finding.code,
        "rule": finding.rule,
        "message": finding.message,
        "severity": finding.severity.value,
        "effort": finding.effort.value,
        "span": {"start": finding.span.start, "end": finding.span.end},
        "start": _position(finding.span.start, lines),
        "end": _position(finding.span.end, lines),
        "suggestion": finding.suggestion or None,
        "fix": _fix_value(finding.fix, lines) if finding.fix else None,
    }


def _position(offset: int, lines: Lines) -> dict[str, int]:
    position = lines.at(offset)
    return {"line": position.line, "column": position.column}


def _fix_value(fix: Fix, lines: Lines) -> dict[str, Any]:
    return {
        "message": fix.message,
        "applicability": APPLICABILITY[fix.safety],
        "edits": [_edit_value(edit, lines) for edit in fix.edits],
    }


def _edit_value(edit: Edit, lines: Lines) -> dict[str, Any]:
    """An edit; text that is not UTF-8 comes as base64 instead."""
    value: dict[str, Any] = {
        "span": {"start": edit.span.start, "end": edit.span.end},
        "start": _position(edit.span.start, lines),
        "end": _position(edit.span.end, lines),
    }
    try:
        value["text"] = edit.text.decode()
    except UnicodeDecodeError:
        import base64

        value["text_base64"] = base64.b64encode(edit.text).decode()
    return value


def verdict_value(verdict: Verdict) -> dict[str, Any]:
    """A verdict for JSON."""
    return {
        "outcome": verdict.outcome.value,
        "steps": [_step_value(step) for step in verdict.steps],
        "notes": list(verdict.notes),
        "reference": verdict.reference or None,
        "parts": [str(path) for path in verdict.parts],
        "kernels": [_trial_value(trial) for trial in verdict.kernels],
    }


def _trial_value(trial: KernelTrial) -> dict[str, Any]:
    return {
        "kernel": trial.kernel,
        "target": trial.target.arch,
        "outcome": trial.outcome.value,
        "detail": trial.detail,
        "inputs": list(trial.inputs),
    }


def _step_value(step: Step) -> dict[str, Any]:
    return {
        "step": step.kind.value,
        "outcome": step.outcome.value,
        "target": step.target.arch if step.target else None,
        "wave": step.target.wave if step.target else None,
        "where": step.where,
        "detail": step.detail,
        "seconds": round(step.seconds, 3),
    }


def is_plain_rename(finding: Finding) -> bool:
    """Whether nobody needs to look at it: an INFO that the translation takes care of."""
    return finding.severity is Severity.INFO and finding.effort is Effort.LOW


def finding_lines(finding: Finding, path: Path, lines: Lines, *, excerpt: bool, remark: str = "") -> Iterator[str]:
    """`path:line:column: CODE message [rule]`, the line of source with a marker, and the way out."""
    start, end = lines.at(finding.span.start), lines.at(finding.span.end)
    word = "" if finding.severity is Severity.INFO else f"{finding.severity.value}: "
    tail = f" ({remark})" if remark else ""
    yield f"{path}:{start.line}:{start.column}: {finding.code} {word}{finding.message} [{finding.rule}]{tail}"
    if excerpt:
        text = lines.text(start.line)
        width = (end.column if end.line == start.line else len(text) + 1) - start.column
        margin = " " * len(str(start.line))
        text, before = shortened(text, start.column - 1)
        indent = _NO_TAB.sub(" ", text[:before]) if "\t" in text else " " * before
        yield f"  {start.line} | {text}"
        yield f"  {margin} | {indent}{'^' * max(1, min(width, len(text) - before))}"
        yield f"  {margin} = effort {finding.effort}{': ' if finding.suggestion else ''}{finding.suggestion}"


def shortened(text: str, before: int) -> tuple[str, int]:
    """A line to show, of a very long one what is near a place, and how many characters of it stand before the place."""
    if len(text) <= WIDEST:
        return text, before
    first, last = max(0, before - NEAR), min(len(text), before + WIDEST - NEAR)
    start, end = CUT if first else "", CUT if last < len(text) else ""
    return f"{start}{text[first:last]}{end}", before - first + len(start)


def counts(findings: Iterable[Finding]) -> str:
    """`2 errors, 1 warning, 40 plain renames`."""
    number = Counter("plain rename" if is_plain_rename(f) else f.severity.value for f in findings)
    words = [
        f"{n} {word}{'s' if n != 1 else ''}"
        for word in ("error", "warning", "info", "plain rename")
        if (n := number[word])
    ]
    return ", ".join(words) or "nothing to report"


def looked_at(files: int, hidden: int = 0, without_cuda: int = 0) -> str:
    """`2 files, 4 more in the baseline; 1,200 other sources hold no CUDA`."""
    more = f", {hidden} more in the baseline" if hidden else ""
    others = (
        f"; {without_cuda:,} other source{'s' if without_cuda != 1 else ''} hold{'s' * (without_cuda == 1)} no CUDA"
    )
    return f"{files:,} file{'s' if files != 1 else ''}{more}{others if without_cuda else ''}"


def reasons(steps: Sequence[Step]) -> Iterable[str]:
    """Why steps did not pass, once where several GPUs say the same."""
    found: dict[tuple[StepKind, Outcome, str], list[str]] = {}
    for step in steps:
        if step.outcome is not Outcome.PASSED and step.detail:
            found.setdefault((step.kind, step.outcome, step.detail), []).append(
                step.target.arch if step.target else "?"
            )
    for (kind, outcome, detail), archs in found.items():
        yield f"{' and '.join(archs)} {kind}: {outcome}: {detail}"
