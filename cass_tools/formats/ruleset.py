"""What formats say about the rules whose findings they hold: cass's own, and those of the project's cass.toml."""

from collections.abc import Sequence
from typing import NamedTuple

from cass_tools.formats.reported import ORDER, Report
from cass_tools.model import Finding, Severity


class Named(NamedTuple):
    """A rule: its worst severity in this run, what it finds in a sentence, and its page where it has one."""

    code: str
    name: str
    title: str
    page: str
    severity: Severity


def named_rules(report: Report, findings: Sequence[Finding]) -> list[Named]:
    """The rules of these findings by code; findings about assembly have classes instead."""
    from cass_tools.asm.kinds import by_code as classes
    from cass_tools.docs_pages import page, title  # imports all rules
    from cass_tools.rules import by_code

    known = by_code()
    worst: dict[str, Finding] = {}
    for finding in findings:
        before = worst.get(finding.code)
        if before is None or ORDER.index(finding.severity) < ORDER.index(before.severity):
            worst[finding.code] = finding
    made = []
    for code, finding in sorted(worst.items()):
        rule = known.get(code)
        text = (title(rule), page(rule)) if rule else (classes()[code].title if code in classes() else finding.rule, "")
        made.append(Named(code, finding.rule, *text, finding.severity))
    return made
