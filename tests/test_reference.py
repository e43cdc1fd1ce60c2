"""Which reference is taken: the best that there is, the one that the user names, and what a verdict says of it."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from cass_tools import compilers, reference, runners
from cass_tools.cli.main import run
from cass_tools.compilers import BuildRequest, nvcc
from cass_tools.config import Config
from cass_tools.model import Build, Outcome, Run, StepKind, Target, Verdict
from cass_tools.records import form
from cass_tools.records.form import Record
from cass_tools.report import verdict_value
from cass_tools.runners import lifting
from cass_tools.runners.exec import DEADLOCKS
from cass_tools.trial import Settings, Unit
from cass_tools.verify import bench
from tests.fake_gpu import FakeCompiler, FakeRunner

SOURCE = "// sh: echo sum 5\n// launches: 1\nint main() {}\n"
HEADER = "the CUDA original, built for 32 lanes"
SASS = "NVIDIA's machine code of the CUDA original (sm_80)"


class FakeNvcc(FakeCompiler):
    """Builds the same as the others do; `broken` is what its programs do instead."""

    broken: str = ""

    def build(self, request: BuildRequest) -> Build:
        """Only what it is asked for as machine code."""
        assert (request.language, request.target.arch, request.object_only) == ("nvidia", "sm_80", False)
        made = super().build(request)
        if self.broken and made.binary:
            made.binary.write_text(f"#!/bin/sh\n{self.broken}\n")
        return made


@pytest.fixture
def nvidia(monkeypatch: pytest.MonkeyPatch) -> FakeNvcc:
    fake, other, runner = FakeNvcc("nvcc"), FakeCompiler(), FakeRunner()
    for module in (compilers, reference):
        monkeypatch.setattr(module, "pick", lambda config: other)
    monkeypatch.setattr(runners, "pick", lambda *_: runner)
    monkeypatch.setattr(reference, "load", lambda name: runners.load(name) if name == "nvidia" else runner)
    monkeypatch.setattr(nvcc, "missing", lambda: None)
    monkeypatch.setattr(nvcc, "NvccCompiler", lambda: fake)
    monkeypatch.setattr(lifting, "lacking", lambda: None)
    monkeypatch.setattr(runners.load("nvidia").__class__, "missing", lambda self: "no such GPU")
    return fake


def judge(tmp_path: Path, wanted: str, original: str = SOURCE) -> Verdict:
    path = tmp_path / "x.cu"
    path.write_text(original)
    with bench(Unit(path, original.encode()), Settings(reference=wanted)) as place:
        return place.verify(Unit(path, SOURCE.encode()))


def words(verdict: Verdict) -> set[tuple[Outcome, str]]:
    return {(s.outcome, s.where) for s in verdict.steps if s.kind is StepKind.COMPARED}


@pytest.mark.parametrize("wanted", ["auto", "sass"])
def test_machine_code_is_taken_where_it_may_be(nvidia: FakeNvcc, tmp_path: Path, wanted: str) -> None:
    verdict = judge(tmp_path, wanted)
    assert words(verdict) == {(Outcome.PASSED, SASS)}
    assert verdict.reference == verdict_value(verdict)["reference"] == "sass"
    assert len(nvidia.requests) == 1


class Stuck(FakeRunner):
    """Where lanes cannot wait for each other."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said

    def run(self, binary: Path, target: Target, *arguments: Any, **named: Any) -> Run:
        """NVIDIA's code hangs."""
        if target.arch == "sm_80":
            return Run(Outcome.CRASHED, self.name, target, detail=f"kernel f(): {self.said}: 31 of 32 lanes")
        return super().run(binary, target, *arguments, **named)


def test_nvcc_builds_the_original_again_where_the_headers_do_not(nvidia: FakeNvcc, tmp_path: Path) -> None:
    other = compilers.pick(Config())
    assert isinstance(other, FakeCompiler)
    path = tmp_path / "x.cu"
    path.write_text(SOURCE)
    with bench(Unit(path, SOURCE.encode()), Settings(reference="sass")) as place:
        twin = place.reference.twin
        assert twin is not None
        assert twin() is not None
        assert len(nvidia.requests) == 1
        other.lacks = "inline PTX"
        ran = twin()
    assert ran is not None
    assert ran.stdout == b"sum 5\n"
    assert nvidia.requests[1].flags == reference.ROUNDED_OTHERWISE


@pytest.mark.parametrize("said", DEADLOCKS)
@pytest.mark.parametrize("wanted", ["auto", "sass", "sass-scalar"])
def test_threads_that_wait_for_each_other_run_one_by_one(
    nvidia: FakeNvcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, said: str
) -> None:
    monkeypatch.setattr(reference, "load", lambda name: runners.load(name) if name == "nvidia" else Stuck(said))
    monkeypatch.setattr(reference, "SCALAR", FakeRunner())
    verdict = judge(tmp_path, wanted)
    assert words(verdict) == {(Outcome.PASSED, f"{SASS}, thread by thread")}
    assert verdict.reference == "sass"


def test_the_headers_are_taken_where_they_are_wanted(nvidia: FakeNvcc, tmp_path: Path) -> None:
    verdict = judge(tmp_path, "header")
    assert words(verdict) == {(Outcome.PASSED, HEADER)}
    assert verdict.reference == "header"
    assert nvidia.requests == []


