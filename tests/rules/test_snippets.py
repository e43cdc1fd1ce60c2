"""What porters stumbled over, retold in a few lines each: what cass says of it and makes of it (docs/snippets.md).

`x.expected` has the findings, but plain renames, as `line code`, then the translation with the fixes that are to be
verified. `pytest tests/rules/test_snippets.py --update` writes them anew.
"""

import re
from pathlib import Path

import pytest

from cass_tools import engine
from cass_tools.config import Config
from cass_tools.model import Safety, Severity, Source

FOLDER = Path(__file__).parent / "snippets"
SNIPPETS = sorted(FOLDER.glob("*.cu"))
LOG = Path(__file__).parent.parent.parent / "docs" / "snippets.md"


def outcome(snippet: Path) -> str:
    """The findings and the translation as one text."""
    data = snippet.read_bytes()
    findings = engine.check(Source(snippet, data), Config())
    told = [(data.count(b"\n", 0, f.span.start) + 1, f.code) for f in findings if f.severity is not Severity.INFO]
    translated = engine.apply(data, engine.choose(findings, Safety.UNSAFE)).decode()
    return "".join(f"{line} {code}\n" for line, code in told) + "---\n" + translated


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda path: path.stem)
def test_snippet(snippet: Path, pytestconfig: pytest.Config) -> None:
    expected, found = snippet.with_suffix(".expected"), outcome(snippet)
    if pytestconfig.getoption("--update"):
        expected.write_text(found)
    assert found == expected.read_text()


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda path: path.stem)
def test_translations_are_not_translated_again(snippet: Path) -> None:
    translated = snippet.with_suffix(".expected").read_bytes().partition(b"---\n")[2]
    findings = engine.check(Source(snippet, translated), Config())
    assert engine.apply(translated, engine.choose(findings, Safety.UNSAFE)) == translated


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda path: path.stem)
def test_the_log_tells_of_it(snippet: Path) -> None:
    """Each snippet names a public report in its first line, and the log has a row with both."""
    match = re.match(r"// (https://github\.com/\S+/(?:issues|pull)/\d+) \S", snippet.read_text())
    assert match is not None
    row = next((line for line in LOG.read_text().splitlines() if line.startswith(f"| {snippet.stem} ")), "")
    assert match[1] in row
