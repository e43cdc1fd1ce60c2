"""docs/measured.md: what the rows in `bench/measured` say, with every failure and its kind.

`python -m bench.measured_page --write docs/measured.md` writes the page, `--check docs/measured.md` says whether it is
out of date. Why something fails is told by the tables of sizes (`why`), where somebody has looked; else its last words.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Protocol

from bench import asm_page, port_kinds, sass_page
from bench.arguments import sizes
from bench.drivers_page import Drivers
from bench.faults.page import Faults
from bench.kept import MEASURED, NOT_MEASURED, Kept, Row
from bench.measured_cases import HipTests
from bench.table import code, head, left, line, share, taken

PAGE = Path(__file__).parent.parent / "docs" / "measured.md"
FOOT = "<!-- Written by `python -m bench.measured_page --write docs/measured.md`. -->"
HEAD = """Rows are kept in `bench/measured`, one for each program (or test) and GPU, tool or fault, and a measurement
goes on where it was left: what has a row is not run again. How programs are chosen and judged is told by
[corpora.md](corpora.md)."""
KINDS = {
    "PASSED": "ended with its own PASS in time",
    "PASS_PRINTED": "printed PASS, then needed more time",
    "NO_RESULT": "no result in time",
    "NOT_CHECKED": "ended, but checks nothing at this size",
    "FAILED": "wrong by its own word",
    "REFUSED": "refused, with what is not known",
    "FAULT": "stopped at a fault in a kernel",
    "CRASHED": "ended by a signal or with an error",
}


class Part(Protocol):
    """A part of the page, made of the rows of a file of `bench/measured` by that name."""

    @property
    def name(self) -> str:
        """The file's name without its end."""

    @property
    def key(self) -> tuple[str, ...]:
        """The fields that tell its rows from one another."""

    def section(self) -> list[str]:
        """All about it."""


@dataclass(frozen=True)
class Measurement:
    """Programs that check themselves: a file of rows, what it is called and what is said above its tables."""

    name: str
    title: str
    text: str
    sizes: Mapping[str, Mapping[str, str]]
    suffix: str
    by: str = "arch"
    kinds: Mapping[str, str] = field(default_factory=lambda: KINDS)
    more: Callable[[Sequence[Row]], list[str]] | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """The fields that tell its rows from one another."""
        return ("program", self.by)

    def rows(self) -> list[Row]:
        """What is kept of it."""
        return Kept(MEASURED / f"{self.name}.jsonl", self.key).rows()

    def section(self) -> list[str]:
        """All about it."""
        rows = self.rows()
        parts = ["", f"## {self.title}", "", self.text, "", *summary(rows, self.by, self.kinds), ""]
        if self.by == "arch":
            parts += [
                times(rows),
                taken(rows),
                *(self.more(rows) if self.more else ()),
                "",
                "What did not pass:",
                "",
                *failures(rows, self.sizes, self.suffix),
            ]
        else:
            parts += [taken(rows), "", *port_kinds.left(rows, self.sizes, self.suffix)]
        return parts + left(str(r["program"]).removesuffix(self.suffix) for r in rows if r["end"] == NOT_MEASURED)


