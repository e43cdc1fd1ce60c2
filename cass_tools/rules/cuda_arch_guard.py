"""`__CUDA_ARCH__`, in a condition of the preprocessor or as a number.

**Why it fails on AMD.** The macro is never defined there, so device code silently takes the branch for the host or
for a GPU that is too old: a kernel's body vanishes, a function returns its fallback. Two meanings need two answers:
"is this device code" and "does this GPU have the feature of that generation".

**Example.**

    #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700

**Instead.** `__HIP_DEVICE_COMPILE__` for device code. Tests for generations up to 7.0 (atomics on doubles, fp16
arithmetic, warp functions with masks) are true on every AMD GPU that HIP supports, and the fix says so; it is applied
when the result is verified. Tests for newer generations stand for tensor cores, bf16, asynchronous copies or
clusters. Where code for older GPUs stands beside them, AMD takes that, and the test stays. Where there is none, or only
an error or a trap, the fix lets AMD in if everything behind the test is HIP or is translated to it.

Outside of conditions `(700 * __HIP_DEVICE_COMPILE__)` is the macro's value as a GPU of generation 7.0 would have it,
and on the host as undefined as the macro itself. Where the branches define the specifiers of functions, `__HIP__` is
tested: clang reads device code for the host too, and a kernel may not call what is `__device__` in one of its passes
only.
"""

import re
from collections.abc import Iterable

from cass_tools.cuda.branches import Branches, branches_at, has_statements, refuses
from cass_tools.cuda.captures import JUDGED
from cass_tools.cuda.conditions import MacroTest, adapted, condition_at, tests_of
from cass_tools.cuda.constants import constants
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.leftover import looks_cuda
from cass_tools.cuda.lines import line_start
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Edit, Effort, Finding, Safety, Severity, Span
from cass_tools.rule import Example, Rule

_MACRO = b"__CUDA_ARCH__"
_DEVICE = b"__HIP_DEVICE_COMPILE__"
_DEFINED = b"defined(__HIP_DEVICE_COMPILE__)"
_COMPILER = b"__HIP__"
_SPECIFIERS = Pattern(rb"\b__(?:host|device|global)__\b")
_DIRECTIVE = Pattern(rb"^[ \t]*#[ \t]*(if|endif)", re.MULTILINE)
_LIKE = 700  # every AMD GPU that HIP supports has what CUDA code expects of compute capability 7.0
_VALUE = b"(%d * %s)" % (_LIKE, _DEVICE)
_ASKED = Pattern(rb"\bdefined[ \t]*\(?[ \t]*\Z")
_HOST_OR = Pattern(
    rb"[\s(]*!\s*defined[\s(]*__CUDA_ARCH__[\s)]*\|\|[\s(]*__CUDA_ARCH__\s*>=?\s*\w+[\s)]*"
    rb"|[\s(]*__CUDA_ARCH__\s*>=?\s*\w+[\s)]*\|\|[\s(]*!\s*defined[\s(]*__CUDA_ARCH__[\s)]*"
)
_CLOSED = Pattern(rb"[ \t]*\)")
_OWN = Pattern(rb"[ \t]*#[ \t]*(?:define|undef)[ \t]+__CUDA_ARCH__\b")  # for an editor, or a GPU that is played


def check(_root: Node, context: Context) -> Iterable[Finding]:
    """One finding per condition that tests the macro; a presence test is always fixed, a comparison where it is
    known. One per use of its value elsewhere."""
    for start in context.words.get(_MACRO, ()):
        yield from _use(context.node_at(start, start + len(_MACRO)), context)


def _use(node: Node, context: Context) -> Iterable[Finding]:
    code = context.code
    if adapted(node.start_byte, code):
        return
    condition = condition_at(node.start_byte, code)
    if condition is None:
        if not _OWN.match(code, line_start(code, node.start_byte)):
            yield _elsewhere(context, node)
        return
    kind, start, end = condition
    meant = _COMPILER if _defines_specifiers(context, end) else _DEVICE
    if kind.endswith(b"def"):
        yield _presence(context, node, (Edit(context.span(node), meant),), meant)
        return
    found = list(tests_of(_MACRO, code, start, end, lambda name: _number(context, name)))
    if not found or not found[0].start <= node.start_byte < found[0].end:
        return  # the first of several tests speaks for all of them
    where = Span(found[0].start, found[-1].end)
    if all(test.operator in (b"defined", b"") and test.sound for test in found):
        texts = {b"defined": b"defined(" + meant + b")", b"": meant if meant == _DEVICE else b"defined(__HIP__)"}
        yield _presence(context, where, tuple(Edit(Span(t.start, t.end), texts[t.operator]) for t in found), meant)
        return
    yield _generation(context, where, found, Span(start, end))


def _number(context: Context, name: bytes) -> int | None:
    """The value of a macro of the file; what is no macro is no number in a condition."""
    return constants(context).value(name) if any(define.name == name for define in context.defines.all) else None


