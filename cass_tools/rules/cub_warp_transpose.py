"""CUB's block loads and stores that exchange within warps, in blocks that are no whole wavefronts.

**Why it fails on AMD.** hipCUB's `BLOCK_LOAD_WARP_TRANSPOSE` and `BLOCK_STORE_WARP_TRANSPOSE` exchange within
wavefronts: with 64 lanes on gfx9 a block of 32 or 96 threads does not build ("BlockSize must be a multiple of hardware
warpsize").

**Example.**

    using Load = cub::BlockLoad<int, 32, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;

**Instead.** `BLOCK_LOAD_TRANSPOSE`, `BLOCK_STORE_TRANSPOSE`: the same values in the same places, exchanged within the
block, with a barrier to which all its threads must come.
"""

import math
from collections.abc import Iterable

from cass_tools.cuda.arguments import split_arguments
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._cub import is_cub

_NAME = Pattern(rb"\s*(BlockLoad|BlockStore)\s*<")
_WITHIN_WARPS = Pattern(rb"BLOCK_(?:LOAD|STORE)_(WARP_TRANSPOSE(?:_TIMESLICED)?)\s*")
_THREADS, _ALGORITHM, _MORE_THREADS = 1, 3, slice(4, 6)
_LANES = 64


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Template arguments of which the block's size is known."""
    match = _NAME.match(context.code, node.start_byte, node.end_byte)
    if match is None or not is_cub(match[1], match.start(1), context):
        return
    arguments = split_arguments(context.code, match.end(), node.end_byte - 1)
    if len(arguments) <= _ALGORITHM:
        return
    algorithm = arguments[_ALGORITHM]
    within = _WITHIN_WARPS.search(context.code, algorithm.start, algorithm.end)
    written = (arguments[_THREADS], *arguments[_MORE_THREADS])
    sizes = [constants(context).value(context.code[each.start : each.end]) for each in written]
    known = [size for size in sizes if size is not None]
    if within is None or len(known) < len(sizes) or math.prod(known) % _LANES == 0:
        return
    where = Span(within.start(1), within.end(1))
    yield context.finding(
        RULE,
        algorithm,
        f"hipCUB exchanges within wavefronts here: {math.prod(known)} threads are no whole ones of 64 lanes (gfx9).",
        severity=Severity.WARNING,
        effort=Effort.LOW,
        suggestion="Exchange within the block: the same algorithm without WARP in its name.",
        edits=(Edit(where, b"TRANSPOSE"),),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS239",
    name="cub-warp-transpose",
    on=("template_type",),
    needs=(b"_WARP_TRANSPOSE",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "using L = cub::BlockLoad<int, 32, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
            "using L = cub::BlockLoad<int, 32, 4, cub::BLOCK_LOAD_TRANSPOSE>;\n",
        ),
        Example(
            "constexpr int N = 32;\ncub::BlockStore<T, N, 4, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED, 3> s;\n",
            "constexpr int N = 32;\ncub::BlockStore<T, N, 4, cub::BLOCK_STORE_TRANSPOSE, 3> s;\n",
        ),
    ),
    valid=(
        "using L = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        "template <int N> using L = cub::BlockLoad<int, N, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
        "using L = cub::BlockLoad<int, 32, 4, cub::BLOCK_LOAD_TRANSPOSE>;\n",
        "using L = mine::BlockLoad<int, 32, 4, mine::BLOCK_LOAD_WARP_TRANSPOSE>;\n",
    ),
)
