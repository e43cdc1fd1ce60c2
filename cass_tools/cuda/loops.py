"""How the loop around a node steps a variable: the shape of warp reductions and scans."""

from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from cass_tools.cuda.constants import constants
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.patterns import Pattern

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

_HALVED = Pattern(rb">>=|/=|>>|/")
_WARP_SIZE = Pattern(rb"\bwarpSize\b")


class Steps(NamedTuple):
    """`first` is the variable's first value where it is constant; `adapts`: it depends on `warpSize`."""

    loop: Node
    first: int | None
    halves: bool
    adapts: bool


def steps_of(context: "Context", node: Node, variable: bytes) -> Steps | None:
    """The steps of the innermost `for` around `node` whose header changes `variable`; None if there is none."""
    parent = node.parent
    while parent is not None:
        if parent.type == "for_statement" and (steps := read(context, parent)) is not None and steps[0] == variable:
            return steps[1]
        parent = parent.parent
    return None


def read(context: "Context", loop: Node) -> tuple[bytes, Steps] | None:
    """The variable that a `for` header sets and steps, and how."""
    start = loop.child_by_field_name("initializer")
    update = loop.child_by_field_name("update")
    condition = loop.child_by_field_name("condition")
    if start is None or update is None:
        return None
    target, equals, value = context.text(start).rstrip(b"; \t").partition(b"=")
    name = IDENTIFIER.findall(target)
    if not equals or not name:
        return None
    step = context.text(update)
    header = value + b" " + (context.text(condition) if condition is not None else b"")
    steps = Steps(
        loop=loop,
        first=constants(context).value(value.partition(b",")[0]),
        halves=_HALVED.search(step) is not None,
        adapts=_WARP_SIZE.search(header) is not None,
    )
    return name[-1], steps


def closing(code: bytes, start: int, end: int) -> int:
    """Where the parenthesis that was opened before `start` closes, `end` if it does not."""
    depth = 1
    for i in range(start, min(end, len(code))):
        depth += (code[i] == 0x28) - (code[i] == 0x29)
        if depth == 0:
            return i
    return min(end, len(code))
