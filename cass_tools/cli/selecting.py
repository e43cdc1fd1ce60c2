"""`--select` and `--ignore`: rules by code, by name, or by the beginning of codes, as for other linters."""

from collections.abc import Sequence

from cass_tools.config import Config
from cass_tools.docs_pages import find_rule
from cass_tools.rules import all_rules
from cass_tools.user_rules.finding import as_rule


def selected(config: Config, select: Sequence[str], ignore: Sequence[str]) -> Config:
    """The configuration with the rules that were typed; CassError for words that name no rule.

    `select` leaves only these, whatever the project's `ignore` says of them; `ignore` leaves out more. Each word may
    hold several, separated by commas. Comments in the sources hold all the same.
    """
    if not (select or ignore):
        return config
    wanted, unwanted = _codes(config, select), _codes(config, ignore)
    if not wanted:
        return config._replace(ignored=config.ignored | unwanted)
    rules = (*all_rules(), *map(as_rule, config.user_rules))
    left_out = {rule.code for rule in rules} - wanted
    back = {word for rule in rules if rule.code in wanted for word in (rule.code, rule.name)}
    entries = tuple(entry._replace(ignored=entry.ignored - back) for entry in config.per_path)
    return config._replace(ignored=(config.ignored - back) | left_out | unwanted, per_path=entries)


def _codes(config: Config, words: Sequence[str]) -> frozenset[str]:
    own = [as_rule(rule) for rule in config.user_rules]
    codes = [rule.code for rule in (*all_rules(), *own)]
    found: set[str] = set()
    for word in (part.strip() for each in words for part in each.split(",")):
        if word:
            found |= {code for code in codes if code.startswith(word.upper())} or {find_rule(word, own).code}
    return frozenset(found)
