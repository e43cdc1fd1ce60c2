"""Edits that actions make, found by the processes that read: of one finding, of a function, of a file."""

from collections.abc import Sequence
from pathlib import Path

from cass_tools import diff
from cass_tools.config import Config
from cass_tools.model import Candidate, Edit, Finding, Safety, Source


def of_findings(data: bytes, findings: Sequence[Finding], least: Safety) -> tuple[Edit, ...]:
    """The edits of some findings' fixes, as they are made together."""
    from cass_tools.engine import apply, choose  # the server itself does without the rules
    from cass_tools.substitutes import joined

    edits = choose(findings, least)
    after = apply(data, edits)
    tidy = joined(after)
    return edits if tidy == after else diff.edits(data, tidy)


def translated(path: Path, data: bytes, config: Config, least: Safety) -> Candidate:
    """The translation of a file by rules."""
    from cass_tools.translators.rules import translate

    return translate(Source(path, data), config, least)


def of_candidate(candidate: Candidate) -> tuple[Edit, ...]:
    """The edits that make a candidate of its source."""
    from cass_tools.engine import apply

    before = candidate.source.data
    return candidate.made if apply(before, candidate.made) == candidate.data else diff.edits(before, candidate.data)


def of_file(path: Path, data: bytes, config: Config, least: Safety) -> tuple[Edit, ...]:
    """The edits that translate a file."""
    return of_candidate(translated(path, data, config, least))