def _elsewhere(context: Context, node: Node) -> Finding:
    if _ASKED.search(context.code[max(0, node.start_byte - 80) : node.start_byte]):  # in the text of a macro
        return _presence(context, node, (Edit(context.span(node), _DEVICE),), _DEVICE)
    return context.finding(
        RULE,
        node,
        "`__CUDA_ARCH__` is never defined on AMD, so nothing can be computed from it.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=f"Write `{_VALUE.decode()}` for a GPU of generation 7.0, or decide for each feature whether AMD "
        "GPUs have it.",
        edits=(Edit(context.span(node), _VALUE),),
        safety=Safety.UNSAFE,
    )


def _defines_specifiers(context: Context, start: int) -> bool:
    """Whether the branches of the condition that ends at `start` define a macro for functions' specifiers."""
    depth, end = 1, len(context.code)
    for match in _DIRECTIVE.finditer(context.code, start):
        depth += 1 if match[1] == b"if" else -1
        if depth == 0:
            end = match.start()
            break
    inside = (define for define in context.defines.all if start <= define.start < end)
    return any(_SPECIFIERS.search(context.defines.text(define)) for define in inside)


def _presence(context: Context, where: Node | Span, edits: tuple[Edit, ...], meant: bytes) -> Finding:
    return context.finding(
        RULE,
        where,
        "`__CUDA_ARCH__` is never defined on AMD, so device code takes the host's branch.",
        severity=Severity.ERROR,
        effort=Effort.LOW,
        suggestion=f"Test `{meant.decode()}`.",
        edits=edits,
    )


def _generation(context: Context, where: Span, found: list[MacroTest], condition: Span) -> Finding:
    branches = branches_at(where.start, context.code)
    answers = [_answer(test) or _newer(test, branches, context) for test in found]
    numbers = sorted({test.number for test in found if test.number is not None})
    named = ", ".join(f"{n // 100}.{n // 10 % 10}" for n in numbers if n >= 100)
    asked = f"compute capability {named}" if named else "a generation of NVIDIA's GPUs"
    newer = named != "" and all(map(_is_newer, found))
    if newer and _HOST_OR.fullmatch(context.code, condition.start, condition.end):
        return _always(context, where, named)
    edits: tuple[Edit, ...] = ()
    if None not in answers:
        edits = _joined(context, found, [a for a in answers if a is not None])
    elif newer and branches and not refuses(_for_older(found, branches), context.code):
        return _fallback(context, where, named)
    return context.finding(
        RULE,
        where,
        f"`__CUDA_ARCH__` is never defined on AMD; this test for {asked} is decided as on the host.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion="Decide whether AMD GPUs have the feature that is meant, and test `__HIP_DEVICE_COMPILE__` if "
        "they do.",
        edits=edits,
        safety=Safety.UNSAFE,
    )


def _fallback(context: Context, where: Span, named: str) -> Finding:
    return context.finding(
        RULE,
        where,
        f"`__CUDA_ARCH__` is never defined on AMD, so device code takes the branch for GPUs older than {named}.",
        effort=Effort.LOW,
        suggestion="Nothing is to be done where that branch computes the same; test `__HIP_DEVICE_COMPILE__` where AMD "
        "GPUs have the faster way as well.",
    )


def _always(context: Context, where: Span, named: str) -> Finding:
    return context.finding(
        RULE,
        where,
        f"`__CUDA_ARCH__` is never defined on AMD, so AMD GPUs take the branch for {named} and newer.",
        effort=Effort.LOW,
        suggestion="Nothing is to be done where AMD GPUs have what the branch uses.",
    )


def _is_newer(test: MacroTest) -> bool:
    """Whether a test asks for a GPU that is newer than what AMD's GPUs are taken for (`<`: the other way round)."""
    if test.operator == b"defined":
        return True
    least = {b">=": _LIKE, b"<": _LIKE, b">": _LIKE - 1, b"<=": _LIKE - 1}.get(test.operator)
    return test.sound and test.number is not None and least is not None and test.number > least


def _for_older(found: list[MacroTest], branches: Branches) -> Span | None:
    return branches.taken if any(test.operator in (b"<", b"<=") for test in found) else branches.other


def _newer(test: MacroTest, branches: Branches | None, context: Context) -> bytes | None:
    """The answer to a test for a newer GPU: yes where older ones get nothing and AMD can have all of it."""
    if branches is None or test.operator == b"defined" or not _is_newer(test):
        return None
    older = _for_older([test], branches)
    newer = branches.other if older == branches.taken else branches.taken
    if newer is None or not has_statements(newer, context.code) or not refuses(older, context.code):
        return None
    for finding in context.found:
        if newer.start <= finding.span.start < newer.end and finding.severity is Severity.ERROR and not finding.fix:
            return None
    if _unknown(newer, context):
        return None
    return _DEFINED if older != branches.taken else b"!" + _DEFINED


def _unknown(branch: Span, context: Context) -> bool:
    """Whether a branch names what looks like CUDA's and that no table and no finding knows."""
    known = {use.span.start for use in context.uses}
    for name in filter(looks_cuda, context.words):
        for start in context.words[name]:
            found = any(each.span.start <= start < each.span.end for each in context.found)
            if branch.start <= start < branch.end and start not in known and not found and name != _MACRO:
                return context.scopes.is_api(name, start)
    return False


