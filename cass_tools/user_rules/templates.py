"""A pattern's query, and the template of its replacement: `{name}` is the text under the capture `@name`."""

import functools
import re
from collections.abc import Callable, Mapping, Sequence, Set

from tree_sitter import Node, Query, QueryError

from cass_tools.cuda.parse import language
from cass_tools.errors import CassError
from cass_tools.model import Edit, Span

MATCH = "match"
_PLACE = re.compile(r"\{\{|\}\}|\{([\w.-]+)\}|[{}]")


@functools.lru_cache(maxsize=64)
def compiled(query: str) -> Query:
    """The query for the grammar of C++."""
    return Query(language(), query)


def check_pattern(where: str, query: str, template: str | None) -> None:
    """CassError for a query that the grammar refuses, or a template that names what the query does not capture."""
    try:
        made = compiled(query)
    except (QueryError, SyntaxError, ValueError) as error:
        hint = "node types are those of tree-sitter-cpp"
        raise CassError(f"{where}: the query cannot be read: {' '.join(str(error).split())}; {hint}") from error
    captures = [made.capture_name(number) for number in range(made.capture_count)]
    if MATCH not in captures:
        raise CassError(f"{where}: the query needs the capture @match: what is found, and replaced")
    for match in _PLACE.finditer(template or ""):
        if match[0] in ("{", "}"):
            raise CassError(f"{where}: replace has a single {match[0]} that belongs to no capture; write it twice")
        if match[1] and match[1] not in captures:
            there = ", ".join(f"{{{name}}}" for name in captures)
            raise CassError(f"{where}: replace names {match[0]}, which the query does not capture; there are {there}")


def fill(
    template: str, span: Span, captured: dict[str, list[Node]], text: Callable[[Span], bytes], code: bytes
) -> list[Edit]:
    """The edits that make the template of what is in `span`.

    What is captured stays where it is as long as it comes in the order of the template, so that other edits in it hold;
    what moves is written anew, as `text` gives it. `code` is the file without comments: where it has the template's
    words already, nothing is changed, so that comments and line ends survive.
    """
    edits: list[Edit] = []
    new, at, done = b"", span.start, 0
    for place in _PLACE.finditer(template):
        new += template[done : place.start()].encode()
        done = place.end()
        if not place[1]:
            new += place[0][:1].encode()
        elif (under := _under(captured.get(place[1], ()))) is not None:
            if at <= under.start and under.end <= span.end:
                edits.append(Edit(Span(at, under.start), new))
                new, at = b"", under.end
            else:
                new += text(under)
    edits.append(Edit(Span(at, span.end), new + template[done:].encode()))
    return [edit for edit in edits if edit.text.split() != code[edit.span.start : edit.span.end].split()]


def lost(match: Node, captured: Mapping[str, Sequence[Node]]) -> Span | None:
    """The first item of a list in `match` that nothing captures, though another of that list is captured.

    A query without anchors (`.`) takes lists that are longer than it says, and a template would drop the rest.
    """
    places = {
        (node.start_byte, node.end_byte)
        for name, nodes in captured.items()
        if name != MATCH
        for node in nodes
        if match.start_byte <= node.start_byte and node.end_byte <= match.end_byte
    }
    todo = [match]
    while todo:
        node = todo.pop()
        if (node.start_byte, node.end_byte) in places and node != match:
            continue
        items = [child for child in node.named_children if child.type != "comment"]
        if node.type.endswith("_list"):
            free = [item for item in items if not _holds(item, places)]
            if free and len(free) < len(items):
                return Span(free[0].start_byte, free[0].end_byte)
        todo += reversed(items)
    return None


def _holds(node: Node, places: Set[tuple[int, int]]) -> bool:
    """Whether the node is captured, or something in it is."""
    return any(node.start_byte <= start and end <= node.end_byte for start, end in places)


def _under(nodes: Sequence[Node]) -> Span | None:
    """From the first of the nodes to the last: several arguments come with the commas between them."""
    if not nodes:
        return None
    return Span(min(node.start_byte for node in nodes), max(node.end_byte for node in nodes))
