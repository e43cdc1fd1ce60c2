"""docs/asm-programs.md: shares by length of kernel, and every failure with its kind."""

from collections.abc import Mapping, Sequence
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "asm-programs.md"
FOOT = "Written by `python -m bench.asm_programs CORPUS --out FILE --write`."
BUCKETS = (100, 250, 500, 750, 1500, 1 << 31)
APART = ("control", "not built")

Row = Mapping[str, object]


def number(row: Row, name: str) -> int:
    """A count of a row."""
    return int(str(row[name]))


def table(rows: Sequence[Row]) -> list[str]:
    """Shares by the number of instructions of the longest kernel."""
    lines = ["| longest kernel, instructions | programs | right | share |", "|---|---|---|---|"]
    low = 0
    for high in BUCKETS:
        inside = [row for row in rows if low <= number(row, "longest") < high]
        name = f"{low} to {high - 1}" if high < BUCKETS[-1] else f"{low} and more"
        lines.append(_share(name, inside))
        low = high
    return [*lines, _share("**all**", rows)]


def _share(name: str, rows: Sequence[Row]) -> str:
    right = sum(row["outcome"] == "right" for row in rows)
    share = f"{right / len(rows):.1%}" if rows else "-"
    return f"| {name} | {len(rows)} | {right} | {share} |"


def write(rows: Sequence[Row], candidates: int, sm: int, arch: str) -> None:
    """Write the page."""
    judged = [row for row in rows if row["outcome"] not in APART]
    control = [row for row in rows if row["outcome"] == "control"]
    unbuilt = [row for row in rows if row["outcome"] == "not built"]
    failed = [row for row in judged if row["outcome"] != "right"]
    text = [
        "# Self-checking programs at assembly level",
        "",
        f"<!-- {FOOT} -->",
        "",
        "Programs of HeCBench that check themselves and need no library and no file are built by nvcc for "
        f"sm_{sm}; their machine code alone is",
        f"translated for {arch}, put back with the host code and executed on this CPU, with the arguments of their "
        "Makefile made small. Right is what ends within 40 s,",
        "prints PASS and no FAIL. The CASS paper's model falls to nothing beyond 750 lines.",
        "",
        f"Of {candidates} such programs {len(rows)} were measured. {len(unbuilt)} were not built by nvcc. Of "
        f"{len(control)} the same source, compiled for {arch} by clang,",
        "is not right here either (its run does not end in 40 s, or it does not print PASS with small arguments): "
        "they say nothing about a translation.",
        "",
        *table(judged),
        "",
        "## What is not right",
        "",
        "| program | longest kernel | outcome | why |",
        "|---|---|---|---|",
        *(f"| {row['program']} | {row['longest']} | {row['outcome']} | {_cell(row['why'])} |" for row in failed),
        "",
    ]
    PAGE.write_text("\n".join(text))


def _cell(text: object) -> str:
    return str(text).replace("|", "/").replace("\n", " ")[:160]
