"""One source for CUDA and HIP (`--dual`): CUDA's lines stay, AMD's compilers read what stands beside them.

Names that are only spelled differently become macros in one block after the opening includes, and their uses stay as
they are. Every other edit makes a branch of whole lines, `#ifdef __HIP__` ... `#else` ... `#endif`, as wide as the
statement it is in; a condition of the preprocessor gets both forms in one line.
"""

import functools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.headers import DEVICE_WORDS
from cass_tools.cuda.includes import BOM
from cass_tools.cuda.lex import across_lines
from cass_tools.engine import apply
from cass_tools.model import Edit, Span
from cass_tools.substitutes import opening_end

_RENAMES = re.compile(rb"[A-Za-z_]\w*")
_CONDITION = re.compile(rb"[ \t]*#[ \t]*(ifdef|ifndef|if|elif)\b[ \t]*([^\n]*?)\r?\n?\Z", re.DOTALL)
_CONTINUED = re.compile(rb"[ \t]*\\\r?\n[ \t]*")
_CONDITIONAL = re.compile(rb"^[ \t]*#[ \t]*(?:if|el|endif)", re.MULTILINE)
_WHOLE = frozenset(
    {
        "expression_statement",
        "declaration",
        "return_statement",
        "field_declaration",
        "preproc_def",
        "preproc_function_def",
        "preproc_include",
        "preproc_call",
        "condition_clause",
        "parameter_list",
        "alias_declaration",
        "type_definition",
        "using_declaration",
        "template_declaration",
        "namespace_alias_definition",
    }
)


class _Region(NamedTuple):
    """Whole lines [start, end) and the edits inside them."""

    start: int
    end: int
    edits: list[Edit]


def weave(context: Context, edits: Sequence[Edit]) -> bytes:
    """The source with sorted, disjoint `edits` as what AMD's compilers read; the same for every compiler of CUDA."""
    renamed = {name: edit.text for edit in edits if (name := _name(context, edit)) is not None}
    others = [edit for edit in edits if _name(context, edit) is None]
    device = not DEVICE_WORDS.isdisjoint(context.words.keys()) or b"<<<" in context.code
    macro = b"__HIP__" if device else b"__HIP_PLATFORM_AMD__"
    newline = b"\r\n" if b"\r\n" in context.data else b"\n"
    if renamed:
        at = opening_end(context)
        lines = [b"#define %b %b" % pair for pair in sorted(renamed.items())]
        others.append(Edit(Span(at, at), newline.join([*lines, b""])))
    others.sort(key=_order)
    return apply(context.data, [_branch(context, region, macro, newline) for region in _regions(context, others)])


def _order(edit: Edit) -> tuple[Span, bool, bool]:
    """Includes come before macros, and both before declarations."""
    text = edit.text.lstrip()
    return edit.span, not text.startswith(b"#include"), not text.startswith(b"#define")


def _name(context: Context, edit: Edit) -> bytes | None:
    """The CUDA name that an edit only spells differently."""
    old = context.text(edit.span)
    plain = _RENAMES.fullmatch(old) is not None and _RENAMES.fullmatch(edit.text) is not None
    if not plain or _directive(context, edit) or _is_pasted(context, edit.span):
        return None
    return old if old.lower().startswith((b"cu", b"nv", b"__nv")) else None


def _is_pasted(context: Context, span: Span) -> bool:
    """Whether the word is an operand of `##`, which no macro of that name reaches."""
    before, after = (
        _CONTINUED.sub(b" ", text) for text in (context.code[: span.start][-40:], context.code[span.end :][:40])
    )
    return before.rstrip().endswith(b"##") or after.lstrip().startswith(b"##")


def _directive(context: Context, edit: Edit) -> bool:
    line = context.data[_line_start(context, edit.span.start) : edit.span.start]
    return line.lstrip().startswith(b"#") and b"define" not in line


