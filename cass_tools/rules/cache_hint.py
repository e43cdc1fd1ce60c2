"""Loads and stores with a cache hint: `__ldcs`, `__ldcg`, `__stcs`, `__stwt` and their like.

**Why it fails on AMD.** HIP has `__ldcg`, `__ldca` and `__ldcs` for half and half2 only, and no stores; other types
do not compile. The hints say nothing about results.

**Example.**

    float4 v = __ldcs(&a[i]);
    __stcs(&o[i], s);

**Instead.** `__builtin_nontemporal_load(p)` and `__builtin_nontemporal_store(v, p)` (value first) for numbers and
pointers, an ordinary access for HIP's vector structures such as `float4`, which the builtins reject. `__ldcv` and
`__stwt` promise more than a hint: what others have written is read, and what is written is in memory. Accesses to
`volatile` do that on AMD GPUs.
"""

import re
from collections.abc import Iterable

from cass_tools import substitutes
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.whole import every
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_LOADS = frozenset({b"__ldcs", b"__ldcg", b"__ldca", b"__ldlu", b"__ldcv"})
_STORES = frozenset({b"__stcs", b"__stcg", b"__stwb", b"__stwt"})
_VOLATILE = {b"__ldcv": "load_anew", b"__stwt": "store_through"}  # these bypass caches

_DEFINED = Pattern(rb"\b(?:define|inline|void|T|float|int)\s+(__\w+)\s*\(")
_ELEMENT = Pattern(rb"&\s*([A-Za-z_][\w.]*(?:\[[^\[\]]*\])*)")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call; the fix is an ordinary access, which has the same result for every type."""
    name = context.callee(node)
    arguments = context.arguments(node)
    if _is_own(name, node.start_byte, context):
        return
    statement = node.parent is not None and node.parent.type == "expression_statement"
    edits: tuple[Edit, ...] = ()
    if name in _VOLATILE:
        edits = _past_caches(context, node, _VOLATILE[name])
    elif name in _LOADS and len(arguments) == 1:
        edits = _dereference(context, node.start_byte, arguments[0], node.end_byte)
    elif name in _STORES and len(arguments) == 2 and statement:
        value = arguments[1]
        edits = _dereference(context, node.start_byte, arguments[0], value.start, b" = ")
        edits += (Edit(Span(value.end, node.end_byte), b""),)
    load = name in _LOADS
    builtin = "`__builtin_nontemporal_load(p)`" if load else "`__builtin_nontemporal_store(v, p)`"
    what = "a load" if load else "a store"
    says = f"it is {what} that bypasses caches" if name in _VOLATILE else f"it is {what} with a cache hint"
    instead = f"{builtin} for numbers, or an ordinary {'load' if load else 'store'}"
    yield context.finding(
        RULE,
        node,
        f"HIP has no `{name.decode()}` for most types; {says}.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=f"Use {what} of `volatile`." if name in _VOLATILE else f"Use {instead}.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _past_caches(context: Context, node: Node, substitute: str) -> tuple[Edit, ...]:
    called = node.child_by_field_name("function")
    if called is None:
        return ()
    brought = substitutes.bring(context, substitute)
    return (Edit(context.span(called), brought.name), *brought.edits)


def _is_own(name: bytes, at: int, context: Context) -> bool:
    """Whether a call means what the file defines: not one before that, nor one in an overload that hands on."""
    own = min((match.start() for match in every(_DEFINED, context.code) if match[1] == name), default=None)
    if own is None or at < own:
        return False
    around = functions(context).at(at)
    return around is None or around.name != name


def _dereference(context: Context, start: int, pointer: Span, end: int, after: bytes = b"") -> tuple[Edit, ...]:
    """Edits around `pointer` that make [start, end) what it points to: `a[i]` of `&a[i]`, `*p`, else `(*(p))`."""
    text = context.code[pointer.start : pointer.end]
    if match := _ELEMENT.fullmatch(text):
        opened, closed, begin = b"", b"", pointer.start + match.start(1)
    elif re.fullmatch(rb"[A-Za-z_]\w*", text):
        opened, closed, begin = b"*", b"", pointer.start
    else:
        opened, closed, begin = b"(*(", b"))", pointer.start
    return (Edit(Span(start, begin), opened), Edit(Span(pointer.end, end), closed + after))


RULE = Rule(
    code="CASS155",
    name="cache-hint",
    on=("call",),
    names=frozenset(name.decode() for name in _LOADS | _STORES),
    needs=(b"__ld", b"__st"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ float f(const float* a, int i) { return __ldcs(&a[i]) + __ldcg(a + i); }",
            "__device__ float f(const float* a, int i) { return a[i] + (*(a + i)); }",
        ),
        Example(
            "__device__ void f(float4* o, float4 v) { __stcs(o, v); }",
            "__device__ void f(float4* o, float4 v) { *o = v; }",
        ),
        Example(
            "#include <cmath>\n__device__ float f(const float* a) { return __ldcv(a); }\n",
            f"#include <cmath>\n\nnamespace cass {{\n{substitutes.load('load_anew').text}}}  // namespace cass\n"
            "__device__ float f(const float* a) { return cass::load_anew(a); }\n",
        ),
        Example(  # an overload for one type
            "__device__ void f(int4* o, int4 v) { __stcs(o, v); }\n"
            "__device__ void __stcs(real* o, real v) { __stcs((short*)o, v.x); }\n",
            "__device__ void f(int4* o, int4 v) { *o = v; }\n"
            "__device__ void __stcs(real* o, real v) { (*((short*)o)) = v.x; }\n",
        ),
    ),
    valid=(
        "__device__ float f(const float* a) { return __ldg(a); }",
        "#define __ldcs(p) (*(p))\n__device__ float f(const float* a) { return __ldcs(a); }",
    ),
)
