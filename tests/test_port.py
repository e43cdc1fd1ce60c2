"""Porting files and trees on a fake GPU: candidates in turn, headers with their users, programs of several files."""

from pathlib import Path

import pytest

from cass_tools import compilers, port, reference, runners
from cass_tools.compile_commands import Commands
from cass_tools.compilers import nvcc
from cass_tools.config import Config
from cass_tools.delivery import carry, deliver, fixed, left_over
from cass_tools.layout import Layout
from cass_tools.library import spoken
from cass_tools.model import Candidate, Outcome, Safety, Source, StepKind, Verdict
from cass_tools.port import Job, Ported
from cass_tools.scan import read
from cass_tools.translators.rules import translate
from cass_tools.tree import find
from cass_tools.trial import Settings
from cass_tools.verify import Require
from tests.fake_gpu import FakeCompiler, FakeRunner

CUDA_MAIN = "int main() { cudaDeviceSynchronize(); }\n"


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> FakeCompiler:
    fake, runner = FakeCompiler(), FakeRunner()
    for module in (compilers, reference):
        monkeypatch.setattr(module, "pick", lambda config: fake)
    monkeypatch.setattr(runners, "pick", lambda *_: runner)
    monkeypatch.setattr(reference, "load", lambda name: runner)
    monkeypatch.setattr(nvcc, "missing", lambda: "no nvcc in this test")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    return fake


def port_all(root: Path, require: Require = Require.POSSIBLE, jobs: int = 2) -> dict[str, Ported]:
    found = find([root])
    job = Job(found.cuda, found.others, Settings(jobs=jobs), require, Commands({}))
    return {ported.path.name: ported for ported in port.port(job)}


