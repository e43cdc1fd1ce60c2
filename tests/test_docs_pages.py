"""The pages about rules: complete, written once, and told from stale ones."""

from pathlib import Path

import pytest

from cass_tools.docs_pages import INDEX, index, main, missing_parts, page, pages, stale, title, write
from cass_tools.rule import Example, Rule
from cass_tools.rules import all_rules

DOC = """What it finds, in `code`.

**Why it fails on AMD.** Because.

**Example.** `a`

**Instead.** That.
"""


def rule(doc: str = DOC, **changes: object) -> Rule:
    values: dict[str, object] = {"invalid": (Example("a\n", "b\n"), Example("c")), "valid": ("d",)} | changes
    return Rule("CASS999", "some-rule", ("call",), lambda node, context: (), doc, **values)  # type: ignore[arg-type]


def test_a_page_shows_the_docstring_and_every_example() -> None:
    text = page(rule())
    assert text.startswith("# CASS999 some-rule\n\nWhat it finds, in `code`.\n")
    for block in (
        "```cuda\na\n```\n\nbecomes\n\n```cuda\nb\n```",
        "```cuda\nc\n```",
        "```cuda\nd\n```",
        "cass: ignore[CASS999]",
    ):
        assert block in text
    assert text.endswith("\n") and not text.endswith("\n\n")


def test_titles_and_parts() -> None:
    assert title(rule()) == "What it finds, in `code`"
    assert missing_parts(rule()) == ()
    assert missing_parts(rule("Only this.")) == ("Why it fails on AMD", "Example", "Instead")


def test_the_index_says_which_rules_fix() -> None:
    rows = index([rule(), rule(invalid=(Example("a"),)), rule(invalid=(Example("a", "b"),))]).splitlines()[-3:]
    assert [row.split("|")[-2].strip() for row in rows] == ["some", "", "yes"]


def test_writing_and_checking_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "rules"
    assert main(["--check", str(folder)]) == 1
    assert main(["--write", str(folder)]) == 0
    assert main(["--check", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {INDEX, *(f"{r.code}.md" for r in all_rules())}
    (folder / "CASS120.md").write_text("old")
    (folder / "CASS000.md").write_text("no such rule")
    capsys.readouterr()
    assert main(["--check", str(folder)]) == 1
    assert [line.split()[0].rpartition("/")[2] for line in capsys.readouterr().out.splitlines()] == [
        "CASS000.md",
        "CASS120.md",
    ]
    write(folder, pages(all_rules()))
    assert stale(folder, pages(all_rules())) == []
