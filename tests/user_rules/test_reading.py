"""Rules in cass.toml that are wrong: the message names the file, the rule, and what to do."""

from pathlib import Path

import pytest

from cass_tools.errors import CassError
from cass_tools.model import Effort, Safety, Severity
from cass_tools.user_rules.nearest import rules_for
from cass_tools.user_rules.values import Kind, Sample

CALL = "(call_expression function: (identifier) @f) @match"


def read(folder: Path, text: str) -> object:
    (folder / "cass.toml").write_text(text)
    return rules_for(folder)


def pattern(**keys: str) -> str:
    told = {"code": '"USR001"', "message": '"Found."', "query": f"'{CALL}'", **keys}
    return "[[rules.pattern]]\n" + "".join(f"{key} = {value}\n" for key, value in told.items() if value)


def test_what_is_not_said_has_sensible_defaults(tmp_path: Path) -> None:
    read(tmp_path, '[[rules.rename]]\nfrom = "a"\nto = "b"\n' + pattern())
    rename, found = rules_for(tmp_path / "deep" / "x.cu")
    assert rename[:5] == (Kind.RENAME, "USR100", "rename-usr100", "a", "b")
    assert (rename.severity, rename.effort, rename.safety) == (Severity.INFO, Effort.LOW, Safety.SAFE)
    assert (found.severity, found.effort, found.safety, found.to) == (
        Severity.WARNING, Effort.MEDIUM, Safety.UNSAFE, None
    )  # fmt: skip


def test_everything_can_be_said(tmp_path: Path) -> None:
    told = pattern(
        replace='"g({f})"', severity='"error"', effort='"high"', safety='"safe"', name='"f-to-g"', needs='["f"]',
        examples='[{ before = "a", after = "b" }]', valid='["c"]', suggestion='"s"', doc='"d"',
    )  # fmt: skip
    read(tmp_path, told)
    [rule] = rules_for(tmp_path)
    assert (rule.severity, rule.effort, rule.safety, rule.name) == ("error", "high", Safety.SAFE, "f-to-g")
    assert (rule.samples, rule.valid, rule.words, rule.doc) == ((Sample("a", "b"),), ("c",), ("f",), "d")


def test_the_nearest_file_counts_and_none_is_fine(tmp_path: Path) -> None:
    assert rules_for(tmp_path) == ()
    read(tmp_path, '[[rules.rename]]\nfrom = "a"\nto = "b"\n')
    (tmp_path / "inner").mkdir()
    read(tmp_path / "inner", "[verify.compare]\nmode = 'exact'\n")
    assert len(rules_for(tmp_path)) == 1
    assert rules_for(tmp_path / "inner") == ()


RENAME = '[[rules.rename]]\nfrom = "a"\nto = "b"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rules.rename]]\nfrom = ", "cass.toml: "),
        ("rules = 3\n", r"rules must be a table; there are \[\[rules.rename\]\]"),
        ("[rules.rename]\nfrom = 'a'\n", "with two brackets"),
        ("[[rules.renames]]\nfrom = 'a'\n", "rules.renames is not known"),
        ("[[rules.rename]]\nto = 'a'\n", r"\[\[rules.rename\]\] number 1 needs from"),
        ("[[rules.rename]]\nfrom = 'a b'\nto = 'c'\n", r"number 1 \(a b\): from 'a b' is no name"),
        ("[[rules.rename]]\nfrom = 3\n", "from is a text, not 3"),
        (RENAME + "fix = 1\n", r"number 1 \(a\): fix is not known; there are from, to, code"),
        (RENAME + RENAME, r"number 2 \(a\): \[\[rules.rename\]\] number 1 \(a\) looks for the same"),
        (RENAME + "code = 'CASS100'\n", "CASS is taken"),
        (RENAME + "severity = 'bad'\n", "severity 'bad': choose error, warning, info"),
        (RENAME + "effort = 'none'\n", "effort 'none': choose low, medium, high"),
        (RENAME + "safety = 'sure'\n", "safety 'sure': choose safe, unsafe"),
        (RENAME + "examples = ['a']\n", "examples are written"),
        (RENAME + "valid = [1]\n", "valid is a list of texts"),
        ("[[rules.rename]]\nfrom = 'a'\nexamples = [{ before = 'a', after = 'b' }]\n", "the rule replaces nothing"),
        (pattern(code=""), "it needs a code"),
        (pattern(message=""), "needs a message"),
        (pattern() + pattern(query="'(identifier) @match'"), r"code USR001 is taken by \[\[rules.pattern\]\] number 1"),
        (pattern(query="'(call_expr) @match'"), "cannot be read: Invalid node type at row 0, column 1: call_expr"),
        (pattern(query="'(call_expression @match'"), "the query cannot be read"),
        (pattern(query="'(call_expression) @found'"), "needs the capture @match"),
        (pattern(replace="'{g}()'"), r"names \{g\}, which the query does not capture; there are \{f\}, \{match\}"),
        (pattern(replace="'{f} }'"), "a single }"),
    ],
)  # fmt: skip
def test_wrong_rules_are_refused_with_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(CassError, match=said) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path}/cass.toml: ")


@pytest.mark.parametrize(
    ("pairs", "circle"),
    [
        ([("a", "b"), ("b", "a")], "a -> b -> a"),
        ([("x", "a"), ("a", "b"), ("b", "c"), ("c", "a")], "a -> b -> c -> a"),
    ],
)
def test_renames_in_a_circle_are_refused(pairs: list[tuple[str, str]], circle: str, tmp_path: Path) -> None:
    text = "".join(f'[[rules.rename]]\nfrom = "{a}"\nto = "{b}"\n' for a, b in pairs)
    with pytest.raises(CassError, match=f"{circle} goes in a circle"):
        read(tmp_path, text)


def test_renames_in_a_row_are_refused(tmp_path: Path) -> None:
    text = '[[rules.rename]]\nfrom = "a"\nto = "b"\n[[rules.rename]]\nfrom = "b"\nto = "c"\n'
    with pytest.raises(CassError, match=r"number 1 \(a\): a becomes b, which .* number 2 \(b\) changes to c"):
        read(tmp_path, text)


def test_a_name_may_become_one_that_is_only_told_of(tmp_path: Path) -> None:
    text = '[[rules.rename]]\nfrom = "a"\nto = "b"\n[[rules.rename]]\nfrom = "b"\n'
    assert read(tmp_path, text)
