"""The calls of a few names, and launches, found by where their names are: most files hold few that anybody asks about.

To walk over all nodes of a tree takes a third of the time that it takes to make one.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node

from cass_tools.cuda.patterns import every

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context


def named_calls(context: "Context", names: Iterable[bytes]) -> Iterator[Node]:
    """The calls outside of `#define` bodies whose callee is one of the names; launches may be some."""
    for name in names:
        for start in context.words[name]:
            call = None if _in_body(context, start) else _called_by(_smallest(context, start, start + len(name)))
            if call is not None and context.callee(call) == name:
                yield call


def launches(context: "Context") -> Iterator[Node]:
    """The launches outside of `#define` bodies."""
    for start in every(context.code, b"<<<"):
        opened = None if _in_body(context, start) else _smallest(context, start, start + 1)
        call = opened.parent.parent if opened is not None and opened.parent is not None else None
        if call is not None and call.type == "call_expression" and _opens(context, call, start):
            yield call


def _in_body(context: "Context", offset: int) -> bool:
    return context.defines.index(offset) is not None


def _smallest(context: "Context", start: int, end: int) -> Node | None:
    return context.root.descendant_for_byte_range(start, end)


def _opens(context: "Context", call: Node, start: int) -> bool:
    listed = call.child_by_field_name("arguments")
    return listed is not None and listed.start_byte == start and context.is_launch(call)


def _called_by(node: Node | None) -> Node | None:
    """The call whose callee ends in this name."""
    parent = node.parent if node is not None else None
    while node is not None and parent is not None:
        if parent.type == "call_expression":
            return parent if parent.child_by_field_name("function") == node else None
        if (parent.child_by_field_name("name") or parent.child_by_field_name("field")) != node:
            return None
        node, parent = parent, parent.parent
    return None
