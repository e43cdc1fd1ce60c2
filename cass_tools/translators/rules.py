"""Translation by rules alone: the findings' fixes, chosen and applied. The same source gives the same bytes, always."""

from cass_tools.config import Config
from cass_tools.engine import apply, check, choose
from cass_tools.model import Candidate, Safety, Source


def translate(source: Source, config: Config, least: Safety = Safety.UNSAFE) -> Candidate:
    """The candidate for `source`; translating a candidate again changes nothing.

    Fixes that need verification are applied unless `least` asks for safe ones only.
    """
    findings = check(source, config)
    return Candidate(source, apply(source.data, choose(findings, least)), findings)
