"""Known findings stay known when code moves; new ones are reported, exactly those."""

import json
from pathlib import Path

import pytest

from tests.teams.conftest import Run, put

KERNEL = "__device__ int f{n}(int x) {{ return __shfl_down_sync(0xffffffff, x, {n}); }}\n"
SOURCE = "#include <cuda_runtime.h>\n" + "".join(KERNEL.format(n=n) for n in range(1, 6))


def reported(cass: Run, *words: str) -> list[tuple[str, int, str]]:
    """What is reported besides plain renames."""
    value = json.loads(cass("check", *(words or (".",)), "--format", "json").out)
    return [(f["path"], f["start"]["line"], f["code"]) for f in value["findings"]]


def test_only_new_findings_are_reported(cass: Run) -> None:
    put("src/a.cu", SOURCE)
    put("src/b.cu", SOURCE)
    said = cass("baseline", ".")
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("cass-baseline.json: 12 findings in 2 files")
    assert (cass("check", ".").status, cass("check", "src").status, cass("check", "src/a.cu").status) == (0, 0, 0)
    assert cass("check", "src/a.cu").out == "nothing to report in 1 file, 6 more in the baseline\n"
    put("src/b.cu", SOURCE + KERNEL.format(n=7))
    assert reported(cass) == [("src/b.cu", 7, "CASS121")]
    said = cass("check", ".")
    assert said.status == 1
    assert said.out.count("CASS121") == 1
    assert "1 error in 2 files, 12 more in the baseline" in said.out
    assert len(reported(cass, ".", "--no-baseline")) == 13


def test_edits_nearby_moves_and_renames_keep_findings_known(cass: Run) -> None:
    path = put("a.cu", SOURCE)
    put("b.cu", "#include <cuda_runtime.h>\nint other;\n")
    cass("baseline")
    lines = SOURCE.splitlines(keepends=True)
    path.write_text("// more\n\n" + lines[0] + "int more;\n" + "".join("\t" + line for line in reversed(lines[1:])))
    assert reported(cass) == []
    put("b.cu", lines[0] + lines[1] + "int other;\n")
    path.write_text("".join([lines[0], *lines[2:]]))  # from one file into another
    assert reported(cass) == []
    Path("deeper").mkdir()
    path.rename("deeper/c.cu")
    assert reported(cass) == []
    put("b.cu", lines[0] + lines[1] + "int other;\n" + lines[1])  # a copy is new
    assert reported(cass) == [("b.cu", 4, "CASS121")]


def test_an_edited_line_is_new_but_not_worse(cass: Run) -> None:
    put("a.cu", SOURCE)
    cass("baseline")
    put("a.cu", SOURCE.replace("x, 3)", "x + 1, 3)"))
    assert reported(cass) == [("a.cu", 4, "CASS121")]
    assert cass("check", ".", "--ratchet").status == 0
    put("a.cu", SOURCE.replace("x, 3)", "x + 1, 3)") + KERNEL.format(n=9))
    said = cass("check", ".", "--ratchet")
    assert (said.status, said.err) == (1, "cass: a.cu: CASS121 5 -> 6\n")
    put("new.cu", KERNEL.format(n=11))
    assert "new.cu: CASS121 0 -> 1" in cass("check", ".", "--ratchet").err


def test_a_file_alone_does_not_take_what_another_still_has(cass: Run) -> None:
    put("a.cu", SOURCE)
    put("b.cu", "int other;\n")
    cass("baseline")
    put("b.cu", SOURCE)  # a copy; a.cu is not looked at, and still has them
    assert len(reported(cass, "b.cu")) == 6


def test_writing_anew_keeps_other_files_and_drops_gone_ones(cass: Run) -> None:
    put("a.cu", SOURCE)
    put("b.cu", SOURCE)
    cass("baseline")
    put("a.cu", SOURCE + KERNEL.format(n=8))
    Path("b.cu").unlink()
    put("c.cu", "#include <cuda_runtime_api.h>\n" + "".join(KERNEL.format(n=n) for n in range(21, 26)))
    assert cass("baseline", "a.cu").out == "cass-baseline.json: 7 findings in 1 file, 1 added, 6 gone\n"
    said = cass("baseline", "--prune")  # c.cu is not added
    assert said.out == "cass-baseline.json: 7 findings in 1 file, 0 added, 0 gone\n"
    put("a.cu", SOURCE.replace(KERNEL.format(n=1), ""))
    assert cass("baseline", "--prune").out == "cass-baseline.json: 5 findings in 1 file, 0 added, 2 gone\n"
    assert len(reported(cass, "c.cu")) == 7