def _regions(context: Context, edits: Iterable[Edit]) -> list[_Region]:
    """The lines that edits change, those that touch put together."""
    found: list[_Region] = []
    for edit in edits:
        start, end = _lines(context, edit)
        if found and (
            start < found[-1].end or (start, end) == found[-1][:2] or _adjoin(context, found[-1], start, end)
        ):
            last = found.pop()
            found.append(_Region(min(last.start, start), max(last.end, end), [*last.edits, edit]))
        else:
            found.append(_Region(start, end, [edit]))
    return found


def _adjoin(context: Context, last: _Region, start: int, end: int) -> bool:
    """Whether lines follow those of a region and can share its branch: no condition of the preprocessor is in them."""
    text = context.data[last.start : end]
    return last.start < last.end == start < end and _CONDITIONAL.search(text) is None


def _lines(context: Context, edit: Edit) -> tuple[int, int]:
    """Whole lines around the statement, declaration or directive that holds the edit; none for new lines."""
    if not edit.span.end - edit.span.start and edit.text.endswith(b"\n") and _at_line_start(context, edit.span.start):
        return edit.span.start, edit.span.start
    start, end = edit.span
    node: Node | None = context.node_at(start, max(end, start + 1))
    while node is not None and node.type not in _WHOLE and "_definition" not in node.type and node.parent is not None:
        node = node.parent
    if node is not None and node.type in _WHOLE:
        start, end = min(start, node.start_byte), max(end, node.end_byte)
    first, last = _line_start(context, start), context.data.find(b"\n", max(start, end - 1))
    while first and context.data[:first].rstrip(b"\r\n").endswith(b"\\"):
        first = _line_start(context, first - 1)
    while last >= 0 and context.data[:last].rstrip(b"\r").endswith(b"\\"):
        last = context.data.find(b"\n", last + 1)
    return _whole_tokens(context, first, last + 1 if last >= 0 else len(context.data))


def _whole_tokens(context: Context, start: int, end: int) -> tuple[int, int]:
    """The lines with all lines of the comments and literals that reach into them."""
    for first, last in _tokens(context):
        if first < end and start < last:
            following = context.data.find(b"\n", max(end, last) - 1)
            start = min(start, _line_start(context, first))
            end = following + 1 if following >= 0 else len(context.data)
    return start, end


@functools.lru_cache(maxsize=2)
def _tokens(context: Context) -> list[tuple[int, int]]:
    return across_lines(context.data)


def _at_line_start(context: Context, offset: int) -> bool:
    return offset == 0 or context.data[offset - 1 : offset] == b"\n"


def _line_start(context: Context, offset: int) -> int:
    return context.data.rfind(b"\n", 0, offset) + 1 or (len(BOM) if context.data.startswith(BOM) else 0)


def _branch(context: Context, region: _Region, macro: bytes, newline: bytes) -> Edit:
    """Both forms of the lines, for both compilers."""
    span = Span(region.start, region.end)
    old = context.data[region.start : region.end]
    moved = [Edit(Span(e.span.start - region.start, e.span.end - region.start), e.text) for e in region.edits]
    new = apply(old, moved)
    was, becomes = (_CONDITION.fullmatch(_CONTINUED.sub(b" ", text)) for text in (old, new))
    if was is not None and becomes is not None:
        return Edit(span, _condition(was, becomes, macro) + newline)
    new, old = (text if not text or text.endswith(b"\n") else text + newline for text in (new, old))
    middle = b"#else" + newline + old if old else b""
    if not new.strip():
        return Edit(span, b"#ifndef " + macro + newline + old + b"#endif" + newline)
    return Edit(span, b"#ifdef " + macro + newline + new + middle + b"#endif" + newline)


def _condition(was: re.Match[bytes], becomes: re.Match[bytes], macro: bytes) -> bytes:
    """`#if` with the form for each compiler."""
    word = b"elif" if was[1] == b"elif" else b"if"
    return b"#%b defined(%b) ? (%b) : (%b)" % (word, macro, _expression(becomes), _expression(was))


def _expression(condition: re.Match[bytes]) -> bytes:
    asked = {b"ifdef": b"defined(%b)", b"ifndef": b"!defined(%b)"}.get(condition[1], b"%b")
    return asked % condition[2]
