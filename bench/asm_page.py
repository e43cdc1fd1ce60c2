"""What docs/measured.md says of programs at assembly level: shares by the length of their longest kernel."""

from collections.abc import Sequence

from bench.kept import MEASURED, Kept, Row
from bench.port_kinds import UNBUILT
from bench.self_checking import KEY
from bench.table import head, line, share

BUCKETS = (100, 250, 500, 750, 1500, 1 << 31)
TEXT = """By the length of the longest kernel in NVIDIA's instructions, and how many of the same programs pass in time
when NVIDIA's code is executed as it is (above); the paper's model falls to nothing beyond 750 lines:"""


def more(rows: Sequence[Row]) -> list[str]:
    """A line for each bucket of lengths, of what was built."""
    done = [row for row in rows if "longest" in row and row["end"] not in UNBUILT]
    plain = {str(r["program"]) for r in Kept(MEASURED / "sass_programs.jsonl", KEY).rows() if r["end"] == "PASSED"}
    return ["", TEXT, "", *table(done, plain)]


def table(rows: Sequence[Row], plain: set[str]) -> list[str]:
    """Shares by the number of instructions of the longest kernel; `plain` are those that pass as NVIDIA's code."""
    lines = head(
        "longest kernel, instructions", "programs", "passed", "passed, or printed PASS", "NVIDIA's code passed"
    )
    low = 0
    for high in BUCKETS:
        inside = [row for row in rows if low <= int(str(row["longest"])) < high]
        lines.append(_bucket(f"{low} to {high - 1}" if high < BUCKETS[-1] else f"{low} and more", inside, plain))
        low = high
    return [*lines, _bucket("all", rows, plain)]


def _bucket(name: str, rows: Sequence[Row], plain: set[str]) -> str:
    passed = sum(row["end"] == "PASSED" for row in rows)
    printed = sum(row["end"] in ("PASSED", "PASS_PRINTED") for row in rows)
    same = sum(str(row["program"]) in plain for row in rows)
    return line(name, len(rows), *(share(number, len(rows)) for number in (passed, printed, same)))
