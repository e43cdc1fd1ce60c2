"""`__CUDACC__`, the macro that says "a CUDA compiler reads this".

**Why it fails on AMD.** HIP's compiler does not define it, so what a header offers to GPU code only (device
functions, launch wrappers, qualifiers such as `#define HD __host__ __device__`) disappears or becomes host code.

**Example.**

    #ifdef __CUDACC__
    #define HD __host__ __device__
    #endif

**Instead.** `__HIPCC__`, which HIP's compiler defines under the same condition; `__HIPCC_RTC__` for `__CUDACC_RTC__`.
Tests of `__CUDACC_EXTENDED_LAMBDA__` and `__CUDACC_RELAXED_CONSTEXPR__` ask for options that clang does not need.
"""

from collections.abc import Iterable

from cass_tools.cuda.conditions import adapted, avoids_nvcc
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Edit, Effort, Finding, Safety, Severity
from cass_tools.rule import Example, Rule

_SAME = {"__CUDACC__": b"__HIPCC__", "__CUDACC_RTC__": b"__HIPCC_RTC__", "__CUDACC_RDC__": b"__CLANG_RDC__"}
_OPTIONS = {"__CUDACC_EXTENDED_LAMBDA__", "__CUDACC_RELAXED_CONSTEXPR__"}


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Renames where HIP has the same macro; options of nvcc are only named."""
    if adapted(node.start_byte, context.code) or avoids_nvcc(node.start_byte, context.code):
        return
    name = context.text(node).decode()
    if name in _SAME:
        same = _SAME[name]
        yield context.finding(
            RULE,
            node,
            f"`{name}` is not defined by HIP's compiler; `{same.decode()}` is.",
            severity=Severity.ERROR,
            effort=Effort.LOW,
            edits=(Edit(context.span(node), same),),
        )
        return
    own_traits = any(word.startswith(b"__nv_is_extended") for word in context.words)
    yield context.finding(
        RULE,
        node,
        f"`{name}` tells of an option of nvcc and is undefined on AMD, where clang needs no such option.",
        severity=Severity.WARNING,
        effort=Effort.MEDIUM,
        suggestion="Drop the test and keep the branch that compiles with the option, without NVIDIA's own type traits.",
        edits=() if own_traits else (Edit(context.span(node), b"__HIPCC__"),),
        safety=Safety.UNSAFE,
    )


RULE = Rule(
    code="CASS139",
    name="cudacc-guard",
    on=("identifier",),
    names=frozenset(_SAME) | frozenset(_OPTIONS),
    needs=(b"__CUDACC",),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#ifdef __CUDACC__\n#endif\n", "#ifdef __HIPCC__\n#endif\n"),
        Example("#if !defined(__CUDACC_RTC__)\n#endif\n", "#if !defined(__HIPCC_RTC__)\n#endif\n"),
        Example("#ifdef __CUDACC_RDC__\n#endif\n", "#ifdef __CLANG_RDC__\n#endif\n"),
        Example("#if defined(__CUDACC_EXTENDED_LAMBDA__)\n#endif\n", "#if defined(__HIPCC__)\n#endif\n"),
        Example(
            "#ifdef __CUDACC_EXTENDED_LAMBDA__\nbool b = __nv_is_extended_device_lambda_closure_type(F);\n#endif\n"
        ),
    ),
    valid=(
        "#if defined(__GNUC__) && !defined(__CUDACC__)\n#define HAS_TUPLE 1\n#endif\n",
        "#if defined(__CUDACC__) || defined(__HIPCC__)\n#endif\n",
        "#ifdef __HIPCC__\n#endif\n",
        '#error "needs __CUDACC__"\n',
    ),
)
