"""`[[rules.rename]]`, `[[rules.header]]` and `[[rules.pattern]]` of a cass.toml, checked word by word."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from cass_tools.errors import CassError
from cass_tools.model import Effort, Safety, Severity
from cass_tools.project_file import table_of
from cass_tools.user_rules.templates import check_pattern
from cass_tools.user_rules.values import Kind, Sample, UserRule

COMMON: dict[str, type] = {
    "code": str,
    "name": str,
    "message": str,
    "severity": str,
    "effort": str,
    "safety": str,
    "suggestion": str,
    "doc": str,
    "examples": list,
    "valid": list,
}
KEYS: dict[Kind, dict[str, type]] = {
    Kind.RENAME: {"from": str, "to": str, **COMMON},
    Kind.HEADER: {"from": str, "to": str, **COMMON},
    Kind.PATTERN: {"query": str, "replace": str, "needs": list, **COMMON},
}
DEFAULT_CODES = {Kind.RENAME: "USR100", Kind.HEADER: "USR103"}
_CODE = re.compile(r"(?!CASS)[A-Z]{3,8}\d{3}")
_NAME = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
Word = TypeVar("Word", Severity, Effort, Safety)


def read(path: Path) -> tuple[UserRule, ...]:
    """The rules of a cass.toml, in its order; CassError names the file, the rule and what is wrong."""
    table = table_of(path).get("rules", {})
    if not isinstance(table, dict):
        raise CassError(f"{path}: rules must be a table; there are {_listed()}")
    for key in table:
        if key not in [kind.value for kind in Kind]:
            raise CassError(f"{path}: rules.{key} is not known; there are {_listed()}")
    rules = [rule for kind in Kind for rule in _rules(path, kind, table.get(kind.value, []))]
    _check_unique(path, rules)
    return tuple(rules)


def _listed() -> str:
    return ", ".join(f"[[rules.{kind}]]" for kind in Kind)


def _rules(path: Path, kind: Kind, entries: Any) -> Iterator[UserRule]:
    if not isinstance(entries, list):
        raise CassError(f"{path}: {kind} rules are told in [[rules.{kind}]] tables, with two brackets")
    for number, entry in enumerate(entries, 1):
        where = f"{path}: [[rules.{kind}]] number {number}"
        if not isinstance(entry, dict):
            raise CassError(f"{where} must be a table")
        shown = entry.get("code") or entry.get("from")
        yield _rule(f"{where} ({shown})" if isinstance(shown, str) else where, kind, entry)


def _rule(where: str, kind: Kind, entry: Mapping[str, Any]) -> UserRule:
    for key, value in entry.items():
        if key not in KEYS[kind]:
            raise CassError(f"{where}: {key} is not known; there are {', '.join(KEYS[kind])}")
        if not isinstance(value, KEYS[kind][key]):
            raise CassError(f"{where}: {key} is {'a text' if KEYS[kind][key] is str else 'a list'}, not {value!r}")
    code = entry.get("code", DEFAULT_CODES.get(kind, ""))
    if not _CODE.fullmatch(code):
        said = f"code {code!r} is none" if code else "it needs a code"
        raise CassError(f"{where}: {said}; write letters and three digits such as USR001 (CASS is taken)")
    what, to = _what(where, kind, entry)
    plain = kind is not Kind.PATTERN
    rule = UserRule(
        kind,
        code,
        entry.get("name", f"{kind}-{code.lower()}"),
        what,
        to,
        entry.get("message") or _message(where, what, to, plain),
        _word(where, "severity", entry, Severity, Severity.INFO if plain and to is not None else Severity.WARNING),
        _word(where, "effort", entry, Effort, Effort.LOW if to is not None else Effort.MEDIUM),
        _safety(where, entry, Safety.SAFE if plain else Safety.UNSAFE),
        entry.get("suggestion", ""),
        entry.get("doc", ""),
        tuple(_samples(where, entry.get("examples", []), to)),
        tuple(_texts(where, "valid", entry)),
        tuple(_texts(where, "needs", entry)),
        where,
    )
    if kind is Kind.PATTERN:
        check_pattern(where, rule.what, rule.to)
    return rule


def _what(where: str, kind: Kind, entry: Mapping[str, Any]) -> tuple[str, str | None]:
    first, second = ("query", "replace") if kind is Kind.PATTERN else ("from", "to")
    if not entry.get(first):
        raise CassError(f"{where} needs {first}: what to look for")
    if kind is Kind.RENAME and not _NAME.fullmatch(entry[first]):
        raise CassError(f"{where}: from {entry[first]!r} is no name; for more than one word write a [[rules.pattern]]")
    return entry[first], entry.get(second)


def _message(where: str, what: str, to: str | None, plain: bool) -> str:
    if not plain:
        raise CassError(f"{where} needs a message: what was found, in a sentence")
    return f"{what} has no counterpart here." if to is None else f"{what} is {to or 'nothing'} in HIP"


def _word(where: str, key: str, entry: Mapping[str, Any], words: type[Word], default: Word) -> Word:
    text = entry.get(key)
    if text is None:
        return default
    for word in words:
        if word.value == text:
            return word
    raise CassError(f"{where}: {key} {text!r}: choose {', '.join(str(word.value) for word in words)}")


def _safety(where: str, entry: Mapping[str, Any], default: Safety) -> Safety:
    text = entry.get("safety", default.name.lower())
    if text.upper() not in Safety.__members__:
        raise CassError(f"{where}: safety {text!r}: choose safe, unsafe (to be verified) or display (never applied)")
    return Safety[text.upper()]


def _samples(where: str, entries: list[Any], to: str | None) -> Iterator[Sample]:
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("before"), str) or set(entry) - {"before", "after"}:
            raise CassError(f'{where}: examples are written {{ before = "...", after = "..." }}, not {entry!r}')
        after = entry.get("after")
        if after is not None and (not isinstance(after, str) or to is None):
            raise CassError(f"{where}: an example has an after, but the rule replaces nothing")
        yield Sample(entry["before"], after)


def _texts(where: str, key: str, entry: Mapping[str, Any]) -> Iterator[str]:
    for text in entry.get(key, ()):
        if not isinstance(text, str):
            raise CassError(f"{where}: {key} is a list of texts; {text!r} is none")
        yield text


def _check_unique(path: Path, rules: list[UserRule]) -> None:
    """Codes that were given are for one rule each; nothing is renamed twice."""
    codes: dict[str, UserRule] = {}
    names: dict[tuple[Kind, str], UserRule] = {}
    for rule in rules:
        other = codes.setdefault(rule.code, rule)
        if other is not rule and rule.code not in DEFAULT_CODES.values():
            raise CassError(f"{rule.origin}: the code {rule.code} is taken by {other.origin.removeprefix(f'{path}: ')}")
        twin = names.setdefault((rule.kind, rule.what), rule)
        if twin is not rule:
            raise CassError(f"{rule.origin}: {twin.origin.removeprefix(f'{path}: ')} looks for the same; keep one")
    _check_chains(path, names)


def _check_chains(path: Path, names: dict[tuple[Kind, str], UserRule]) -> None:
    """What a rule writes is final: if another took it for its own, a second translation would change it again."""
    for rule in names.values():
        seen, following = [rule.what], names.get((rule.kind, rule.to or ""))
        while following is not None and following.what not in seen:
            seen.append(following.what)
            following = names.get((rule.kind, following.to or ""))
        if following is not None and following.kind is not Kind.PATTERN and following.what == rule.what:
            circle = " -> ".join((*seen, rule.what))
            raise CassError(f"{rule.origin}: {circle} goes in a circle; drop one of these {rule.kind} rules")
    for rule in names.values():
        following = names.get((rule.kind, rule.to or ""))
        if following is not None and rule.kind is not Kind.PATTERN and following.to is not None:
            other = following.origin.removeprefix(f"{path}: ")
            raise CassError(
                f"{rule.origin}: {rule.what} becomes {rule.to}, which {other} changes to {following.to} the next time; "
                f'write to = "{following.to}" here, or drop one'
            )
