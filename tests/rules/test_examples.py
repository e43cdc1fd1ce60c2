"""Every rule is tried on its own examples, through the engine, as its page shows them."""

import pytest

from cass_tools.docs_pages import missing_parts
from cass_tools.model import Effort, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules import all_rules
from tests.rules.findings import fixed, found

RULES = all_rules()
INVALID = [(rule, example) for rule in RULES for example in rule.invalid]
VALID = [(rule, text) for rule in RULES for text in rule.valid]


@pytest.mark.parametrize(("rule", "example"), INVALID, ids=lambda v: getattr(v, "name", ""))
def test_invalid_examples_are_found(rule: Rule, example: Example) -> None:
    assert found(rule.code, example.before, example.config)


@pytest.mark.parametrize(("rule", "example"), INVALID, ids=lambda v: getattr(v, "name", ""))
def test_fixes_give_the_text_that_the_example_promises(rule: Rule, example: Example) -> None:
    expected = example.before if example.after is None else example.after
    assert fixed(rule.code, example.before, config=example.config) == expected


@pytest.mark.parametrize(("rule", "example"), INVALID, ids=lambda v: getattr(v, "name", ""))
def test_fixed_text_is_not_fixed_again(rule: Rule, example: Example) -> None:
    once = fixed(rule.code, example.before, config=example.config)
    assert fixed(rule.code, once, config=example.config) == once


@pytest.mark.parametrize(("rule", "text"), VALID, ids=lambda v: getattr(v, "name", ""))
def test_valid_examples_stay_silent(rule: Rule, text: str) -> None:
    assert found(rule.code, text) == []


HAZARDS = [(rule, example) for rule, example in INVALID if rule.code >= "CASS120"]


@pytest.mark.parametrize(("rule", "example"), HAZARDS, ids=lambda v: getattr(v, "name", ""))
def test_messages_are_sentences_that_say_what_to_do(rule: Rule, example: Example) -> None:
    for finding in found(rule.code, example.before):
        assert finding.rule == rule.name
        assert finding.span.start < finding.span.end
        if finding.severity is not Severity.INFO:
            assert finding.message.endswith(".") and finding.message[0] not in " ."
            assert finding.suggestion or finding.fix
        if finding.effort is Effort.HIGH:
            assert finding.suggestion


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_shows_what_it_finds_and_what_it_does_not(rule: Rule) -> None:
    assert rule.invalid
    assert rule.valid
    assert missing_parts(rule) == ()


def test_codes_and_names_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)
