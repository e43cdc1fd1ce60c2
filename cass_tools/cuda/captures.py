"""What rules can subscribe to, and the one walk over a file that serves them all.

A capture is a syntax node at the user's byte offsets. Every capture is delivered for the file and for the bodies of
`#define`s that contain a name, call or launch (their nodes belong to small trees of their own: `.parent` ends there).

* `file`               the root node, once per file; for rules about a whole file (headers, namespaces).
* `identifier`         an identifier, type, field or namespace name, wherever it is in code: `#define` bodies, conditions
                       of `#if` and broken code too, never in comments or strings. Only names listed in `Rule.names` come.
* `call`               `call_expression` that is no launch; with `Rule.names` only calls of those (last part of the
                       name: `a::b<T>(x)` is `b`, `o.f(x)` is `f`).
* `launch`             `call_expression` for `kernel<<<...>>>(...)`; `Context.launch(node)` gives its parts.
* `include`            `preproc_include`.
* `asm`                `gnu_asm_expression`.
* `preproc_condition`  the expression of `#if`/`#elif`, the name of `#ifdef`/`#ifndef`/`#elifdef`.
* `define`             `preproc_def` and `preproc_function_def`.
* `directive`          `preproc_call`: `#pragma`, `#undef` and the like.
* `number`             `number_literal`.
* `binary`             `binary_expression`.
* `assignment`         `assignment_expression`, `a >>= 5` included.
* `subscript`          `subscript_expression`.
* `declaration`        `declaration` (variables and prototypes), `field_declaration`, `parameter_declaration`.
* `array`              `array_declarator`.
* `function`           `function_definition`.
* `loop`               `for_statement` and `while_statement`.
* `template_type`      `template_type`; `template_function` for `f<T>` in expressions.
* `qualified`          `qualified_identifier`, inner and outer ones.
* `using`              `using_declaration`, `namespace_alias_definition`, `alias_declaration`, `type_definition`.
* `string`             `string_literal`, `raw_string_literal`; read its text with `Context.text`.
* `leftover`           CUDA-looking identifiers that no other finding covers; delivered last.
"""

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node, Query, QueryCursor

from cass_tools.cuda.parse import language

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context
    from cass_tools.rule import Rule

FILE, IDENTIFIER, CALL, LAUNCH, LEFTOVER = "file", "identifier", "call", "launch", "leftover"

_PATTERNS = {
    CALL: "(call_expression) @call",
    "include": "(preproc_include) @include",
    "asm": "(gnu_asm_expression) @asm",
    "preproc_condition": " ".join(
        f"({kind} {field}: (_) @preproc_condition)"
        for kind, field in (
            ("preproc_if", "condition"),
            ("preproc_elif", "condition"),
            ("preproc_ifdef", "name"),
            ("preproc_elifdef", "name"),
        )
    ),
    "define": "(preproc_def) @define (preproc_function_def) @define",
    "directive": "(preproc_call) @directive",
    "number": "(number_literal) @number",
    "binary": "(binary_expression) @binary",
    "assignment": "(assignment_expression) @assignment",
    "subscript": "(subscript_expression) @subscript",
    "declaration": "(declaration) @declaration (field_declaration) @declaration (parameter_declaration) @declaration",
    "array": "(array_declarator) @array",
    "function": "(function_definition) @function",
    "loop": "(for_statement) @loop (while_statement) @loop",
    "template_type": "(template_type) @template_type (template_function) @template_type",
    "qualified": "(qualified_identifier) @qualified",
    "using": "(using_declaration) @using (namespace_alias_definition) @using (alias_declaration) @using"
    " (type_definition) @using",
    "string": "(string_literal) @string (raw_string_literal) @string",
}
NAMES = frozenset({FILE, IDENTIFIER, LAUNCH, LEFTOVER, *_PATTERNS})


@functools.cache
def _query(captures: frozenset[str]) -> Query:
    return Query(language(), "\n".join(_PATTERNS[name] for name in sorted(captures)))


def walk(context: "Context", rules: Iterable["Rule"]) -> Iterator[tuple["Rule", Node]]:
    """All pairs of rule and node, except `leftover`, in no particular order."""
    listeners: dict[str, list[Rule]] = {}
    for rule in rules:
        if rule.needs and not any(word in context.code for word in rule.needs):
            continue
        for capture in rule.on:
            listeners.setdefault(capture, []).append(rule)
    for rule in listeners.get(FILE, ()):
        yield rule, context.root
    yield from _identifiers(context, listeners.get(IDENTIFIER, ()))
    wanted = frozenset(CALL if name == LAUNCH else name for name in listeners).intersection(_PATTERNS)
    if not wanted:
        return
    query = _query(wanted)
    for root in context.roots():
        for capture, nodes in QueryCursor(query).captures(root).items():
            if capture == CALL:
                yield from _calls(context, listeners, nodes)
            else:
                for rule in listeners[capture]:
                    for node in nodes:
                        yield rule, node


def _by_name(rules: Iterable["Rule"]) -> dict[bytes, list["Rule"]]:
    table: dict[bytes, list[Rule]] = {}
    for rule in rules:
        for name in rule.names:
            table.setdefault(name.encode(), []).append(rule)
    return table


def _identifiers(context: "Context", rules: Iterable["Rule"]) -> Iterator[tuple["Rule", Node]]:
    table = _by_name(rules)
    for name in table.keys() & context.words.keys():
        for start in context.words[name]:
            node = context.node_at(start, start + len(name))
            for rule in table[name]:
                yield rule, node


def _calls(context: "Context", listeners: dict[str, list["Rule"]], nodes: list[Node]) -> Iterator[tuple["Rule", Node]]:
    calls, launches = listeners.get(CALL, []), listeners.get(LAUNCH, [])
    table = _by_name(calls)
    anything = [rule for rule in calls if not rule.names]
    for node in nodes:
        if context.is_launch(node):
            for rule in launches:
                yield rule, node
            continue
        for rule in anything:
            yield rule, node
        if table:
            for rule in table.get(context.callee(node), ()):
                yield rule, node
