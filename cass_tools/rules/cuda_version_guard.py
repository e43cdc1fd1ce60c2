"""A test of the CUDA version, of CUB's or of an NVIDIA compiler: `CUDART_VERSION`, `CUDA_VERSION`,
`__CUDACC_VER_MAJOR__`, `CUB_VERSION`, `__NVCC__`.

**Why it fails on AMD.** These macros are undefined there and count as 0, so the branch for the oldest CUDA is taken:
removed functions, warp functions without masks, fallbacks for missing atomics. HIP's own version numbers mean other
things.

**Example.**

    #if CUDART_VERSION >= 9000

**Instead.** Keep the branch that HIP supports and drop the test, or test `HIP_VERSION` beside it. The fix decides
comparisons as CUDA 12.0 would, whose functions HIP has: `#if 1 /* CUDART_VERSION >= 9000 */`; it is applied when the
result is verified. Tests for later releases stand for what HIP lacks and stay. `__NVCC__` that asks for the compiler's
GPU code rather than for NVIDIA becomes `__HIPCC__`.
"""

import operator
import re
from collections.abc import Iterable

from cass_tools.cuda.branches import branches_at
from cass_tools.cuda.conditions import adapted, condition_at, tests_of
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.cuda.versions import LIKE
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
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
        "CUB_VERSION",
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
_LIKE = {name.encode(): number for name, number in LIKE.items()} | {b"CUB_VERSION": 200001}
_COMPARED = {
    b"<": operator.lt,
    b">": operator.gt,
    b"<=": operator.le,
    b">=": operator.ge,
    b"==": operator.eq,
    b"!=": operator.ne,
}
_TEST = Pattern(rb"\(?\s*(\w+)\s*([<>]=?|[!=]=)\s*([1-9][0-9]*)\s*\)?")
_GPU = Pattern(rb"\b__(?:host|device|global|shared|constant)__\b|<<<|^[ \t]*#[ \t]*error\b", re.MULTILINE)
_COMPILERS = frozenset({"__NVCC__", "__NVCOMPILER", "__CUDACC_DEBUG__"})


def check(node: Node, context: Context) -> Iterable[Finding]:
    """Each name once per place; how it is worded depends on what the macro stands for."""
    name = context.text(node).decode()
    condition = condition_at(node.start_byte, context.code)
    tested = condition is not None
    if adapted(node.start_byte, context.code) or (not tested and name not in _VERSIONS):
        return
    if name in _VERSIONS:
        oldest = "CUB" if name == "CUB_VERSION" else "CUDA"
        what = f"is undefined on AMD and counts as 0: the branch for the oldest {oldest} is taken"
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
        edits=_edits(node, context, condition[1:]) if condition else _compared(node, context),
        safety=Safety.UNSAFE,
    )


def _edits(node: Node, context: Context, condition: tuple[int, int]) -> tuple[Edit, ...]:
    decided = _decided(node, context, condition) or _settled(node, context, condition)
    return decided or _gpu_code(node, context)


def _compared(node: Node, context: Context) -> tuple[Edit, ...]:
    """A comparison with a number outside of conditions, as CUDA 12.0 decides it."""
    whole = node.parent
    test = _TEST.fullmatch(context.text(whole)) if whole is not None and whole.type == "binary_expression" else None
    if whole is None or test is None or test[1] not in _LIKE:
        return ()
    holds = _COMPARED[test[2]](_LIKE[test[1]], int(test[3]))
    return (Edit(context.span(whole), b"%d /* %s */" % (holds, context.text(whole))),)


def _settled(node: Node, context: Context, condition: tuple[int, int]) -> tuple[Edit, ...]:
    """The fix of a test before `||` that holds: then what stands after it, as at the node, no longer matters."""
    child, parent = node, node.parent
    while parent is not None and parent.type in ("binary_expression", "parenthesized_expression", "preproc_defined"):
        left, sign = parent.child_by_field_name("left"), parent.child_by_field_name("operator")
        if left is not None and left != child and sign is not None and sign.type == "||":
            test = _TEST.fullmatch(context.text(left))
            like = _LIKE.get(test[1]) if test is not None else None
            if test is not None and like is not None and _COMPARED[test[2]](like, int(test[3])):
                start = left.start_byte + test.start(1)
                return _decided(context.node_at(start, start + len(test[1])), context, condition)
        child, parent = parent, parent.parent
    return ()


