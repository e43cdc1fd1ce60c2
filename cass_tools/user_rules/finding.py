"""A user's rules at work on a source: their findings, which win over those of the rules that come with cass."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from tree_sitter import Node, QueryCursor

from cass_tools.cuda.context import Context
from cass_tools.engine import apply, choose
from cass_tools.model import Edit, Finding, Safety, Span
from cass_tools.rule import Example, Rule
from cass_tools.user_rules.templates import MATCH, compiled, fill, lost
from cass_tools.user_rules.values import Kind, UserRule

_SCOPES = 200  # bytes before a name in which its namespaces are looked for


def as_rule(user_rule: UserRule) -> Rule:
    """The form in which rules are explained and tested."""
    told = user_rule.doc or user_rule.message
    if user_rule.suggestion:
        told += f"\n\n**Instead.** {user_rule.suggestion}"
    examples = tuple(Example(sample.before, sample.after) for sample in user_rule.samples)
    return Rule(user_rule.code, user_rule.name, (), lambda _node, _context: (), told, examples, user_rule.valid)


def findings(context: Context, others: Sequence[Finding]) -> list[Finding]:
    """The findings of all rules of the configuration; `others` are those of cass, which hold inside of what moves."""
    made: list[Finding] = []
    for rule in context.config.user_rules:
        if rule.kind is Kind.RENAME:
            made += (_finding(rule, span, edits) for span, edits in _names(rule, context))
        elif rule.kind is Kind.HEADER:
            made += (_finding(rule, span, edits) for span, edits in _headers(rule, context))
    matches = [
        match for rule in context.config.user_rules if rule.kind is Kind.PATTERN for match in _matches(rule, context)
    ]
    for rule, span, captured in sorted(matches, key=lambda match: match[1].end - match[1].start):  # inner ones first
        text = partial(_translated, context=context, findings=(*made, *others))
        dropped = None if rule.to is None else _lost(span, captured)
        if dropped is not None:
            made.append(_finding(rule, span, [])._replace(suggestion=_losing(context.text(dropped))))
            continue
        edits = [] if rule.to is None else fill(rule.to, span, captured, text, context.code)
        changed = edits and apply(context.data, edits) != context.data
        made.append(_finding(rule, span, edits if changed else []))
    return made


def _lost(span: Span, captured: dict[str, list[Node]]) -> Span | None:
    matched = (node for node in captured[MATCH] if (node.start_byte, node.end_byte) == span)
    return next((dropped for node in matched if (dropped := lost(node, captured)) is not None), None)


def _losing(item: bytes) -> str:
    shown = item.decode("utf-8", "replace")
    return f"The rule's replacement would lose `{shown}`: capture it, or write `.` where the query's list must end."


def _finding(rule: UserRule, span: Span, edits: Sequence[Edit]) -> Finding:
    return as_rule(rule).finding(
        span,
        rule.message,
        severity=rule.severity,
        effort=rule.effort,
        suggestion=rule.suggestion,
        edits=edits,
        safety=rule.safety,
    )


def _translated(span: Span, context: Context, findings: Sequence[Finding]) -> bytes:
    """What is in `span`, with the edits of the findings that lie in it."""
    inside = [f for f in findings if f.fix and all(_within(edit.span, span) for edit in f.fix.edits)]
    edits = [Edit(Span(s - span.start, e - span.start), text) for (s, e), text in choose(inside, Safety.UNSAFE)]
    return apply(context.data[span.start : span.end], edits)


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _names(rule: UserRule, context: Context) -> Iterator[tuple[Span, list[Edit]]]:
    *scopes, name = rule.what.encode().split(b"::")
    scope = re.compile(rb"(?<![\w:])(?:::\s*)?" + b"".join(re.escape(s) + rb"\s*::\s*" for s in scopes) + rb"\Z")
    for start in context.words.get(name, ()):
        span = Span(start, start + len(name))
        if scopes:
            first = max(0, start - _SCOPES)
            found = scope.search(context.code[first:start])
            if found is None:
                continue
            span = span._replace(start=first + found.start())
        yield span, [] if rule.to is None else [Edit(span, rule.to.encode())]


def _headers(rule: UserRule, context: Context) -> Iterator[tuple[Span, list[Edit]]]:
    for include in context.layout.includes:
        if include.path != rule.what:
            continue
        if rule.to is None:
            yield include.target, []
        elif not rule.to:
            yield include.target, [Edit(include.line, b"")]
        else:
            quoted = context.text(include.target)
            bare = rule.to[0] not in '<"'
            text = quoted[:1] + rule.to.encode() + quoted[-1:] if bare else rule.to.encode()
            yield include.target, [Edit(include.target, text)]


def _matches(rule: UserRule, context: Context) -> Iterator[tuple[UserRule, Span, dict[str, list[Node]]]]:
    """Each place once; bodies of macros are looked through as well."""
    if rule.words and not any(word.encode() in context.code for word in rule.words):
        return
    seen: set[Span] = set()
    for root in context.roots(lambda _body: True):
        for _, captured in QueryCursor(compiled(rule.what)).matches(root):
            for node in captured.get(MATCH, ()):
                span = Span(node.start_byte, node.end_byte)
                if span not in seen and span.start < span.end:
                    seen.add(span)
                    yield rule, span, captured


def without_rivals(found: Iterable[Finding], own: Iterable[Finding]) -> list[Finding]:
    """cass's own findings without those whose fix would change what a user's rule changes."""
    taken = [edit.span for finding in own if finding.fix is not None for edit in finding.fix.edits]
    return [finding for finding in found if not _is_rival(finding, taken)]


def _is_rival(finding: Finding, taken: Sequence[Span]) -> bool:
    """Whether an edit meets another that does not hold all of it; and what has the very same place goes too."""
    spans = [finding.span, *(edit.span for edit in (finding.fix.edits if finding.fix else ()))]
    return any(
        span.start < other.end and other.start < span.end and (span == other or not _within(span, other))
        for span in spans
        for other in taken
    )
