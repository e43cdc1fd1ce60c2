"""`cass translate`: show findings, the size of the change and the verdict; write what passed."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cass_tools import __version__, diff, layout, leftovers
from cass_tools.cli.checking import show_findings
from cass_tools.cli.screen import Screen
from cass_tools.cli.verdicts import show_suggestion, show_verdict, show_verdicts
from cass_tools.compile_commands import Commands
from cass_tools.delivery import Delivered, carry, deliver, fixed, left_over
from cass_tools.errors import CassError
from cass_tools.model import Candidate, Safety
from cass_tools.port import Job, Ported, port
from cass_tools.positions import Lines
from cass_tools.report import SCHEMA, finding_value, is_plain_rename, verdict_value
from cass_tools.scan import Checked, sources
from cass_tools.tree import Found, find
from cass_tools.trial import Settings
from cass_tools.verify import Require

if TYPE_CHECKING:
    from cass_tools.translators.proposals import Asker

Preview = Literal["diff", "check", "stdout"] | None


def preview(diff: bool, check: bool, stdout: bool) -> Preview:
    """The first of the ways to show a translation that was asked for, None where it is written."""
    return "diff" if diff else "check" if check else "stdout" if stdout else None


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for, as typed."""

    paths: Sequence[Path]
    output: Path | None
    in_place: bool
    preview: Preview
    require: str
    no_verify: bool
    safe_only: bool
    force: bool
    as_json: bool
    model: str = "off"


def translate_paths(wish: Wish, settings: Settings, commands: Commands) -> int:
    """Translate files and trees; 0 if all is written (or would be, unchanged), 1 if not."""
    if wish.require not in [r.value for r in Require]:
        raise CassError(f"--require {wish.require}: choose possible or run")
    if wish.preview is None:
        layout.check(wish.paths, wish.output, wish.in_place)
    words = [word for rule in settings.config.user_rules for word in rule.words]
    found = sources(find(wish.paths, leave_out=wish.output, words=words), wish.paths)
    for problem in found.unreadable:
        print(f"cass: {problem.path}: {problem.reason}", file=sys.stderr)
    if not found.cuda:
        raise CassError(f"no CUDA was found in {', '.join(map(str, wish.paths))}")
    settings = replace(
        settings, config=layout.told(settings.config, _layout(wish, found, settings.config.dual), found.cuda)
    )
    require = Require.NOTHING if wish.preview or wish.no_verify else Require(wish.require)
    least = Safety.SAFE if wish.safe_only else Safety.UNSAFE
    screen = Screen(sys.stderr if wish.as_json else None)
    job = Job(found.cuda, found.others, settings, require, commands, least, asker=_asker(wish, require, screen))
    return _preview(wish, job) if wish.preview else _write(wish, job, found, screen)


def _asker(wish: Wish, require: Require, screen: Screen) -> "Asker | None":
    """The model to ask; only what is verified may come from one."""
    if wish.model in ("", "off"):
        return None
    if require is Require.NOTHING or wish.safe_only:
        print("cass: the model is not asked: what it says would not be verified", file=sys.stderr)
        return None
    from cass_tools.cli.live import Live
    from cass_tools.translators.choosing import asker, chosen

    live = Live(screen)
    return asker(chosen(wish.model), live.line, live.watcher)


def _layout(wish: Wish, found: Found, dual: bool) -> layout.Layout:
    """Where results go. A tree that is only looked at would keep its names, as in place."""
    in_place = wish.in_place or (wish.output is None and any(path.is_dir() for path in wish.paths))
    included = layout.included_names((*found.cuda, *found.others))
    return layout.Layout(tuple(wish.paths), wish.output, in_place, included, dual)


def _preview(wish: Wish, job: Job) -> int:
    """Print what would be written; findings go to standard error."""
    if wish.preview == "stdout" and len(job.paths) != 1:
        raise CassError(f"--stdout prints one file, but {len(job.paths)} hold CUDA; try --diff")
    aside = Screen(sys.stderr)
    changed = 0
    for ported in port(job):
        candidate = ported.candidate
        changed += candidate.changed
        if wish.preview == "check":
            if candidate.changed:
                print(f"would translate {ported.path}")
            continue
        _show_findings(aside, candidate)
        before, after = candidate.source.data, candidate.data
        name = str(ported.path).lstrip("/")
        sys.stdout.flush()
        sys.stdout.buffer.write(after if wish.preview == "stdout" else diff.unified(before, after, name))
        sys.stdout.buffer.flush()
    if wish.preview == "stdout":
        aside.line("not verified, nothing written: --stdout only shows the translation")
        return 0
    return 1 if changed else 0


def _write(wish: Wish, job: Job, found: Found, screen: Screen) -> int:
    """Port, show and write."""
    copying = wish.output is not None and any(path.is_dir() for path in wish.paths)
    plan = _layout(wish, found, job.settings.config.dual)
    _check_places(plan, job.paths)
    delivered = []
    untried: dict[Path, str] = {}
    for ported in screen.track(port(job), len(job.paths), "translating"):
        if ported.is_host and not ported.verdict.steps:
            untried |= dict.fromkeys((ported.path,) if ported.verdict.notes else (), " ".join(ported.verdict.notes))
            continue
        done = deliver(ported, plan, force=wish.force)
        delivered.append(done)
        if not wish.as_json:
            _show(screen, done, alone=len(job.paths) == 1)
    problems = list(carry(found.others, plan, force=wish.force)) if copying else []
    for problem in problems:
        print(f"cass: {problem}", file=sys.stderr)
    notes = list(leftovers.notes(found, plan, untried))
    if wish.as_json:
        _print_json(delivered, notes)
        return _status(job, found, delivered, problems)
    if len(delivered) > 1:
        show_verdicts(screen, ((str(d.ported.path), d.ported.verdict) for d in delivered))
    screen.lines(f"  note: {note}" for note in notes)
    if len(delivered) > 1:
        screen.line(_summary(delivered, len(found.others) if copying else 0))
    return _status(job, found, delivered, problems)


