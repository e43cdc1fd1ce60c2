"""Every rule's page leads to the vendors' own words."""

import re
import tomllib

import pytest

from cass_tools.docs_pages import page
from cass_tools.rule import Rule
from cass_tools.rules import all_rules
from cass_tools.vendor_terms import TABLE, terms_of


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_every_rule_has_terms_and_its_page_shows_them(rule: Rule) -> None:
    terms = terms_of(rule.code)
    assert terms
    for term in terms:
        assert f"- [{term.name}]({term.address})" in page(rule)


def test_the_table_has_no_term_without_a_user_and_no_rule_that_is_gone() -> None:
    table = tomllib.loads(TABLE.read_text())
    assert {key for keys in table["rule"].values() for key in keys} == set(table["term"])
    assert set(table["rule"]) <= {rule.code for rule in all_rules()}
    for name, address in table["term"].values():
        assert re.fullmatch(r"[\w .]+: .+", name)
        assert address.startswith("https://")


def test_a_rule_that_nobody_knows_has_none() -> None:
    assert terms_of("USR001") == ()
