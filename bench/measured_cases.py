"""The part of docs/measured.md about test files that hold several cases: ROCm/hip-tests.

The rows are those of `bench.hip_tests`: one for each case, and one without a case for each file.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.hip_tests import BUILT, KEY
from bench.kept import MEASURED, NOT_MEASURED, Kept, Row
from bench.table import head, line, share, taken

TITLE = "HIP's own tests"
TEXT = """The files of ROCm/hip-tests about the host API, virtual memory and hiprtc, in an order by lot; each case is
a process of its own, with one thread and 60 s of processor time. Cases are skipped that say so themselves: most
want two GPUs.

    $ python -m bench.hip_tests hip-tests --arch gfx90a --include HEADERS --minutes 20"""
KINDS = {
    "PASSED": "passed",
    "FAILED": "failed",
    "REFUSED": "refused: a function that is not known, by its name",
    "FAULT": "stopped at a fault in a kernel",
    "NO_RESULT": "no result in time",
    "CRASHED": "ended by a signal or with an error",
    "NOT_RUN": "ran no check",
}
SHOWN = 110  # characters of last words


@dataclass(frozen=True)
class HipTests:
    """The part of the page that is made of the rows of `bench.hip_tests`."""

    name: str = "hip_tests"
    key: tuple[str, ...] = KEY

    def section(self) -> list[str]:
        """All about the tests' cases."""
        rows = Kept(MEASURED / f"{self.name}.jsonl", self.key).rows()
        return ["", f"## {TITLE}", "", TEXT, "", *summary(rows), "", taken(rows), "", *failures(rows)]


def summary(rows: Sequence[Row]) -> list[str]:
    """How many files were reached, and how the cases ended, for each GPU."""
    arches = sorted({str(row["arch"]) for row in rows})
    files = {arch: Counter(str(r["end"]) for r in rows if r["arch"] == arch and not r["case"]) for arch in arches}
    cases = {arch: Counter(str(r["end"]) for r in rows if r["arch"] == arch and r["case"]) for arch in arches}
    run = {arch: count.total() - count["SKIPPED"] for arch, count in cases.items()}
    lines = head("", *arches)
    lines.append(line("files", *(count.total() for count in files.values())))
    lines.append(line("files reached", *(count.total() - count[NOT_MEASURED] for count in files.values())))
    lines.append(line("files built", *(count[BUILT] for count in files.values())))
    lines.append(line("cases of those", *(count.total() for count in cases.values())))
    lines.append(line("skipped by themselves", *(count["SKIPPED"] for count in cases.values())))
    for end, kind in KINDS.items():
        if any(count[end] for count in cases.values()):
            lines.append(line(kind, *(share(count[end], run[arch]) for arch, count in cases.items())))
    return lines


def failures(rows: Sequence[Row]) -> list[str]:
    """A line for each case that did not pass and for each file that was not built."""
    lines = head("file", "case", "GPU", "kind", "what was said")
    for row in rows:
        if row["end"] not in ("PASSED", "SKIPPED", BUILT, NOT_MEASURED):
            kind = KINDS.get(str(row["end"]), "not built")
            off = " (AMD's configuration leaves it out)" if row.get("disabled") else ""
            said = f"`{words}`" if (words := _complaint(str(row.get("said", "")))) else ""
            lines.append(line(row["file"], row["case"], row["arch"], f"{kind}{off}", said))
    return lines if len(lines) > 2 else ["All passed."]


def _complaint(said: str) -> str:
    """The line that tells most: what cass says, or what a check of Catch saw."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for mark in ("cass:", "error:", "REQUIRE(", "CHECK(", "FAILED"):
        if found := next((line for line in lines if mark in line), ""):
            return _cell(found)
    return _cell(lines[-1]) if lines else ""


def _cell(text: str) -> str:
    return text[:SHOWN].replace("|", "/").replace("`", "")
