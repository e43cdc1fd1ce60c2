"""A control-flow graph as SVG: blocks in layers from the entry downwards, jumps back at the side.

A small layered layout: the layer of a block is the longest way to it without jumps back; in a layer, blocks are
ordered by where those that lead to them stand, in a few sweeps down and up.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT, GAP_X, GAP_Y, LANE = 190, 52, 34, 46, 14
SWEEPS = 4
MOST = 400  # blocks that are drawn


class Node(NamedTuple):
    """A block: its name, a line below it, where it leads (numbers of nodes), and the line of text where it begins."""

    title: str
    note: str
    following: tuple[int, ...]
    line: int = 0


class Layout(NamedTuple):
    """The place (left, top) of each node, lanes beside them for edges, and the size of the whole.

    Edges that lead back have a lane at the right, those that pass over layers one at the left.
    """

    places: dict[int, tuple[float, float]]
    back: dict[tuple[int, int], float]
    over: dict[tuple[int, int], float]
    width: float
    height: float


def back_edges(nodes: Sequence[Node]) -> frozenset[tuple[int, int]]:
    """Edges to a block that is still open in a walk from the entry: those that close loops."""
    found, state = set[tuple[int, int]](), dict[int, int]()
    for root in range(len(nodes)):
        stack = [(root, 0)] if root not in state else []
        while stack:
            number, at = stack.pop()
            state[number] = 1
            following = nodes[number].following
            while at < len(following):
                target = following[at]
                at += 1
                if state.get(target) == 1:
                    found.add((number, target))
                elif target not in state:
                    stack += [(number, at), (target, 0)]
                    break
            else:
                state[number] = 2
    return frozenset(found)


def _layers(nodes: Sequence[Node], back: frozenset[tuple[int, int]]) -> list[list[int]]:
    rank = dict.fromkeys(range(len(nodes)), 0)
    changed = True
    while changed:
        changed = False
        for number, node in enumerate(nodes):
            for target in node.following:
                if (number, target) not in back and rank[target] < rank[number] + 1:
                    rank[target] = rank[number] + 1
                    changed = True
    layers: list[list[int]] = [[] for _ in range(max(rank.values(), default=-1) + 1)]
    for number in range(len(nodes)):
        layers[rank[number]].append(number)
    return layers


def layout(nodes: Sequence[Node]) -> Layout:
    """Where everything stands."""
    back = back_edges(nodes)
    layers = _layers(nodes, back)
    before: dict[int, list[int]] = {number: [] for number in range(len(nodes))}
    for number, node in enumerate(nodes):
        for target in node.following:
            if (number, target) not in back:
                before[target].append(number)
    behind = {n: [t for t in node.following if (n, t) not in back] for n, node in enumerate(nodes)}
    column = {number: float(at) for layer in layers for at, number in enumerate(layer)}
    for sweep in range(SWEEPS):
        near = behind if sweep % 2 else before
        for layer in reversed(layers) if sweep % 2 else layers:
            middle = {n: sum(column[m] for m in near[n]) / len(near[n]) if near[n] else column[n] for n in layer}
            layer.sort(key=lambda n, middle=middle: (middle[n], n))  # type: ignore[misc]
            column |= {n: at - (len(layer) - 1) / 2 for at, n in enumerate(layer)}
    widest = max((len(layer) for layer in layers), default=1)
    rank = {n: row for row, layer in enumerate(layers) for n in layer}
    far = sorted((n, m) for n, node in enumerate(nodes) for m in node.following if rank[m] > rank[n] + 1)
    left, right = LANE * (len(far) + 2), LANE * (len(back) + 2)
    width = widest * (WIDTH + GAP_X) + left + right
    centre = left + widest * (WIDTH + GAP_X) / 2
    places = {
        n: (centre + column[n] * (WIDTH + GAP_X) - WIDTH / 2, GAP_Y / 2 + rank[n] * (HEIGHT + GAP_Y)) for n in rank
    }
    lanes = {edge: width - 1.0 * LANE * (len(back) - at) for at, edge in enumerate(sorted(back))}
    over = {edge: float(LANE * (len(far) - at)) for at, edge in enumerate(far)}
    return Layout(places, lanes, over, width, len(layers) * (HEIGHT + GAP_Y) + GAP_Y / 2)


def svg(nodes: Sequence[Node], name: str) -> str:
    """The picture; colours are currentColor and CSS variables with defaults, so that a page can choose them."""
    if len(nodes) > MOST:
        return f"<p>{escape(name)} has {len(nodes)} blocks: too many to draw.</p>"
    made = layout(nodes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {made.width:.0f} {made.height:.0f}" '
        f'width="{made.width:.0f}" height="{made.height:.0f}" role="img" '
        f'aria-label="Control flow of {escape(name, quote=True)}" font-family="ui-monospace,monospace" font-size="12">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="var(--quiet,#57606a)"/></marker></defs>',
    ]
    for number, node in enumerate(nodes):
        parts += [_edge(number, target, made, at) for at, target in enumerate(node.following)]
    parts += [_node(node, *made.places[number]) for number, node in enumerate(nodes)]
    return "".join([*parts, "</svg>"])


def _node(node: Node, left: float, top: float) -> str:
    return (
        f'<g class="block" data-line="{node.line}"><rect x="{left:.1f}" y="{top:.1f}" width="{WIDTH}" '
        f'height="{HEIGHT}" rx="6" fill="var(--raised,#f4f5f7)" stroke="var(--line,#8b949e)"/>'
        f'<text x="{left + 10:.1f}" y="{top + 21:.1f}" fill="var(--text,#1b1f24)" font-weight="600">'
        f"{escape(_cut(node.title))}</text>"
        f'<text x="{left + 10:.1f}" y="{top + 40:.1f}" fill="var(--quiet,#57606a)">{escape(_cut(node.note))}</text></g>'
    )


def _cut(text: str) -> str:
    return text if len(text) <= 23 else f"{text[:22]}…"


def _edge(number: int, target: int, made: Layout, at: int) -> str:
    (x1, y1), (x2, y2) = made.places[number], made.places[target]
    style = 'fill="none" stroke="var(--quiet,#57606a)" marker-end="url(#tip)"'
    if lane := made.back.get((number, target)):
        path = f"M{x1 + WIDTH:.1f} {y1 + HEIGHT * 0.7:.1f}H{lane:.1f}V{y2 + HEIGHT * 0.3:.1f}H{x2 + WIDTH:.1f}"
        return f'<path d="{path}" {style} stroke-dasharray="5 3"/>'
    if lane := made.over.get((number, target)):
        path = f"M{x1:.1f} {y1 + HEIGHT * 0.7:.1f}H{lane:.1f}V{y2 + HEIGHT * 0.3:.1f}H{x2:.1f}"
        return f'<path d="{path}" {style}/>'
    x, y, u, v = x1 + WIDTH / 2 + (16 if at else -16), y1 + HEIGHT, x2 + WIDTH / 2, y2
    path = f"M{x:.1f} {y:.1f}C{x:.1f} {y + GAP_Y / 2:.1f} {u:.1f} {v - GAP_Y / 2:.1f} {u:.1f} {v:.1f}"
    return f'<path d="{path}" {style}/>'