def test_a_file_that_passes(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text("// sh: echo 5\n" + CUDA_MAIN)
    ported = port_all(tmp_path)["x.cu"]
    assert ported.refused is None
    assert b"hipDeviceSynchronize" in ported.candidate.data


def test_the_careful_candidate_is_tried_when_the_bold_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bold translation does not build here; what is written is the one without risky fixes."""
    (tmp_path / "x.cu").write_text(CUDA_MAIN)

    def bold_fails(source: Source, config: Config, least: Safety = Safety.UNSAFE) -> Candidate:
        made = translate(source, config, least)
        return made if least is Safety.SAFE else made._replace(data=b"// no build: bold\n" + made.data)

    monkeypatch.setattr(port, "translate", bold_fails)
    monkeypatch.setattr(
        port, "translate_all", lambda paths, config, *rest: [bold_fails(read(p), config) for p in paths]
    )
    ported = port_all(tmp_path)["x.cu"]
    assert ported.refused is None
    assert b"no build" not in ported.candidate.data


def test_the_other_policy_for_warps_is_tried_when_the_first_fails(tmp_path: Path) -> None:
    """Here only what keeps CUDA's `warpSize` builds."""

    def groups_fail(source: Source, config: Config, least: Safety = Safety.UNSAFE) -> Candidate:
        made = translate(source, config, least)
        return made if b"warpSize" in made.data and least is Safety.UNSAFE else made._replace(data=b"// no build: x\n")

    text = CUDA_MAIN + "__device__ int lane() { return threadIdx.x % warpSize; }\n"
    (tmp_path / "x.cu").write_text("// sh: echo 5\n" + text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(port, "translate", groups_fail)
        patch.setattr(port, "translate_all", lambda paths, config, *rest: [groups_fail(read(p), config) for p in paths])
        ported = port_all(tmp_path)["x.cu"]
    assert ported.refused is None
    assert b"% warpSize" in ported.candidate.data
    assert any("--warp-policy native" in note for note in ported.verdict.notes)


def test_if_none_passes_the_first_is_shown(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text("// no build: what is this\n" + CUDA_MAIN)
    ported = port_all(tmp_path)["x.cu"]
    assert ported.refused == "built for gfx1100: NOT_BUILT"


def test_headers_pass_with_their_users(tmp_path: Path, compiler: FakeCompiler) -> None:
    (tmp_path / "good.cuh").write_text("cudaError_t f();\n")
    (tmp_path / "bad.cuh").write_text("cudaError_t g();\n")
    (tmp_path / "lone.cuh").write_text("cudaError_t h();\n")
    (tmp_path / "a.cu").write_text('// sh: echo\n#include "good.cuh"\n' + CUDA_MAIN)
    (tmp_path / "b.cu").write_text('// no build: x\n#include "good.cuh"\n#include "bad.cuh"\n' + CUDA_MAIN)
    ported = port_all(tmp_path)
    assert {name: p.refused is None for name, p in ported.items()} == {
        "a.cu": True,
        "b.cu": False,
        "good.cuh": True,
        "bad.cuh": False,
        "lone.cuh": True,
    }
    assert ported["good.cuh"].verdict.notes == ("built as part of a.cu",)
    hip = [r for r in compiler.requests if r.language == "hip" and r.virtual_path and r.virtual_path.name == "a.cu"]
    assert {shown.name for shown, _ in hip[0].overlay} >= {"good.cuh", "bad.cuh"}
    assert all(not r.overlay for r in compiler.requests if r.language == "cuda")


def test_a_header_outside_of_the_job_is_translated_for_the_build_only(tmp_path: Path, compiler: FakeCompiler) -> None:
    (tmp_path / "common.h").write_text("cudaError_t f();\n")
    (tmp_path / "x.cu").write_text('// sh: echo\n#include "common.h"\n' + CUDA_MAIN)
    job = Job((tmp_path / "x.cu",), (), Settings(), Require.POSSIBLE, Commands({}))
    [ported] = port.port(job)
    assert ported.refused is None
    assert any("common.h is CUDA too" in note for note in ported.verdict.notes)


PART = "// defines: part\ncudaError_t part();\n"
NEEDS_PART = "// sh: echo 1\n// needs: part\n"


def runs(ported: Ported) -> set[Outcome]:
    return {step.outcome for step in ported.verdict.steps if step.kind is StepKind.COMPARED}


def test_a_program_of_several_files(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text(NEEDS_PART + CUDA_MAIN)
    (tmp_path / "part.cu").write_text("// needs: timer\n" + PART)
    (tmp_path / "timer.cpp").write_text("// defines: timer\nint now();\n")
    (tmp_path / "other.cu").write_text("// no build: broken\ncudaError_t other();\n")
    ported = port_all(tmp_path)
    assert [path.name for path in ported["main.cu"].verdict.parts] == ["part.cu", "timer.cpp"]
    assert ported["main.cu"].refused is None
    assert ported["part.cu"].refused is None
    assert "as part of main.cu" in ported["part.cu"].verdict.notes
    assert runs(ported["part.cu"]) == {Outcome.PASSED}
    assert ported["other.cu"].refused is not None


def test_a_program_without_cuda_of_its_own(tmp_path: Path, compiler: FakeCompiler) -> None:
    (tmp_path / "main.cpp").write_text(NEEDS_PART + "int main() { part(); }\n")
    (tmp_path / "apart.cpp").write_text("// sh: echo 2\nint main() {}\n")
    (tmp_path / "part.cu").write_text(PART)
    ported = port_all(tmp_path, Require.RUN)
    assert (ported["main.cpp"].is_host, ported["main.cpp"].refused) == (True, None)
    assert ported["part.cu"].refused is None
    assert ported["apart.cpp"].verdict == Verdict(())
    hosts = {r.virtual_path.name for r in compiler.requests if r.language == "host" and r.virtual_path}
    assert hosts == {"main.cpp", "apart.cpp"}


def test_a_part_falls_with_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.cpp").write_text(NEEDS_PART + "int main() { part(); }\n")
    (tmp_path / "part.cu").write_text("// wave64: echo and one\n" + PART)
    ported = port_all(tmp_path)
    assert runs(ported["part.cu"]) == {Outcome.PASSED, Outcome.WRONG_OUTPUT}
    why = "main.cpp, which it is linked into, did not pass: compared for gfx90a: WRONG_OUTPUT"
    assert ported["part.cu"].refused == why


def test_a_program_whose_original_cannot_be_linked_either(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text("// needs: glutInit\n" + CUDA_MAIN)
    (tmp_path / "host.cpp").write_text("// needs: glutInit\nint main() {}\n")
    ported = port_all(tmp_path)
    assert ported["main.cu"].refused is None
    [note] = ported["main.cu"].verdict.notes
    assert note.startswith("not run: neither it nor the original can be linked here: ")
    assert "glutInit" in note
    assert "glutInit" in " ".join(ported["host.cpp"].verdict.notes)
    assert port_all(tmp_path, Require.RUN)["main.cu"].refused == f"it was {note}"


def test_a_translation_that_does_not_link_while_the_original_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "main.cu").write_text(CUDA_MAIN)

    def needy(paths: list[Path], config: Config, *rest: object) -> list[Candidate]:
        made = [translate(read(path), config) for path in paths]
        return [each._replace(data=b"// needs: hipNone\n" + each.data) for each in made]

    monkeypatch.setattr(port, "translate_all", needy)
    monkeypatch.setattr(port, "translate", lambda source, *rest: needy([source.path], Config())[0])
    assert port_all(tmp_path)["main.cu"].refused == "built for gfx1100: NOT_BUILT"


def test_the_nearest_definition_is_linked(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.cu").write_text(NEEDS_PART + CUDA_MAIN)
        (tmp_path / name / f"{name}_part.cu").write_text(f"// sh: echo {name}\n" + PART)
    ported = port_all(tmp_path)
    for name in ("one", "two"):
        assert [path.name for path in ported[f"{name}.cu"].verdict.parts] == [f"{name}_part.cu"]


def test_two_definitions_are_no_plain_choice(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text(NEEDS_PART + CUDA_MAIN)
    for name in ("a.cu", "b.cu"):
        (tmp_path / name).write_text(PART)
    ported = port_all(tmp_path)
    assert "part is defined in a.cu and b.cu" in ported["main.cu"].verdict.notes[0]
    (tmp_path / "b.cu").write_text(PART.replace("defines", "defines weakly"))
    assert [path.name for path in port_all(tmp_path)["main.cu"].verdict.parts] == ["a.cu"]


def test_a_part_that_does_not_build_is_named(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text(NEEDS_PART + CUDA_MAIN)
    (tmp_path / "a.cu").write_text("// no build: broken\n" + PART)
    [note] = port_all(tmp_path)["main.cu"].verdict.notes
    assert "a.cu may define part, but it does not build: x.cu:1:1: error: broken" in note


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("launch", "launch"),
        ("_Z6launchPfi", "launch"),
        ("_ZN2ns3Cls4stepEv", "step"),
        ("_ZNK3Cls4stepEv", "step"),
        ("_ZN3ClsC1Ev", "Cls"),
        ("_ZTV3Cls", "Cls"),
        ("_Z6reduceIfEvPT_", "reduce"),
        ("_ZplRK3Vec", "operator"),
    ],
)
def test_names_as_the_source_has_them(symbol: str, name: str) -> None:
    assert spoken(symbol) == name


def test_nothing_is_compiled_where_nothing_is_asked(tmp_path: Path, compiler: FakeCompiler) -> None:
    (tmp_path / "x.cu").write_text(CUDA_MAIN)
    assert port_all(tmp_path, Require.NOTHING)["x.cu"].refused is None
    assert compiler.requests == []


def test_delivery_writes_what_passed_and_copies_the_rest(tmp_path: Path) -> None:
    src, out = tmp_path / "src", tmp_path / "out"
    (src / "sub").mkdir(parents=True)
    (src / "x.cu").write_text("// sh: echo 5\n" + CUDA_MAIN)
    (src / "sub" / "y.cu").write_text("// no build: x\n" + CUDA_MAIN)
    (src / "sub" / "run.sh").write_text("#!/bin/sh\n")
    (src / "sub" / "run.sh").chmod(0o755)
    plan = Layout((src,), out)
    done = {name: deliver(ported, plan, force=False) for name, ported in port_all(src).items()}
    assert (done["x.cu"].wrote, done["x.cu"].problem) == ("created", "")
    assert done["y.cu"].problem == "built for gfx1100: NOT_BUILT"
    assert list(carry(find([src]).others, plan, force=False)) == []
    assert sorted(str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()) == ["sub/run.sh", "x.hip"]
    assert (out / "sub/run.sh").stat().st_mode & 0o777 == 0o755


def test_fixed_and_left_over(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text('void f() { cudaDeviceSynchronize(); asm volatile("mma.sync.aligned;"); }\n')
    candidate = port_all(tmp_path, Require.NOTHING)["x.cu"].candidate
    done = fixed(candidate)
    assert [candidate.findings[n].message for n in done if "cudaDeviceSynchronize" in candidate.findings[n].message]
    assert [f.rule for f in left_over(candidate)] == ["inline-ptx"]
