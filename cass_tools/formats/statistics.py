"""How often each rule has found something: for people as columns, for programs as JSON."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from cass_tools.formats.reported import Report
from cass_tools.model import Finding, Safety


class Count(NamedTuple):
    """A rule: how many findings it has, and how many of them cass fixes."""

    code: str
    rule: str
    findings: int
    fixed: int


def counted(findings: Iterable[Finding]) -> list[Count]:
    """The rules, those with most findings first."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for finding in findings:
        entry = numbers.setdefault((finding.code, finding.rule), [0, 0])
        entry[0] += 1
        entry[1] += finding.fix is not None and finding.fix.safety > Safety.DISPLAY
    counts = [Count(*names, *entry) for names, entry in numbers.items()]
    return sorted(counts, key=lambda count: (-count.findings, count.code))


def table(report: Report) -> str:
    """Columns: number of findings, code, `[*]` where cass fixes all of them, `[-]` where some, the rule's name."""
    counts = counted(report.findings)
    width = max((len(str(count.findings)) for count in counts), default=0)
    marks = {0: "[ ]"}
    lines = [
        f"{c.findings:>{width}}  {c.code}  {'[*]' if c.fixed == c.findings else marks.get(c.fixed, '[-]')} {c.rule}"
        for c in counts
    ]
    if counts:
        fixed, found = sum(c.fixed for c in counts), sum(c.findings for c in counts)
        lines.append(f"{fixed} of {found} have a fix ([*] all, [-] some)")
    return "".join(f"{line}\n" for line in lines)


def table_json(report: Report) -> str:
    """The same as a JSON array."""
    return json.dumps([count._asdict() for count in counted(report.findings)], indent=1) + "\n"
