"""--format, --output-file, --statistics: what goes where."""

import json

import pytest

from tests.cli.command import Command


def test_files_with_formats_of_their_own_are_written_besides(cass: Command) -> None:
    said = cass("check", "src", "--output-file", "sarif=x.sarif", "-o", "junit=out/x.xml", "-o", "gitlab=q.json")
    plain = cass("check", "src")
    assert (said.status, said.out, said.err) == (1, plain.out, "")
    assert json.loads(cass.read("x.sarif"))["version"] == "2.1.0"
    assert cass.read("out/x.xml").startswith("<?xml")
    assert isinstance(json.loads(cass.read("q.json")), list)


def test_a_plain_file_takes_the_place_of_standard_output(cass: Command) -> None:
    said = cass("check", "src", "--output-format", "json", "--output-file", "x.json")
    assert (said.status, said.out) == (1, "")
    assert cass.read("x.json") == cass("check", "src", "--format", "json").out
    assert cass("check", "src", "-o", "x.txt").out == ""
    assert cass.read("x.txt") == cass("check", "src").out
    cass("check", "src", "-o", "y.sarif")
    assert json.loads(cass.read("y.sarif"))["runs"]
    assert cass("check", "src", "-o", "x.json").status == 1  # written over
    assert "CASS121" in cass("check", "src", "--format", "github", "-o", "/dev/stdout").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "out/"], "--output-file out/: name a file"),
        (["-o", "src"], "--output-file src: name a file"),
        (["-o", "json=x", "-o", "sarif=x"], "x is named twice"),
        (["--statistics", "--format", "junit"], "--statistics --format junit: choose text or json"),
        (["-o", "src/clean.cu/x.json"], "cass: src/clean.cu/x.json: "),
    ],
)
def test_bad_words_are_a_sentence(cass: Command, words: list[str], sentence: str) -> None:
    said = cass("check", "src", *words)
    assert (said.status, "Traceback" in said.err) == (2, False)
    assert sentence in said.err


def test_statistics_count_by_rule(cass: Command) -> None:
    said = cass("check", "src", "--statistics")
    assert said.status == 1
    *rows, last = said.out.splitlines()
    assert "1  CASS121  [*] warp-mask-32" in rows
    assert "1  CASS120  [ ] inline-ptx" in rows
    assert last.endswith("have a fix ([*] all, [-] some)")
    counts = json.loads(cass("check", "src", "--statistics", "--format", "json").out)
    assert sum(count["findings"] for count in counts) == len(
        json.loads(cass("check", "src", "--format", "json").out)["findings"]
    )
    assert cass("check", "src/clean.cu", "--statistics").out == ""


def test_exit_zero_is_for_findings_only(cass: Command) -> None:
    assert cass("check", "src", "--exit-zero").status == 0
    assert cass("check", "src", "--exit-zero", "--format", "sarif").status == 0
    assert cass("check", "gone.cu", "--exit-zero").status == 2


def test_json_lines_stand_alone(cass: Command) -> None:
    values = [json.loads(line) for line in cass("check", "src", "gone.cu", "--format", "jsonl").out.splitlines()]
    assert [value["kind"] for value in values[-2:]] == ["unreadable", "summary"]
    assert values[-1]["findings"] == len(values) - 2
    whole = json.loads(cass("check", "src", "gone.cu", "--format", "json").out)
    assert [{k: v for k, v in value.items() if k != "kind"} for value in values[:-2]] == whole["findings"]
