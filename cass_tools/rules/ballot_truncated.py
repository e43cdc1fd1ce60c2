"""The result of a ballot, match or `__activemask()` kept in 32 bits.

**Why it fails on AMD.** With 64-lane wavefronts (gfx9) the result has 64 bits. A 32-bit variable silently drops the
votes of lanes 32 to 63, and those lanes then read the votes of lanes 0 to 31. On 32-lane wavefronts it is right by
luck.

**Example.**

    unsigned votes = __ballot_sync(0xffffffff, p);

**Instead.** `unsigned long long`, with `__popcll` and `__ffsll` on it. Where each group of 32 lanes must see its own
votes only, shift the ballot by `__lane_id() & 32` before it is cut to 32 bits.
"""

from collections.abc import Iterable, Iterator

from cass_tools.config import NATIVE
from cass_tools.cuda.constants import constants, type_bits
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.warps import groups_of_32, own_half
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._groups import confine
from cass_tools.rules._narrow import kept, place

WIDE = b"unsigned long long"
_NAMES = frozenset(
    {"__ballot_sync", "__ballot", "__any", "__all", "__activemask", "__match_any_sync", "__match_all_sync"}
)
_VOTES = frozenset({b"__any", b"__all"})  # their result is no mask
_PASSED_ON = frozenset({"binary_expression", "parenthesized_expression", "unary_expression", "conditional_expression"})
_COMPARES = frozenset({b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Follows the value of the call to the place that keeps it."""
    if groups_of_32(context):
        yield from _in_groups(node, context)
        return
    if context.callee(node) in _VOTES:
        return
    inner, holder = _holder(node, context)
    if holder is None:
        return
    match holder.type:
        case "init_declarator":
            yield from _declared(node, holder, context)
        case "assignment_expression":
            yield from _assigned(node, holder, context)
        case "return_statement":
            yield from _returned(node, context)
        case "cast_expression":
            kind = holder.child_by_field_name("type")
            if kind is not None and type_bits(context.text(kind)) == 32:
                yield _finding(node, context, f"a cast to `{_shown(context, kind)}`")
        case "binary_expression":
            yield from _compared(node, inner, holder, context)
    if (narrow := place(inner, holder, context)) is not None:
        yield _finding(node, context, narrow)


def _in_groups(node: Node, context: Context) -> Iterable[Finding]:
    """Ballots without a mask and the active lanes; those with one belong to `warp-mask-32`."""
    name = context.callee(node)
    if name.endswith(b"_sync") or own_half(context, node.end_byte) or not (edits := confine(context, node)):
        return
    if name == b"__activemask" and _is_mask(node, context):
        return  # the mask goes with the call that takes it
    ballot = "Take the ballot's half of the own group: `(unsigned)(__ballot(p) >> (__lane_id() & 32))`."
    vote = "Ask the own group of 32 lanes alone, by its half of the ballot: `(__ballot(p) >> (__lane_id() & 32))`, of "
    vote += f"which 32 bits are {'not all 0' if name == b'__any' else 'as those of the lanes that are there'}."
    yield context.finding(
        RULE,
        Span(node.start_byte, node.end_byte),
        f"`{name.decode()}` looks at up to 64 lanes, where CUDA looks at 32.",
        suggestion=vote if name in _VOTES else ballot,
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _is_mask(node: Node, context: Context) -> bool:
    """Whether the call is the mask of a shuffle or vote, which loses it (`warp-mask-32`)."""
    listed = node.parent
    call = listed.parent if listed is not None and listed.type == "argument_list" else None
    if call is None or call.type != "call_expression":
        return False
    first = context.arguments(call)[0]
    taker = context.callee(call)
    votes = (b"__shfl", b"__ballot_sync", b"__any_sync", b"__all_sync")
    return first.start <= node.start_byte < first.end and taker.endswith(b"_sync") and taker.startswith(votes)


def _holder(node: Node, context: Context) -> tuple[Node, Node | None]:
    """The node under which the value stays a mask, and what takes it; comparisons end the way."""
    inner, parent = node, node.parent
    while parent is not None and parent.type in _PASSED_ON:
        operator = parent.child_by_field_name("operator")
        text = context.text(operator) if operator is not None else b""
        if text in _COMPARES or text == b"!":
            return inner, parent if parent.type == "binary_expression" else None
        if text == b">>":  # shifted to the group of 32 that the lane belongs to
            return inner, None
        inner, parent = parent, parent.parent
    return inner, parent


def _declared(node: Node, holder: Node, context: Context) -> Iterable[Finding]:
    declaration = holder.parent
    kind = declaration.child_by_field_name("type") if declaration is not None else None
    if (
        declaration is None
        or kind is None
        or type_bits(context.text(kind)) != 32
        or kind.type == "placeholder_type_specifier"
    ):
        return
    single = len(declaration.children_by_field_name("declarator")) == 1
    edits = (Edit(context.span(kind), WIDE),) if single else ()
    yield _finding(node, context, f"a variable of type `{_shown(context, kind)}`", edits)


def _assigned(node: Node, holder: Node, context: Context) -> Iterable[Finding]:
    left = holder.child_by_field_name("left")
    function = functions(context).at(node.start_byte)
    if left is None or function is None:
        return
    name = context.text(left)
    if flow(context, function).bits(name) == 32:
        edits = _widened(function.node, name, context)
        yield _finding(node, context, f"the 32-bit variable `{name.decode('utf-8', 'replace')}`", edits)


def _widened(function: Node, name: bytes, context: Context) -> tuple[Edit, ...]:
    """The wide type for the variable, if the function has one declaration of it, and of it alone."""
    found = [node for node in _declarations(function) if name in {context.text(d) for d in _names(node)}]
    kind = found[0].child_by_field_name("type") if len(found) == 1 and len(list(_names(found[0]))) == 1 else None
    return (Edit(context.span(kind), WIDE),) if kind is not None else ()


def _declarations(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "declaration":
            yield child
        yield from _declarations(child)


def _names(declaration: Node) -> Iterator[Node]:
    for node in declaration.children_by_field_name("declarator"):
        yield node.child_by_field_name("declarator") or node


def _returned(node: Node, context: Context) -> Iterable[Finding]:
    function = functions(context).at(node.start_byte)
    kind = function.node.child_by_field_name("type") if function is not None else None
    if kind is not None and type_bits(context.text(kind)) == 32 and kind.type != "placeholder_type_specifier":
        yield _finding(node, context, f"the result type `{_shown(context, kind)}`", (Edit(context.span(kind), WIDE),))
        if function is not None:
            for span, where in kept(function.name, context):
                yield _finding(node, context, where, at=span)


def _compared(node: Node, inner: Node, holder: Node, context: Context) -> Iterable[Finding]:
    other = holder.child_by_field_name("right")
    if other is None or other == inner:
        return
    value = constants(context).evaluate(context.text(other))
    if value is not None and value.bits == 32 and value.pattern == 0xFFFFFFFF:
        yield _finding(node, context, "a comparison with a 32-bit mask")


def _shown(context: Context, node: Node) -> str:
    return context.text(node).decode("utf-8", "replace")


def _finding(node: Node, context: Context, where: str, edits: tuple[Edit, ...] = (), at: Span | None = None) -> Finding:
    """At the call, or at that of the function that gives its value on."""
    name = context.callee(node).decode()
    return context.finding(
        RULE,
        at or Span(node.start_byte, node.end_byte),
        f"`{name}` gives one bit for each of up to 64 lanes; {where} loses lanes 32 to 63.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Keep it in `unsigned long long`; if groups of 32 lanes must stay apart, shift it by `__lane_id() "
        "& 32` first.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS122",
    name="ballot-truncated",
    on=("call",),
    names=_NAMES,
    needs=(b"__ballot", b"__activemask", b"__match_", b"__any", b"__all"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ int n(bool p) { unsigned votes = __ballot_sync(~0ull, p); return votes != 0; }",
            "__device__ int n(bool p) { unsigned long long votes = __ballot_sync(~0ull, p); return votes != 0; }",
            config=NATIVE,
        ),
        Example(
            "__device__ unsigned active() { return __activemask(); }",
            "__device__ unsigned long long active() { return __activemask(); }",
            config=NATIVE,
        ),
        Example(
            "__device__ void f(bool p) { int a, b; a = __ballot_sync(~0ull, p); b = a; }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(bool p) { int m; if (p) m = __ballot_sync(~0ull, p); return __ffs(m); }",
            "__device__ int f(bool p) { unsigned long long m; if (p) m = __ballot_sync(~0ull, p); return __ffs(m); }",
            config=NATIVE,
        ),
        Example(
            "__device__ bool f(bool p) { return __ballot_sync(~0ull, p) == 0xffffffff; }",
            config=NATIVE,
        ),
    ),
    valid=(
        "__device__ int n(bool p) { unsigned long long votes = __ballot_sync(~0ull, p); return votes != 0; }",
        "__device__ float s(float v) { return __shfl_down_sync(__activemask(), v, 4); }",
        "__device__ int n(bool p) { auto votes = __ballot_sync(~0ull, p); return votes != 0; }",
        "__device__ bool any(bool p) { return __ballot_sync(~0ull, p) != 0; }",
        "__device__ bool all(bool p) { bool r = __ballot_sync(~0ull, p) == 0; return r; }",
        "__device__ unsigned mine(bool p) { return (unsigned)(__ballot(p) >> (__lane_id() & 32u)); }",
    ),
)