def _status(job: Job, found: Found, delivered: Sequence[Delivered], problems: Sequence[str]) -> int:
    """1 where something was not written, or was written unverified with errors left."""
    failed = problems or found.unreadable or any(d.problem for d in delivered)
    unverified = job.require is Require.NOTHING and any(left_over(d.ported.candidate) for d in delivered)
    return 1 if failed or unverified else 0


def _check_places(plan: layout.Layout, paths: Sequence[Path]) -> None:
    """Two results must not meet in one file."""
    taken: dict[Path, Path] = {}
    for path in paths:
        place = plan.place(path).path
        if place in taken:
            raise CassError(f"{taken[place]} and {path} would both be written to {place}; rename one of them")
        taken[place] = path


def _show_findings(screen: Screen, candidate: Candidate) -> None:
    """Findings with what became of them."""
    words = {Safety.SAFE: "fixed", Safety.UNSAFE: "fixed, to be verified"}
    remarks = {number: words[safety] for number, safety in fixed(candidate).items() if safety in words}
    source = candidate.source
    show_findings(screen, Checked(source.path, candidate.findings), False, remarks, source.data)


def _show(screen: Screen, done: Delivered, *, alone: bool) -> None:
    """One file: findings, size of the change, verdict, and whether it was written."""
    candidate = done.ported.candidate
    if done.ported.is_host:
        screen.line(f"{done.ported.path}: a program without CUDA of its own, tried with the translated files")
        show_verdict(screen, done.ported.verdict)
        if done.problem:
            screen.line(f"error: {done.ported.path} did not pass as a program: {done.problem}")
        return
    _show_findings(screen, candidate)
    size = diff.size(candidate.source.data, candidate.data)
    screen.line(f"{done.ported.path} -> {done.place}: {_fixes(candidate)}, +{size.added} -{size.removed} lines")
    if alone or done.problem:
        show_verdict(screen, done.ported.verdict)
    elif candidate.origin != "rules":
        screen.lines(f"  note: {note}" for note in done.ported.verdict.notes)
    if done.problem:
        screen.line(f"error: {done.place} was NOT written: {done.problem}")
        show_suggestion(screen, done.ported)
    elif alone:
        verified = "" if done.ported.verdict.steps else " (not verified)"
        screen.line(f"{done.wrote} {done.place}{verified}")


def _fixes(candidate: Candidate) -> str:
    """`41 names renamed, 3 other fixes, 1 finding left`."""
    done = fixed(candidate)
    renames = sum(is_plain_rename(candidate.findings[n]) for n in done)
    others = len(done) - renames
    left = len(candidate.findings) - len(done)
    parts = [(renames, "name", " renamed"), (others, "other fix" if renames else "fix", ""), (left, "finding", " left")]
    words = [f"{n} {_plural(word, n)}{tail}" for n, word, tail in parts if n]
    return ", ".join(words) or "nothing to translate"


def _plural(word: str, number: int) -> str:
    if number == 1:
        return word
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _summary(delivered: Sequence[Delivered], copied: int) -> str:
    """One line for a tree."""
    files = [d for d in delivered if not d.ported.is_host]
    parts = [f"{sum(not d.problem for d in files)} of {len(files)} files written"]
    parts += [f"{copied} others copied"] if copied else []
    parts += ["not verified"] if not any(d.ported.verdict.steps for d in delivered) else []
    return ", ".join(parts)


def _model_value(ported: Ported) -> dict[str, Any] | None:
    """What a model came to where one was asked: its best candidate if it did not pass, and what else was said."""
    if ported.suggestion is None and not ported.remarks:
        return None
    best = ported.suggestion
    shown = best and {
        "text": best.candidate.data.decode("utf-8", "replace"),
        "problem": best.refused,
        "verdict": verdict_value(best.verdict),
    }
    return {"suggestion": shown, "remarks": list(ported.remarks)}


def _print_json(delivered: Sequence[Delivered], notes: Sequence[str]) -> None:
    values: list[dict[str, Any]] = []
    for done in delivered:
        candidate = done.ported.candidate
        lines = Lines(candidate.source.data)
        size = diff.size(candidate.source.data, candidate.data)
        values.append(
            {
                "source": str(done.ported.path),
                "output": str(done.place),
                "written": not done.problem,
                "problem": done.problem or None,
                "origin": candidate.origin,
                "added": size.added,
                "removed": size.removed,
                "findings": [finding_value(f, done.ported.path, lines) for f in candidate.findings],
                "verdict": verdict_value(done.ported.verdict),
                "model": _model_value(done.ported),
            }
        )
    json.dump({"schema": SCHEMA, "version": __version__, "files": values, "notes": notes}, sys.stdout, indent=1)
    print()