def _answer(test: MacroTest) -> bytes | None:
    """What the test says on a GPU of generation 7.0 and on the host, as a condition; None if that is not known.

    A test that AMD answers like an undefined macro keeps its text.
    """
    if not test.sound:
        return None
    if test.operator == b"defined":
        return _DEFINED
    if test.operator == b"":
        return _DEVICE
    if (
        test.number is None
        or test.number > _LIKE
        or (test.number == _LIKE and test.operator in (b">", b"==", b"!=", b"<="))
    ):
        return None
    if test.operator in (b">=", b">"):
        return _DEFINED
    if test.operator in (b"<", b"<="):
        return b"!" + _DEFINED
    return None


def _joined(context: Context, found: list[MacroTest], answers: list[bytes]) -> tuple[Edit, ...]:
    """The edits; `defined(M) && M >= n` and `!defined(M) || M < n` become a single test."""
    if len(found) == 2 and set(answers) <= {_DEFINED, b"!" + _DEFINED}:
        denied = answers[1] != _DEFINED
        sign = b"||" if denied else b"&&"
        between = context.code[found[0].end : found[1].start].strip(b" \t\\\r\n")
        closed = _CLOSED.match(context.code, found[1].end)
        alike = answers[0] == _DEFINED and denied == (context.code[: found[0].start].rstrip()[-1:] == b"!")
        if alike and (between == sign or (between in (sign + b" (", sign + b"(") and closed)):
            end = closed.end() if closed and between != sign else found[1].end
            return (Edit(Span(found[0].start, end), _DEFINED),)
    return tuple(Edit(Span(t.start, t.end), text) for t, text in zip(found, answers, strict=True))


RULE = Rule(
    code="CASS137",
    name="cuda-arch-guard",
    on=(JUDGED,),
    needs=(_MACRO,),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#ifdef __CUDA_ARCH__\n#endif\n", "#ifdef __HIP_DEVICE_COMPILE__\n#endif\n"),
        Example("#if !defined( __CUDA_ARCH__ )\n#endif\n", "#if !defined(__HIP_DEVICE_COMPILE__)\n#endif\n"),
        Example(
            "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\n#endif\n",
            "#if defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
        ),
        Example("#if __CUDA_ARCH__ >= 600\n#endif\n", "#if defined(__HIP_DEVICE_COMPILE__)\n#endif\n"),
        Example(
            "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 350\n#endif\n",
            "#if !defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
        ),
        Example(
            "#ifdef __CUDA_ARCH__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n",
            "#ifdef __HIP__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n",
        ),
        Example("#if __CUDA_ARCH__ >= 800\n#endif\n"),
        Example(
            '__device__ void wait() {\n#if __CUDA_ARCH__ >= 800\n  asm("cp.async.wait_all;");\n#endif\n}\n',
            '__device__ void wait() {\n#if defined(__HIP_DEVICE_COMPILE__)\n  asm("cp.async.wait_all;");\n#endif\n}\n',
        ),
        Example("#if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 800)\nint a;\n#endif\n"),
        Example("#if __CUDA_ARCH__ >= 800\nint a = fast();\n#else\nint a = slow();\n#endif\n"),
        Example(
            "#define CC_VOLTA 700\n#if __CUDA_ARCH__ >= CC_VOLTA\n#endif\n",
            "#define CC_VOLTA 700\n#if defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
        ),
        Example("#define CC_AMPERE 800\n#if CC_AMPERE <= __CUDA_ARCH__\n#endif\n"),
        Example("constexpr int volta = 700;\n#if __CUDA_ARCH__ >= volta\n#endif\n"),
        Example(
            "#define ARCH_GE(x) (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= (x))\n",
            "#define ARCH_GE(x) (defined(__HIP_DEVICE_COMPILE__) && (700 * __HIP_DEVICE_COMPILE__) >= (x))\n",
        ),
        Example("#if (__CUDA_ARCH__ / 100) >= 7\n#endif\n"),
        Example(
            "#define HAS_ATOMICS (__CUDA_ARCH__ >= 600)\n",
            "#define HAS_ATOMICS ((700 * __HIP_DEVICE_COMPILE__) >= 600)\n",
        ),
        Example(
            "#ifdef __CUDA_ARCH__\nint banks = __CUDA_ARCH__ >= 200 ? 32 : 16;\n#endif\n",
            "#ifdef __HIP_DEVICE_COMPILE__\nint banks = (700 * __HIP_DEVICE_COMPILE__) >= 200 ? 32 : 16;\n#endif\n",
        ),
    ),
    valid=(
        "#ifdef __HIP_DEVICE_COMPILE__\n#endif\n",
        "#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
        "#ifdef __CUDA_ARCH_LIST__\n#endif\n",
        "#ifdef __INTELLISENSE__\n#undef __CUDA_ARCH__\n#define __CUDA_ARCH__ 520\n#endif\n",
        "// __CUDA_ARCH__ is not tested here\n#ifdef NDEBUG\n#endif\n",
    ),
)
