"""CUDA's host interface, without any of NVIDIA's tools: the program is g++'s, its fat binary and listing committed."""

import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import cass_tools
from cass_tools.compilers import toolchain
from cass_tools.executor import stand_in
from cass_tools.executor.cuda_api_page import states
from cass_tools.executor.nvidia.lift import service as lifter
from tests.executor.host.rig import DATA, Ended, compiler, run, succeed
from tests.executor.nvidia.committed import DATA as COMMITTED
from tests.executor.nvidia.lift.disassembler import fake

FATBIN = COMMITTED / "kernels.fatbin"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("cuda"), 13)


def built(folder: Path, release: int, source: str = "registered") -> Path:
    output = folder / f"{source}{release}"
    library = stand_in.folder() / f"libcudart.so.{release}"
    succeed(compiler(), "-std=c++17", "-Wall", "-Wextra", DATA / f"cuda/{source}.cpp", "-o", output, library)
    # the library's own name is HIP's; a program of CUDA asks for CUDA's
    named = output.read_bytes().replace(b"libamdhip64.so.6\0", b"libcudart.so.%d\0\0" % release)
    output.write_bytes(named)
    return output


def run_lifted(
    program: Path,
    folder: Path,
    *arguments: str,
    source: str = "kernels",
    sm: int = 90,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Run it as that GPU, with the committed listing in the place of nvdisasm's."""
    clang = toolchain.find_clang()
    assert clang
    lifting = lifter.environment(fake(folder, source, sm), clang.path, "gfx1100")
    package = str(Path(cass_tools.__file__).parent.parent)
    known = {
        "CASS_EXEC_PYTHON": sys.executable,
        "PYTHONPATH": package,
        "CASS_EXEC_SM": str(sm),
        **lifting,
        **(environment or {}),
    }
    return run(program, *arguments, folder=folder, **known)


@pytest.mark.gpu_code
@pytest.mark.parametrize("release", [12, 13])
def test_a_registered_kernel_is_lifted_and_launched(release: int, tmp_path: Path) -> None:
    ended = run_lifted(built(tmp_path, release), tmp_path, str(FATBIN))
    assert (ended.status, ended.stderr) == (0, "")
    device, first, second, errors, limits, end = ended.stdout.splitlines()
    assert device == "sm_90 32 232448; 0 1024 90 1; 2 1 1; 8"
    assert first == second == "0 1000"
    assert errors == (
        "cudaErrorMemoryAllocation, CUDA_ERROR_OUT_OF_MEMORY, no CUDA-capable device is detected, "
        "cudaErrorInvalidResourceHandle"
    )
    wrong = "cudaErrorInvalidConfiguration" if release == 12 else "cudaErrorInvalidValue"
    assert limits == f"{wrong}, unrecognized error code"
    assert end == "0"


@pytest.mark.gpu_code
@pytest.mark.parametrize("scalar", [{}, {"CASS_EXEC_SCALAR": "1"}], ids=["fast", "scalar"])
def test_kernels_of_a_library_by_the_driver_interface(scalar: dict[str, str], tmp_path: Path) -> None:
    ended = run_lifted(built(tmp_path, 13, "libraries"), tmp_path, str(FATBIN), environment=scalar)
    assert (ended.status, ended.stderr, ended.stdout) == (0, "", "0 wrong\n"), ended.reports


@pytest.mark.gpu_code
@pytest.mark.parametrize("scalar", [{}, {"CASS_EXEC_SCALAR": "1"}], ids=["fast", "scalar"])
@pytest.mark.parametrize("sm", [80, 90, 100, 120])
def test_blocks_of_a_grid_wait_for_each_other(sm: int, scalar: dict[str, str], tmp_path: Path) -> None:
    blocks, rounds = 5, 3
    words = (str(COMMITTED / "async.fatbin"), "a09_grid", str(blocks), str(rounds))
    ended = run_lifted(built(tmp_path, 13, "cooperative"), tmp_path, *words, source="async", sm=sm, environment=scalar)
    values = np.arange(64 * blocks) ** 2 % 101
    for _ in range(rounds):
        values = values + np.roll(values, -77)
    assert [int(word) for word in ended.stdout.split()] == [0, *values], ended.reports


@pytest.mark.gpu_code
def test_without_consent_the_first_kernel_is_refused(program: Path, tmp_path: Path) -> None:
    environment = {"CASS_EXEC_LIFTER": "", lifter.NVDISASM: "", lifter.LACKING: "you have not agreed"}
    ended = run_lifted(program, tmp_path, str(FATBIN), environment=environment)
    assert ended.status == 112
    assert ended.reports[0]["message"] == "the program cannot run here: you have not agreed"


@pytest.mark.gpu_code
def test_code_for_other_gpus_is_told(program: Path, tmp_path: Path) -> None:
    ended = run_lifted(program, tmp_path, str(FATBIN), environment={"CASS_EXEC_SM": "70"})
    assert ended.status == 112
    assert "holds machine code for sm_75, sm_80" in ended.reports[0]["message"]


def test_each_function_has_a_state() -> None:
    found = states()
    assert found["cudaMalloc"] == "as `hipMalloc`"
    assert found["cudaMemcpyAsync_ptsz"] == "as `hipMemcpyAsync_spt`"
    assert found["cuMemAlloc_v2"] == "as `hipMalloc`"
    assert found["cudaGetDeviceProperties"] == found["__cudaRegisterFatBinary"] == "implemented"
    assert found["cudaImportExternalMemory"] == "refused"
