"""SARIF is what the official schema says, and its fixes make what `cass translate` makes."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator

from cass_tools.formats import sarif as form
from cass_tools.formats.reported import collected
from cass_tools.model import Finding, Severity, Span
from cass_tools.scan import Checked
from tests.cli.command import Command

OFFICIAL = Draft4Validator(json.loads((Path(__file__).parents[1] / "data/sarif/sarif-schema-2.1.0.json").read_text()))


def run_of(cass: Command, *words: str) -> dict[str, Any]:
    said = cass("check", *words, "--format", "sarif")
    log = json.loads(said.out)
    OFFICIAL.validate(log)
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    assert isinstance(run, dict)
    return run


def test_it_is_what_the_official_schema_says(cass: Command) -> None:
    (cass.folder / "bytes.cu").write_bytes(b"// \xff\nint main() { cudaDeviceSynchronize(); }\n")
    cass.write("cass.toml", '[[rules.rename]]\nfrom = "main"\nto = "cudaless"\n')
    cass.write("CMakeLists.txt", "project(x CUDA)\n")
    run = run_of(cass, ".")
    codes = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert codes == sorted(set(codes))
    assert {"CASS100", "CASS121", "USR100"} <= set(codes)
    assert all(codes[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    assert {result["level"] for result in run["results"]} == {"error", "warning", "note"}
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_nothing_found_and_nothing_readable_are_valid_too(cass: Command) -> None:
    assert run_of(cass, "src/clean.cu")["results"] == []
    (cass.folder / "no.cu").write_bytes(bytes(4000))
    [invocation] = run_of(cass, "no.cu", "gone.cu")["invocations"]
    assert not invocation["executionSuccessful"]
    assert [n["level"] for n in invocation["toolExecutionNotifications"]] == ["error", "error"]


def test_paths_are_relative_to_the_repository_from_wherever_it_is_run(cass: Command) -> None:
    inside = Command(cass.folder / "src", cass.state)
    for run in (run_of(cass, "src"), run_of(inside, "."), run_of(inside, str(cass.folder / "src"))):
        places = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]}
        assert places == {"src/a%20b%2Cc%3Ad%25.cu"}
        assert {unquote(place) for place in places} == {"src/a b,c:d%.cu"}
    outside = Command(cass.folder.parent, cass.state)
    uri = run_of(outside, "work/src")["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert uri == {"uri": "src/a%20b%2Cc%3Ad%25.cu", "uriBaseId": "SRCROOT"}


def test_fixes_make_the_translation(cass: Command) -> None:
    source = (cass.folder / "src/a b,c:d%.cu").read_bytes()
    edits: dict[tuple[int, int], bytes] = {}
    for result in run_of(cass, "src")["results"]:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                for replacement in change["replacements"]:
                    region = replacement["deletedRegion"]
                    key = (region["byteOffset"], region["byteLength"])
                    edits[key] = replacement["insertedContent"]["text"].encode()
    for (at, length), text in sorted(edits.items(), reverse=True):
        source = source[:at] + text + source[at + length :]
    translated = cass("translate", "src/a b,c:d%.cu", "--stdout").out
    assert source.decode() == translated
    assert "hipMalloc" in translated


def test_regions_count_characters(cass: Command) -> None:
    cass.write("x.cu", "/* ää */ int main() { cudaDeviceSynchronize(); }\n")
    [result] = [r for r in run_of(cass, "x.cu")["results"] if "cudaDeviceSynchronize" in r["message"]["text"]]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["byteOffset"]) == (1, 23, 24)


def test_fingerprints_stay_when_code_moves(cass: Command) -> None:
    def names() -> list[str]:
        return sorted(r["partialFingerprints"]["cassFinding/v1"] for r in run_of(cass, "src")["results"])

    before = names()
    path = cass.folder / "src/a b,c:d%.cu"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], "", "// more", "int other;", *(f"    {line}" for line in lines[1:])]) + "\n")
    assert names() == before
    assert len(set(before)) == len(before)


def test_what_github_refuses_is_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "MOST_RESULTS", 3)
    path = tmp_path / "x.cu"
    path.write_text("cudaFree;\n" * 5)
    grades = [Severity.INFO, Severity.WARNING, Severity.ERROR, Severity.INFO, Severity.ERROR]
    found = [Finding("CASS100", "api-renamed", "m", Span(10 * n, 10 * n + 8), g) for n, g in enumerate(grades)]
    log = json.loads(form.sarif(collected([Checked(path, tuple(found))], ())))
    OFFICIAL.validate(log)
    [run] = log["runs"]
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning"]
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("2 more results are left out")
