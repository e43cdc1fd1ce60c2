"""Tiles of more threads than a wavefront has: `tiled_partition<128>`, `thread_block_tile<64>`, `block_tile_memory`.

**Why it fails on AMD.** CUDA's tiles may span several warps, which meet through shared memory (`block_tile_memory` for
older GPUs). A tile of HIP lies within one wavefront: 64 threads on gfx9, 32 on gfx10 and later. The compiler stops at
a wider one.

**Example.**

    __shared__ cg::block_tile_memory<256> memory;
    auto tile = cg::tiled_partition<128>(cg::this_thread_block(memory));

**Instead.** Tiles of 32 threads that leave one value each in shared memory, which the block combines after
`__syncthreads()`. Where a whole block is one tile, the block itself has `sync()`.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

WARP, WAVE = 32, 64
_TILE = Pattern(rb"\b(tiled_partition|thread_block_tile)\s*<\s*([^<>,;(){}]+?)\s*[>,]")
_MEMORY = Pattern(rb"\bblock_tile_memory\b")
_USING = re.compile(rb"\busing\s+[\w:\s]*\Z")
_INSTEAD = "Use tiles of 32 threads, and combine what they leave in shared memory after `__syncthreads()`."


def check(_root: Node, context: Context) -> Iterable[Finding]:
    """Sizes that are constants of the file, and the memory that such tiles need."""
    if b"cooperative_groups" not in context.code:
        return
    for match in _TILE.finditer(context.code):
        size = constants(context).value(match[2])
        if size is not None and size > WARP:
            where = "only on GPUs with 64 lanes" if size == WAVE else "on no AMD GPU"
            yield _finding(context, Span(*match.span(1)), f"A wavefront holds a tile of {size} threads {where}.")
    for match in _MEMORY.finditer(context.code):
        if _USING.search(context.code, max(0, match.start() - 80), match.start()) is None:
            yield _finding(context, Span(*match.span()), "HIP's cooperative groups have no `block_tile_memory`.")


def _finding(context: Context, where: Span, message: str) -> Finding:
    return context.finding(RULE, where, message, severity=Severity.ERROR, effort=Effort.HIGH, suggestion=_INSTEAD)


RULE = Rule(
    code="CASS117",
    name="wide-tile",
    on=(FILE,),
    needs=(b"tiled_partition", b"thread_block_tile", b"block_tile_memory"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "namespace cg = cooperative_groups;\n"
            "__global__ void f() { auto t = cg::tiled_partition<128>(cg::this_thread_block()); t.sync(); }\n"
        ),
        Example(
            "using namespace cooperative_groups;\nconstexpr int N = 64;\n"
            "__device__ void f(thread_block_tile<N, thread_block> t) { t.sync(); }\n"
        ),
        Example(
            "namespace cg = cooperative_groups;\n__global__ void f() { __shared__ cg::block_tile_memory<256> m;\n"
            "  auto b = cg::this_thread_block(m); b.sync(); }\n"
        ),
    ),
    valid=(
        "namespace cg = cooperative_groups;\n"
        "__global__ void f() { auto t = cg::tiled_partition<32>(cg::this_thread_block()); t.sync(); }\n",
        "namespace cg = cooperative_groups;\ntemplate <int N> __device__ void f(cg::thread_block_tile<N> t) "
        "{ t.sync(); }\n",
        "template <int N> struct thread_block_tile {};\nthread_block_tile<64> mine;\n",
    ),
)
