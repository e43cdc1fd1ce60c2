"""What a user's rule says, as plain values that a Config can hold."""

from enum import StrEnum
from typing import NamedTuple

from cass_tools.model import Effort, Safety, Severity


class Kind(StrEnum):
    """What a rule looks for."""

    RENAME = "rename"
    HEADER = "header"
    PATTERN = "pattern"


class Sample(NamedTuple):
    """Code that the rule finds, and what it becomes; None where there is only a finding."""

    before: str
    after: str | None = None


class UserRule(NamedTuple):
    """`what` is a name, the path of a header, or a tree-sitter query; `to` what takes its place, None: nothing does.

    `valid` is code in which nothing must be found. `needs` are words of which a file must hold one, to be looked at.
    """

    kind: Kind
    code: str
    name: str
    what: str
    to: str | None
    message: str
    severity: Severity = Severity.INFO
    effort: Effort = Effort.LOW
    safety: Safety = Safety.SAFE
    suggestion: str = ""
    doc: str = ""
    samples: tuple[Sample, ...] = ()
    valid: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    origin: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """What a file must mention for the rule to find anything in it; empty: any C++ may be found."""
        return self.needs if self.kind is Kind.PATTERN else (self.what,)