HIP = Measurement(
    "hip_programs",
    "HeCBench's HIP programs",
    """HeCBench's `*-hip` programs that check themselves and need neither a library that is more than HIP's headers (and
LLVM's OpenMP) nor a data file, built by their own Makefiles with `cass-hipcc` in hipcc's place, AMD's machine code
executed on one thread. In time is within 60 s of processor time, that of host code and of translating the kernels
included. Sizes are made small where the program takes them.

    $ python -m bench.hip_programs HeCBench/src --minutes 20""",
    sizes("sass_programs.toml", "hip_programs.toml"),
    "-hip",
)
SASS = Measurement(
    "sass_programs",
    "HeCBench's CUDA programs",
    """HeCBench's `*-cuda` programs that check themselves and need neither a library that is more than headers nor a
data file, built unchanged by nvcc with the flags of their own Makefiles (`-cudart shared`), NVIDIA's machine code
executed on one thread as `cass run ./program` does it. In time is within 60 s of processor time, that of host code and
of translating the kernels included. Sizes are made small where the program takes them.

    $ CASS_NVIDIA_TOOLS=1 python -m bench.sass_programs HeCBench/src --minutes 20
    $ CASS_NVIDIA_TOOLS=1 python -m bench.sass_programs HeCBench/src --scalar --minutes 20""",
    sizes("sass_programs.toml"),
    "-cuda",
    more=sass_page.more,
)
ASM = Measurement(
    "asm_programs",
    "HeCBench's CUDA programs at assembly level",
    """The same programs with the same sizes, built by nvcc for sm_80: their machine code alone is translated for
gfx1100 (`cass asm translate`), put back with the host code and executed as that GPU, on one thread, in the same time.

    $ CASS_NVIDIA_TOOLS=1 python -m bench.asm_programs HeCBench/src --minutes 20""",
    sizes("sass_programs.toml"),
    "-cuda",
    more=asm_page.more,
)
PORTS = Measurement(
    "ports",
    "Ports, beside hipify-perl",
    """CUDA programs of HeCBench (`*-cuda`) and of NVIDIA's samples that are one file with headers beside it and need no
library, by lot (of HeCBench's first those whose NVIDIA's code passes here in 10 s): all files translated by
`cass translate` and by hipify-perl of ROCm/HIPIFY, built for gfx1100 and for gfx90a, executed as both, and what they
print compared with what NVIDIA's machine code of the original prints here. The first GPU that does not pass says how a
port ended.

    $ CASS_NVIDIA_TOOLS=1 python -m bench.ports HeCBench/src --tool "perl hipify-perl -quiet-warnings" --minutes 20
    $ CASS_NVIDIA_TOOLS=1 python -m bench.ports cuda-samples --tool "perl hipify-perl -quiet-warnings" --minutes 20""",
    sizes("ports.toml"),
    "-cuda",
    "tool",
    port_kinds.KINDS,
)
ALL: tuple[Part, ...] = (HIP, SASS, ASM, HipTests(), PORTS, Faults(), Drivers())


def summary(rows: Sequence[Row], by: str = "arch", kinds: Mapping[str, str] = KINDS) -> list[str]:
    """How many of the programs of each GPU, or tool, ended how."""
    arches = sorted({str(row[by]) for row in rows})
    ends = {arch: Counter(str(row["end"]) for row in rows if row[by] == arch) for arch in arches}
    lines = head("", *arches)
    lines.append(line("programs", *(str(count.total()) for count in ends.values())))
    lines.append(line("measured", *(str(count.total() - count[NOT_MEASURED]) for count in ends.values())))
    others = (NOT_MEASURED, *port_kinds.UNBUILT)
    built = {arch: count.total() - sum(count[end] for end in others) for arch, count in ends.items()}
    lines.append(line("built", *(str(count) for count in built.values())))
    for end, kind in kinds.items():
        if any(count[end] for count in ends.values()):
            lines.append(line(kind, *(share(count[end], built[arch]) for arch, count in ends.items())))
    return lines


def times(rows: Sequence[Row]) -> str:
    """The processor time of those that passed."""
    used = [float(str(row["cpu"])) for row in rows if row["end"] == "PASSED"]
    if len(used) < 2:
        return ""
    nine = quantiles(used, n=10)[-1]
    return f"Processor time of runs that passed: {median(used):.1f} s in the median, nine of ten at most {nine:.1f} s."


def failures(rows: Sequence[Row], known: Mapping[str, Mapping[str, str]], suffix: str) -> list[str]:
    """A line for each program that was measured and did not pass."""
    lines = head("program", "GPU", "kind", "processor time, s", "why")
    for row in rows:
        if row["end"] not in ("PASSED", NOT_MEASURED):
            name, end = str(row["program"]).removesuffix(suffix), str(row["end"])
            why = known.get(name, {}).get("why") or code(str(row.get("said", "")))
            lines.append(line(name, row["arch"], KINDS.get(end, "not built"), row.get("cpu", ""), why))
    return lines if len(lines) > 2 else ["None."]


def page() -> str:
    """The whole page."""
    lines = ["# Measurements that are kept", "", FOOT, "", HEAD]
    return "\n".join((*lines, *(text for part in ALL for text in part.section()), ""))


def main(arguments: list[str]) -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.measured_page", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", type=Path)
    parser.add_argument("--check", type=Path)
    options = parser.parse_args(arguments)
    if options.write:
        options.write.write_text(page(), "utf-8")
    if options.check and (not options.check.exists() or options.check.read_text("utf-8") != page()):
        print(f"{options.check} is out of date; run: python -m bench.measured_page --write {options.check}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
