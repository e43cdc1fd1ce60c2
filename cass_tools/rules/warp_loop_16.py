"""A warp reduction that starts at a distance of 16 lanes.

**Why it fails on AMD.** Sixteen is half of a 32-lane warp. On 64-lane wavefronts (gfx9) such a loop of `__shfl_down`
combines two halves apart: lanes 0 and 32 hold the sums of 32 lanes each, and the other lanes hold other values than
in CUDA.

**Example.**

    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(mask, v, o);

**Instead.** Keep the groups of 32 and pass width 32, or start at `warpSize / 2` and let every part of the kernel that
counts warps use `warpSize` too, as `--warp-policy native` writes it. Loops of `__shfl_xor` from 16 give the same values
in each group of 32 and are not reported.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.loops import closing, read
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import groups_of_32, is_hip
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_SHUFFLE = Pattern(rb"\b\w*(?:shfl|Shfl|SHFL|shuffle)\w*?[dD]own\w*\s*(?:<[^<>;]*>)?\s*\(")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Looks at `for` loops that halve a distance from 16 and shuffle down by it without a width."""
    found = read(context, node) if node.type == "for_statement" else None
    if found is None or groups_of_32(context):
        return
    variable, steps = found
    if steps.first != 16 or not steps.halves or not _shuffles(node, context, variable):
        return
    header_end = node.child_by_field_name("body")
    yield context.finding(
        RULE,
        Span(node.start_byte, header_end.start_byte if header_end is not None else node.end_byte),
        "This reduction over 32 lanes leaves lanes 0 and 32 of a 64-lane wavefront (gfx9) with one half of the "
        "result each.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Pass width 32 to keep groups of 32 lanes, or start at `warpSize / 2` if the whole kernel follows "
        "`warpSize`.",
        edits=widened(node, context) if context.config.warp_policy == "native" and not is_hip(context) else (),
        safety=Safety.UNSAFE,
    )


def widened(loop: Node, context: Context) -> tuple[Edit, ...]:
    """The loop from half a wavefront: its first value is the one thing in its head that comes to 16."""
    start = loop.child_by_field_name("initializer")
    values = _first_values(start) if start is not None else []
    half = [
        value for value in values if constants(context).value(context.code[value.start_byte : value.end_byte]) == 16
    ]
    return (Edit(Span(half[0].start_byte, half[0].end_byte), b"warpSize / 2"),) if len(half) == 1 else ()


def _first_values(start: Node) -> list[Node]:
    """What the loop's head gives its variables."""
    fields = {"init_declarator": "value", "assignment_expression": "right"}
    inside = start.named_children if start.type in ("declaration", "comma_expression") else [start]
    found = (each.child_by_field_name(fields[each.type]) for each in inside if each.type in fields)
    return [value for value in found if value is not None]


def _shuffles(node: Node, context: Context, variable: bytes) -> bool:
    """Whether the loop shuffles down by `variable`, with no width after it."""
    for match in _SHUFFLE.finditer(context.code, node.start_byte, node.end_byte):
        arguments = split_arguments(context.code, match.end(), closing(context.code, match.end(), node.end_byte))
        if arguments and context.code[arguments[-1].start : arguments[-1].end] == variable:
            return True
    return False


RULE = Rule(
    code="CASS126",
    name="warp-loop-16",
    on=("loop",),
    needs=(b"shfl", b"Shfl", b"SHFL", b"shuffle"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ int f(int v) { for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o); "
            "return v; }",
            "__device__ int f(int v) { for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o); "
            "return v; }",
            config=NATIVE,
        ),
        Example(
            "#define WARP_SIZE 32\n"
            "__device__ int f(int v) {\n"
            "  for (int o = WARP_SIZE / 2; o > 0; o /= 2) v += __shfl_down(v, o);\n"
            "  return v;\n"
            "}",
            "#define WARP_SIZE 32\n"
            "__device__ int f(int v) {\n"
            "  for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down(v, o);\n"
            "  return v;\n"
            "}",
            config=NATIVE,
        ),
    ),
    valid=(
        "__device__ int f(int v) { for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0ull, v, o, 32); return v; }",
        "__device__ int f(int v) { for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0ull, v, o); return v; }",
        "__device__ int f(int v) { for (int o = warpSize / 2; o; o >>= 1) v += __shfl_down(v, o); return v; }",
        "int f(int v) { for (int o = 16; o > 0; o >>= 1) v += o; return v; }",
        "__device__ int f(int v) { for (int o = 8; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o, 16); return v; }",
    ),
)
