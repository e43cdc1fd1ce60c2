"""`cass check`: findings only."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cass_tools.baseline_place import beside
from cass_tools.cli.screen import Screen
from cass_tools.config import Config, matches
from cass_tools.errors import CassError
from cass_tools.model import Finding
from cass_tools.positions import Lines
from cass_tools.project import configured, excluded
from cass_tools.report import counts, finding_lines, is_plain_rename, looked_at
from cass_tools.scan import Checked, check_all, processors, read
from cass_tools.tree import Found, find

if TYPE_CHECKING:
    from cass_tools.baseline import Worse
    from cass_tools.formats.reported import FileReport, Report


class Wish(NamedTuple):
    """What the user asked for, as typed: `form` None is text; `outputs` are the words of --output-file."""

    form: str | None = None
    every: bool = False
    jobs: int | None = None
    outputs: Sequence[str] = ()
    statistics: bool = False
    exit_zero: bool = False
    baseline: Path | None = None
    no_baseline: bool = False
    ratchet: bool = False
    no_cache: bool = False

    @property
    def plain(self) -> bool:
        """Whether text on the screen is all that is wanted, which can be printed while files are read."""
        return self.form in (None, "text") and not self.outputs and not self.statistics

    def known(self, path: Path) -> Path | None:
        """The baseline that holds for a path."""
        if self.no_baseline:
            return None
        if self.baseline is not None:
            return self.baseline
        from cass_tools.project import baseline_named

        return baseline_named(path) or beside(path)


TEXT = Wish()


def check_paths(paths: Sequence[Path], *, config: Config | None = None, wish: Wish = TEXT) -> int:
    """Check files and directories and print what is found; 1 if there is anything, 2 if a file could not be read."""
    config = config or configured(Config(), paths[0])
    found = found_in(paths, config)
    for problem in found.unreadable:
        print(f"cass: {problem.path}: {problem.reason}", file=sys.stderr)
    if not found.cuda and not found.unreadable:
        number = f"the {found.without_cuda:,} sources of " if found.without_cuda > 1 else ""
        print(f"cass: no CUDA was found in {number}{', '.join(map(str, paths))}", file=sys.stderr)
        if wish.plain:
            return 0
    known = wish.known(paths[0])
    if wish.ratchet and known is None:
        raise CassError("--ratchet needs a baseline to compare with; `cass baseline` writes one")
    results = check_all(found.cuda, config, wish.jobs or processors(), cached=not wish.no_cache)
    if wish.plain and known is None:
        status = _print_text(results, found, wish.every)
    else:
        status = _print_report(results, found, wish, known)
    return 0 if wish.exit_zero and status == 1 else status


def found_in(paths: Sequence[Path], config: Config) -> Found:
    """The files to look at, as the project of the first path says."""
    words = [word for rule in config.user_rules for word in rule.words]
    out = excluded(paths[0])
    if out is None:
        return find(paths, words=words)
    folder, patterns = out
    return find(paths, words=words, excluded=lambda path: matches(folder, patterns, path))


def check_rules(config: Config) -> int:
    """Try the examples of the project's own rules and print how they did; 1 if one fails."""
    from cass_tools.user_rules.testing import test_rules

    if not config.user_rules:
        raise CassError("there are no rules of your own: no cass.toml here or above has [[rules...]] tables")
    failed = 0
    for rule, examples, failures in test_rules(config):
        state = "1 example passes" if examples == 1 else f"{examples} examples pass"
        if failures:
            state = f"{len(failures)} of {examples} FAILED"
        print(f"{rule.code} {rule.name}: {state if examples else 'it has no examples'}")
        for failure in failures:
            print(f"  {failure}")
        failed += bool(failures)
    print(f"{len(config.user_rules) - failed} of {len(config.user_rules)} rules are as their examples say")
    return 1 if failed else 0


def _print_text(results: Iterable[Checked], found: Found, every: bool) -> int:
    screen = Screen()
    findings: list[Finding] = []
    unread = 0
    for checked in screen.track(results, len(found.cuda), "checking"):
        if checked.error:
            print(f"cass: {checked.error}", file=sys.stderr)
            unread += 1
        else:
            findings += checked.findings
            show_findings(screen, checked, every)
    read = len(found.cuda) - unread
    if read:
        screen.line(f"{counts(findings)} in {looked_at(read, 0, found.without_cuda)}")
    if unread or found.unreadable:
        return 2
    return 1 if findings else 0


