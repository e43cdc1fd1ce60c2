"""`cass explain` and `cass api`: the page of a rule, and what the tables say about a name."""

import json
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from cass_tools.cli.screen import Screen
from cass_tools.config import Config
from cass_tools.cuda.names import Api, Names, names_for
from cass_tools.docs_pages import find_rule, page
from cass_tools.errors import CassError
from cass_tools.naming import concerned, headline, remarks, value
from cass_tools.rules import all_rules
from cass_tools.user_rules.finding import as_rule
from cass_tools.user_rules.nearest import rules_for


def codes(begun: str) -> list[tuple[str, str]]:
    """The rules whose code or name begins so, each with the other of the two; the project's own included."""
    try:
        own = [as_rule(rule) for rule in rules_for(Path())]
    except CassError:  # a settings file with a mistake in it, of which the command itself speaks
        own = []
    rules = [*all_rules(), *own]
    by_code = [(rule.code, rule.name) for rule in rules if rule.code.startswith(begun.upper())]
    return by_code or [(rule.name, rule.code) for rule in rules if rule.name.startswith(begun.lower())]


def explain_rule(code: str) -> int:
    """Print the page of the rule with that code or name."""
    _print_markdown(page(find_rule(code, map(as_rule, rules_for(Path())))))
    return 0


def _print_markdown(text: str) -> None:
    screen = Screen()
    if screen.rich:
        from rich.markdown import Markdown

        screen.console.print(Markdown(text), soft_wrap=False)
    else:
        print(text, end="")


def explain_names(words: Sequence[str], config: Config, *, as_json: bool) -> int:
    """Print what is known about each name; 1 if one is not in the tables."""
    names = names_for(config.hip_version, config.cuda_version)
    found = {word: names.get(word.encode(errors="surrogateescape")) for word in words}
    if as_json:
        json.dump({word: value(row) if row else None for word, row in found.items()}, sys.stdout, indent=1)
        print()
    else:
        for word, row in found.items():
            print("\n".join(_text(row, config) if row else [_unknown(word, names)]))
    return 0 if all(found.values()) else 1


def _unknown(word: str, names: Names) -> str:
    """Say so, with names that are spelled nearly so."""
    keys = [key.decode() for key in names.keys() if abs(len(key) - len(word)) < 5]  # noqa: SIM118  not a dict
    near = get_close_matches(word, keys, 3, 0.8)
    return f"{word}: not a CUDA name that the tables know" + (f"; did you mean {', '.join(near)}?" if near else "")


def _text(row: Api, config: Config) -> list[str]:
    lines = [headline(row, config), f"  {row.kind} of the {row.library} tables"]
    lines += [f"  {label}: {text}" for label, text in remarks(row)]
    return [*lines, *(f"  {line}" for line in concerned(row))]
