"""docs/asm-table.md: our routes beside the rows of the CASS paper's Table 3."""

from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "asm-table.md"
FOOT = "Written by `python -m bench.asm_table CASES --write`."
PAPER = (  # test accuracy, compile rate, chrF of the paper's Table 3, assembly
    ("ZLUDA", 7.86, 8.40, 7.84),
    ("GPT-5.1, the best of the general models", 22.22, 25.20, 16.62),
    ("CASS sm89-3B", 59.89, 81.84, 79.91),
    ("CASS sm80-7B, the paper's best", 69.11, 90.24, 81.28),
)
Z = 1.96

Row = Mapping[str, object]


def interval(right: int, count: int) -> tuple[float, float]:
    """Wilson's interval of 95 %, in percent."""
    if not count:
        return 0.0, 100.0
    share, z = right / count, Z * Z / count
    middle, width = share + z / 2, Z * sqrt(share * (1 - share) / count + z / (4 * count))
    return 100 * (middle - width) / (1 + z), 100 * (middle + width) / (1 + z)


def line(name: str, rows: Sequence[Row]) -> str:
    """A route's row of the table."""
    right, compiled = (sum(bool(row[key]) for row in rows) for key in ("right", "compiled"))
    scores = [float(str(row["chrf"])) for row in rows if row["chrf"] is not None]
    low, high = interval(right, len(rows))
    chrf = f"{sum(scores) / len(scores):.2f} ({len(scores)} texts)" if scores else "-"
    accuracy = f"{100 * right / len(rows):.2f} ({low:.0f} to {high:.0f})"
    return f"| {name} | {right} of {len(rows)} | {accuracy} | {100 * compiled / len(rows):.2f} | {chrf} |"


def write(rows: Sequence[Row], sm: int, arch: str, model: str) -> None:
    """Write the page; `model` is what it is called, empty without one."""
    routes = {"lifter": "lifter", "hybrid": "hybrid", "model": f"model alone: {model or 'as measured before'}"}
    ours = [line(name, own) for key, name in routes.items() if (own := [row for row in rows if row["route"] == key])]
    asked = sum(int(str(row["asked"])) for row in rows if row["route"] == "hybrid")
    wrong = [row for row in rows if row["route"] == "lifter" and not row["right"]]
    text = [
        "# Assembly: the columns of the CASS paper's Table 3",
        "",
        f"<!-- {FOOT} -->",
        "",
        f"The programs of [asm-cases.md](asm-cases.md), from sm_{sm} machine code alone to {arch}. Test accuracy: the",
        "program prints, executed on this CPU, what it printed on an H100. Compile rate: its kernels all assemble.",
        "chrF (sacrebleu's, mean of texts): against the assembly that `clang -Os` makes of the program's HIP twin. In",
        "brackets is Wilson's interval of 95 %.",
        "",
        "| route | right | test accuracy, % | compile rate, % | chrF |",
        "|---|---|---|---|---|",
        *ours,
        "",
        "The paper's rows are of its own 369 tasks, which are not public as it used them: they stand beside ours, not",
        "against them.",
        "",
        "| in the paper | test accuracy, % | compile rate, % | chrF |",
        "|---|---|---|---|",
        *(f"| {name} | {accuracy} | {compiled} | {chrf} |" for name, accuracy, compiled, chrf in PAPER),
        "",
        f"- **Hybrid** asked a model {asked} times here: the lifter refuses no kernel of these programs."
        if not asked
        else f"- **Hybrid** asked a model {asked} times.",
        "- **chrF** says how alike texts are, not whether they do the same: a lifter writes right code in other words.",
        "- Any model can be put in: `--model` of this command takes a GGUF or an endpoint. The CASS models' weights",
        "  were not at hand; the model in the table, if there is one, is a small one that was never tuned for this.",
        "",
        "Not right by the lifter:",
        "",
        *(f"- `{row['case']}`: {str(row['why'])[:200]}" for row in wrong),
        "",
    ]
    PAGE.write_text("\n".join(text))
