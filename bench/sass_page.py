"""What docs/measured.md tells of the rows of `bench.sass_programs` alone: kernels, and the independent path."""

from collections import Counter
from collections.abc import Sequence

from bench.kept import Row
from bench.table import code, head, line, share

UNENDED = ("NO_RESULT", "PASS_PRINTED")


def more(rows: Sequence[Row]) -> list[str]:
    """How many kernels were launched, and what those runs printed that were made on both paths."""
    return [launched(rows), *independent([row for row in rows if "scalar" in row])]


def launched(rows: Sequence[Row]) -> str:
    """Kernels, each counted once for a program, that were launched, and those of programs that passed."""
    counts: Counter[str] = Counter()
    for row in rows:
        counts["PASSED" if row["end"] == "PASSED" else "others"] += int(str(row.get("kernels", 0)))
    return f"Kernels launched: {counts.total()}, {share(counts['PASSED'], counts.total())} in programs that passed."


def independent(rows: Sequence[Row]) -> list[str]:
    """What became of the runs thread by thread; nothing where there were none."""
    if not rows:
        return []
    same = sum(bool(row["same"]) for row in rows)
    late = sum(row["scalar"] in UNENDED for row in rows)
    text = f"""Of those that passed, {len(rows)} were run on the independent path too (`--scalar`: thread by thread,
as this CPU's own code): {share(same, len(rows))} printed the same, times masked; {late} did not end
in 60 s of processor time."""
    lines = head("program", "kind", "processor time, s", "first difference")
    for row in rows:
        if not row["same"]:
            cells = str(row["program"]).removesuffix("-cuda"), str(row["scalar"]), row["scalar_cpu"]
            lines.append(line(*cells, code(str(row["differs"]))))
    return ["", *text.splitlines(), *(["", *lines] if len(lines) > 2 else [])]