def _decided(node: Node, context: Context, condition: tuple[int, int]) -> tuple[Edit, ...]:
    """The test at the node as CUDA 12.0 decides it, where that is not what an undefined macro comes to."""
    macro = context.text(node)
    if macro not in _LIKE:
        return ()
    tests = list(tests_of(macro, context.code, *condition))
    compared = any(test.number is not None for test in tests)
    test = next((each for each in tests if each.start <= node.start_byte < each.end), None)
    if test is None or not test.sound:
        return ()
    if test.operator == b"defined":
        answers = (False, compared)
    elif test.number is not None:
        holds = _COMPARED[test.operator]
        answers = (holds(0, test.number), holds(_LIKE[macro], test.number))
    else:
        return ()
    if answers[0] == answers[1]:
        return ()
    where = Span(test.start, test.end)
    return (Edit(where, b"%d /* %s */" % (answers[1], context.data[test.start : test.end])),)


def _gpu_code(node: Node, context: Context) -> tuple[Edit, ...]:
    """`__HIPCC__` for `__NVCC__` where a branch holds GPU code, or an error that nvcc is missing."""
    branches = branches_at(node.start_byte, context.code) if context.text(node) == b"__NVCC__" else None
    if branches is None:
        return ()
    if not any(_GPU.search(context.code, *span) for span in branches if span is not None):
        return ()
    return _told_twice(node, context) or (Edit(context.span(node), b"__HIPCC__"),)


def _told_twice(node: Node, context: Context) -> tuple[Edit, ...]:
    """The test goes where the same one of `__CUDACC__`, which becomes `__HIPCC__`, stands beside it."""
    term = node
    while term.parent is not None and term.parent.type in ("preproc_defined", "unary_expression"):
        term = term.parent
    whole = term.parent
    left, right = (whole.child_by_field_name(side) if whole is not None else None for side in ("left", "right"))
    if whole is None or left is None or right is None or whole.type != "binary_expression":
        return ()
    texts = [b"".join(context.text(side).split()) for side in (left, right)]
    if set(texts) != {texts[term.id == right.id], texts[term.id == right.id].replace(b"__NVCC__", b"__CUDACC__")}:
        return ()
    if term.id == right.id:
        return (Edit(Span(left.end_byte, right.end_byte), b""),)
    return (Edit(Span(left.start_byte, right.start_byte), b""),)


RULE = Rule(
    code="CASS138",
    name="cuda-version-guard",
    on=("identifier",),
    names=_VERSIONS | _FEATURES | _COMPILERS,
    needs=(b"CUDART_VERSION", b"CUDA_VERSION", b"CUB_VERSION", b"__CUDACC_", b"__CUDA_", b"__NVCC__", b"__NVCOMPILER"),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#if CUDART_VERSION >= 9000\n#endif\n", "#if 1 /* CUDART_VERSION >= 9000 */\n#endif\n"),
        Example(
            "#if defined(CUDA_VERSION) && \\\n    CUDA_VERSION < 11000\n#endif\n",
            "#if 1 /* defined(CUDA_VERSION) */ && \\\n    0 /* CUDA_VERSION < 11000 */\n#endif\n",
        ),
        Example("#if CUDART_VERSION >= 12040\n#endif\n"),
        Example("#if CUDART_VERSION / 1000 >= 9\n#endif\n"),
        Example("#if CUB_VERSION >= 200000\n#endif\n", "#if 1 /* CUB_VERSION >= 200000 */\n#endif\n"),
        Example(
            "#if __CUDACC_VER_MAJOR__ > 11 || __CUDACC_VER_MINOR__ >= 4\n#endif\n",
            "#if 1 /* __CUDACC_VER_MAJOR__ > 11 */ || __CUDACC_VER_MINOR__ >= 4\n#endif\n",
        ),
        Example("#ifdef __NVCC__\n#endif\n"),
        Example(
            "#ifdef __NVCC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n",
            "#ifdef __HIPCC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n",
        ),
        Example(
            "#if defined(__CUDACC__) || defined( __NVCC__ )\n#define HD __host__ __device__\n#endif\n",
            "#if defined(__CUDACC__)\n#define HD __host__ __device__\n#endif\n",
        ),
        Example(
            "#if !defined(__NVCC__) && !defined(__CUDACC__)\n#error nvcc is needed\n#endif\n",
            "#if !defined(__CUDACC__)\n#error nvcc is needed\n#endif\n",
        ),
        Example(
            "bool graphs() { return CUDART_VERSION >= 10000; }\n",
            "bool graphs() { return 1 /* CUDART_VERSION >= 10000 */; }\n",
        ),
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
