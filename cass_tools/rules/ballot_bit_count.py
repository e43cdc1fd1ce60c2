"""`__popc`, `__ffs`, `__clz` or `__brev` of a ballot, match or lane mask.

**Why it fails on AMD.** These functions take 32 bits. With 64-lane wavefronts (gfx9) a ballot has 64, and the upper
half is dropped without a word: counts, ranks and leaders of lanes 32 to 63 come out wrong.

**Example.**

    if (lane == __ffs(votes) - 1) total = __popc(votes);

**Instead.** `__popcll`, `__ffsll`, `__clzll`, `__brevll`; `31 - __clz(m)` becomes `63 - __clzll(m)`. Where groups of
32 lanes must stay apart, take the ballot's half of the own group first and keep the 32-bit functions.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import BALLOT, flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Edit, Effort, Finding, Safety, Span
from cass_tools.rule import Example, Rule

_WIDE = {b"__popc": b"__popcll", b"__ffs": b"__ffsll", b"__clz": b"__clzll", b"__brev": b"__brevll", b"__fns": b""}
_FIXED = frozenset({b"__popc", b"__ffs"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Reports a call whose argument holds a ballot that still has all its lanes."""
    arguments = context.arguments(node)
    function = functions(context).at(node.start_byte)
    called = node.child_by_field_name("function")
    if not arguments or called is None or groups_of_32(context):
        return
    start, end = arguments[0].start, arguments[0].end
    if function is None:
        if not BALLOT.match(context.code, start, end):
            return
    elif not flow(context, function).is_mask(start, end):
        return
    name = context.callee(node)
    edits = (Edit(Span(called.start_byte, called.end_byte), _WIDE[name]),) if name in _FIXED else ()
    wide = _WIDE[name].decode()
    yield context.finding(
        RULE,
        node,
        f"`{name.decode()}` looks at 32 bits, but a ballot has one bit for each of up to 64 lanes.",
        effort=Effort.MEDIUM,
        suggestion=f"Use `{wide}`." if wide else "Count the set bits in a 64-bit loop.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS123",
    name="ballot-bit-count",
    on=("call",),
    names=frozenset(name.decode() for name in _WIDE),
    needs=(b"__ballot", b"__activemask", b"__match_", b"lanemask"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ int n(bool p) { auto votes = __ballot_sync(~0ull, p); return __popc(votes); }",
            "__device__ int n(bool p) { auto votes = __ballot_sync(~0ull, p); return __popcll(votes); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int first(bool p) { return __ffs(__ballot_sync(~0ull, p)) - 1; }",
            "__device__ int first(bool p) { return __ffsll(__ballot_sync(~0ull, p)) - 1; }",
            config=NATIVE,
        ),
        Example(
            "__device__ int last() { auto m = __activemask(); return 31 - __clz(m); }",
            config=NATIVE,
        ),
    ),
    valid=(
        "__device__ int bits(unsigned x) { return __popc(x); }",
        "__device__ int n(bool p) { auto votes = __ballot_sync(~0ull, p); return __popcll(votes); }",
        "__device__ int n(bool p) { unsigned v = __ballot(p) >> (__lane_id() & 32u); return __popc(v); }",
        "__device__ int f(bool p, int* a) { bool any = __ballot(p) != 0; int n = a[any]; return __popc(n); }",
    ),
)
