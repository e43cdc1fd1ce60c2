"""The runner for real AMD GPUs, as far as a machine without one gets: real compiler, real library, its real answer."""

import ctypes.util
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits, amd
from cass_tools.runners.amd import AmdRunner, installed_gpus
from cass_tools.trial import Unit, build

LIBRARY = ctypes.util.find_library("amdhip64")
SOURCE = b"""#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void k(int *p) { *p = 5; }
int main() { int n = -1; int e = hipGetDeviceCount(&n); std::printf("%d\\n", e); return e; }
"""
pytestmark = [
    pytest.mark.gpu_code,
    pytest.mark.skipif(Path("/dev/kfd").exists(), reason="an AMD GPU is here"),
    pytest.mark.skipif(LIBRARY is None, reason="libamdhip64 is not installed; ./dev setup installs it"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("amd")
    built = build(Unit(Path("x.hip"), SOURCE), Target("gfx1100"), ClangCompiler(), folder, "hip")
    assert built.binary, built.log
    return built.binary


def test_the_real_library_answers_that_there_is_no_device(program: Path) -> None:
    done = proc.run([program], timeout=60)
    assert (done.status, done.stdout) == (amd.NO_DEVICE, b"100\n"), done.stderr


def test_that_answer_is_not_tried(program: Path, tmp_path: Path) -> None:
    amd.no_device.cache_clear()
    done = AmdRunner().run(program, Target("gfx1100"), limits=Limits(), cwd=tmp_path)
    assert done.outcome is Outcome.NOT_TRIED
    assert done.detail.startswith(f"{LIBRARY} finds no AMD GPU (hipErrorNoDevice)")
    assert AmdRunner().missing() == "There is no AMD GPU with its kernel driver (amdgpu) on this machine."


def test_a_library_that_cannot_be_asked_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: "/nonexistent/libamdhip64.so")
    amd.no_device.cache_clear()
    said = amd.no_device() or ""
    amd.no_device.cache_clear()
    assert said.startswith("/nonexistent/libamdhip64.so cannot be asked for GPUs: OSError")


def test_gpus_are_named_by_their_version_numbers(tmp_path: Path) -> None:
    for number, version in enumerate((0, 110000, 90010, 110000)):
        node = tmp_path / str(number)
        node.mkdir()
        (node / "properties").write_text(f"cpu_cores_count 8\ngfx_target_version {version}\n")
    assert installed_gpus(tmp_path) == ("gfx1100", "gfx90a")
