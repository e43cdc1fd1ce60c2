"""Cooperative groups that HIP lacks: `reduce.h`, `scan.h`, `memcpy_async.h`, `labeled_partition`, `invoke_one`,
clusters.

**Why it fails on AMD.** HIP has `this_thread_block`, `tiled_partition`, `coalesced_threads`, `this_grid` and
`this_multi_grid`, and since ROCm 6.1 `binary_partition`. Collective functions and clusters are not in its headers
(`reduce` comes with ROCm 7.13).

**Example.**

    #include <cooperative_groups/reduce.h>
    int s = cg::reduce(tile, v, cg::plus<int>());

**Instead.** A function of the same name that is brought into the file and works through the group's own shuffles:
`cass::reduce(tile, v, cass::plus<int>())`. Copies are made by the group's threads at once; waiting for them is the
group's `sync()`. Clusters have no counterpart.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import functions
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import groups_of_32
from cass_tools.cuda.whole import every
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.substitutes import bring

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
_HEADERS = frozenset({b"reduce", b"scan", b"memcpy_async"})
_MAIN = "hip/hip_cooperative_groups.h"
_CALLS = frozenset(
    {
        *(b"reduce", b"inclusive_scan", b"exclusive_scan", b"memcpy_async", b"wait", b"labeled_partition"),
        *(b"invoke_one", b"invoke_one_broadcast", b"this_cluster"),
    }
)
_SINCE = {b"reduce": (7, 13), b"plus": (7, 13), b"less": (7, 13), b"greater": (7, 13), b"binary_partition": (6, 1)}
_COUNTS_IN_32 = Pattern(
    rb"\b(?:warpSize|\w*WARP_?SIZE\w*)\b|[/%]\s*32\b|>>\s*5\b|&\s*(?:31|0x1[fF])\b|\[\s*32\s*\]"
    rb"|\b(?:tiled_partition|thread_block_tile)\s*<\s*32\b"
)
_VOTES = Pattern(rb"(?:\.|->)\s*(?:any|all|ballot|match_any|match_all)\s*\(")
_NAMED = Pattern(rb"\b(?:coalesced_threads|" + b"|".join(_ADVICE) + rb")\b")
_NAMESPACE = Pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cooperative_groups\b")


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Headers, and names qualified by the namespace or an alias of it."""
    if node.type == "preproc_include":
        found = _INCLUDE.search(context.text(node))
        if found is not None and _missing(context, found[2]):
            span = Span(node.start_byte + found.start(), node.start_byte + found.end())
            edits = _without_header(node, context) if found[2] in _HEADERS else ()
            yield _finding(context, span, f"HIP has no header `{found[1].decode()}`.", found[2], edits)
        return
    if node.type == "translation_unit":
        yield from _unqualified_type(context)
        return
    if node.type == "call_expression":
        yield from _unqualified(node, context)
        return
    parts = context.code[node.start_byte : node.end_byte].split(b"<")[0].split(b"::")
    name = parts[-1].strip()
    if name == b"coalesced_threads":
        yield from _across_groups(node, context, name)
        return
    if len(parts) < 2 or name not in _ADVICE or parts[-2].strip() not in {b"cooperative_groups", *_aliases(context)}:
        return
    if _missing(context, name):
        shown = b"::".join(part.strip() for part in parts).decode()
        where = Span(node.start_byte, node.end_byte)
        written = Span(node.start_byte, context.code.index(name, node.start_byte) + len(name))
        edits = _substitute(context, written, name)
        yield _finding(context, where, f"HIP's cooperative groups have no `{shown}`.", name, edits)


def _is_there(start: int, end: int, context: Context) -> bool:
    """Whether bytes [start, end) hold a name that a finding can be about, or a header of the groups."""
    return _NAMED.search(context.code, start, end) is not None or _INCLUDE.search(context.data, start, end) is not None


def _across_groups(node: Node, context: Context, name: bytes) -> Iterable[Finding]:
    """Threads that run together are up to 64 on gfx9; that matters where the function counts in 32, or has votes."""
    function = functions(context).at(node.start_byte)
    if function is None or not groups_of_32(context):
        return
    if _COUNTS_IN_32.search(context.code, function.body, function.end) is not None:
        why = ", where this function counts warps of 32."
    elif _VOTES.search(context.code, function.body, function.end) is not None:
        why = ": their votes are those of two warps."
    else:
        return
    written = Span(node.start_byte, context.code.index(name, node.start_byte) + len(name))
    brought = bring(context, "coalesced_threads32")
    yield context.finding(
        RULE,
        node,
        f"These threads are up to 64 on gfx9{why}",
        suggestion=f"`{brought.name.decode()}`, which is brought into the file, stays in the caller's group of 32.",
        edits=(Edit(written, brought.name), *brought.edits),
        safety=Safety.UNSAFE,
    )


