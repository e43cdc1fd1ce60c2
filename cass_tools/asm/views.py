"""What there is to know of each kernel of a listing: instruction mixes, registers, occupancy, control flow."""

import json
from typing import Any, NamedTuple

from cass_tools.asm.flow import blocks
from cass_tools.asm.graph import Node, svg
from cass_tools.asm.mix import categories, mix
from cass_tools.asm.occupancy import Occupancy, occupancy
from cass_tools.asm.sides import Side, category_of, mnemonics
from cass_tools.asm.statements import Function
from cass_tools.asm.viewed import Listing
from cass_tools.errors import CassError

GROUPS = (64, 256, 1024)
"""Threads of a group for which occupancy is estimated."""


class View(NamedTuple):
    """One kernel or function: instructions by category for AMD and NVIDIA, and waves by threads of a group."""

    name: str
    amd: dict[str, int]
    nvidia: dict[str, int]
    registers: dict[str, int]
    waves: dict[int, Occupancy]
    nodes: tuple[Node, ...]

    @property
    def total(self) -> int:
        """Instructions of AMD's code."""
        return sum(self.amd.values())

    def rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """Categories with the counts of AMD's and, where there is some, NVIDIA's code; the last row is the sum."""
        sides = [self.amd, self.nvidia] if self.nvidia else [self.amd]
        names = [name for name in categories() if any(name in side for side in sides)]
        rows = [(name, tuple(side.get(name, 0) for side in sides)) for name in names]
        return [*rows, ("all", tuple(sum(side.values()) for side in sides))]

    def summary(self) -> str:
        """Registers, blocks and waves in one line."""
        named = {"v": "vector", "s": "scalar", "a": "accumulation"}
        parts = [f"{self.registers[file]} {word}" for file, word in named.items() if self.registers[file]]
        text = f"{', '.join(parts) or 'no'} registers, {len(self.nodes)} blocks"
        if len(set(self.waves.values())) == 1:
            found = next(iter(self.waves.values()))
            limit = f", limited by {found.limit}" if found.limit else ""
            return f"{text}, {found.waves} of {found.most} waves per SIMD{limit}"
        for group, found in self.waves.items():
            limit = f" (limited by {found.limit})" if found.limit else ""
            text += f"; {group} threads: {found.waves} of {found.most} waves per SIMD{limit}"
        return text

    def value(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "instructions": {"amd": self.amd, "nvidia": self.nvidia or None},
            "registers": self.registers,
            "occupancy": [{"group": group, **found._asdict()} for group, found in self.waves.items()],
            "blocks": [
                {"name": node.title, "line": node.line, "following": [self.nodes[n].title for n in node.following]}
                for node in self.nodes
            ],
        }

    def picture(self) -> str:
        """The control-flow graph as SVG."""
        return svg(self.nodes, self.name)


def views(listing: Listing) -> list[View]:
    """A view of each function with code, kernels first."""
    program = listing.program
    nvidia = next((side for side in listing.sides if side.kind == "sass"), None)
    found = []
    for function in program.functions:
        if listing.kernel not in ("", function.name):
            continue
        descriptor = program.descriptors.get(function.name)
        used = program.used(function)
        waves = {}
        if descriptor is not None:
            for group in GROUPS:
                if estimate := occupancy(descriptor, program.gpu, program.wave, group):
                    waves[group] = estimate
        names = [each.name for each in function.body if each.form.value == "instruction"]
        sass = beside(nvidia, function.name)
        counts = {file: max(numbers, default=-1) + 1 for file, numbers in used.items()}
        found.append(View(function.name or "code", mix(names, "amd"), sass, counts, waves, nodes(function)))
    return sorted(found, key=lambda view: not view.waves)


def only(listing: Listing, kernel: str | None) -> Listing:
    """The listing with one kernel, all where none is named; CassError lists what there is."""
    names = [function.name for function in listing.program.functions]
    if kernel is not None and kernel not in names:
        raise CassError(
            f"there is no kernel {kernel}; there are {', '.join(filter(None, names)) or 'none with a name'}"
        )
    return listing._replace(kernel=kernel or "")


def as_json(listing: Listing) -> str:
    """All views as JSON."""
    program = listing.program
    value = {"gpu": program.gpu, "wave": program.wave, "kernels": [view.value() for view in views(listing)]}
    return json.dumps(value | {"notes": list(listing.notes)}, indent=1) + "\n"


def beside(side: Side | None, name: str) -> dict[str, int]:
    """The mix of the same function in NVIDIA's code, empty where there is none."""
    rows = side.rows.get(name, ()) if side else ()
    return mix(mnemonics(rows), "nvidia")


def nodes(function: Function) -> tuple[Node, ...]:
    """The blocks of a function for a picture."""
    made = []
    for block in blocks(function):
        title = block.labels[0] if block.labels else function.name if not block.number else f"block {block.number}"
        last = block.code[-1].name if block.code else ""
        count = f"{len(block.code)} instruction{'s' if len(block.code) != 1 else ''}"
        line = block.code[0].line if block.code else 0
        made.append(Node(title or "code", f"{count}, {last}" if last else count, tuple(block.following), line))
    return tuple(made)


def page_value(listing: Listing) -> dict[str, Any]:
    """All that the page shows, as plain values."""
    kernels = []
    for view in views(listing):
        sides = []
        for side in listing.sides:
            rows = side.rows.get(view.name, side.rows.get("", ()))
            shown = [[row.text, row.file, row.line, category_of(row, side.kind), row.number] for row in rows]
            sides.append({"kind": side.kind, "title": side.title, "rows": shown})
        kernels.append(view.value() | {"sides": sides, "svg": view.picture()})
    return {
        "gpu": listing.program.gpu,
        "wave": listing.program.wave,
        "categories": list(categories()),
        "notes": list(listing.notes),
        "kernels": kernels,
    }
