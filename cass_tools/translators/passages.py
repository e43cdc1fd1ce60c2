"""What a model is shown of a file: the smallest part that is whole around what the rules have refused.

A function with the declarations that it needs, or the statement alone; a whole file, in parts of whole top-level
declarations, only where that is asked for. All positions are byte offsets into the user's file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.kernels import Function, functions
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.model import Finding, Safety, Severity, Span

Kind = Literal["statement", "function", "declaration", "macro", "file"]
MOST_DECLARATIONS = 80  # lines that are shown beside a function
_STATEMENTS = frozenset(
    {
        "expression_statement",
        "declaration",
        "return_statement",
        "if_statement",
        "for_statement",
        "while_statement",
        "do_statement",
        "switch_statement",
        "gnu_asm_expression",
        "preproc_if",
        "preproc_ifdef",
        "preproc_call",
    }
)
_BLOCKS = frozenset({"compound_statement", "case_statement"})
_TOP = frozenset(
    {"translation_unit", "namespace_definition", "declaration_list", "linkage_specification", "preproc_ifdef"}
    | {"preproc_if", "preproc_else", "preproc_elif"}
)
_AROUND = _TOP | {"template_declaration"}  # a function at the top level
_NEEDED = frozenset(
    {
        "declaration",
        "type_definition",
        "alias_declaration",
        "using_declaration",
        "struct_specifier",
        "class_specifier",
        "enum_specifier",
        "union_specifier",
        "namespace_alias_definition",
    }
)


class Passage(NamedTuple):
    """A part of a file: the answer takes the place of `span`. `before` are declarations that are shown ahead of it."""

    kind: Kind
    span: Span
    name: bytes = b""
    before: bytes = b""

    def text(self, data: bytes) -> bytes:
        """The bytes that are to be translated."""
        return data[self.span.start : self.span.end]

    def shown(self, data: bytes) -> bytes:
        """The bytes that a model is shown."""
        return self.before + self.text(data)


class Place(NamedTuple):
    """One place of a file that needs a model: its passages, to be tried in this order, and why."""

    passages: tuple[Passage, ...]
    reason: str
    offset: int


def refused(finding: Finding) -> bool:
    """Whether it is an error that no rule mends."""
    return finding.fix is None and finding.severity is Severity.ERROR


def places(
    context: Context,
    findings: Iterable[Finding],
    lines: Sequence[int] = (),
    *,
    statement_first: bool = False,
    declarations: bool = True,
) -> tuple[Place, ...]:
    """Where a model is to help: at errors that no rule mends, and at `lines` (from 1) that a compiler refused.

    Where there are none of these, at what the rules have mended without being sure. Places in one function whose
    passages overlap are one.
    """
    told = [f for f in findings if refused(f)]
    spots = [(f.span, f.message) for f in told] + [
        (_line_span(context, line), "the compiler refused it") for line in lines
    ]
    if not spots:
        unsure = [f for f in findings if f.fix is not None and f.fix.safety is Safety.UNSAFE]
        warned = [f for f in findings if f.fix is None and f.severity is Severity.WARNING]
        spots = [(f.span, f.message) for f in (*warned, *unsure)]
    found: list[Place] = []
    for span, reason in sorted(spots):
        ladder = tuple(dict.fromkeys(_ladder(context, span, declarations)))
        if statement_first:
            ladder = ladder[::-1]
        if ladder and not any(_meet(ladder, other.passages) for other in found):
            found.append(Place(ladder, reason, span.start))
    return tuple(found)


def _meet(some: Sequence[Passage], others: Sequence[Passage]) -> bool:
    """Whether two places overlap in their first passages: then what mends one is to mend the other."""
    one, other = some[0].span, others[0].span
    return one.start < other.end and other.start < one.end


def _line_span(context: Context, line: int) -> Span:
    starts = [0, *(m.end() for m in re.finditer(rb"\n", context.data))]
    start = starts[min(line, len(starts)) - 1]
    text = context.code[start:].partition(b"\n")[0]
    indent = len(text) - len(text.lstrip())
    return Span(start + indent, start + max(len(text.rstrip()), indent))


def _ladder(context: Context, span: Span, declarations: bool) -> Iterator[Passage]:
    """The passages around a span, the larger first."""
    index = context.defines.index(span.start)
    if index is not None:
        yield _macro(context, index)
        return
    function = _enclosing(context, span.start)
    if function is not None:
        whole = _whole(context, function)
        yield Passage("function", whole, function.name, _needed(context, whole) if declarations else b"")
        if (statement := _statement(context, span, function)) is not None:
            yield statement
        return
    yield Passage("declaration", _top_level(context, span))


def _macro(context: Context, index: int) -> Passage:
    define = context.defines.all[index]
    start = context.code.rfind(b"#", 0, define.start)
    return Passage("macro", Span(start, define.end), define.name)


def _enclosing(context: Context, offset: int) -> Function | None:
    """The innermost function with a name: a lambda is shown with the function that it is in."""
    found = functions(context)
    inner = found.at(offset)
    while inner is not None and not inner.name:
        inner = found.at(inner.start - 1) if inner.start else None
    return inner


def _whole(context: Context, function: Function) -> Span:
    """A definition with its qualifiers and template parameters, without comments ahead of it."""
    start = functions(context).head(function.start)
    while start < function.start and context.code[start : start + 1].isspace():
        start += 1
    return Span(start, function.end)


def _statement(context: Context, span: Span, function: Function) -> Passage | None:
    """The statement that holds the span, from the start of its line where it begins that."""
    node: Node | None = context.node_at(span.start, max(span.end, span.start + 1))
    while node is not None and not (node.type in _STATEMENTS and node.parent and node.parent.type in _BLOCKS):
        node = node.parent
    if node is None or node.start_byte < function.body:
        return None
    start, end = node.start_byte, node.end_byte
    line = context.data.rfind(b"\n", 0, start) + 1
    if not context.data[line:start].strip():
        start = line
    if context.code[end - 1 : end] not in b";}\n" and (m := re.compile(rb"\s*;").match(context.code, end)):
        end = m.end()
    return Passage("statement", Span(start, end), function.name)


def _top_level(context: Context, span: Span) -> Span:
    """The whole declaration or directive at the top level that holds the span."""
    node: Node | None = context.node_at(span.start, max(span.end, span.start + 1))
    while node is not None and node.parent is not None and node.parent.type not in _TOP:
        node = node.parent
    if node is None or node.parent is None:
        return span
    return Span(node.start_byte, len(context.data[: node.end_byte].rstrip()))


def _needed(context: Context, span: Span) -> bytes:
    """The declarations of the file that the code of a span names, and those that they name, in the file's order."""
    items = _items(context)
    wanted = set(IDENTIFIER.findall(context.code, span.start, span.end))
    taken: dict[Span, bytes] = {}
    grown = True
    while grown:
        grown = False
        for place, (names, text) in items.items():
            overlaps = place.start < span.end and span.start < place.end
            if place not in taken and not overlaps and not wanted.isdisjoint(names):
                taken[place] = text
                wanted |= set(IDENTIFIER.findall(text))
                grown = True
    lines = b"".join(taken[place].strip() + b"\n" for place in sorted(taken))
    return lines if lines.count(b"\n") <= MOST_DECLARATIONS else b""


