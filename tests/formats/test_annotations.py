"""GitHub's workflow commands, GitLab's code quality report, JUnit's XML: special characters and all."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import Command

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:]*,?)+)::(.*)")


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """As GitHub's runner reads them."""

    def plain(word: str) -> str:
        for code, sign in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            word = word.replace(code, sign)
        return word

    found = []
    for line in text.splitlines():
        match = COMMAND.fullmatch(line)
        assert match, line
        told = dict(word.split("=", 1) for word in match[2].split(","))
        found.append((match[1], {key: plain(value) for key, value in told.items()}, plain(match[3])))
    return found


def test_github_gets_a_command_a_finding(cass: Command) -> None:
    said = cass("check", "src", "--format", "github")
    assert said.status == 1
    found = commands(said.out)
    assert {level for level, _, _ in found} == {"error", "warning"}
    assert {told["file"] for _, told, _ in found} == {"src/a b,c:d%.cu"}
    masks = next(told for _, told, _ in found if told["title"] == "CASS121 warp-mask-32")
    assert (masks["line"], masks["col"], masks["endLine"]) == ("3", "53", "3")
    every = commands(cass("check", "src", "--format", "github", "--all").out)
    ranks = [["error", "warning", "notice"].index(level) for level, _, _ in every]
    assert ranks == sorted(ranks)
    assert ("notice", "CASS100 api-renamed") in [(level, told["title"]) for level, told, _ in every]
    [unread] = commands(cass("check", "gone, 100%.cu", "--format", "github").out)
    assert (unread[0], unread[1]["file"]) == ("error", "gone, 100%.cu")


@pytest.mark.parametrize("form", ["github", "gitlab", "sarif"])
def test_paths_are_the_repositorys_wherever_it_is_run(cass: Command, tmp_path: Path, form: str) -> None:
    (tmp_path / "elsewhere/.git").mkdir(parents=True)
    (tmp_path / "bare").mkdir()
    places = [(cass.folder, "src"), (cass.folder / "src", "."), (tmp_path, "work"), (tmp_path / "bare", "../work/src")]
    places += [(tmp_path / "bare", str(cass.folder)), (tmp_path / "elsewhere", "../work")]
    texts = {Command(folder, cass.state)("check", named, "--format", form).out for folder, named in places}
    assert len(texts) == 1
    cass.write("deeper/.git", "gitdir: ../.git/modules/deeper\n")
    cass.write("deeper/x.cu", "__device__ int f(int x) { return __shfl_down_sync(0xffffffff, x, 1); }\n")
    assert "deeper/x.cu" in cass("check", "deeper", "--format", form).out


def test_gitlab_gets_issues_with_fingerprints_of_their_own(cass: Command) -> None:
    cass.write("src/twice.cu", 'void f() { asm("weird.op;"); asm("weird.op;"); }\n')
    said = cass("check", "src", "--format", "gitlab", "--all")
    issues = json.loads(said.out)
    prints = [issue["fingerprint"] for issue in issues]
    assert len(set(prints)) == len(prints) >= 5
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["location"]["lines"]["begin"] >= 1
        assert not issue["location"]["path"].startswith(("/", "./"))
    assert json.loads(cass("check", "src/clean.cu", "--format", "gitlab").out) == []


def test_junit_has_a_suite_a_file_and_a_failure_a_finding(cass: Command) -> None:
    (cass.folder / "src/control.cu").write_bytes(b'void f() { asm("\x01weird.op \x1b[0m;"); }\n')
    said = cass("check", "src", "gone.cu", "--format", "junit")
    top = ElementTree.fromstring(said.out.encode())  # noqa: S314 - our own
    suites = {suite.attrib["name"]: suite for suite in top}
    assert set(suites) == {"src/a b,c:d%.cu", "src/clean.cu", "src/control.cu", "gone.cu"}
    failures = suites["src/a b,c:d%.cu"].findall("testcase/failure")
    assert int(suites["src/a b,c:d%.cu"].attrib["failures"]) == len(failures) >= 3
    assert "__shfl_down_sync(0xffffffff" in "".join(failure.text or "" for failure in failures)
    [clean] = suites["src/clean.cu"]
    assert list(clean) == []
    assert suites["gone.cu"].find("testcase/error") is not None
    assert top.attrib["errors"] == "1"
    assert int(top.attrib["tests"]) == len(top.findall("testsuite/testcase"))