def test_the_place_is_the_projects(cass: Run) -> None:
    put("cass.toml", '[check]\nbaseline = "ci/known.json"\n')
    put("src/a.cu", SOURCE)
    cass("baseline", "src")
    assert sorted(json.loads(Path("ci/known.json").read_text())["files"]) == ["../src/a.cu"]
    assert reported(cass, "src") == []
    cass("baseline", "src", "-o", "other.json")
    assert cass("check", "src", "--baseline", "other.json").status == 0


@pytest.mark.parametrize("text", ["", "{}", '{"schema": 9, "files": {}}', '{"schema": 1, "files": [1]}', "[]"])
def test_a_broken_baseline_is_a_sentence(cass: Run, text: str) -> None:
    put("a.cu", SOURCE)
    put("cass-baseline.json", text)
    said = cass("check", ".")
    assert (said.status, said.out) == (2, "")
    assert "cass-baseline.json" in said.err
    assert cass("check", ".", "--baseline", "gone.json").err == "cass: gone.json: No such file or directory\n"


CONFLICT = """{
 "schema": 1,
 "files": {
<<<<<<< HEAD
  "a.cu": {"CASS121 1": 1}
=======
  "a.cu": {"CASS121 2": 1}
>>>>>>> theirs
 }
}
"""


@pytest.mark.parametrize(
    "text", [CONFLICT, '{"schema": 9, "files": {}}', '{"schema": 1, "files": {"a": {"b": 1e400}}}']
)
def test_a_baseline_that_cannot_be_read_is_written_anew(cass: Run, text: str) -> None:
    put("a.cu", SOURCE)
    put("cass-baseline.json", text)
    assert cass("baseline", "--prune").status == 2
    assert Path("cass-baseline.json").read_text() == text
    said = cass("baseline")
    assert (said.status, "it is written anew" in said.err) == (0, True), said
    assert reported(cass) == []


def test_what_never_was_a_baseline_is_kept(cass: Run) -> None:
    put("a.cu", SOURCE)
    text = '{"name": "x", "files": ["a.cu"]}'
    said = cass("baseline", "-o", put("package.json", text))
    assert (said.status, "package.json is no baseline" in said.err) == (2, True), said
    assert Path("package.json").read_text() == text


@pytest.mark.parametrize("text", ["[" * 100000, '{"schema": 1, "files": {"a": {"b": 1e400}}}'])
def test_odd_json_is_no_baseline(cass: Run, text: str) -> None:
    put("a.cu", SOURCE)
    said = cass("check", ".", "--baseline", put("odd.json", text))
    assert (said.status, said.err) == (2, "cass: odd.json is no baseline; `cass baseline` writes one\n")


def test_what_moves_into_a_file_that_is_edited_is_not_worse(cass: Run) -> None:
    head, one, two, *_ = SOURCE.splitlines(keepends=True)
    put("a.cu", head + one)
    put("b.cu", head + two)
    cass("baseline")
    put("a.cu", head)
    put("b.cu", head + "// moved\n" + one + two.replace("(x,", "(x + 1,").replace(", x,", ", x + 1,"))
    said = cass("check", ".", "--ratchet")
    assert (said.status, said.err) == (0, ""), said
    put("b.cu", Path("b.cu").read_text() + KERNEL.format(n=9))
    assert cass("check", ".", "--ratchet").err == "cass: b.cu: CASS121 1 -> 3\n"


def test_a_ratchet_needs_a_baseline(cass: Run) -> None:
    put("a.cu", SOURCE)
    assert "`cass baseline` writes one" in cass("check", ".", "--ratchet").err
    assert cass("baseline", "--prune").status == 2


def test_what_cannot_be_read_stays_known(cass: Run) -> None:
    path = put("a.cu", SOURCE)
    cass("baseline")
    path.write_bytes(bytes(4000))
    said = cass("baseline")
    assert said.status == 2
    path.write_text(SOURCE)
    assert reported(cass) == []
