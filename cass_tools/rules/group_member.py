"""Members of cooperative groups that only CUDA's have: `num_blocks`, `block_rank`, `dim_threads`, `barrier_arrive` ...

**Why it fails on AMD.** CUDA 11.6 and 12 gave the groups more members; HIP's groups have `size`, `thread_rank`, `sync`,
and those of blocks `thread_index` and `group_index`. The compiler stops at the others.

**Example.**

    unsigned n = grid.num_blocks() * block.num_threads();

**Instead.** What the member stands for: `size()` for `num_threads()`, HIP's own `gridDim`, `blockIdx` and `blockDim`
for the rest. The votes of tiles and coalesced groups (`ballot`, `any`, `all`, `match_any`, `match_all`) came with HIP
6.3, and their masks have 64 bits: where an `auto` or `__ffs` takes one, it is cast. A barrier in two halves
(`barrier_arrive`, `barrier_wait`) has no counterpart; waiting at the second half for all with `sync()` is right where
the first one gives no earlier promise.
"""

from collections.abc import Iterable

from cass_tools.config import Config
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.groups import ANY, BLOCK, COALESCED, GRID, TILE, group_of
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span, enclosed
from cass_tools.rule import Example, Rule

_BLOCKS = b"gridDim.x * gridDim.y * gridDim.z"
_RANK = b"blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)"
_INSTEAD = {
    (GRID, b"num_blocks"): b"(" + _BLOCKS + b")",
    (GRID, b"block_rank"): b"(" + _RANK + b")",
    (GRID, b"dim_blocks"): b"gridDim",
    (GRID, b"group_dim"): b"gridDim",
    (GRID, b"block_index"): b"blockIdx",
    (BLOCK, b"dim_threads"): b"blockDim",
    (BLOCK, b"group_dim"): b"blockDim",
}
_SIZED = (GRID, BLOCK, TILE, COALESCED, ANY)
_CLUSTERS = frozenset({b"num_clusters", b"cluster_rank", b"dim_clusters", b"cluster_index"})
_HALVES = frozenset({b"barrier_arrive", b"barrier_wait"})
_VOTES = frozenset({b"ballot", b"any", b"all", b"match_any", b"match_all"})
_MASKS = frozenset({b"ballot", b"match_any", b"match_all"})
_VOTES_SINCE = (6, 3)
_NAMES = frozenset({b"num_threads", *(name for _, name in _INSTEAD), *_CLUSTERS, *_HALVES, *_VOTES})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Calls of such members on what is declared as a group."""
    called = node.child_by_field_name("function")
    if called is None or called.type != "field_expression":
        return
    owner, name = called.child_by_field_name("argument"), context.callee(node)
    if owner is None:
        return
    kind = group_of(context, context.code[owner.start_byte : owner.end_byte], node.start_byte)
    if kind not in _SIZED:
        return
    edits: tuple[Edit, ...] = ()
    if name in _VOTES:
        if kind in (TILE, COALESCED) and context.config.hip_version < _VOTES_SINCE:
            yield _too_new(node, context, name)
        elif kind == TILE and name in _MASKS and _keeps_type(node, context):
            yield _wide(node, context, name)
        return
    if name == b"num_threads":
        field = called.child_by_field_name("field")
        edits = (Edit(context.span(field), b"size"),) if field is not None else ()
    elif (kind, name) in _INSTEAD:
        edits = (Edit(context.span(node), _INSTEAD[kind, name]),)
    elif kind != ANY and name not in _CLUSTERS | _HALVES:
        return
    yield context.finding(
        RULE,
        node,
        f"HIP's cooperative groups have no member `{name.decode()}`.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.HIGH,
        suggestion=_advice(name, edits),
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _keeps_type(node: Node, context: Context) -> bool:
    """Whether a vote's own type matters: it goes into an `auto`, or to a function that HIP has for several types."""
    holder = node.parent
    while holder is not None and holder.type in ("parenthesized_expression", "binary_expression", "unary_expression"):
        holder = holder.parent
    if holder is None:
        return False
    if holder.type == "init_declarator":
        kind = holder.parent.child_by_field_name("type") if holder.parent is not None else None
        return kind is not None and context.text(kind) == b"auto"
    called = holder.parent if holder.type == "argument_list" else None
    return called is not None and called.type == "call_expression" and context.callee(called) in (b"__ffs", b"__ffsll")


