"""Type traits of nvcc's extended lambdas: `__nv_is_extended_device_lambda_closure_type(F)` and its like.

**Why it fails on AMD.** They are built into nvcc and undeclared elsewhere. Clang needs no option for lambdas with
`__device__`, and treats them as ordinary closure types.

**Example.**

    static_assert(__nv_is_extended_host_device_lambda_closure_type(F), "need a device lambda");

**Instead.** Nothing: clang checks the call of the lambda itself. An assertion that asks for such a lambda goes; what
`&&` joins to it stays. Elsewhere the answer is `false`, as nvcc gives it without `--extended-lambda`; a choice that
must take the device's path then has to be made otherwise.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.arguments import closing_bracket, split_arguments
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_NAMES = frozenset(
    {
        "__nv_is_extended_device_lambda_closure_type",
        "__nv_is_extended_host_device_lambda_closure_type",
        "__nv_is_extended_device_lambda_with_preserved_return_type",
    }
)
_TRAIT = re.compile(rb"\b(?:" + b"|".join(name.encode() for name in sorted(_NAMES)) + rb")\b")
_OPENED = re.compile(rb"\s*\(")
_DEFINED = re.compile(rb"(?:#\s*(?:define|undef|ifdef|ifndef)|\bdefined\s*\(?)[ \t]*\Z")
_ASSERTION = re.compile(rb"\bstatic_assert\s*\(")
_OPERATOR = re.compile(rb"[(\[{]|\|\||&&|\?")
_WRITTEN = re.compile(rb"\S(?:.*\S)?", re.DOTALL)
_END = re.compile(rb"\s*;")
_REACH = 4096
"""Bytes that an assertion may take before the trait."""


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every use; what gives the name a meaning of the file's own stays silent."""
    if _DEFINED.search(context.code, max(0, node.start_byte - 64), node.start_byte):
        return
    assertion = _assertion(node, context)
    edits = _unused(node, context) if assertion is None else _without(assertion, context)
    advice = "Write `false`: to clang they are ordinary lambdas." if assertion is None else "Remove the test:"
    yield context.finding(
        RULE,
        node,
        f"`{context.text(node).decode()}` exists in nvcc only.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion=advice if assertion is None else f"{advice} clang checks the call of a device lambda itself.",
        edits=edits,
        safety=Safety.UNSAFE if assertion is None else Safety.SAFE,
    )


def _unused(node: Node, context: Context) -> tuple[Edit, ...]:
    """`false` for the trait with its type."""
    opened = _OPENED.match(context.code, node.end_byte)
    end = closing_bracket(context.code, opened.end() - 1) if opened is not None else None
    return (Edit(Span(node.start_byte, end + 1), b"false"),) if end is not None else ()


def _assertion(node: Node, context: Context) -> Span | None:
    """The `static_assert(...)` around the trait."""
    for match in _ASSERTION.finditer(context.code, max(0, node.start_byte - _REACH), node.start_byte):
        end = closing_bracket(context.code, match.end() - 1)
        if end is not None and end > node.start_byte:
            return Span(match.start(), end + 1)
    return None


def _without(assertion: Span, context: Context) -> tuple[Edit, ...]:
    """What is left of an assertion: conditions that `&&` joins to those on a trait, or nothing, with its `;`."""
    code = context.code
    opened = code.index(b"(", assertion.start)
    condition = split_arguments(code, opened + 1, assertion.end - 1)[0]
    kept = [part for part in _joined(code, condition) if _TRAIT.search(code, part.start, part.end) is None]
    if kept:
        return (Edit(condition, b" && ".join(context.data[part.start : part.end] for part in kept)),)
    end = _END.match(code, assertion.end)
    return (Edit(Span(assertion.start, end.end() if end is not None else assertion.end), b""),)


def _joined(code: bytes, condition: Span) -> list[Span]:
    """The operands of a condition's `&&`; one where `||` or `?` binds them."""
    edges, at = [condition.start], condition.start
    while match := _OPERATOR.search(code, at, condition.end):
        at = match.end()
        if match[0] in (b"||", b"?"):
            return [condition]
        if match[0] == b"&&":
            edges += [match.start(), match.end()]
        elif (closed := closing_bracket(code, match.start())) is not None:
            at = closed + 1
    edges.append(condition.end)
    found = (_WRITTEN.search(code, start, end) for start, end in zip(edges[::2], edges[1::2], strict=True))
    return [Span(*part.span()) for part in found if part is not None]


RULE = Rule(
    code="CASS160",
    name="extended-lambda-trait",
    on=("identifier",),
    names=_NAMES,
    needs=(b"__nv_is_extended",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            'template <class F> void f(F) { static_assert(__nv_is_extended_device_lambda_closure_type(F), ""); }\n',
            "template <class F> void f(F) {  }\n",
        ),
        Example(
            "template <class F> void f(F g) {\n"
            "  static_assert(sizeof(F) <= 64 && (__nv_is_extended_device_lambda_closure_type(F) ||\n"
            '                __nv_is_extended_host_device_lambda_closure_type(F)), "a small one");\n}\n',
            'template <class F> void f(F g) {\n  static_assert(sizeof(F) <= 64, "a small one");\n}\n',
        ),
        Example(
            "#define IS_FOR_DEVICE(type) static_assert(__nv_is_extended_device_lambda_closure_type(type), #type)\n"
            "template <class F> void f(F g) { IS_FOR_DEVICE(F); }\n",
            "#define IS_FOR_DEVICE(type) \ntemplate <class F> void f(F g) { IS_FOR_DEVICE(F); }\n",
        ),
        Example(
            "#include <type_traits>\ntemplate <class F> constexpr bool plain =\n"
            "    std::is_trivially_copyable_v<F> || __nv_is_extended_device_lambda_closure_type(F);\n",
            "#include <type_traits>\ntemplate <class F> constexpr bool plain =\n"
            "    std::is_trivially_copyable_v<F> || false;\n",
        ),
    ),
    valid=(
        "template <class F> void f(F g) { g(); }\nvoid h() { f([] __device__() {}); }",
        "#ifndef __nv_is_extended_device_lambda_closure_type\n"
        "#define __nv_is_extended_device_lambda_closure_type(X) false\n#endif\n",
    ),
)