def _unqualified(node: Node, context: Context) -> Iterable[Finding]:
    """Calls after `using namespace cooperative_groups`, for names that only mean something with a group."""
    called = node.child_by_field_name("function")
    name = context.callee(node)
    if called is None or called.type != "identifier" or name not in _CALLS or not _missing(context, name):
        return
    if not _opened(context, name):
        return
    if context.scopes.declared_here(name, called):
        return
    edits = _substitute(context, context.span(called), name)
    yield _finding(context, context.span(called), f"HIP's cooperative groups have no `{name.decode()}`.", name, edits)


def _unqualified_type(context: Context) -> Iterable[Finding]:
    """The type of clusters, likewise."""
    name = b"cluster_group"
    for start in context.words[name] if name in context.words and _opened(context, name) else ():
        node = context.node_at(start, start + len(name))
        if node.parent is None or node.parent.type not in ("qualified_identifier", "using_declaration"):
            yield _finding(context, context.span(node), f"HIP's cooperative groups have no `{name.decode()}`.", name)


def _opened(context: Context, name: bytes) -> bool:
    """Whether the file may use the name without its namespace."""
    spaces = b"|".join({b"cooperative_groups", *_aliases(context)})
    opens = (
        rb"\busing\s+(?:namespace\s+(?:::\s*)?(?:"
        + spaces
        + rb")|(?:::\s*)?(?:"
        + spaces
        + rb")\s*::\s*"
        + name
        + rb")\s*;"
    )
    return re.search(opens, context.code) is not None


def _substitute(context: Context, written: Span, name: bytes) -> tuple[Edit, ...]:
    """The function or operator that is brought into the file in its place."""
    try:
        brought = bring(context, name.decode())
    except KeyError:
        return ()
    return (Edit(written, brought.name), *brought.edits)


def _without_header(node: Node, context: Context) -> tuple[Edit, ...]:
    """The line goes; HIP's main header of groups takes its place where no other line brings it."""
    end = context.code.find(b"\n", node.start_byte)
    line = Span(node.start_byte, end + 1 if end >= 0 else len(context.code))
    if any(d.hip == _MAIN for d in context.headers.decisions):
        return (Edit(line, b""),)
    first = next(m.start() for m in _INCLUDE.finditer(context.data) if m[2] in _HEADERS)
    return (Edit(line, b"#include <" + _MAIN.encode() + b">\n" if first in range(*line) else b""),)


def _missing(context: Context, name: bytes) -> bool:
    return context.config.hip_version < _SINCE.get(name, (99,))


def _aliases(context: Context) -> set[bytes]:
    return {match[1] for match in every(_NAMESPACE, context.code)}


def _finding(context: Context, span: Span, message: str, name: bytes, edits: tuple[Edit, ...] = ()) -> Finding:
    return context.finding(
        RULE,
        span,
        message,
        severity=Severity.ERROR,
        effort=Effort.MEDIUM if edits else Effort.HIGH,
        suggestion=f"`cass::{name.decode()}`, which is brought into the file, does the same."
        if len(edits) > 1
        else _ADVICE.get(name, "Write it with the group's own shuffles and `sync()`."),
        edits=edits,
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS144",
    name="cooperative-groups",
    on=("file", "include", "qualified", "call"),
    needs=(b"cooperative_groups",),
    check=check,
    where=_is_there,
    doc=__doc__,
    invalid=(
        Example("#include <cooperative_groups/reduce.h>\n", "#include <hip/hip_cooperative_groups.h>\n"),
        Example("__device__ int f() { return cooperative_groups::this_cluster().num_blocks(); }"),
        Example(
            "using namespace cooperative_groups;\n__device__ void f() { cluster_group c = this_cluster(); c.sync(); }\n"
        ),
    ),
    valid=(
        "namespace cg = cooperative_groups;\n"
        "__device__ void f(int* o) { if (cg::coalesced_threads().thread_rank() == 0) ++*o; }",
        "namespace cg = cooperative_groups;\n__device__ int f() { auto g = cg::coalesced_threads(); return g.size(); }",
        "namespace cg = cooperative_groups;\n"
        "__device__ int f(int v) { auto t = cg::tiled_partition<32>(cg::this_thread_block()); return t.shfl_xor(v, "
        "1); }",
        "namespace cg = cooperative_groups;\nint f(int v) { return mine::reduce(v, std::plus<int>()); }",
    ),
)
