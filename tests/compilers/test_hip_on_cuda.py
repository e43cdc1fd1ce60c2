"""HIP built by nvcc with HIP's names: which names become which, and ports whose NVIDIA machine code is run here."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cass_tools import nvidia_port
from cass_tools.compilers import hip_headers
from cass_tools.compilers.hip_on_cuda import HipOnCuda
from cass_tools.config import Config
from cass_tools.model import Build, Outcome, Run, Source, StepKind, Target
from cass_tools.records import finding
from cass_tools.runners import nvidia
from cass_tools.runners.exec import RUNNER
from cass_tools.translators.rules import translate
from cass_tools.trial import Settings, Unit, build, run
from cass_tools.verify import bench

ROOT = Path(__file__).parent.parent.parent
PROGRAMS = (
    ROOT / "examples" / "reduce.cu",
    ROOT / "examples" / "saxpy_streams.cu",
    *(
        ROOT / "tests/data/records" / name / "input.cu"
        for name in ("014_early_return_barrier", "003_shfl_down_default_width")
    ),
)
SM = Target("sm_90")
AMD_ONLY = b"\n__device__ unsigned f() { return __builtin_amdgcn_s_getreg(6145); }\n"


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("headers")
    hip_headers.generate(folder)
    text = (folder / "cass_hip_names" / "runtime.h").read_text()
    return dict(re.findall(r"#define (\w+) (\w+)", text))


@pytest.mark.parametrize(
    ("hip", "cuda"),
    [
        ("hipMalloc", "cudaMalloc"),
        ("hipMemcpyHostToDevice", "cudaMemcpyHostToDevice"),
        ("hipError_t", "cudaError_t"),
        ("hipDeviceProp_t", "cudaDeviceProp"),
        ("hipStream_t", "cudaStream_t"),
        ("hipErrorInvalidValue", "cudaErrorInvalidValue"),
        ("hipModuleLoad", "cuModuleLoad"),
        ("hipFloatComplex", "cuFloatComplex"),
    ],
)
def test_names_become_those_of_the_runtime(names: dict[str, str], hip: str, cuda: str) -> None:
    assert names[hip] == cuda


def test_only_names_of_hip_are_renamed(names: dict[str, str]) -> None:
    assert len(names) > 1000
    assert all(re.match(r"_*(?:hip|HIP|roctx)", name) for name in names)


def test_headers_of_libraries_lead_to_those_of_cuda(tmp_path: Path) -> None:
    hip_headers.generate(tmp_path)
    text = (tmp_path / "hipblas" / "hipblas.h").read_text()
    assert text.index("<cublas_v2.h>") < text.index("<cublas.h>")
    assert "needs cublas_v2.h of CUDA, which is not installed" in text
    assert "namespace hipcub = cub;" in (tmp_path / "hipcub" / "hipcub.hpp").read_text()


def made(unit: Unit, folder: Path) -> Build:
    built = build(unit, SM, HipOnCuda(), folder, "nvidia")
    assert built.binary is not None, built.log
    return built


def executed(built: Build, folder: Path) -> Run:
    assert built.binary is not None
    return run(built.binary, SM, RUNNER, folder=folder, settings=Settings(), data=folder)


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem if p.stem != "input" else p.parent.name)
def test_ports_print_what_an_h200_printed(path: Path, tmp_path: Path) -> None:
    record = finding.find(Unit(path, path.read_bytes()), ()).record
    port = translate(Source(path, path.read_bytes()), Config())
    done = executed(made(Unit(path.with_suffix(".hip"), port.data), tmp_path), tmp_path)
    assert record
    assert (done.outcome, done.status, done.stdout) == (Outcome.PASSED, record.status, record.stdout)


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
def test_what_is_more_than_a_name(tmp_path: Path) -> None:
    path = Path(__file__).parent / "data" / "hip_on_cuda.hip"
    done = executed(made(Unit(path, path.read_bytes()), tmp_path), tmp_path)
    assert (done.outcome, done.status, done.detail) == (Outcome.PASSED, 0, "")
    assert done.stdout == b"3.5 5 9 11 | 8 4294967295 31 96 | 10 1 7 | 5 6\n"


class Played(nvidia.NvidiaRunner):
    """The executor in the place of an NVIDIA GPU."""

    def missing(self) -> str | None:
        """Nothing."""
        return None

    run = RUNNER.run


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvidia, "RUNNER", Played())
    monkeypatch.setattr(nvidia_port, "installed", lambda: nvidia.Installed("an H200", "1", SM))


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
def test_a_port_is_verified_on_an_nvidia_gpu(played: None) -> None:
    path = PROGRAMS[3]
    unit = Unit(path, path.read_bytes())
    port = replace(unit, data=translate(Source(path, unit.data), Config()).data)
    with bench(unit, Settings(runner="nvidia", reference="record")) as place:
        verdict = place.verify(port)
    assert verdict.outcome is Outcome.PASSED, verdict
    kinds = {(step.kind, step.target.arch if step.target else "") for step in verdict.steps}
    built = {(StepKind.BUILT, arch) for arch in ("gfx1100", "gfx90a", "sm_90")}
    assert kinds == {*built, (StepKind.RUN, "sm_90"), (StepKind.COMPARED, "sm_90")}
    assert nvidia_port.NOTE in verdict.notes


@pytest.mark.gpu_code
@pytest.mark.nvidia_tools
def test_what_nvcc_does_not_build_is_not_tried(played: None) -> None:
    path = PROGRAMS[3]
    unit = Unit(path, path.read_bytes())
    port = translate(Source(path, unit.data), Config()).data + AMD_ONLY
    with bench(unit, Settings(runner="nvidia", reference="record")) as place:
        verdict = place.verify(replace(unit, data=port))
    (step,) = (step for step in verdict.steps if step.target == SM)
    assert (step.kind, step.outcome, step.where) == (StepKind.BUILT, Outcome.NOT_TRIED, "nvcc")
