"""What the tests of rules share: run one rule on a text and say what it found."""

from pathlib import Path

from cass_tools import engine
from cass_tools.config import Config
from cass_tools.model import Finding, Safety, Source
from cass_tools.rules import by_code


def found(code: str, text: str | bytes, config: Config | None = None) -> list[Finding]:
    """The findings of the rule `code` on a file of its kind that holds `text`."""
    data = text.encode() if isinstance(text, str) else text
    findings = engine.check(Source(Path(by_code()[code].kinds[0].sample), data), config or Config())
    return [finding for finding in findings if finding.code == code]


def lines(code: str, text: str, config: Config | None = None) -> list[int]:
    """The 1-based lines of those findings."""
    data = text.encode()
    return [data.count(b"\n", 0, finding.span.start) + 1 for finding in found(code, text, config)]


def fixed(code: str, text: str, least: Safety = Safety.UNSAFE, config: Config | None = None) -> str:
    """`text` after the fixes of the rule `code` alone."""
    findings = found(code, text, config)
    return engine.apply(text.encode(), engine.choose(findings, least)).decode()


def spans(code: str, text: str, config: Config | None = None) -> list[str]:
    """The texts under the findings of the rule."""
    data = text.encode()
    return [data[f.span.start : f.span.end].decode() for f in found(code, text, config)]


def name_of(code: str) -> str:
    """The name of a rule."""
    return by_code()[code].name
