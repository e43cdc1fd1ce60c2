"""`cass check`: findings only."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cass_tools import __version__
from cass_tools.cli.screen import Screen
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.model import Finding
from cass_tools.positions import Lines
from cass_tools.project import configured
from cass_tools.report import SCHEMA, counts, finding_lines, finding_value, is_plain_rename
from cass_tools.scan import Checked, check_all, processors
from cass_tools.tree import Found, find


def check_paths(
    paths: Sequence[Path],
    *,
    config: Config | None = None,
    as_json: bool = False,
    every: bool = False,
    jobs: int | None = None,
) -> int:
    """Check files and directories and print what is found; 1 if there is anything, 2 if a file could not be read."""
    config = config or configured(Config(), paths[0])
    found = find(paths, words=[word for rule in config.user_rules for word in rule.words])
    for problem in found.unreadable:
        print(f"cass: {problem.path}: {problem.reason}", file=sys.stderr)
    if not found.cuda and not found.unreadable:
        print(f"cass: no CUDA was found in {', '.join(map(str, paths))}", file=sys.stderr)
        return _print_json([], found) if as_json else 0
    results = check_all(found.cuda, config, jobs or processors())
    status = _print_json(results, found) if as_json else _print_text(results, found, every)
    return status


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
        screen.line(f"{counts(findings)} in {read} {'files' if read != 1 else 'file'}")
    if unread or found.unreadable:
        return 2
    return 1 if findings else 0


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
    shown = [(n, f) for n, f in enumerate(checked.findings) if every or not is_plain_rename(f)]
    if shown:
        lines = Lines(checked.path.read_bytes() if data is None else data)
        for number, finding in shown:
            remark = (remarks or {}).get(number, "")
            first, *rest = finding_lines(
                finding, checked.path, lines, excerpt=not is_plain_rename(finding), remark=remark
            )
            screen.line(first)
            screen.lines(rest, "dim")
    renames = sum(map(is_plain_rename, checked.findings))
    if renames and not every:
        names = "name" if renames == 1 else "names"
        screen.line(f"{checked.path}: {renames} CUDA {names} with a HIP counterpart (--all lists them)")


def _print_json(results: Iterable[Checked], found: Found) -> int:
    """One JSON object; files that could not be read are listed in it."""
    import json

    values: list[dict[str, Any]] = []
    unreadable = [{"path": str(problem.path), "reason": problem.reason} for problem in found.unreadable]
    files = 0
    for checked in results:
        files += 1
        if checked.error:
            unreadable.append({"path": str(checked.path), "reason": checked.error})
        elif checked.findings:
            lines = Lines(checked.path.read_bytes())
            values += (finding_value(f, checked.path, lines) for f in checked.findings)
    report = {"schema": SCHEMA, "version": __version__, "files": files, "unreadable": unreadable, "findings": values}
    json.dump(report, sys.stdout, indent=1)
    print()
    if unreadable:
        return 2
    return 1 if values else 0