def _items(context: Context) -> dict[Span, tuple[frozenset[bytes], bytes]]:
    """What the file declares at its top level: which names, and the text that declares them, of functions the head."""
    found: dict[Span, tuple[frozenset[bytes], bytes]] = {}
    for define in context.defines.all:
        start = context.code.rfind(b"#", 0, define.start)
        span = Span(start, define.end)
        found[span] = (frozenset({define.name}), context.text(span))
    for function in functions(context).all:
        around = function.node.parent
        if function.name and around is not None and around.type in _AROUND:
            whole = _whole(context, function)
            head = context.data[whole.start : function.body].rstrip()
            found[whole] = (frozenset({function.name}), head + b";")
    for node in _declared(context.root):
        span = Span(node.start_byte, node.end_byte)
        own = _own_names(node)
        if own:
            text = context.text(span).rstrip()
            found[span] = (own, text if text.endswith(b";") else text + b";")
    return found


def _declared(root: Node) -> Iterator[Node]:
    for child in root.named_children:
        if child.type in _TOP:
            yield from _declared(child)
        elif child.type in _NEEDED:
            yield child


def _own_names(node: Node) -> frozenset[bytes]:
    """The names that a declaration introduces."""
    names: set[bytes] = set()
    stack = [child for child in node.named_children if "declarator" in child.type or child.type.endswith("identifier")]
    if (named := node.child_by_field_name("name")) is not None:
        stack.append(named)
    stack += [c for c in node.named_children if c.type in _NEEDED]  # `struct A {...} a;`
    for one in stack:
        inner: Node | None = one
        while inner is not None and not inner.type.endswith("identifier"):
            inner = inner.child_by_field_name("declarator") or inner.child_by_field_name("name")
        if inner is not None and inner.text:
            names.add(inner.text)
    return frozenset(names)


def chunks(context: Context, most: int) -> tuple[Passage, ...]:
    """The whole file as passages of whole top-level declarations, of about `most` bytes or one declaration each."""
    ends = [child.end_byte for child in context.root.named_children if child.type != "comment"]
    found: list[Passage] = []
    start = end = 0
    for following in (_line_end(context, offset) for offset in ends):
        if following <= end:
            continue
        if following - start > most and end > start:
            found.append(Passage("file", Span(start, end)))
            start = end
        end = following
    found.append(Passage("file", Span(start, len(context.data))))
    return tuple(p for p in found if p.text(context.data).strip())


def _line_end(context: Context, offset: int) -> int:
    found = context.data.find(b"\n", max(offset - 1, 0))
    return found + 1 if found >= 0 else len(context.data)
