"""What a rule is: one module in `rules/` that carries its documentation, its check and its examples.

A rule never writes and never looks at other rules, at most at what they found (`judged`); it turns one captured syntax
node into findings. The engine decides what is applied. Renamed API names are rows of `data/api`, not rules.
"""

import functools
import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cass_tools.config import Config
from cass_tools.file_kind import FileKind
from cass_tools.model import Edit, Effort, Finding, Fix, Safety, Severity, Span

# What was captured, mostly a node of a syntax tree, and the context of its file: cuda's, or that of a build file.
Check = Callable[[Any, Any], Iterable[Finding]]
Where = Callable[[int, int, Any], bool]


class Example(NamedTuple):
    """CUDA source that the rule finds; `after` is the text after its fixes, or None where there is only a finding.

    `config` is for rules that a configuration turns on.
    """

    before: str
    after: str | None = None
    config: Config | None = None


class Rule(NamedTuple):
    """`on` names the captures (cuda/captures.py) whose nodes `check` sees. `doc` is the module's docstring:

    what it finds, why it fails on AMD, an example, what to use instead. `valid` is code that must stay silent.
    `names` limits `identifier` and `call` captures to these names (`identifier` needs it); `needs` skips files whose
    code holds none of these byte strings; `where` says whether it can find anything in captures within bytes [start,
    end), other than the `file`, before they are looked up. All three exist for speed: a rule is asked only where it can
    find something. `kinds` of files that it is for; rules for build files are asked about the `file`, and about
    every `leftover` word.
    """

    code: str
    name: str
    on: tuple[str, ...]
    check: Check
    doc: str
    invalid: tuple[Example, ...] = ()
    valid: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    needs: tuple[bytes, ...] = ()
    kinds: tuple[FileKind, ...] = (FileKind.SOURCE,)
    where: Where | None = None

    def finding(
        self,
        span: Span,
        message: str,
        *,
        severity: Severity = Severity.WARNING,
        effort: Effort = Effort.MEDIUM,
        suggestion: str = "",
        edits: Sequence[Edit] = (),
        safety: Safety = Safety.SAFE,
    ) -> Finding:
        """A finding of this rule; with `edits` it carries a fix of the given safety. Its words can be printed."""
        message, suggestion = _printable(message), _printable(suggestion)
        fix = Fix(message, tuple(edits), safety) if edits else None
        return Finding(self.code, self.name, message, span, severity, effort, suggestion, fix)


@functools.lru_cache(maxsize=4096)
def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


class Outline(NamedTuple):
    """What tells whether a file can concern a rule: its module, which is loaded only then, and some of its fields."""

    module: str
    on: tuple[str, ...]
    needs: tuple[bytes, ...] = ()
    names: tuple[bytes, ...] = ()

    @property
    def rule(self) -> Rule:
        """The rule itself."""
        return _rule_of(self.module)


@functools.cache
def _rule_of(module: str) -> Rule:
    rule: Rule = importlib.import_module(module).RULE
    return rule
