"""What is kept of a text that is being edited, so that its next version need not be read from the beginning.

A version has a tree, made from that of the version before, and parts: the declarations of the file. Of a part that is
as it was, with all that is below it, the captured nodes are where they were; they are looked up in the new tree when a
rule asks for them. The answers are those that a reading from the beginning gives.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node, Tree

from cass_tools.cuda.nodes import Kinds, by_kind, numbers
from cass_tools.cuda.parse import parse_part, parse_whole
from cass_tools.cuda.reblank import Blanked
from cass_tools.cuda.revision import Revision, reparse

# Nodes that hold declarations: their children are parts, and they themselves without these.
_HOLDERS = (
    *("translation_unit", "namespace_definition", "declaration_list", "linkage_specification"),
    *("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else"),
)
LAUNCHED = b"<<<"
"""What a launch is called among captured calls."""
Label = Callable[[str, Node], bytes]
Wanted = Callable[[bytes], bool | Callable[[int, int], bool]]
"""Whether somebody asks for a node that is called so; or for one that is called so within bytes [start, end)."""
Key = tuple[int, int, int]


class Place(NamedTuple):
    """A captured node: bytes relative to its part, its type, and what it is called."""

    start: int
    end: int
    kind: int
    label: bytes


class Facts:
    """What others have found out about a declaration from nothing but what is in it, by bytes relative to it."""

    __slots__ = ("definitions", "names")

    def __init__(self) -> None:
        self.names: dict[int, tuple[bool, bool]] = {}  # what cuda/scopes.py says of an identifier
        self.definitions: dict[int, tuple[int, bytes] | None] = {}  # and cuda/kernels.py of a function


class Kept(NamedTuple):
    """What holds of a declaration as long as it stays as it is.

    `places` of its captured nodes, `called` those of them that have a label, by that; both are None where a node cannot
    be told from another by its place.
    """

    places: Mapping[str, Sequence[Place]] | None
    called: Mapping[bytes, Sequence[Place]] | None
    facts: Facts


class Part(NamedTuple):
    """A declaration, or what holds some; `nodes` are its captured nodes, where they are known."""

    node: Node
    kept: Kept
    nodes: Mapping[str, Sequence[Node]] | None = None

    def find(self, name: str, label: Label) -> Iterator[tuple[bytes, Node]]:
        """The nodes of a capture, each with what it is called; KeyError if one is not there."""
        if self.nodes is not None:
            return ((label(name, node), node) for node in self.nodes.get(name, ()))
        base = self.node.start_byte
        return ((place.label, self._at(place, base)) for place in (self.kept.places or {}).get(name, ()))

    def called(self, name: str, label: Label, wanted: Wanted) -> Iterator[tuple[bytes, Node]]:
        """Those of them that are `wanted`, and maybe more."""
        if self.nodes is not None or self.kept.called is None:
            yield from self.find(name, label)
            return
        base, end = self.node.start_byte, self.node.end_byte
        for called, places in self.kept.called.items():
            asked = wanted(called)
            if asked is True or (asked is not False and asked(base, end)):
                for place in places:
                    yield called, self._at(place, base)

    def _at(self, place: Place, base: int) -> Node:
        start, end = base + place.start, base + place.end
        node = self.node.descendant_for_byte_range(start, end)
        while node is not None and (node.kind_id, node.start_byte, node.end_byte) != (place.kind, start, end):
            node = node.parent
        if node is None:
            raise KeyError(place)
        return node


class Parts(Mapping[str, list[Node]]):
    """The captured nodes below `root`, in the order of the file."""

    def __init__(self, root: Node, wanted: Kinds, parts: Sequence[Part], label: Label) -> None:
        self._root = root
        self._wanted = wanted
        self._label = label
        self._parts = parts
        self._having: dict[str, list[Part]] = {}
        for part in parts:
            for name in part.nodes or part.kept.places or ():
                self._having.setdefault(name, []).append(part)
        self._nodes: dict[str, list[Node]] = {}
        self._starts = [part.node.start_byte for part in parts]

    def facts(self, offset: int) -> tuple[Facts, int] | None:
        """What is known of the declaration that holds a byte, and where that begins."""
        part = self._parts[max(bisect_right(self._starts, offset) - 1, 0)]
        node = part.node
        known = part.kept.places is not None and offset < node.end_byte
        return (part.kept.facts, node.start_byte) if known else None

    def names(self) -> dict[int, tuple[bool, bool]]:
        """What is known of the identifiers of all declarations, by where they are."""
        found: dict[int, tuple[bool, bool]] = {}
        for part in self._parts:
            if names := part.kept.facts.names:
                base = part.node.start_byte
                found.update({base + at: known for at, known in names.items()})
        return found

    def __getitem__(self, name: str) -> list[Node]:
        if name not in self._having:
            raise KeyError(name)
        if name not in self._nodes:
            self._nodes[name] = [node for _, node in self._found(name, lambda part: part.find(name, self._label))]
        return self._nodes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._having)

    def __len__(self) -> int:
        return len(self._having)

    def called(self, name: str, wanted: Wanted) -> list[tuple[bytes, Node]]:
        """At least the `wanted` ones of the nodes of a capture that have labels, each with its own, in any order."""
        return self._found(name, lambda part: part.called(name, self._label, wanted))

    def _found(self, name: str, find: Callable[[Part], Iterator[tuple[bytes, Node]]]) -> list[tuple[bytes, Node]]:
        try:
            return [found for part in self._having.get(name, ()) for found in find(part)]
        except KeyError:  # the parser has not kept to what it said of its trees
            nodes = by_kind(self._root, self._wanted).get(name, [])
            return [(self._label(name, node), node) for node in nodes]


class Draft:
    """The newest version that was read; the same object serves all versions of a text, one after the other."""

    def __init__(self) -> None:
        self.blank = Blanked().next
        self._prepared = b""
        self._tree: Tree | None = None
        self._revision: Revision | None = None
        self._known: dict[Key, Kept] = {}
        self._captured = False

    @property
    def doubtful(self) -> bool:
        """Whether the tree may be another than that of a fresh parse."""
        return self._revision is not None and self._revision.tree.root_node.has_error

    def parse(self, prepared: bytes) -> Tree:
        """The tree of the next version."""
        self._revision = None if self._tree is None else reparse(self._tree, self._prepared, prepared)
        whole = parse_whole(prepared) if self._revision is None else self._revision.tree
        if not self._captured:
            self._known = {}  # these belong to a version before the last
        self._prepared, self._tree, self._captured = prepared, whole, False
        return whole or parse_part(prepared)

    def capture(self, root: Node, wanted: Kinds, label: Label) -> Parts:
        """The nodes below the root of that tree whose type is one of `wanted`; `label` says what each is called."""
        parts = []
        known: dict[Key, Kept] = {}
        for node, holds in _declarations(root):
            if holds:
                parts.append(Part(node, _NOTHING_KEPT, _alone(node, wanted)))
                continue
            start, end, kind = node.start_byte, node.end_byte, node.kind_id
            kept, found = self._as_before(start, end, kind), None
            if kept is None:
                found = by_kind(node, wanted)
                kept = _kept(node, found, label)
            parts.append(Part(node, kept, found))
            if kept.places is not None:
                known[start, end, kind] = kept
        self._known, self._captured = known, True
        return Parts(root, wanted, parts, label)

    def _as_before(self, start: int, end: int, kind: int) -> Kept | None:
        """What is kept of a node at bytes [start, end), from where it was in the version before."""
        if self._revision is None or self._revision.touches(start, end):
            return None
        earlier = self._revision.window.earlier(start)
        return self._known.get((earlier, earlier + end - start, kind))


def _declarations(root: Node) -> Iterator[tuple[Node, bool]]:
    """The parts of a file, each before those that it holds, and whether it holds any."""
    holders = numbers(_HOLDERS)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        holds = node.kind_id in holders
        yield node, holds
        if holds:
            waiting += reversed(node.children)


def _alone(node: Node, wanted: Kinds) -> dict[str, list[Node]]:
    name = wanted.get(node.kind_id)
    return {} if name is None else {name: [node]}


_NOTHING_KEPT = Kept(None, None, Facts())


def _kept(part: Node, found: Mapping[str, Sequence[Node]], label: Label) -> Kept:
    """The places of captured nodes; None where two nodes share one, or a node has no size."""
    base = part.start_byte
    places: dict[str, list[Place]] = {}
    for name, nodes in found.items():
        places[name] = [Place(n.start_byte - base, n.end_byte - base, n.kind_id, label(name, n)) for n in nodes]
    keys = [(place.start, place.end, place.kind) for listed in places.values() for place in listed]
    if len(set(keys)) < len(keys) or any(start == end for start, end, _ in keys):
        return Kept(None, None, Facts())
    called: dict[bytes, list[Place]] = {}
    for place in (place for listed in places.values() for place in listed if place.label):
        called.setdefault(place.label, []).append(place)
    return Kept(places, called, Facts())
