"""`__match_any_sync` and `__match_all_sync`.

**Why it fails on AMD.** HIP has them since ROCm 6.2 (with HIP_ENABLE_WARP_SYNC_BUILTINS until 7.0), as loops, and the
result has 64 bits. On gfx9 lanes of both halves of a wavefront match each other, so a leader found with `& 31` is
elected twice or never.

**Example.**

    unsigned same = __match_any_sync(0xffffffff, key);
    if (lane == __ffs(same) - 1) atomicAdd(&bins[key], __popc(same));

**Instead.** `unsigned long long` with `__ffsll` and `__popcll`, and `__lane_id()` for the lane; or a loop over
`__ballot` that takes one group of equal keys after the other.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules._groups import confine

_SINCE = (6, 2)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call."""
    name = context.callee(node).decode()
    declared = context.config.hip_version >= _SINCE
    yield context.finding(
        RULE,
        node,
        f"`{name}` matches all lanes of a wavefront, 64 on gfx9, and gives a 64-bit mask."
        if declared
        else f"`{name}` is not declared before ROCm 6.2.",
        severity=Severity.WARNING if declared else Severity.ERROR,
        effort=Effort.MEDIUM if declared or groups_of_32(context) else Effort.HIGH,
        suggestion="Find the leader with `__ffsll` and `__lane_id()`; if groups of 32 must stay apart, match `key` "
        "and the half together.",
        edits=confine(context, node) if groups_of_32(context) else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS136",
    name="warp-match",
    on=("call",),
    names=frozenset({"__match_any_sync", "__match_all_sync"}),
    needs=(b"__match_",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ unsigned long long f(int k) { return __match_any_sync(~0ull, k); }",
            config=NATIVE,
        ),
    ),
    valid=("__device__ bool f(int k) { return __any_sync(~0ull, k); }",),
)
