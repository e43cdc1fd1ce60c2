"""The table of what rules look for, so that the modules of those that a file cannot concern need not be loaded.

`python -m cass_tools.rules` writes it from the rules themselves; tests say when it is out of date.
"""

import functools
import json
from collections.abc import Iterable
from pathlib import Path

from cass_tools.rule import Outline, Rule

TABLE = Path(__file__).parent.parent / "data" / "rules.json"


@functools.cache
def outlines() -> tuple[Outline, ...]:
    """Of every rule for sources, by code."""
    rows = json.loads(TABLE.read_bytes())
    return tuple(Outline(f"{__package__}.{row[0]}", tuple(row[1]), _bytes(row[2]), _bytes(row[3])) for row in rows)


def _bytes(words: list[str]) -> tuple[bytes, ...]:
    return tuple(word.encode() for word in words)


def table(rules: Iterable[Rule]) -> str:
    """The text of the table for these rules: a line for each."""
    return "[\n" + ",\n".join(map(_line, rules)) + "\n]\n"


def _line(rule: Rule) -> str:
    module = rule.check.__module__.rpartition(".")[2]
    return json.dumps([module, rule.on, [word.decode() for word in rule.needs], sorted(rule.names)])
