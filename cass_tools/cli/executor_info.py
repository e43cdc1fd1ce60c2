"""`cass exec-info`: executor/inventory.py as a table or JSON."""

import json
import sys

from cass_tools.cli.screen import Screen
from cass_tools.executor import cache, inventory

GIB, MIB = 1 << 30, 1 << 20


def show(*, as_json: bool, clear: bool) -> int:
    """Print everything; with `clear`, remove the caches and say so. Always 0."""
    kept = inventory.caches()
    if clear:
        inventory.clear()
        print(f"cass: removed {sum(c.size for c in kept) / MIB:.1f} MiB in {cache.root()}", file=sys.stderr)
        return 0
    sets = list(inventory.instruction_sets())
    if as_json:
        value = {
            "instruction_sets": [
                {"name": s.name, "archs": s.archs, "decoded": s.known, "translated": s.translated, "refused": s.refused}
                for s in sets
            ],
            "devices": inventory.cards(),
            "caches": [{"name": c.name, "path": str(c.path), "bytes": c.size} for c in kept],
        }
        json.dump(value, sys.stdout, indent=1)
        print()
        return 0
    screen = Screen()
    rows = [[s.name, s.archs, str(s.known), str(s.translated)] for s in sets]
    screen.table(["instruction set", "GPUs", "decoded", "translated"], rows)
    screen.line("  The rest is refused by name when a kernel has it; --format json lists it.")
    screen.line()
    screen.table(["GPU", "played as", "lanes", "units", "memory"], [_card(card) for card in inventory.cards()])
    screen.line()
    screen.table(["kept", "MiB", "in"], [[c.name, f"{c.size / MIB:.1f}", str(c.path)] for c in kept])
    screen.line(f"  At most {cache.LIMIT / GIB:.0f} GiB of kernels are kept. cass exec-info --clear removes all of it.")
    return 0


def _card(card: dict[str, str | int]) -> list[str]:
    memory = f"{int(card['memory']) / GIB:.0f} GiB"
    return [str(card["arch"]), str(card["name"]), str(card["wave"]), str(card["multiprocessors"]), memory]
