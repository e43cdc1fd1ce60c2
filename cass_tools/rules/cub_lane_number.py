"""CUB's numbers and votes of lanes: `cub::LaneId()`, `cub::WarpId()`, `CUB_PTX_WARP_THREADS`, `cub::WARP_ANY()`.

**Why it fails on AMD.** hipCUB counts in wavefronts: on gfx9 a lane's number goes up to 63, and the constant is 64.
What the program computes from them for warps of 32 threads, such as the place of a warp's storage or whose lane writes
its result, is then wrong without a diagnostic. Its `WARP_ANY`, `WARP_ALL` and `WARP_BALLOT` ask the whole wavefront,
whatever mask they are given.

**Example.**

    int warp = threadIdx.x / CUB_PTX_WARP_THREADS;
    if (cub::LaneId() == 0) sums[warp] = sum;

**Instead.** `hipcub::LaneId() & 31` and 32 as long as lanes work in groups of 32; the warp's number from `threadIdx`,
and masks of lanes from the lane's number. For votes, CUDA's own `__any_sync` and its like.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule
from cass_tools.rules._cub import is_cub

_CONSTANTS = {
    b"CUB_PTX_WARP_THREADS": b"32",
    b"CUB_WARP_THREADS": b"32",
    b"CUB_PTX_LOG_WARP_THREADS": b"5",
    b"CUB_LOG_WARP_THREADS": b"5",
}
_MASKS = {
    "LaneMaskLt": "`(1u << (hipcub::LaneId() & 31)) - 1`",
    "LaneMaskLe": "`(2u << (hipcub::LaneId() & 31)) - 1`",
    "LaneMaskGt": "`~0u << (hipcub::LaneId() & 31) << 1`",
    "LaneMaskGe": "`~0u << (hipcub::LaneId() & 31)`",
}
_VOTES = {"WARP_ANY": "__any_sync", "WARP_ALL": "__all_sync", "WARP_BALLOT": "__ballot_sync"}
_OF_32 = Pattern(rb"\s*(?:&\s*(?:31|0[xX]1[fF])|%\s*32)[uU]?\b")
_DIRECTIVES = frozenset({"preproc_def", "preproc_function_def", "preproc_ifdef", "preproc_defined"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Names of CUB's own, where the groups of 32 lanes are kept."""
    name = context.text(node)
    if not groups_of_32(context) or node.parent is None or node.parent.type in _DIRECTIVES:
        return
    if name in _CONSTANTS:
        if is_number(name, context):
            yield _constant(node, context, _CONSTANTS[name])
        return
    whole = _call(node, context)
    if whole is None:
        return
    if (vote := _VOTES.get(name.decode())) is not None:
        yield _vote(whole, name.decode(), vote, context)
    elif not context.arguments(whole) and not (name == b"LaneId" and _OF_32.match(context.code, whole.end_byte)):
        yield _number(whole, name.decode(), context)


def is_number(name: bytes, context: Context) -> bool:
    """Whether `name` is a constant of CUB's that becomes a number here, not hipCUB's constant."""
    return name in _CONSTANTS and groups_of_32(context) and name not in context.defines.names


def _constant(node: Node, context: Context, value: bytes) -> Finding:
    name, call = context.text(node).decode(), node.parent
    if call is not None and call.type == "call_expression" and call.start_byte == node.start_byte:
        node = call  # CUB_LOG_WARP_THREADS(0)
    return context.finding(
        RULE,
        node,
        f"`{name}` is about wavefronts in hipCUB, 64 lanes on gfx9, where CUB's warps have 32.",
        severity=Severity.WARNING,
        effort=Effort.LOW,
        suggestion=f"Write {value.decode()} as long as lanes work in groups of 32.",
        edits=(Edit(context.span(node), value),),
        safety=Safety.UNSAFE,
    )


def _number(call: Node, name: str, context: Context) -> Finding:
    edits: tuple[Edit, ...] = ()
    if name == "LaneId":
        start, end = call.start_byte, call.end_byte
        edits = (Edit(Span(start, start), b"("), Edit(Span(end, end), b" & 31)"))
        advice = "Take it modulo 32: `hipcub::LaneId() & 31`."
    elif name == "WarpId":
        advice = "Compute it: `threadIdx.x / 32`, with the other dimensions where blocks have them."
    else:
        advice = f"Write {_MASKS[name]} with votes of groups of 32 lanes."
    return context.finding(
        RULE,
        call,
        f"`{name}` counts in wavefronts in hipCUB, 64 lanes on gfx9, where CUB's warps have 32.",
        severity=Severity.WARNING,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion=advice,
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _vote(call: Node, name: str, vote: str, context: Context) -> Finding:
    return context.finding(
        RULE,
        call,
        f"`{name}` asks all lanes of a wavefront in hipCUB, 64 on gfx9, whatever its mask says.",
        severity=Severity.WARNING,
        effort=Effort.LOW,
        suggestion=f"Write `{vote}(mask, predicate)`, which keeps the groups of 32 lanes.",
    )


def _call(node: Node, context: Context) -> Node | None:
    """The call of CUB's function that `node` names."""
    name = node.parent if node.parent is not None and node.parent.type == "qualified_identifier" else node
    if not is_cub(context.text(node), node.start_byte, context):
        return None
    call = name.parent
    called = call is not None and call.type == "call_expression" and call.child_by_field_name("function") == name
    return call if called else None


RULE = Rule(
    code="CASS230",
    name="cub-lane-number",
    on=("identifier",),
    names=frozenset({"LaneId", "WarpId", *_MASKS, *_VOTES, *(name.decode() for name in _CONSTANTS)}),
    needs=(b"cub",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "#include <cub/cub.cuh>\nint bits = CUB_LOG_WARP_THREADS(0);\n",
            "#include <cub/cub.cuh>\nint bits = 5;\n",
        ),
        Example(
            "#include <cub/cub.cuh>\n__device__ int f(int x) { return x / CUB_PTX_WARP_THREADS * cub::LaneId(); }",
            "#include <cub/cub.cuh>\n__device__ int f(int x) { return x / 32 * (cub::LaneId() & 31); }",
        ),
        Example("#include <cub/cub.cuh>\n__device__ int f() { return cub::WarpId() == 0; }"),
        Example("#include <cub/cub.cuh>\n__device__ int f(int a) { return cub::WARP_ANY(a, 0xffffffff); }"),
        Example("#include <cub/cub.cuh>\nusing namespace cub;\n__device__ unsigned f() { return LaneMaskLt(); }"),
    ),
    valid=(
        "#include <cub/cub.cuh>\n__device__ int f() { return cub::LaneId(1) + mine::WARP_ANY(1, 2); }",
        "#include <cub/cub.cuh>\n__device__ int LaneId();\n__device__ int f() { return LaneId() + mine::LaneId(); }",
        "#include <hipcub/hipcub.hpp>\n__device__ int f() { return hipcub::LaneId(); }",
        "#include <cub/cub.cuh>\n__device__ int f() { return cub::LaneId() % 32; }",
        "#define CUB_WARP_THREADS 32\nint cubes = CUB_WARP_THREADS;\n",
    ),
)
