"""Porting files and trees on a fake GPU: candidates in turn, headers with their users, programs of several files."""

from pathlib import Path

import pytest

from cass_tools import compilers, library, port, reference, runners
from cass_tools.compile_commands import Commands
from cass_tools.compilers import nvcc
from cass_tools.config import Config
from cass_tools.delivery import carry, deliver, fixed, left_over
from cass_tools.errors import CassError
from cass_tools.layout import Layout
from cass_tools.model import Candidate, Safety, Source
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
    monkeypatch.setattr(runners, "pick", lambda name: runner)
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


def test_a_program_of_several_files(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text("// sh: echo 1\n// needs: kernel_part\n" + CUDA_MAIN)
    (tmp_path / "part.cu").write_text("// defines: kernel_part\ncudaError_t part();\n")
    (tmp_path / "other.cu").write_text("// no build: broken\ncudaError_t other();\n")
    ported = port_all(tmp_path)
    assert ported["main.cu"].refused is None
    assert ported["part.cu"].refused is None
    assert ported["other.cu"].refused is not None


def test_a_unit_without_cuda_is_linked_too(tmp_path: Path) -> None:
    (tmp_path / "main.cu").write_text("// sh: echo 1\n// needs: timer\n" + CUDA_MAIN)
    (tmp_path / "timer.cpp").write_text("// defines: timer\nint now();\n")
    assert port_all(tmp_path)["main.cu"].refused is None


def test_without_an_archiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "ARCHIVERS", ())
    (tmp_path / "main.cu").write_text("// needs: part\n" + CUDA_MAIN)
    (tmp_path / "part.cu").write_text("// defines: part\ncudaError_t part();\n")
    with pytest.raises(CassError, match="install binutils"):
        port_all(tmp_path)


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
