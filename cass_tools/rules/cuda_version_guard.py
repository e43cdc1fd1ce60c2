"""A test of the CUDA version or of an NVIDIA compiler: `CUDART_VERSION`, `CUDA_VERSION`, `__CUDACC_VER_MAJOR__`,
`__NVCC__`.

**Why it fails on AMD.** These macros are undefined there and count as 0, so the branch for the oldest CUDA is taken:
removed functions, warp functions without masks, fallbacks for missing atomics. HIP's own version numbers mean other
things.

**Example.**

    #if CUDART_VERSION >= 9000

**Instead.** Keep the branch that HIP supports and drop the test, or test `HIP_VERSION` beside it. `__NVCC__` that
asks for the compiler's GPU code rather than for NVIDIA becomes `__HIPCC__`.
"""

from collections.abc import Iterable

from cass_tools.cuda.conditions import adapted, in_condition
from cass_tools.cuda.context import Context, Node
from cass_tools.model import Effort, Finding, Severity
from cass_tools.rule import Example, Rule

_VERSIONS = frozenset(
    [
        "CUDART_VERSION",
        "CUDA_VERSION",
        "__CUDACC_VER__",
        "__CUDACC_VER_MAJOR__",
        "__CUDACC_VER_MINOR__",
        "__CUDACC_VER_BUILD__",
        "__CUDA_API_VERSION",
        "CUDA_API_PER_THREAD_DEFAULT_STREAM",
    ]
)
_FEATURES = frozenset(
    [
        "__CUDA_ARCH_FEAT_SM90_ALL",
        "__CUDA_ARCH_FEAT_SM100_ALL",
        "__CUDA_ARCH_FEAT_SM120_ALL",
        "__CUDA_ARCH_LIST__",
        "__CUDA_ARCH_SPECIFIC__",
        "__CUDA_ARCH_FAMILY_SPECIFIC__",
        "__CUDA_MINIMUM_ARCH__",
    ]
)
_COMPILERS = frozenset({"__NVCC__", "__NVCOMPILER", "__CUDACC_DEBUG__"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Each name once per place; how it is worded depends on what the macro stands for."""
    name = context.text(node).decode()
    tested = in_condition(node, context)
    if adapted(node.start_byte, context.code) or (not tested and name not in _VERSIONS):
        return
    if name in _VERSIONS:
        what = "is undefined on AMD and counts as 0: the branch for the oldest CUDA is taken"
        advice = "Keep the branch that HIP supports; add `|| defined(__HIP__)` to the test if one source serves both."
    elif name in _FEATURES:
        what = "names what only NVIDIA GPUs have and is undefined on AMD"
        advice = "Make sure that the other branch is complete, or add one for AMD."
    else:
        what = "is defined by NVIDIA's compiler only"
        advice = "Test `__HIPCC__` where GPU code is meant, and leave the test where NVIDIA is meant."
    yield context.finding(
        RULE,
        node,
        f"`{name}` {what}.",
        severity=Severity.WARNING if tested else Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=advice,
    )


RULE = Rule(
    code="CASS138",
    name="cuda-version-guard",
    on=("identifier",),
    names=_VERSIONS | _FEATURES | _COMPILERS,
    needs=(b"CUDART_VERSION", b"CUDA_VERSION", b"__CUDACC_", b"__CUDA_", b"__NVCC__", b"__NVCOMPILER"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#if CUDART_VERSION >= 9000\n#endif\n"),
        Example("#if defined(CUDA_VERSION) && \\\n    CUDA_VERSION < 11000\n#endif\n"),
        Example("#ifdef __NVCC__\n#endif\n"),
        Example('void show() { printf("%d\\n", CUDART_VERSION); }'),
        Example("#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n#endif\n"),
    ),
    valid=(
        "#if MY_CUDART_VERSION >= 9000\n#endif\n",
        "#if CUDA_VERSION >= 11000 || defined(__HIP__)\n#endif\n",
        "#if HIP_VERSION >= 60300000\n#endif\n",
        "// needs CUDART_VERSION >= 9000\nint x;\n",
    ),
)