def test_without_consent_the_headers_are_taken(
    nvidia: FakeNvcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifting, "lacking", lambda: "you have not agreed")
    verdict = judge(tmp_path, "auto")
    assert words(verdict) == {(Outcome.PASSED, HEADER)}
    assert not any("machine code" in note for note in verdict.notes)
    named = judge(tmp_path, "sass")
    assert words(named) == {(Outcome.NOT_TRIED, SASS)}
    assert named.reference == ""


@pytest.mark.parametrize("wanted", ["auto", "sass"])
def test_a_refused_kernel_leads_to_the_headers_and_is_told(nvidia: FakeNvcc, tmp_path: Path, wanted: str) -> None:
    nvidia.broken = "kill -9 $$"
    verdict = judge(tmp_path, wanted)
    assert words(verdict) == {(Outcome.PASSED, HEADER)}
    assert verdict.reference == "header"
    note = next(note for note in verdict.notes if "machine code of the original is not what was compared with" in note)
    assert "ended by signal 9" in note


def test_a_file_that_nvcc_does_not_build_alone(nvidia: FakeNvcc, tmp_path: Path) -> None:
    nvidia.lacks = "undefined reference"
    verdict = judge(tmp_path, "auto")
    assert words(verdict) == {(Outcome.PASSED, HEADER)}
    assert any("nvcc did not build the original: undefined reference" in note for note in verdict.notes)


def test_a_record_that_is_not_there_is_no_pass(nvidia: FakeNvcc, tmp_path: Path) -> None:
    verdict = judge(tmp_path, "record")
    assert words(verdict) == {(Outcome.NOT_TRIED, "a record of the CUDA original")}


def test_the_option_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.hip"
    file.write_text(SOURCE)
    assert run(["verify", str(file), "--reference", "best"]) == 2
    assert "--reference best: choose auto, record, sass, sass-scalar, header" in capsys.readouterr().err
    assert run(["verify", str(file), "--reference", "sass"]) == 2  # the user has said no
    assert "as you decided" in capsys.readouterr().err


def test_an_nvidia_target_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not used unless you agree to it" in str(lifting.lacking())
    assert "CASS_EXEC_NVDISASM" not in lifting.environment(lifting.DEFAULT)
    monkeypatch.setenv("CASS_NVIDIA_TOOLS", "perhaps")
    assert lifting.lacking() == "CASS_NVIDIA_TOOLS is perhaps; it can be 1 or 0"


def record(tmp_path: Path, **more: Any) -> Path:
    """A record of SOURCE beside it, or in the folder's place of what `more` says."""
    sources = {"x.cu": hashlib.sha256(SOURCE.encode()).hexdigest()}
    said = {"stdout": b"sum 5\n", "status": 0, "sources": sources, **more}
    made = Record("x.cu", "sm_90", flags=(), args=(), machine={"gpu": "NVIDIA H200", "driver": "580"}, **said)
    path = tmp_path / "x.cu.cass-record.json"
    path.write_bytes(form.write(made))
    return path


RECORDED = "a record of the CUDA original on NVIDIA H200 (driver 580)"


@pytest.mark.parametrize("wanted", ["auto", "record"])
def test_a_record_is_better_than_what_runs_here(nvidia: FakeNvcc, tmp_path: Path, wanted: str) -> None:
    record(tmp_path)
    verdict = judge(tmp_path, wanted)
    assert words(verdict) == {(Outcome.PASSED, RECORDED)}
    assert verdict.reference == "record"
    assert nvidia.requests == []


def test_a_record_decides(nvidia: FakeNvcc, tmp_path: Path) -> None:
    record(tmp_path, stdout=b"sum 6\n")
    assert words(judge(tmp_path, "auto")) == {(Outcome.WRONG_OUTPUT, RECORDED)}


def test_lines_that_the_recorded_program_does_not_repeat_are_not_compared(nvidia: FakeNvcc, tmp_path: Path) -> None:
    record(tmp_path, stdout=b"sum 6\n", again=b"sum 7\n")
    assert words(judge(tmp_path, "auto")) == {(Outcome.PASSED, RECORDED)}


def test_a_record_of_another_source_is_told_and_not_used(nvidia: FakeNvcc, tmp_path: Path) -> None:
    record(tmp_path, sources={"x.cu": "0"})
    verdict = judge(tmp_path, "auto")
    assert words(verdict) == {(Outcome.PASSED, SASS)}
    assert any("x.cu.cass-record.json was made of another x.cu; record it again" in note for note in verdict.notes)
    assert words(judge(tmp_path, "record")) == {(Outcome.NOT_TRIED, "a record of the CUDA original")}


def test_an_edited_record_is_told_and_not_used(nvidia: FakeNvcc, tmp_path: Path) -> None:
    path = record(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"sum 5", b"sum 6"))
    verdict = judge(tmp_path, "auto")
    assert words(verdict) == {(Outcome.PASSED, SASS)}
    assert any("was edited or damaged" in note for note in verdict.notes)
    assert words(judge(tmp_path, "record")) == {(Outcome.NOT_TRIED, "a record of the CUDA original")}


def test_a_program_cannot_read_its_record(nvidia: FakeNvcc, tmp_path: Path) -> None:
    record(tmp_path)
    path = tmp_path / "x.cu"
    path.write_text(SOURCE)
    reads = SOURCE.replace("echo sum 5", "cat *.json || echo sum 4")
    with bench(Unit(path, SOURCE.encode()), Settings()) as place:
        assert words(place.verify(Unit(path, reads.encode()))) == {(Outcome.WRONG_OUTPUT, RECORDED)}
