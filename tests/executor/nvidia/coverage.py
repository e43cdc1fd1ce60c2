"""What of the table of forms was compared with an H200: python -m tests.executor.nvidia.coverage writes it."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from cass_tools.executor.nvidia.tables import table
from tests.executor.nvidia.committed import ARCHITECTURES, DATA, SOURCES, listing

PAGE = Path(__file__).parents[3] / "docs" / "sass.md"
SUITE = ("suite_memory", "suite_numbers", "suite_threads")
REFUSED_KERNELS = ("x_sparse",)
REFUSED = ("TEX", "TLD")
Pair = tuple[str, str]  # an opcode and one of its modifiers, or "" for the opcode itself
HEAD = """# NVIDIA's instructions

<!-- Written by `python -m tests.executor.nvidia.coverage`. -->

`cass_tools/data/sass/forms.tsv` lists what is known of the machine code of sm_75 to sm_121; what is not in it is
refused by name. What is compared with a GPU: the kernels of `tests/executor/nvidia/data/suite_*.cu`, compiled for
sm_80, 89 and 90 and executed on both platforms, and single instructions, with what an H200 gave (for the code of sm_90;
that of sm_80 and sm_89 has to give the same). Everything else that is executed is compared with a model in Python or
numpy; kernels of the other committed sources are compared with numpy.
"""


def pairs(name: str) -> Iterator[Pair]:
    """Of an instruction's name with its modifiers."""
    opcode, *words = name.split(".")
    yield opcode, ""
    yield from ((opcode, word) for word in words)


def _listed(source: str, sm: int) -> Iterator[str]:
    """The names in a listing."""
    functions = json.loads(listing(source, sm))[1]
    for function in functions:
        if function["function-name"] not in REFUSED_KERNELS:
            yield from (each["opcode"] for each in function["sass-instructions"])


@cache
def known() -> frozenset[Pair]:
    """The whole table."""
    found: set[Pair] = set()
    for opcode, forms in table().items():
        found.add((opcode, ""))
        found.update((opcode, word) for form in forms for group in form.modifiers for word in group.choices)
    return frozenset(found)


@cache
def recorded() -> frozenset[Pair]:
    """What was compared with the GPU."""
    names = {name for source in SUITE for sm in (80, 89, 90) for name in _listed(source, sm)}
    with np.load(DATA / "h200.npz") as file:
        names |= {str(name).partition(" ")[0] for name in file["names"]}
    with np.load(DATA / "floats_h200.npz") as file:
        names |= {name.split(" ")[2] for name in file if not name.startswith("inputs")}
    return frozenset(pair for name in names for pair in pairs(name)) & known()


@cache
def compiled() -> frozenset[Pair]:
    """What else is in committed cubins."""
    names = {name for source in SOURCES for sm in ARCHITECTURES for name in _listed(source, sm)}
    return frozenset(pair for name in names for pair in pairs(name)) & known() - recorded()


def page() -> str:
    """The text of docs/sass.md."""
    opcodes = [pair for pair in known() if not pair[1]]
    rows = []
    for what, chosen in (("opcodes", opcodes), ("opcodes and their modifiers", list(known()))):
        gpu, other = (sum(pair in found for pair in chosen) for found in (recorded(), compiled()))
        refused = sum(pair[0] in REFUSED for pair in chosen)
        model = len(chosen) - gpu - other - refused
        rows.append(f"| {what} | {len(chosen)} | {gpu} | {other} | {model} | {refused} |")
    lines = [
        HEAD,
        "| | in the table | GPU | kernels and numpy only | models only | refused |",
        "|---|---|---|---|---|---|",
    ]
    lines += [*rows, "", "## Not compared with a GPU", "", "| opcode | it has no GPU's result with |", "|---|---|"]
    for opcode in sorted(table()):
        missing = sorted(word for name, word in known() - recorded() if name == opcode)
        if missing:
            lines.append(f"| {opcode} | {'anything' if '' in missing else ' '.join(f'`{word}`' for word in missing)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