def _wide(node: Node, context: Context, name: bytes) -> Finding:
    return context.finding(
        RULE,
        node,
        f"HIP's `{name.decode()}` of a tile gives 64 bits, where CUDA's gives 32: `__ffs` is ambiguous for them.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion="Cast to `unsigned`, as tiles have 32 threads at most.",
        edits=enclosed(Span(node.start_byte, node.end_byte), b"static_cast<unsigned>("),
        safety=Safety.UNSAFE,
    )


def _too_new(node: Node, context: Context, name: bytes) -> Finding:
    plain = {b"ballot": "`__ballot`", b"any": "`__any`", b"all": "`__all`"}.get(name, "a loop over `__ballot`")
    return context.finding(
        RULE,
        node,
        f"HIP's cooperative groups have the member `{name.decode()}` from HIP 6.3 on; the target is "
        f"HIP {'.'.join(map(str, context.config.hip_version[:2]))}.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=f"Use {plain}, and of its lanes those of the group, or a later release.",
    )


def _advice(name: bytes, edits: tuple[Edit, ...]) -> str:
    if edits:
        return f"`{edits[0].text.decode()}` says the same."
    if name in _HALVES:
        return "Call `sync()` where the code waits, if nothing relies on the earlier half."
    if name in _CLUSTERS:
        return "AMD GPUs before gfx12.5 have no clusters: work in blocks."
    return "Use `gridDim`, `blockIdx` and `blockDim` for the group that is passed."


RULE = Rule(
    code="CASS171",
    name="group-member",
    on=("call",),
    names=frozenset(name.decode() for name in _NAMES),
    needs=(b"this_grid", b"this_thread_block", b"tiled_partition", b"coalesced_threads", b"cooperative_groups"),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__global__ void k(int v) {\n  auto t = cooperative_groups::tiled_partition<16>(block);\n"
            "  auto b = t.ballot(v);\n  unsigned u = t.ballot(v);\n}\n",
            "__global__ void k(int v) {\n  auto t = cooperative_groups::tiled_partition<16>(block);\n"
            "  auto b = static_cast<unsigned>(t.ballot(v));\n  unsigned u = t.ballot(v);\n}\n",
        ),
        Example(
            "namespace cg = cooperative_groups;\n__device__ unsigned f() { auto g = cg::this_grid(); return "
            "g.num_blocks() + g.block_rank() + g.dim_blocks().x; }\n",
            "namespace cg = cooperative_groups;\n__device__ unsigned f() { auto g = cg::this_grid(); return "
            "(gridDim.x * gridDim.y * gridDim.z) + "
            "(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) + gridDim.x; }\n",
        ),
        Example(
            "using namespace cooperative_groups;\n"
            "template <typename G> __device__ int f(const G& g) { return g.num_threads(); }\n",
            "using namespace cooperative_groups;\n"
            "template <typename G> __device__ int f(const G& g) { return g.size(); }\n",
        ),
        Example(
            "using namespace cooperative_groups;\n"
            "__device__ void f() { thread_block b = this_thread_block(); auto t = b.barrier_arrive(); }\n"
        ),
        Example(
            "using namespace cooperative_groups;\n__device__ unsigned f(int x) {\n"
            "  auto t = tiled_partition<32>(this_thread_block());\n  return t.ballot(x);\n}\n",
            config=Config(hip_version=(6, 2)),
        ),
    ),
    valid=(
        "namespace cg = cooperative_groups;\n"
        "__device__ int g(int x) { auto t = cg::tiled_partition<32>(cg::this_thread_block()); return t.any(x); }\n",
        "namespace cg = cooperative_groups;\n"
        "struct Pool { int num_threads(); };\nint f(Pool p) { return p.num_threads(); }\n",
        "namespace cg = cooperative_groups;\n"
        "__device__ int f() { auto b = cg::this_thread_block(); return b.size() + b.thread_index().x; }\n",
    ),
)
