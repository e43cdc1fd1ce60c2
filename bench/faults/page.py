"""What docs/measured.md says about faults: the shares caught by kind, what was missed, what was refused.

A fault that nothing catches may change nothing: operands that commute, lanes that write the same value. Who has read it
says so in `judged.toml`: a table of the program, and in it the fault's name with the reason why nothing changes. All
others count as missed. In the same place stands, under "none", why a translation that was refused is wrong.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.kept import MEASURED, NOT_MEASURED, Kept, Row
from bench.table import code, head, left, line, share, taken

KEY = ("program", "way", "fault")
RIGHT = "none"  # what stands in a row in the place of a fault: it is of the right translation
JUDGED = Path(__file__).with_name("judged.toml")
COLUMNS = ("caught", "only by checks", "missed", "change nothing", "same code", "not built")
ENDS = {"CAUGHT": "caught", "CHECKS": "only by checks", "SAME_CODE": "same code", "NOT_BUILT": "not built"}
WAYS = {"program": "Programs, run and compared as a whole", "kernels": "Kernels, started and compared one by one"}
TITLE = "Faults in right translations"
TEXT = """One small fault at a time is put into a right translation, and verified on gfx1100 and, if it passes there, on
gfx90a: into those of small cases that come with a right one, and of HeCBench's `*-cuda` programs of one unit that need
no library, taken by lot, as the rules translate them, if they pass. NVIDIA's code is the reference. What builds to the
same code is no fault. Where a reason is given why a fault changes nothing (`bench/faults/judged.toml`), a person has
read it.

    $ python -m bench.faults HeCBench/src --cases cases --minutes 20"""


def judged() -> dict[str, dict[str, str]]:
    """For each program the faults that change nothing, and why."""
    return tomllib.loads(JUDGED.read_text("utf-8"))


def became(row: Row, known: Mapping[str, Mapping[str, str]]) -> str:
    """In which column of the table a fault counts."""
    harmless = str(row["fault"]) in known.get(str(row["program"]), {})
    return ENDS.get(str(row["end"]), "change nothing" if harmless else "missed")


def summary(rows: Sequence[Row]) -> list[str]:
    """For each kind of fault how many became what, and the share caught of those that change something."""
    known = judged()
    counts = Counter((str(row["kind"]), became(row, known)) for row in rows if "kind" in row)
    lines = head("kind of fault", *COLUMNS, "caught of those that change something")
    for kind in (*sorted({kind for kind, _ in counts}), "all"):
        those = [sum(n for (k, c), n in counts.items() if c == each and kind in (k, "all")) for each in COLUMNS]
        lines.append(line(kind, *those, share(those[0], max(sum(those[:3]), 1))))
    return lines


def translations(rows: Sequence[Row]) -> str:
    """How the right translations ended."""
    mine = [row for row in rows if row["fault"] == RIGHT and row["end"] != NOT_MEASURED]
    ends = Counter(str(row["end"]) for row in mine)
    wrong = sum(row["end"] == "REFUSED" and RIGHT in judged().get(str(row["program"]), {}) for row in mine)
    parts = [f"{count} {end}" for end, count in sorted(ends.items()) if end not in ("PASSED", "REFUSED")]
    parts += [f"{wrong} refused that a person has found to be wrong"] * bool(wrong)
    counts = f"{ends['PASSED']} right translations passed, {ends['REFUSED'] - wrong} were refused"
    return f"{counts}; {', '.join(parts)}." if parts else f"{counts}."


def listed(rows: Sequence[Row]) -> list[str]:
    """What was missed, what only checks find, and what was refused, each in a line."""
    known = judged()
    lines = head("program", "fault", "became", "from", "to", "why")
    for row in rows:
        if row["fault"] == RIGHT:
            wrong = row["end"] not in ("PASSED", NOT_MEASURED)
            read = known.get(str(row["program"]), {}).get(RIGHT, "")
            cells = (row["end"], "", "", f"{read} {code(str(row.get('why', '')))}".strip())
        else:
            column = became(row, known)
            wrong = column not in ("caught", "same code", "not built")
            why = known.get(str(row["program"]), {}).get(str(row["fault"]), "") or code(str(row["why"]))
            cells = (column, code(str(row["before"])), code(str(row["after"])), why)
        if wrong:
            lines.append(line(row["program"], row["fault"], *cells))
    return lines if len(lines) > 2 else ["None."]


class Faults:
    """The measurement, as a part of the page."""

    name = "faults"
    key = KEY

    def rows(self) -> list[Row]:
        """What is kept of it."""
        return Kept(MEASURED / f"{self.name}.jsonl", self.key).rows()

    def section(self) -> list[str]:
        """All about it."""
        rows = self.rows()
        parts = ["", f"## {TITLE}", "", TEXT]
        for way, title in WAYS.items():
            mine = [row for row in rows if row["way"] == way]
            if any(row["end"] != NOT_MEASURED for row in mine):
                parts += ["", f"### {title}", "", *summary(mine), "", translations(mine), taken(mine)]
                parts += ["", "What was not caught, or not passed:", "", *listed(mine)]
                parts += left(str(row["program"]) for row in mine if row["end"] == NOT_MEASURED)
        return parts
