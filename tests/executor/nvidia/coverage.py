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
TEXTURES = (75, 80, 90, 100, 120)
Pair = tuple[str, str]  # an opcode and one of its modifiers, or "" for the opcode itself
HEAD = """# NVIDIA's instructions

<!-- Written by `python -m tests.executor.nvidia.coverage`. -->

`cass_tools/data/sass/forms.tsv` lists what is known of the machine code of sm_75 to sm_121; what is not in it is
refused by name. What is compared with a GPU: the kernels of `tests/executor/nvidia/data/suite_*.cu`, compiled for
sm_80, 89 and 90 and executed on both platforms, kernels of one PTX instruction each (`single.tsv`, about 540), and
single instructions, with what an H200 gave (for the code of sm_90; that of sm_80 and sm_89 has to give the same).
Everything else that is executed is compared with a model in Python or numpy; kernels of the other committed sources are
compared with numpy.

## Products of matrices

The matrix units do not round a sum as if it were exact, and so neither do we: results of `HMMA`, sparse ones too, have
the bits of an H200's. The products of an instruction and what they are added to are cut off 25 bits behind the point of
the largest term (by its exponents), added without loss, and cut to a float, or rounded to a half. That was found by
comparing with an H200; older GPUs are said to keep fewer bits and to add fewer products at a time. `QMMA` (sm_89,
sm_100 and later) was not compared: its sums are exact and rounded once.

Results of 16 bits of `MUFU` are cut off by an H200, and rounded here: half of them differ in their last bit.
The upper words of doubles' reciprocals and roots are cut off, as most are there.

## Textures and surfaces

A handle is the address of a description that the host makes, in memory below 2^32, since instructions name textures by
32 bits. One routine (`lift/runtime/images.h`) reads it on both platforms. Of 24 kinds of textures an H200 was asked at
2,048 points each (256 are in `textures_h200.npz`):

- Reads without a filter, gathers, fetches and integers: the same bits. So are filtered fractions of 8 and 16 bits in
  one and two dimensions; the result has 16 bits.
- Filtered floats of 32 bits in one and two dimensions and on cubes: the same but for the last bit of about 1 % of the
  numbers. Halves: a result is a half, where 0.1 % round to the neighbour.
- Weights have 8 bits, their products too: what lacks to the sum goes to the nearer elements. About 0.1 % of points
  whose coordinates are from 0 to 1 lie a step of 1/256 element to the side; none of those in elements do.
- Volumes with a filter: floats the same for 96 % of points, the others differ by 1/256 in some weights.

The program `tests/executor/host/data/cuda/textures.cpp` reads and writes 105 kinds of textures and surfaces at 256
points each, and ran on an H200 (`textures_h200.txt.xz`). Both platforms give the same words, and 89 kinds have those of
the H200: layers, offsets, gathers, cubes, levels that are not blended, surfaces of every format. What was learned:
coordinates from 0 to 1 are cut off behind 22 bits; a level's share of a blend is one more axis of the weights; layers
of surfaces are clamped without a sign; what is too large for a half becomes the largest one. What still differs:

- Blended levels: 10 % of the numbers, by 1/256 in some weights. So do filtered volumes, 1 % to 15 %.
- Gradients: the level is up to 0.36 too low where the derivatives along both directions are of like size (an H200 does
  not take the longer of the two), so that 1 % to 10 % of the numbers are others.
- sRGB: three quarters of the fractions, by 0.003 at most. Filtered signed bytes and halves: 1 % to 3 %, in a step.
- Wrong use: it accepts a pitch that is smaller than a row, and a surface of an array that was not made for one; for no
  array its error is 400. Here all of that is error 1.

Anisotropic filters are read as isotropic ones. Filters across the edges of cubes, gradients in three dimensions and
texture references are refused.
"""


def pairs(name: str) -> Iterator[Pair]:
    """Of an instruction's name with its modifiers."""
    opcode, *words = name.split(".")
    yield opcode, ""
    yield from ((opcode, word) for word in words)


def _listed(source: str, sm: int, kernels: frozenset[str] | None = None) -> Iterator[str]:
    """The names in a listing, of all kernels or some."""
    functions = json.loads(listing(source, sm))[1]
    for function in functions:
        name = function["function-name"]
        if kernels is None or name in kernels:
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
    compared = frozenset(map(str, np.load(DATA / "single_h200.npz")["names"])) - frozenset(("mb_pend", "g_fencealias"))
    names |= {name for sm in (80, 89, 90) for name in _listed("single", sm, compared)}
    with np.load(DATA / "h200.npz") as file:
        names |= {str(name).partition(" ")[0] for name in file["names"]}
    with np.load(DATA / "floats_h200.npz") as file:
        names |= {name.split(" ")[2] for name in file if not name.startswith("inputs")}
    with np.load(DATA / "textures_h200.npz") as file:
        names |= set(_listed("textures", 90, frozenset(str(kind).partition(" ")[0] for kind in file["kinds"])))
    return frozenset(pair for name in names for pair in pairs(name)) & known()


@cache
def compiled() -> frozenset[Pair]:
    """What else is in committed cubins."""
    names = {name for source in SOURCES for sm in ARCHITECTURES for name in _listed(source, sm)}
    names |= {name for sm in TEXTURES for name in _listed("textures", sm)}
    return frozenset(pair for name in names for pair in pairs(name)) & known() - recorded()


def page() -> str:
    """The text of docs/sass.md."""
    opcodes = [pair for pair in known() if not pair[1]]
    rows = []
    for what, chosen in (("opcodes", opcodes), ("opcodes and their modifiers", list(known()))):
        gpu, other = (sum(pair in found for pair in chosen) for found in (recorded(), compiled()))
        rows.append(f"| {what} | {len(chosen)} | {gpu} | {other} | {len(chosen) - gpu - other} |")
    lines = [
        HEAD,
        "| | in the table | GPU | kernels and numpy only | models only |",
        "|---|---|---|---|---|",
    ]
    lines += [*rows, "", "## Not compared with a GPU", "", "| opcode | it has no GPU's result with |", "|---|---|"]
    for opcode in sorted(table()):
        missing = sorted(word for name, word in known() - recorded() if name == opcode)
        if missing:
            lines.append(f"| {opcode} | {'anything' if '' in missing else ' '.join(f'`{word}`' for word in missing)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