def _print_report(results: Iterable[Checked], found: Found, wish: Wish, known: Path | None) -> int:
    """All other forms, made when everything has been read: on standard output, and in files."""
    from cass_tools.formats import choosing  # what prints text as it comes needs none of it
    from cass_tools.formats.reported import collected

    outputs = choosing.outputs_of(wish.outputs, wish.form)
    aside = Screen(sys.stderr)
    report = collected(aside.track(results, len(found.cuda), "checking"), found.unreadable, every=wish.every)
    report = report._replace(without_cuda=found.without_cuda)
    for problem in report.unreadable[len(found.unreadable) :]:
        print(f"cass: {problem.path}: {problem.reason}", file=sys.stderr)
    worse: list[Worse] = []
    if known is not None:
        report, worse = _compared(report, known, wish.ratchet)
    if wish.statistics:
        print(_statistics(report, wish.form or "text"), end="")
    elif not wish.outputs or any(choosing.has_own_format(word) for word in wish.outputs):
        _print(report, wish.form or "text")
    for entry in worse:
        print(f"cass: {entry.path}: {entry.code} {entry.before} -> {entry.now}", file=sys.stderr)
    for form, path in outputs:
        choosing.put(path, as_text(report) if form == "text" else choosing.rendered(form, report))
    if report.unreadable:
        return 2
    return 1 if any(file.findings for file in report.files) else 0


def _compared(report: "Report", known: Path, ratchet: bool) -> "tuple[Report, list[Worse]]":
    """What is left of a report once the baseline is known."""
    from cass_tools import baseline

    if ratchet:
        return baseline.ratcheted(report, baseline.read(known))
    return baseline.fresh_only(report, baseline.read(known)), []


def _print(report: "Report", form: str) -> None:
    from cass_tools.formats.choosing import rendered

    if form == "text":
        _show_report(Screen(), report)
    else:
        sys.stdout.write(rendered(form, report))


def _statistics(report: "Report", form: str) -> str:
    from cass_tools.formats.statistics import table, table_json

    if form not in ("text", "json"):
        raise CassError(f"--statistics --format {form}: choose text or json")
    return table(report) if form == "text" else table_json(report)


def as_text(report: "Report") -> str:
    """A report as it is printed where there is no terminal."""
    import io

    stream = io.StringIO()
    _show_report(Screen(stream), report)
    return stream.getvalue()


def _show_report(screen: Screen, report: "Report") -> None:
    for file in report.files:
        show_file(screen, file, report.every)
    if report.files:
        number = looked_at(len(report.files), report.hidden, report.without_cuda)
        screen.line(f"{counts(report.findings)} in {number}")


def show_findings(
    screen: Screen,
    checked: Checked,
    every: bool,
    remarks: dict[int, str] | None = None,
    data: bytes | None = None,
) -> None:
    """Everything that needs attention with its line; plain renames as one line, or each with `every`.

    `data` is the text that was checked, where the file may have been written since.
    """
    if any(every or not is_plain_rename(finding) for finding in checked.findings):
        lines = Lines(read(checked.path).data if data is None else data)
        _show_places(screen, checked.path, checked.findings, lines, every=every, remarks=remarks or {})
    _show_renames(screen, checked.path, checked.findings, every)


def show_file(screen: Screen, file: "FileReport", every: bool) -> None:
    """The same of a file whose text is at hand."""
    _show_places(screen, file.path, file.findings, file.lines, every=every, remarks={})
    _show_renames(screen, file.path, file.findings, every)


def _show_places(
    screen: Screen, path: Path, findings: Sequence[Finding], lines: Lines, *, every: bool, remarks: dict[int, str]
) -> None:
    for number, finding in enumerate(findings):
        plain = is_plain_rename(finding)
        if every or not plain:
            first, *rest = finding_lines(finding, path, lines, excerpt=not plain, remark=remarks.get(number, ""))
            screen.place(first, rest)


def _show_renames(screen: Screen, path: Path, findings: Sequence[Finding], every: bool) -> None:
    renames = sum(map(is_plain_rename, findings))
    if renames and not every:
        names = "name" if renames == 1 else "names"
        screen.line(f"{path}: {renames} CUDA {names} with a HIP counterpart (--all lists them)")
