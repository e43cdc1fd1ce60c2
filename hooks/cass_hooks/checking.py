"""`cass-hook check`: findings in changed files, without those of the baseline."""

from collections.abc import Sequence
from pathlib import Path

from cass_hooks.reading import Ranges, config_here, sources
from cass_tools import baseline, git
from cass_tools.baseline_place import beside
from cass_tools.formats.reported import ORDER, FileReport, Report, root
from cass_tools.model import Severity
from cass_tools.project import baseline_named
from cass_tools.report import counts, finding_lines
from cass_tools.scan import found_before


def check(files: Sequence[Path], ranges: Ranges | None, least: Severity) -> int:
    """Print what is at least as severe as `least`; 1 if there is anything."""
    config = config_here()
    found = [FileReport(s.path, found_before(s, config), s.data) for s in sources(files, ranges, config)]
    report = Report(tuple(found), len(found), (), root())
    known = baseline_named(Path()) or beside(Path())
    if known is not None:
        held = None if files else git.held(known, ranges[-1][1] if ranges else None)
        report = baseline.fresh_only(report, baseline.read(known) if held is None else baseline.parsed(known, held))
    shown = [p for p in report.placed(every=True) if ORDER.index(p.finding.severity) <= ORDER.index(least)]
    for placed in shown:
        print("\n".join(finding_lines(placed.finding, placed.file.path, placed.file.lines, excerpt=True)))
    if shown:
        number = len({placed.file for placed in shown})
        print(f"{counts(placed.finding for placed in shown)} in {number} {'files' if number != 1 else 'file'}")
    return 1 if shown else 0
