"""Cooperative groups that HIP lacks: `reduce.h`, `scan.h`, `memcpy_async.h`, `labeled_partition`, `invoke_one`,
clusters.

**Why it fails on AMD.** HIP has `this_thread_block`, `tiled_partition`, `coalesced_threads`, `this_grid` and
`this_multi_grid`, and since ROCm 6.1 `binary_partition`. Collective functions and clusters are not in its headers
(`reduce` comes with ROCm 7.13).

**Example.**

    #include <cooperative_groups/reduce.h>
    int s = cg::reduce(tile, v, cg::plus<int>());

**Instead.** A loop of shuffles of the group: `for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_xor(v, o);`
gives every thread the sum, as `reduce` does. Copies: an ordinary loop over the group, then `group.sync()`.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_INCLUDE = Pattern(rb'[<"](cooperative_groups/(\w+)\.h)[>"]')
_SHUFFLES = "Use a loop of the group's own shuffles, `v += tile.shfl_xor(v, o)` with o halved from `tile.size() / 2`."
_COPY = "Copy with an ordinary loop over the group, then call `group.sync()`."
_NO_CLUSTERS = "Restructure the kernel to work in blocks: AMD GPUs before gfx12.5 have no clusters."
_ADVICE = {
    b"reduce": _SHUFFLES,
    b"scan": "Use a loop of the group's own `shfl_up`.",
    b"inclusive_scan": "Use a loop of the group's own `shfl_up`.",
    b"exclusive_scan": "Use a loop of the group's own `shfl_up`.",
    b"plus": _SHUFFLES,
    b"less": _SHUFFLES,
    b"greater": _SHUFFLES,
    b"bit_and": _SHUFFLES,
    b"bit_or": _SHUFFLES,
    b"bit_xor": _SHUFFLES,
    b"reduce_update_async": _SHUFFLES,
    b"reduce_store_async": _SHUFFLES,
    b"memcpy_async": _COPY,
    b"wait": _COPY,
    b"wait_prior": _COPY,
    b"labeled_partition": "Form the groups by a loop over `__ballot`, one label after the other.",
    b"invoke_one": "Let the thread with `thread_rank() == 0` do it and broadcast with `shfl`.",
    b"invoke_one_broadcast": "Let the thread with `thread_rank() == 0` do it and broadcast with `shfl`.",
    b"this_cluster": _NO_CLUSTERS,
    b"cluster_group": _NO_CLUSTERS,
}
_OPERATORS = frozenset({b"plus", b"less", b"greater", b"bit_and", b"bit_or", b"bit_xor"})
_SINCE = {b"reduce": (7, 13), b"plus": (7, 13), b"less": (7, 13), b"greater": (7, 13), b"binary_partition": (6, 1)}
_NAMESPACE = Pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cooperative_groups\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Headers, and names qualified by the namespace or an alias of it."""
    if node.type == "preproc_include":
        found = _INCLUDE.search(context.text(node))
        if found is not None and _missing(context, found[2]):
            span = Span(node.start_byte + found.start(), node.start_byte + found.end())
            yield _finding(context, span, f"HIP has no header `{found[1].decode()}`.", found[2])
        return
    parts = context.code[node.start_byte : node.end_byte].split(b"<")[0].split(b"::")
    name = parts[-1].strip()
    if len(parts) < 2 or name not in _ADVICE or parts[-2].strip() not in {b"cooperative_groups", *_aliases(context)}:
        return
    if name in _OPERATORS and b"reduce" in context.words:
        return  # an argument of something that is reported itself
    if _missing(context, name):
        shown = b"::".join(part.strip() for part in parts).decode()
        yield _finding(
            context, Span(node.start_byte, node.end_byte), f"HIP's cooperative groups have no `{shown}`.", name
        )


def _missing(context: Context, name: bytes) -> bool:
    return context.config.hip_version < _SINCE.get(name, (99,))


def _aliases(context: Context) -> set[bytes]:
    return {match[1] for match in _NAMESPACE.finditer(context.code)}


def _finding(context: Context, span: Span, message: str, name: bytes) -> Finding:
    return context.finding(
        RULE,
        span,
        message,
        severity=Severity.ERROR,
        effort=Effort.HIGH,
        suggestion=_ADVICE.get(name, "Write it with the group's own shuffles and `sync()`."),
    )


RULE = Rule(
    code="CASS144",
    name="cooperative-groups",
    on=("include", "qualified"),
    needs=(b"cooperative_groups",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#include <cooperative_groups/reduce.h>\n"),
        Example(
            "namespace cg = cooperative_groups;\n"
            "template <class T> __device__ int f(T tile, int v) { return cg::reduce(tile, v, cg::plus<int>()); }"
        ),
        Example("__device__ int f() { return cooperative_groups::this_cluster().num_blocks(); }"),
    ),
    valid=(
        "namespace cg = cooperative_groups;\n__device__ int f() { auto g = cg::coalesced_threads(); return g.size(); }",
        "namespace cg = cooperative_groups;\n"
        "__device__ int f(int v) { auto t = cg::tiled_partition<32>(cg::this_thread_block()); return t.shfl_xor(v, "
        "1); }",
        "namespace cg = cooperative_groups;\nint f(int v) { return mine::reduce(v, std::plus<int>()); }",
    ),
)
