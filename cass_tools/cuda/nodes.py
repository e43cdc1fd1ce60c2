"""Nodes of a syntax tree by their type, in one walk.

A compiled tree-sitter query is no faster over a tree than this, and to compile one takes longer than to read 100 KB.
"""

import functools
from collections.abc import Mapping

from tree_sitter import Node

from cass_tools.cuda.parse import language

Kinds = Mapping[int, str]


def kinds(names: Mapping[str, str]) -> Kinds:
    """`names` of node types by the numbers that the grammar has for the types: comparing these makes no strings."""
    return {_number(kind): name for kind, name in names.items()}


@functools.cache
def numbers(names: tuple[str, ...]) -> frozenset[int]:
    """The numbers of node types."""
    return frozenset(map(_number, names))


@functools.cache
def _number(kind: str) -> int:
    number = language().id_for_node_kind(kind, True)
    if number is None:
        raise ValueError(f"the grammar has no node type {kind}")
    return number


def by_kind(root: Node, wanted: Kinds) -> dict[str, list[Node]]:
    """The nodes below `root` (itself included) whose type is one of `wanted`, under the name there, in file order."""
    found: dict[str, list[Node]] = {}
    cursor = root.walk()
    while True:
        node = cursor.node
        assert node is not None  # noqa: S101 - a cursor is always somewhere
        name = wanted.get(node.kind_id)
        if name is not None:
            found.setdefault(name, []).append(node)
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found


def sides(node: Node) -> tuple[Node, str, Node] | None:
    """The sides of a binary expression or an assignment and the operator between them; None if one is missing."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    return None if left is None or right is None or operator is None else (left, operator.type, right)
