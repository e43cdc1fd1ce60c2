"""What docs/measured.md says about drivers of kernels: how many kernels were tried, and why others not."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bench.kept import MEASURED, NOT_MEASURED, Kept, Row
from bench.table import code, head, left, line, share, taken
from cass_tools.drivers.wrappers import NAMESPACE

KEY = ("program", "arch")
DRIVEN = ("PASSED", "WRONG_OUTPUT", "FAULTY", "CRASHED", "TIMED_OUT")
LIBRARY = "LIBRARY"
TITLE = "Kernels of HeCBench, tried by themselves"
TEXT = """Kernels (`__global__`) of HeCBench's `*-cuda` programs, taken by lot, and whether they could be started with
inputs that were found for them, and compared, with no configuration (`driven`): NVIDIA's code of the original against
gfx1100's of the translation by the rules. Kernels that do not compile without a library that is not there are counted
apart, as are functions of the GPU that get a kernel of their own.

    $ python -m bench.drivers HeCBench/src --skip 210 --sample 30 --minutes 20"""


def kernels(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, str]]:
    """Each kernel that was looked at: its program, its name, how it ended, why."""
    for row in rows:
        found = row.get("kernels")
        for name, (end, why) in found.items() if isinstance(found, dict) else ():
            yield str(row["program"]), name, end, why


def summary(rows: Sequence[Row]) -> list[str]:
    """How many kernels, and functions of the GPU, were driven, and how these ended."""
    lines = head("", "kernels", "functions of the GPU")
    found = list(kernels(rows))
    sides = [Counter(end for _, name, end, _ in found if (NAMESPACE in name) is wrapped) for wrapped in (False, True)]
    whole = [each.total() - each[LIBRARY] for each in sides]
    lines.append(line("need no missing library", *whole))
    driven = [sum(each[end] for end in DRIVEN) for each in sides]
    lines.append(line("driven", *(share(part, all_) for part, all_ in zip(driven, whole, strict=True))))
    for end in DRIVEN:
        if any(each[end] for each in sides):
            lines.append(line(f"of them {end}", *(each[end] for each in sides)))
    return [*lines, line("need a missing library", *(each[LIBRARY] for each in sides))]


def listed(rows: Sequence[Row]) -> list[str]:
    """Each kernel that was not driven, or did not pass."""
    lines = head("program", "kernel", "became", "why")
    for program, name, end, why in kernels(rows):
        if end not in ("PASSED", LIBRARY):
            lines.append(line(program.removesuffix("-cuda"), f"`{name}`", end, code(why)))
    return lines if len(lines) > 2 else ["None."]


class Drivers:
    """The measurement, as a part of the page."""

    name = "drivers"
    key = KEY

    def section(self) -> list[str]:
        """All about it."""
        rows = Kept(MEASURED / f"{self.name}.jsonl", self.key).rows()
        done = [row for row in rows if row["end"] != NOT_MEASURED]
        parts = ["", f"## {TITLE}", "", TEXT, "", f"{len(done)} programs:", "", *summary(done), "", taken(done)]
        parts += ["", "Not driven, or not passed:", "", *listed(done)]
        return parts + left(str(row["program"]).removesuffix("-cuda") for row in rows if row["end"] == NOT_MEASURED)
