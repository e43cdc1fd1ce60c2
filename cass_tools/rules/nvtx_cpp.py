"""NVTX's C++ interface: `nvtx3::scoped_range`, `NVTX3_FUNC_RANGE()`.

**Why it fails on AMD.** roctx is the C interface alone: its header declares neither the namespace `nvtx3` nor the
macros.

**Example.**

    nvtx3::scoped_range range{"step"};

**Instead.** `cass::scoped_range range{"step"}`, a class that the fix brings: it calls `roctxRangePushA` where it is
made and `roctxRangePop` at the end of its scope. Marks and started ranges are calls of roctx. It has no domains,
colours, categories and payloads: the fix leaves them out where the text comes first. Link with `-lroctx64`.
"""

import re
from collections.abc import Iterator, Sequence

from cass_tools import substitutes
from cass_tools.cuda.arguments import closing_bracket, split_arguments
from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Edit, Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_NAME = "scoped_range"
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


_SCOPED = ("scoped_range", "scoped_range_in", "thread_range", "domain_thread_range")
_CALLED = {
    "mark": "roctxMarkA",
    "mark_in": "roctxMarkA",
    "start_range": "roctxRangeStartA",
    "start_range_in": "roctxRangeStartA",
    "end_range": "roctxRangeStop",
    "end_range_in": "roctxRangeStop",
}
_MADE = re.compile(rb"(?:\s*<[^<>;{}()]*>)?(?P<name>\s+\w+)?\s*(?P<open>[({])")
_ATTRIBUTE = re.compile(rb"(?:::)?nvtx3\s*::")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """Each use of the namespace and of the macros, but for attributes that go with the call they are given to."""
    gone = list[Span]()
    for start in context.words.get(b"nvtx3", ()):
        after = context.code[start + 5 : start + 80].lstrip()
        if not after.startswith(b"::") or any(span.start <= start < span.end for span in gone):
            continue
        if (member := IDENTIFIER.search(after)) is not None:
            end = context.code.index(member.group(), start + 5) + len(member.group())
            edits = _translated(context, member.group().decode(), Span(start, end))
            gone += [edit.span for edit in edits if edit.text == b""]
            yield _finding(context, Span(start, end), _ADVICE.get(member.group(), _OTHER), edits)
    for name in (word for word in context.words if word.startswith((b"NVTX3_", b"NVTX_FUNC_RANGE"))):
        for start in context.words[name]:
            if not context.scopes.is_api(name, start):
                continue
            where, edits = Span(start, start + len(name)), list[Edit]()
            if name in (b"NVTX3_FUNC_RANGE", b"NVTX3_FUNC_RANGE_IN", b"NVTX_FUNC_RANGE"):
                edits = _whole_function(context, where)
            ranged = name.endswith((b"FUNC_RANGE", b"FUNC_RANGE_IN", b"FUNC_RANGE_IF", b"FUNC_RANGE_IF_IN"))
            yield _finding(context, where, _RANGE if ranged else _OTHER, edits)


def _translated(context: Context, member: str, where: Span) -> list[Edit]:
    """The class or function of roctx in the place of NVTX's, with the text alone; nothing where that is not first."""
    made = _MADE.match(context.code, where.end)
    if made is None or (made["name"] is None) is (member in _SCOPED) or member not in (*_SCOPED, *_CALLED):
        return []
    opened = made.start("open")
    closed = closing_bracket(context.code, opened)
    arguments = split_arguments(context.code, opened + 1, closed) if closed is not None else []
    if not arguments or _ATTRIBUTE.match(context.code, arguments[0].start):
        return []
    head = Span(where.start, made.start("name") if made["name"] else opened)  # with the domain in `<>`
    edits = [Edit(Span(arguments[0].end, arguments[-1].end), b"")] if len(arguments) > 1 else []
    if member in _CALLED:
        return [Edit(head, _CALLED[member].encode()), *edits]
    brought = substitutes.bring(context, _NAME)
    return [Edit(head, brought.name), *edits, *brought.edits]


def _whole_function(context: Context, where: Span) -> list[Edit]:
    """A range with the name of the function that it is in."""
    opened = context.code.find(b"(", where.end)
    closed = closing_bracket(context.code, opened) if opened >= 0 else None
    if closed is None or context.code[where.end : opened].strip() or context.defines.index(where.start) is not None:
        return []
    brought = substitutes.bring(context, _NAME)
    return [Edit(Span(where.start, closed + 1), brought.name + b" function_range(__func__)"), *brought.edits]


def _finding(context: Context, where: Span, advice: str, edits: Sequence[Edit]) -> Finding:
    return context.finding(
        RULE,
        where,
        f"roctx has no C++ interface, so no `{context.text(where).decode()}`.",
        severity=Severity.ERROR,
        effort=Effort.LOW if edits else Effort.MEDIUM,
        suggestion=advice,
        edits=edits,
    )


_BROUGHT = f"\nnamespace cass {{\n{substitutes.load(_NAME).text}}}  // namespace cass\n"
_INCLUDED = "#include <nvtx3/nvtx3.hpp>\n"

RULE = Rule(
    code="CASS223",
    name="nvtx-cpp",
    on=(FILE,),
    check=check,
    doc=__doc__,
    needs=(b"nvtx3", b"NVTX3_FUNC_RANGE", b"NVTX3_FUNC_RANGE_IN", b"NVTX3_FUNC_RANGE_IF"),
    invalid=(
        Example(
            _INCLUDED + 'void f(int n) { nvtx3::scoped_range r{"x", nvtx3::payload{n}}; }\n',
            _INCLUDED + _BROUGHT + 'void f(int n) { cass::scoped_range r{"x"}; }\n',
        ),
        Example(
            _INCLUDED + "void f() { NVTX3_FUNC_RANGE(); }\n",
            _INCLUDED + _BROUGHT + "void f() { cass::scoped_range function_range(__func__); }\n",
        ),
        Example('void f() { nvtx3::mark("a"); }\n', 'void f() { roctxMarkA("a"); }\n'),
        Example('void f() { nvtx3::scoped_range r{nvtx3::rgb{1, 2, 3}, "x"}; nvtx3::unique_range u{"u"}; }\n'),
    ),
    valid=(
        '#include <nvtx3/nvToolsExt.h>\nvoid f() { nvtxRangePushA("x"); }\n',
        "#ifdef MINE\n#define NVTX3_FUNC_RANGE()\n#endif\n",
    ),
)
