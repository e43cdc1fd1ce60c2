"""`cass explain` and `cass api`: the page of a rule, and what the tables say about a name."""

import json
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cass_tools.cli.screen import Screen
from cass_tools.config import Config
from cass_tools.cuda.names import Api, Names, Status, names_for
from cass_tools.docs_pages import page
from cass_tools.errors import CassError
from cass_tools.rules import all_rules
from cass_tools.user_rules.finding import as_rule
from cass_tools.user_rules.nearest import rules_for

MEANING = {
    Status.SAME: "the same in HIP",
    Status.RENAMED: "renamed",
    Status.UNSUPPORTED: "not in HIP",
    Status.TOO_NEW: "not yet in this HIP release",
    Status.REMOVED: "no longer in this HIP release",
}


def explain_rule(code: str) -> int:
    """Print the page of the rule with that code or name."""
    rules = (*all_rules(), *map(as_rule, rules_for(Path())))
    wanted = code.strip().upper()
    for rule in rules:
        if wanted in (rule.code, rule.name.upper()):
            _print_markdown(page(rule))
            return 0
    names = [rule.code for rule in rules] + [rule.name for rule in rules]
    near = get_close_matches(code, names, 3, 0.4)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise CassError(f"there is no rule {code}{hint}")


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
        json.dump({word: _value(row) if row else None for word, row in found.items()}, sys.stdout, indent=1)
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


def _value(row: Api) -> dict[str, Any]:
    return {
        "cuda": row.name,
        "hip": row.hip or None,
        "kind": row.kind,
        "library": row.library,
        "status": row.status.name.lower(),
        "reason": row.reason or None,
        "suggestion": row.suggestion or None,
    }


def _text(row: Api, config: Config) -> list[str]:
    release = ".".join(map(str, config.hip_version))
    lines = [f"{row.name}: {row.hip or 'no counterpart'}" + (f" ({MEANING[row.status]}, HIP {release})")]
    lines.append(f"  {row.kind} of the {row.library} tables")
    for label, text in (
        ("why", row.reason),
        ("instead", row.suggestion),
        ("removed from CUDA in", row.cuda_removed),
        ("deprecated in HIP", row.hip_deprecated),
        ("support", "" if row.support in ("", "supported") else row.support),
    ):
        if text:
            lines.append(f"  {label}: {text}")
    lines += [f"  {rule.code} {rule.name}: {_title(rule.doc)}" for rule in all_rules() if row.name in rule.names]
    return lines


def _title(doc: str) -> str:
    """The first sentence of a page."""
    return re.split(r"(?<=[.:])\s", " ".join(doc.split()), maxsplit=1)[0]
