"""Rows of measurements: one a key, sorted, without anything of the machine; and the page that is made of them."""

import re
from pathlib import Path

import pytest

from bench import measured_page, port_kinds, sass_page
from bench.kept import LONGEST, MEASURED, NOT_MEASURED, Kept, plain
from bench.measured_page import ALL, FOOT, failures, main, summary, times
from bench.table import taken

KEY = ("program", "arch")


def row(program: str, end: str, arch: str = "gfx1100", **more: object) -> dict[str, object]:
    return {"program": program, "arch": arch, "end": end, **more}


def test_a_row_takes_the_place_of_the_one_with_its_key(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "new" / "rows.jsonl", KEY)
    assert kept.rows() == []
    kept.await_all([("b", "gfx90a"), ("a", "gfx1100")])
    kept.put(row("b", "FAILED", "gfx90a"))
    kept.await_all([("b", "gfx90a"), ("c", "gfx90a")])
    assert kept.ends() == {("a", "gfx1100"): NOT_MEASURED, ("b", "gfx90a"): "FAILED", ("c", "gfx90a"): NOT_MEASURED}
    assert list(kept.ends()) == sorted(kept.ends())
    kept.put(row("c", "PASSED", "gfx90a"))
    assert kept.left() == {("a", "gfx1100")}
    assert kept.left(again=True) == {("a", "gfx1100"), ("b", "gfx90a")}
    assert [path.name for path in kept.file.parent.iterdir()] == ["rows.jsonl"]


def test_a_row_says_with_what_it_was_taken(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "rows.jsonl", KEY)
    kept.put(row("a", "PASSED"))
    (found,) = kept.rows()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(found["day"]))
    assert re.fullmatch(r"[0-9a-f]*\+?", str(found["revision"]))


def test_texts_name_no_folder_and_are_short() -> None:
    assert plain("error: /tmp/x-1/one-hip/main.cu:3: no ../data/a.txt, 3/4 of a/b") == (
        "error: main.cu:3: no ../data/a.txt, 3/4 of a/b"
    )
    assert plain("\x00a\x1b[31m\ufffdb\n") == "a[31mb\n"
    assert len(plain("x" * 2 * LONGEST)) == LONGEST


def test_the_page_tells_shares_kinds_and_reasons() -> None:
    found = [
        row("a-hip", "PASSED", cpu=1.0, revision="aa", day="2026-01-02"),
        row("b-hip", "PASSED", cpu=3.0, revision="bb", day="2026-01-03"),
        row("c-hip", "FAILED", cpu=2.0, said="x\nFAIL | here\n\n", revision="bb", day="2026-01-03"),
        row("d-hip", "NOT_BUILT", said="main.cu:1: error: what\n", revision="bb", day="2026-01-03"),
        row("e-hip", "NO_RESULT", cpu=60.1, revision="bb", day="2026-01-03"),
        row("f-hip", NOT_MEASURED),
    ]
    assert summary(found)[2:] == [
        "| programs | 6 |",
        "| measured | 5 |",
        "| built | 4 |",
        "| ended with its own PASS in time | 2 (50.0%) |",
        "| no result in time | 1 (25.0%) |",
        "| wrong by its own word | 1 (25.0%) |",
    ]
    assert failures(found, {"e": {"why": "its size is fixed"}}, "-hip")[2:] == [
        "| c | gfx1100 | wrong by its own word | 2.0 | `FAIL / here` |",
        "| d | gfx1100 | not built |  | `main.cu:1: error: what` |",
        "| e | gfx1100 | no result in time | 60.1 | its size is fixed |",
    ]
    assert failures(found[:2], {}, "-hip") == ["None."]
    assert "2.0 s in the median" in times(found)
    assert times(found[:1]) == ""
    assert taken(found) == "Taken 2026-01-02 to 2026-01-03; runs by revision: aa (1), bb (4)."
    assert taken(found[-1:]) == ""


def test_kernels_and_the_independent_path_are_told() -> None:
    found = [
        row("a-cuda", "PASSED", "sm_90", kernels=3, scalar="PASSED", scalar_cpu=2.0, same=True),
        row("b-cuda", "PASSED", "sm_90", kernels=2, scalar="NO_RESULT", scalar_cpu=61.0, same=False, differs="PASS / "),
        row("c-cuda", "FAILED", "sm_90", kernels=5),
        row("d-cuda", NOT_MEASURED, "sm_90"),
    ]
    text = sass_page.more(found)
    assert text[0] == "Kernels launched: 10, 5 (50.0%) in programs that passed."
    assert "2 were run on the independent path" in text[2]
    assert "1 (50.0%) printed the same, times masked; 1 did not end" in text[3]
    assert text[-1] == "| b | NO_RESULT | 61.0 | `PASS /` |"
    assert sass_page.more(found[2:]) == ["Kernels launched: 5, 0 in programs that passed."]


def test_ports_are_told_by_kind_for_each_tool() -> None:
    def port(program: str, tool: str, end: str, why: str = "") -> dict[str, object]:
        return {"program": program, "tool": tool, "end": end, "why": why, "revision": "aa", "day": "2026-01-02"}

    found = [port("a-cuda", "cass", "PASSED"), port("a-cuda", "perl", "NOT_BUILT", "'cuda_bf16.h' file not found")]
    found += [port("b", "cass", "BUILT"), port("b", "perl", "NOT_BUILT", "'cuda/atomic' file not found")]
    found += [port("c", "cass", "NOT_BUILT", "use of undeclared identifier"), port("c", "perl", "WRONG_OUTPUT")]
    assert summary(found, "tool", port_kinds.KINDS)[2:] == [
        "| programs | 3 | 3 |",
        "| measured | 3 | 3 |",
        "| built | 2 | 1 |",
        "| built, run and passed on both GPUs | 1 (50.0%) | 0 |",
        "| built for both; the original does not end here in time, or starts no kernel | 1 (50.0%) | 0 |",
        "| printed something else | 0 | 1 (100.0%) |",
    ]
    assert port_kinds.left(found, {"c": {"cass": "its own trouble"}}, "-cuda")[2:] == [
        "| not built: a header of CUDA's | 0 | 2: a, b |",
        "| its own trouble | 1: c | 0 |",
        "| printed something else | 0 | 1: c |",
    ]
    assert port_kinds.left(found[:1], {}, "-cuda") == ["Nothing is left."]


def test_what_is_kept_is_whole_and_the_page_is_made_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for of in ALL:
        file = MEASURED / f"{of.name}.jsonl"
        kept = Kept(file, of.key)
        lines = file.read_text().splitlines()
        assert len(lines) == len(kept.ends())
        assert list(kept.ends()) == sorted(kept.ends())
        assert not re.search(r"/(?:tmp|root|home)/", file.read_text())
    page = tmp_path / "page.md"
    assert main(["--check", str(page)]) == 1
    assert "out of date" in capsys.readouterr().out
    assert main(["--write", str(page), "--check", str(page)]) == 0
    assert FOOT in page.read_text()
    assert main(["--check", str(measured_page.PAGE)]) == 0
