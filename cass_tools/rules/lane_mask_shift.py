"""A 32-bit lane mask built by shifting: `1u << lane`, `(1 << lane) - 1`, `0xffffffff >> (32 - lane)`.

**Why it fails on AMD.** On 64-lane wavefronts (gfx9) lanes go up to 63. A 32-bit value has no bit for them, and a
shift by 32 or more is undefined in C++: the mask of lanes below, the rank in a ballot and the leader test are wrong
for half of the wavefront.

**Example.**

    unsigned below = (1u << lane) - 1;
    int rank = __popc(votes & below);

**Instead.** `1ull << __lane_id()` with a 64-bit ballot, or, for groups of 32, `1u << (lane & 31)` with the ballot's
own half.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.dataflow import flow
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import confined, groups_of_32, is_hip
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_SHIFT = Pattern(
    rb"\b(?:1|2|0[xX][fF]{8}|0[xX]1|0[xX]80000000)(?![lL])[uU]?(?![\w.])\s*\)?\s*(?:<<|>>)\s*|~0[uU]?\s*(?:<<|>>)\s*"
)
_EXPRESSIONS = frozenset({"binary_expression", "parenthesized_expression", "unary_expression"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks for shifts of a one or of all ones by something that varies between lanes, where ballots are used."""
    if groups_of_32(context) or confined(context):
        return
    known = functions(context)
    for match in _SHIFT.finditer(context.code):
        function = known.at(match.start())
        if function is None or not function.device or not known.cooperates(function):
            continue
        operator = context.code.rindex(match.group().rstrip()[-2:], match.start(), match.end())
        shift = context.node_at(operator, operator + 2).parent
        right = shift.child_by_field_name("right") if shift is not None else None
        left = shift.child_by_field_name("left") if shift is not None else None
        if shift is None or right is None or left is None or shift.type != "binary_expression":
            continue
        value = constants(context).evaluate(context.text(left))
        if value is None or value.bits != 32 or not flow(context, function).varies(right.start_byte, right.end_byte):
            continue
        yield context.finding(
            RULE,
            shift,
            f"`{context.text(shift).decode('utf-8', 'replace')}` makes a 32-bit lane mask; lanes 32 to 63 of gfx9 "
            f"have no bit in it.",
            severity=Severity.WARNING,
            effort=Effort.MEDIUM,
            suggestion="Shift a 64-bit one (`1ull`) for masks of a wavefront, or work on the ballot's half of the "
            "own group of 32.",
            edits=_widened(left, shift, context),
            safety=Safety.UNSAFE,
        )


def _widened(one: Node, shift: Node, context: Context) -> tuple[Edit, ...]:
    """A 64-bit one, where the mask goes straight into a call or condition and into no variable of 32 bits."""
    if is_hip(context) or context.text(one).lower() not in (b"1", b"1u") or b"<<" not in context.text(shift):
        return ()
    child, parent = shift, shift.parent
    while parent is not None and parent.type in _EXPRESSIONS:
        child, parent = parent, parent.parent
    if parent is None or child == shift or parent.type not in ("argument_list", "condition_clause"):
        return ()
    return (Edit(context.span(one), b"1ull"),)


RULE = Rule(
    code="CASS127",
    name="lane-mask-shift",
    on=("file",),
    needs=(b"__ballot", b"__activemask", b"__match_", b"__any", b"__all", b"__shfl"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ int rank(bool p) { int lane = threadIdx.x & 31;\n"
            "  return __popcll(__ballot_sync(~0ull, p) & ((1u << lane) - 1)); }",
            "__device__ int rank(bool p) { int lane = threadIdx.x & 31;\n"
            "  return __popcll(__ballot_sync(~0ull, p) & ((1ull << lane) - 1)); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(bool p, int lane) { unsigned m = (1u << lane) - 1; return __popcll(__ballot(p) & m); }",
            config=NATIVE,
        ),
        Example(
            "__device__ int f(bool p, int lane) { return __popcll(__ballot(p) & (0xffffffff >> (32 - lane))); }",
            config=NATIVE,
        ),
    ),
    valid=(
        "__device__ int rank(bool p, int lane) { return __popcll(__ballot(p) & ((1ull << lane) - 1)); }",
        "__device__ int bit(unsigned w, int i) { return w & (1u << i); }",
        "__device__ int f(bool p) { int n = 3; return __any(p) ? 1 << n : 0; }",
        "int flags(int lane) { return 1 << lane; }",
    ),
)
