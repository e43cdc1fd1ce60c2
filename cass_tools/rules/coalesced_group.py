"""What HIP's group of coalesced threads does not do as CUDA's: tiles of a fixed size, votes of 32 lanes.

**Why it fails on AMD.** `tiled_partition<16>(group)` is declared for every group and defined for blocks and tiles only
("undefined template"). Up to 64 threads of a wavefront are coalesced on gfx9, and the group's `ballot` gives as many
bits: a variable of 32 bits loses half of them.

**Example.**

    auto group = cg::coalesced_threads();
    auto tile = cg::tiled_partition<16>(group);
    unsigned votes = group.ballot(x > 0);

**Instead.** `cg::tiled_partition(group, 16)`, which gives a coalesced group; `unsigned long long votes`.
"""

import re
from collections.abc import Iterable, Iterator

from cass_tools.cuda.calls import call_arguments
from cass_tools.cuda.constants import type_bits
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.groups import COALESCED, group_of
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_VOTES = frozenset({b"ballot", b"match_any", b"match_all"})
_COUNTS = {b"__popc": b"__popcll", b"__ffs": b"__ffsll"}
_COUNT = Pattern(rb"\b__(?:popc|ffs)\b")
_SIZE = Pattern(rb"\btiled_partition\s*(<\s*([^<>]+?)\s*>)\s*\Z")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls with a group, or of a group, that the file makes by `coalesced_threads` or a partition."""
    called, arguments = node.child_by_field_name("function"), context.arguments(node)
    if called is None:
        return
    if context.callee(node) in _VOTES:
        yield from _truncated(node, called, context)
        return
    size = _SIZE.search(context.code, called.start_byte, called.end_byte)
    if size is None or len(arguments) != 1:
        return
    group = context.code[arguments[0].start : arguments[0].end]
    if group_of(context, group, node.start_byte) == COALESCED:
        count = Edit(Span(arguments[0].end, arguments[0].end), b", " + size[2])
        yield context.finding(
            RULE,
            node,
            "HIP's `tiled_partition<N>` is not defined for a coalesced group.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            suggestion=f"Give the size as an argument: `tiled_partition({group.decode()}, {size[2].decode()})`.",
            edits=(Edit(Span(size.start(1), size.end(1)), b""), count),
            safety=Safety.UNSAFE,
        )


def _truncated(node: Node, called: Node, context: Context) -> Iterable[Finding]:
    owner = called.child_by_field_name("argument")
    edits = _widened(node, context)
    if owner is None or edits is None:
        return
    if group_of(context, context.code[owner.start_byte : owner.end_byte], node.start_byte) != COALESCED:
        return
    yield context.finding(
        RULE,
        node,
        "A coalesced group has up to 64 threads on gfx9; 32 bits lose the votes of half of them.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Keep them in `unsigned long long`, and count with `__popcll` and `__ffsll`.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _widened(votes: Node, context: Context) -> tuple[Edit, ...] | None:
    """What keeps all 64 votes: a wider variable, and functions of 64 bits where it is counted; None if nothing must."""
    holder = votes.parent
    if holder is not None and holder.type == "argument_list" and holder.parent is not None:
        counting = holder.parent.child_by_field_name("function")
        wide = _COUNTS.get(context.text(counting)) if counting is not None else None
        return (Edit(context.span(counting), wide),) if counting is not None and wide is not None else None
    if holder is None or holder.type != "init_declarator" or holder.parent is None:
        return None
    kind, variable = holder.parent.child_by_field_name("type"), holder.child_by_field_name("declarator")
    if kind is None or kind.type == "placeholder_type_specifier" or type_bits(context.text(kind)) != 32:
        return None
    if variable is None or len(holder.parent.children_by_field_name("declarator")) != 1:
        return ()
    return (Edit(context.span(kind), b"unsigned long long"), *_counted(context.text(variable), votes.end_byte, context))


def _counted(variable: bytes, start: int, context: Context) -> Iterator[Edit]:
    """The calls behind `start` in the same function that count or find bits of a variable."""
    function = functions(context).at(start)
    for match in _COUNT.finditer(context.code, start, function.end if function is not None else start):
        arguments = call_arguments(context.code, match.end())
        if arguments and re.search(rb"\b%s\b" % re.escape(variable), context.text(arguments[0])):
            yield Edit(Span(*match.span()), _COUNTS[match[0]])


_BEFORE = "namespace cg = cooperative_groups;\n__device__ void f(int x) {\n  auto g = cg::coalesced_threads();\n"

RULE = Rule(
    code="CASS224",
    name="coalesced-group",
    on=("call",),
    names=frozenset({"tiled_partition", *(name.decode() for name in _VOTES)}),
    needs=(b"coalesced_threads", b"coalesced_group", b"binary_partition", b"labeled_partition"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            _BEFORE + "  auto t = cg::tiled_partition<16>(g);\n}\n",
            _BEFORE + "  auto t = cg::tiled_partition(g, 16);\n}\n",
        ),
        Example(
            _BEFORE + "  unsigned b = g.ballot(x);\n}\n",
            _BEFORE + "  unsigned long long b = g.ballot(x);\n}\n",
        ),
        Example(
            _BEFORE + "  unsigned b = g.ballot(x);\n  x = __popc(b & 7) + __ffs(x) + __popc(g.ballot(x > 1));\n}\n",
            _BEFORE + "  unsigned long long b = g.ballot(x);\n"
            "  x = __popcll(b & 7) + __ffs(x) + __popcll(g.ballot(x > 1));\n}\n",
        ),
    ),
    valid=(
        _BEFORE + "  unsigned long long b = g.ballot(x);\n  auto t = cg::tiled_partition(g, 16);\n}\n",
        _BEFORE + "  auto t = cg::tiled_partition<16>(cg::this_thread_block());\n  unsigned b = t.ballot(x);\n}\n",
    ),
)
