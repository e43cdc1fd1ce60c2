"""`cass check --test-rules`: every example of a user's rules, through the engine."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cass_tools.config import Config
from cass_tools.engine import apply, check, choose
from cass_tools.model import Finding, Safety, Source
from cass_tools.user_rules.values import UserRule

NOWHERE = Path("example.cu")


class Tested(NamedTuple):
    """How many examples of a rule there are, and what is wrong with some of them."""

    rule: UserRule
    examples: int
    failures: tuple[str, ...]


def test_rules(config: Config) -> Iterator[Tested]:
    """The rules of the configuration, each tried by itself."""
    for rule in config.user_rules:
        alone = config._replace(user_rules=(rule,))
        failures = [*_found(rule, alone), *_silent(rule, alone)]
        yield Tested(rule, len(rule.samples) + len(rule.valid), tuple(failures))


def _findings(text: str, rule: UserRule, config: Config) -> tuple[Finding, ...]:
    return tuple(f for f in check(Source(NOWHERE, text.encode()), config) if f.code == rule.code)


def _found(rule: UserRule, config: Config) -> Iterator[str]:
    for number, sample in enumerate(rule.samples, 1):
        findings = _findings(sample.before, rule, config)
        if not findings:
            yield f"example {number}: nothing is found in\n{_indented(sample.before)}"
            continue
        after = apply(sample.before.encode(), choose(findings, Safety.UNSAFE)).decode()
        wanted = sample.before if sample.after is None else sample.after
        if after != wanted:
            yield f"example {number}: expected\n{_indented(wanted)}\n  but it becomes\n{_indented(after)}"
            continue
        again = apply(after.encode(), choose(_findings(after, rule, config), Safety.UNSAFE)).decode()
        if again != after:
            yield f"example {number}: what it becomes would be changed again, to\n{_indented(again)}"


def _silent(rule: UserRule, config: Config) -> Iterator[str]:
    for number, text in enumerate(rule.valid, 1):
        if _findings(text, rule, config):
            yield f"valid {number}: it is found in\n{_indented(text)}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip("\n").split("\n"))
