"""One rule per module. `all_rules()` finds them; adding a rule is adding a file."""

import functools
import importlib
from pathlib import Path

from cass_tools.rule import Rule


@functools.cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule of this folder, by code."""
    found = [importlib.import_module(f"{__name__}.{path.stem}").RULE for path in Path(__file__).parent.glob("[!_]*.py")]
    return tuple(sorted(found, key=lambda rule: rule.code))


def by_code() -> dict[str, Rule]:
    """The rules by their codes, which are unique."""
    rules = {rule.code: rule for rule in all_rules()}
    if len(rules) != len(all_rules()):
        raise ValueError("two rules share a code")
    return rules
