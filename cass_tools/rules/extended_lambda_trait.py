"""Type traits of nvcc's extended lambdas: `__nv_is_extended_device_lambda_closure_type(F)` and its like.

**Why it fails on AMD.** They are built into nvcc and undeclared elsewhere. Clang needs no option for lambdas with
`__device__`, and treats them as ordinary closure types.

**Example.**

    static_assert(__nv_is_extended_host_device_lambda_closure_type(F), "need a device lambda");

**Instead.** Nothing: clang checks the call of the lambda itself. Remove the assertion.
"""

from collections.abc import Iterable

from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_NAMES = frozenset(
    {
        "__nv_is_extended_device_lambda_closure_type",
        "__nv_is_extended_host_device_lambda_closure_type",
        "__nv_is_extended_device_lambda_with_preserved_return_type",
    }
)


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Every use."""
    yield context.finding(
        RULE,
        node,
        f"`{context.text(node).decode()}` exists in nvcc only.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Remove the test: clang checks the call of a device lambda itself.",
    )


RULE = Rule(
    code="CASS160",
    name="extended-lambda-trait",
    on=("identifier",),
    names=_NAMES,
    needs=(b"__nv_is_extended",),
    check=check,
    doc=__doc__,
    invalid=(
        Example('template <class F> void f(F) { static_assert(__nv_is_extended_device_lambda_closure_type(F), ""); }'),
    ),
    valid=("template <class F> void f(F g) { g(); }\nvoid h() { f([] __device__() {}); }",),
)
