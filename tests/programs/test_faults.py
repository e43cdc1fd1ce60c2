"""Faults that are put into right translations: how they are named, of which programs, and what the rows come to."""

from pathlib import Path

import pytest

from bench.faults import page
from bench.faults.__main__ import Done, ending
from bench.faults.make import faults
from bench.faults.page import KEY, RIGHT, listed, summary, translations
from bench.faults.programs import Program, cases, quick, suite
from bench.faults.trying import idle
from bench.kept import NOT_MEASURED, Kept
from cass_tools.model import Outcome, Run, Source
from cass_tools.trial import Unit

KERNEL = b"""__global__ void scale(int *out, int n, int m) {
  for (int i = 0; i < n && i < m; i += 1) out[i] += i * n;
}
int main() { scale<<<4, 64>>>(0, 2, 3); }
"""


def row(fault: str, end: str, program: str = "a", **more: object) -> dict[str, object]:
    return {"program": program, "way": "program", "fault": fault, "end": end, "before": "<", "after": "<=", **more}


ROWS = [
    row(RIGHT, "PASSED", faults=4, right=["gfx1100", "gfx90a"], revision="aa", day="2026-01-02"),
    row("1:2 mask", "CAUGHT", kind="mask", why="gfx1100 WRONG_OUTPUT"),
    row("1:9 mask", "MISSED", kind="mask", why=""),
    row("2:1 mask", "MISSED", kind="mask", why=""),
    row("3:1 barrier", "CHECKS", kind="barrier", why="a race | here"),
    row(RIGHT, "REFUSED", "b", faults=0, right=[], why="gfx1100 k WRONG_OUTPUT: 1"),
    row(RIGHT, NOT_MEASURED, "c"),
]


def test_two_faults_of_a_line_have_two_names() -> None:
    found = faults(Source(Path("a.hip"), KERNEL), 99, 1)
    names = [fault.name for fault in found]
    assert len(set(names)) == len(names)
    assert {"2:21 off-by-one", "2:30 off-by-one", "2:54 operator"}.issubset(names)
    assert [fault.data for fault in found] == [fault.data for fault in faults(Source(Path("a.hip"), KERNEL), 99, 1)]


def test_cases_are_right_as_they_are_written(tmp_path: Path) -> None:
    for name, files in {"one": ("input.cu", "expected.hip"), "two": ("input.cu",), "three": ("input.py",)}.items():
        (tmp_path / name).mkdir()
        for file in files:
            (tmp_path / name / file).write_text("#include <cuda_runtime.h>\n" if file == "input.cu" else "// right\n")
    one, two = cases(tmp_path)
    assert (one.name, one.right(one.source), one.flags) == ("one", b"// right\n", ())
    assert (two.name, two.right(two.source)) == ("two", b"#include <hip/hip_runtime.h>\n")


def test_programs_of_a_suite_are_drawn_by_lot_and_made_small(tmp_path: Path) -> None:
    for name in ("a-cuda", "b-cuda", "c-cuda", "c-hip"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.cu").write_bytes(KERNEL)
        (tmp_path / name / "Makefile").write_text("run:\n\t./main 262144 100\n")
    (tmp_path / "b-cuda" / "other.cu").write_bytes(KERNEL)
    found = suite(tmp_path)
    assert {program.name for program in found} == {"a-cuda", "c-cuda"}
    assert {program.args for program in found} == {("1024", "1")}
    assert [program.name for program in suite(tmp_path)] == [program.name for program in found]


def test_quick_programs_are_those_whose_twins_were_right_and_quick_on_every_gpu() -> None:
    def row(program: str, arch: str, end: str = "PASSED", clock: float = 1.0) -> dict[str, object]:
        return {"program": program, "arch": arch, "end": end, "clock": clock}

    rows = [row("a-hip", "gfx1100"), row("a-hip", "gfx90a", "PASS_PRINTED"), row("b-hip", "gfx1100")]
    rows += [
        row("b-hip", "gfx90a", clock=9.0),
        row("c-hip", "gfx1100", "FAILED"),
        {"program": "d-hip", "end": "NOT_MEASURED"},
    ]
    assert quick(rows) == {"a"}


def test_a_translation_ends_with_the_worst_of_its_gpus() -> None:
    assert ending(["", ""]) == "PASSED"
    assert ending(["", "gfx90a k TIMED_OUT: 30 s"]) == "TIMED_OUT"
    assert ending(["built for gfx1100: NOT_BUILT", "compared for gfx90a: WRONG_OUTPUT: 1"]) == "REFUSED"
    assert ending(["no kernel was tried"]) == "NOT_TRIED"


def test_a_program_that_starts_no_kernel_shows_nothing() -> None:
    program, none = Unit(Path("x.cu"), b"int main() { k<<<1, 1>>>(); }"), Unit(Path("x.cu"), b"int main() {}")
    why = idle(program, Run(Outcome.PASSED, "exec", None, status=1, launches=0))
    assert why == "NOT_TRIED: the original starts none of its kernels, and ends with exit status 1"
    assert ending([why]) == "NOT_TRIED"
    assert idle(program, Run(Outcome.PASSED, "exec", None, status=1, launches=2)) == ""
    assert idle(program, Run(Outcome.PASSED, "nvidia", None, status=0)) == ""
    assert idle(none, Run(Outcome.PASSED, "exec", None, status=0, launches=0)) == ""


def test_what_is_left_follows_from_the_rows(tmp_path: Path) -> None:
    done = Done(Kept(tmp_path / "rows.jsonl", KEY), "program")
    a, b, c = (Program(name, tmp_path, lambda source: source.data) for name in "abc")
    done.kept.put(*ROWS[:4])
    assert done.is_left(a, again=False)
    done.kept.put(*ROWS[4:])
    assert [done.is_left(each, again=False) for each in (a, b, c)] == [False, False, True]
    assert [done.is_left(each, again=True) for each in (a, b, c)] == [True, True, True]
    assert done.passed([a, b, c]) == 1
    assert Done(done.kept, "kernels").is_left(a, again=False)


def test_the_page_tells_what_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "judged", lambda: {"a": {"2:1 mask": "both lanes write the same"}})
    assert summary(ROWS)[2:] == [
        "| barrier | 0 | 1 | 0 | 0 | 0 | 0 | 0 |",
        "| mask | 1 | 0 | 1 | 1 | 0 | 0 | 1 (50.0%) |",
        "| all | 1 | 1 | 1 | 1 | 0 | 0 | 1 (33.3%) |",
    ]
    assert translations(ROWS) == "1 right translations passed, 1 were refused."
    assert listed(ROWS)[2:] == [
        "| a | 1:9 mask | missed | `<` | `<=` |  |",
        "| a | 2:1 mask | change nothing | `<` | `<=` | both lanes write the same |",
        "| a | 3:1 barrier | only by checks | `<` | `<=` | `a race / here` |",
        "| b | none | REFUSED |  |  | `gfx1100 k WRONG_OUTPUT: 1` |",
    ]
    assert listed(ROWS[:2]) == ["None."]


def test_what_is_judged_is_of_faults_that_were_missed() -> None:
    rows = page.Faults().rows()
    missed = {(str(row["program"]), str(row["fault"])) for row in rows if row["end"] in ("MISSED", "REFUSED")}
    assert {(program, fault) for program, each in page.judged().items() for fault in each}.issubset(missed)
