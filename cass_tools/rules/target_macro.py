"""Code chosen by `NV_IF_TARGET` and its like, of <nv/target> and of CUDA's own headers.

**Why it fails on AMD.** No header of HIP defines the macros. Their conditions say where the code runs:
`NV_IS_DEVICE` and `NV_IS_HOST`; and for which GPUs: `NV_PROVIDES_SM_80` is compute capability 8.0 or later, and
`NV_IS_EXACTLY_SM_80` this one alone.

**Example.**

    NV_IF_TARGET(NV_PROVIDES_SM_80, (fast(x);), (slow(x);))

**Instead.** `#if defined(__HIP_DEVICE_COMPILE__)` ... `#else` ... `#endif` for device and host. Of branches by compute
capability take the one that needs nothing of NVIDIA's GPUs, mostly the last.
"""

import re
from collections.abc import Iterator

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_NAMES = frozenset({"NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET"})
_CONDITION = re.compile(rb"\s*\(\s*(\w+)")


def check(node: Node, context: Context) -> Iterator[Finding]:
    """One finding for each use."""
    name, found = context.text(node), _CONDITION.match(context.code, node.end_byte)
    if not context.scopes.is_api(name, node.start_byte):
        return
    condition = found[1].decode() if found is not None else ""
    yield context.finding(
        RULE,
        node,
        f"HIP has no `{name.decode()}`.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=_advice(condition),
    )


def _advice(condition: str) -> str:
    if condition in ("NV_IS_DEVICE", "NV_IS_HOST"):
        negation = "" if condition == "NV_IS_DEVICE" else "!"
        return f"Write `#if {negation}defined(__HIP_DEVICE_COMPILE__)`, `#else` and `#endif` around the branches."
    number = condition.rpartition("_")[2]
    if number.isdigit():
        what = "exactly" if "EXACTLY" in condition else "at least"
        return (
            f"`{condition}` is compute capability {number[:-1]}.{number[-1]}, {what}: write the branch that AMD GPUs "
            "can run, mostly the last."
        )
    return "Write the branch that AMD GPUs can run, within `#ifdef __HIP_DEVICE_COMPILE__` where it is device code."


RULE = Rule(
    code="CASS226",
    name="target-macro",
    on=("identifier",),
    names=_NAMES,
    check=check,
    doc=__doc__,
    invalid=(
        Example("__device__ void f() { NV_IF_TARGET(NV_PROVIDES_SM_80, (a();), (b();)) }\n"),
        Example("__host__ __device__ void f() { NV_IF_TARGET(NV_IS_DEVICE, (a();), (b();)) }\n"),
        Example("__device__ void f() { NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_70, (a();), NV_ANY_TARGET, (b();)) }\n"),
    ),
    valid=("#define NV_IF_TARGET(c, t, f) f\n__device__ void f() { NV_IF_TARGET(x, (a();), (b();)) }\n",),
)
