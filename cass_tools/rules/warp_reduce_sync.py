"""`__reduce_add_sync` and its like.

**Why it fails on AMD.** HIP declares them since ROCm 7.0 only, with a 64-bit mask. There they combine all lanes of
the mask, up to 64 on gfx9, where CUDA combines 32.

**Example.**

    unsigned s = __reduce_add_sync(0xffffffff, v);

**Instead.** A butterfly of shuffles with width 32: `for (int m = 16; m; m >>= 1) v += __shfl_xor(v, m, 32);`.
"""

from collections.abc import Iterable

from cass_tools.config import NATIVE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.warps import groups_of_32
from cass_tools.model import Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule
from cass_tools.rules._groups import confine

_OPERATION = {
    "add": "v += t",
    "min": "v = min(v, t)",
    "max": "v = max(v, t)",
    "and": "v &= t",
    "or": "v |= t",
    "xor": "v ^= t",
}
_SINCE = (7, 0)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every call; what is wrong with it depends on the version of HIP."""
    name = context.callee(node).decode()
    step = _OPERATION[name.split("_")[3]]
    declared = context.config.hip_version >= _SINCE
    yield context.finding(
        RULE,
        node,
        f"`{name}` combines up to 64 lanes on gfx9, where CUDA combines 32."
        if declared
        else f"`{name}` is not declared before ROCm 7.0.",
        severity=Severity.WARNING if declared else Severity.ERROR,
        effort=Effort.MEDIUM if declared or groups_of_32(context) else Effort.HIGH,
        suggestion=f"Use a butterfly: `for (int m = 16; m; m >>= 1) {{ auto t = __shfl_xor(v, m, 32); {step}; }}`.",
        edits=confine(context, node) if groups_of_32(context) else (),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS135",
    name="warp-reduce-sync",
    on=("call",),
    names=frozenset(f"__reduce_{kind}_sync" for kind in _OPERATION),
    needs=(b"__reduce_",),
    check=check,
    doc=__doc__,
    invalid=(
        Example(
            "__device__ unsigned f(unsigned v) { return __reduce_add_sync(~0ull, v); }",
            config=NATIVE,
        ),
        Example(
            "#define ALL(p) __reduce_and_sync(~0ull, p)\n",
            config=NATIVE,
        ),
    ),
    valid=("__device__ unsigned f(unsigned v) { return __reduce_add(v); }",),
)
