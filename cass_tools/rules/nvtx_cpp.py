"""NVTX's C++ interface: `nvtx3::scoped_range`, `NVTX3_FUNC_RANGE()`.

**Why it fails on AMD.** roctx is the C interface alone: its header declares neither the namespace `nvtx3` nor the
macros.

**Example.**

    nvtx3::scoped_range range{"step"};

**Instead.** `roctxRangePush("step")` where the range begins and `roctxRangePop()` where it ends, in the constructor and
the destructor of a small class of yours. roctx has no domains, colours, categories and payloads. Link with `-lroctx64`.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_RANGE = (
    "Write a class whose constructor calls roctxRangePush(text) and whose destructor calls roctxRangePop(), and use "
    "it here."
)
_OTHER = "Leave it out: roctx takes only texts, by roctxRangePush, roctxRangeStart and roctxMark."
_ADVICE = {
    b"scoped_range": _RANGE,
    b"scoped_range_in": _RANGE,
    b"thread_range": _RANGE,
    b"domain_thread_range": _RANGE,
    b"unique_range": "Call roctxRangeStart(text), keep the number it returns, and give it to roctxRangeStop.",
    b"start_range": "Call roctxRangeStart(text), and give the number it returns to roctxRangeStop.",
    b"end_range": "Call roctxRangeStop with the number that roctxRangeStart returned.",
    b"mark": "Call roctxMark(text).",
    b"mark_in": "Call roctxMark(text).",
}


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Each use of the namespace and of the macros."""
    for start in context.words.get(b"nvtx3", ()):
        after = context.code[start + 5 : start + 80].lstrip()
        if after.startswith(b"::") and (member := IDENTIFIER.search(after)) is not None:
            end = context.code.index(member.group(), start + 5) + len(member.group())
            yield _finding(context, Span(start, end), _ADVICE.get(member.group(), _OTHER))
    for name in (word for word in context.words if word.startswith((b"NVTX3_", b"NVTX_FUNC_RANGE"))):
        for start in context.words[name]:
            if not context.scopes.is_api(name, start):
                continue
            ranged = name.endswith((b"FUNC_RANGE", b"FUNC_RANGE_IN", b"FUNC_RANGE_IF", b"FUNC_RANGE_IF_IN"))
            yield _finding(context, Span(start, start + len(name)), _RANGE if ranged else _OTHER)


def _finding(context: Context, where: Span, advice: str) -> Finding:
    return context.finding(
        RULE,
        where,
        f"roctx has no C++ interface, so no `{context.text(where).decode()}`.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=advice,
    )


RULE = Rule(
    code="CASS223",
    name="nvtx-cpp",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"nvtx3", b"NVTX3_FUNC_RANGE", b"NVTX3_FUNC_RANGE_IN", b"NVTX3_FUNC_RANGE_IF"),
    invalid=(
        Example('void f() { nvtx3::scoped_range r{"x"}; }\n'),
        Example("#include <nvtx3/nvtx3.hpp>\nvoid f() { NVTX3_FUNC_RANGE(); }\n", None),
        Example('void f() { nvtx3::mark("a"); }\n'),
    ),
    valid=(
        '#include <nvtx3/nvToolsExt.h>\nvoid f() { nvtxRangePushA("x"); }\n',
        "#ifdef MINE\n#define NVTX3_FUNC_RANGE()\n#endif\n",
    ),
)
