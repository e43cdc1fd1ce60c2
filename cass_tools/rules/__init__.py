"""One rule per module, those for build files in a folder of their own; adding a rule is adding a file."""

import functools
import importlib
from pathlib import Path

from cass_tools.file_kind import FileKind
from cass_tools.rule import Rule


@functools.cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code."""
    return tuple(sorted((*_rules_in(""), *_rules_in("build")), key=lambda rule: rule.code))


@functools.cache
def rules_for(kind: FileKind) -> tuple[Rule, ...]:
    """The rules for one kind of file; the others are not even imported."""
    found = _rules_in("" if kind is FileKind.SOURCE else "build")
    return tuple(rule for rule in found if kind in rule.kinds)


@functools.cache
def _rules_in(folder: str) -> tuple[Rule, ...]:
    package = f"{__name__}.{folder}".rstrip(".")
    files = (Path(__file__).parent / folder).glob("[!_]*.py")
    found = [importlib.import_module(f"{package}.{path.stem}").RULE for path in files]
    return tuple(sorted(found, key=lambda rule: rule.code))


def by_code() -> dict[str, Rule]:
    """The rules by their codes, which are unique."""
    rules = {rule.code: rule for rule in all_rules()}
    if len(rules) != len(all_rules()):
        raise ValueError("two rules share a code")
    return rules
