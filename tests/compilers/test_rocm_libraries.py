"""ROCm's libraries without ROCm's compiler: their headers are found where ROCM_PATH says, and they run."""

from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, clang, rocm_libraries, toolchain
from cass_tools.compilers.inventory import inventory
from cass_tools.config import Config
from cass_tools.model import Build, Outcome, Source, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import RUNNER
from cass_tools.translators.rules import translate
from cass_tools.trial import first_error

HIPCUB = "#include <hip/hip_runtime.h>\n#include <hipcub/hipcub.hpp>\n"


@pytest.fixture
def rocm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ROCm in a folder of its own, with nothing in it; the machine's own are not looked at."""
    root = tmp_path / "rocm"
    root.mkdir()
    monkeypatch.setattr(toolchain, "rocm_roots", lambda: (root,))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return root


def header(root: Path, name: str, text: str) -> None:
    (root / "include" / name).parent.mkdir(parents=True, exist_ok=True)
    (root / "include" / name).write_text(text)


def test_a_folder_without_libraries_gives_no_options(rocm: Path) -> None:
    assert rocm_libraries.options() == ()
    header(rocm, "other/other.h", "")
    assert rocm_libraries.options() == ()


def test_the_libraries_come_before_the_systems_headers_unless_hips_own_lie_beside(rocm: Path) -> None:
    header(rocm, "thrust/rocthrust_version.hpp", "")
    assert rocm_libraries.options() == ("-isystem", str(rocm / "include"))
    header(rocm, "hip/hip_version.h", "#define HIP_VERSION_MAJOR 4\n#define HIP_VERSION_MINOR 1\n")
    assert rocm_libraries.options() == ("-idirafter", str(rocm / "include"))


def test_the_inventory_names_them(rocm: Path) -> None:
    header(rocm, "hipcub/hipcub.hpp", "")
    header(rocm, "thrust/rocthrust_version.hpp", "")
    tool = next(tool for tool in inventory() if tool.name == "ROCm libraries")
    assert tool.found == f"{rocm}/include: hipCUB, rocThrust"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("x.hip:2:10: fatal error: 'hipcub/hipcub.hpp' file not found", "hipcub/hipcub.hpp is of hipCUB"),
        ("x.hip:2:10: fatal error: 'thrust/sort.h' file not found", "thrust/sort.h is of rocThrust"),
    ],
)
def test_a_missing_library_is_named(log: str, said: str) -> None:
    assert said in first_error(f"{log}\n    2 | #include\n1 error generated.\n")
    assert "ROCM_PATH" in first_error(log)


@pytest.mark.parametrize("name", ["mine.h", "mine/thrust/sort.h", "hip/none.h"])
def test_another_missing_header_is_not_rocms(name: str) -> None:
    assert rocm_libraries.advice(f"x.hip:2:10: fatal error: '{name}' file not found") is None


def built(folder: Path, text: str, arch: str) -> Build:
    (folder / "x.hip").write_text(text)
    return clang.ClangCompiler().build(BuildRequest(folder / "x.hip", folder / "x", Target(arch)))


@pytest.mark.gpu_code
def test_a_build_finds_them(rocm: Path, tmp_path: Path) -> None:
    program = f"{HIPCUB}int main() {{ return hipcub::answer; }}\n"
    without = built(tmp_path, program, "gfx1100")
    assert without.outcome is Outcome.NOT_BUILT
    assert "hipCUB" in first_error(without.log)
    header(rocm, "hipcub/hipcub.hpp", "namespace hipcub { constexpr int answer = 0; }\n")
    assert built(tmp_path, program, "gfx1100").outcome is Outcome.PASSED


BLOCKS = """#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cstdio>
__global__ void sums(const int *in, int *out) {
  using Warp = cub::WarpReduce<int>;
  using Block = cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  __shared__ typename Warp::TempStorage warps[4];
  __shared__ typename Block::TempStorage block;
  int warp = Warp(warps[threadIdx.x / 32]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = warp;
  int all = Block(block).Reduce(in[threadIdx.x], cub::Max());
  if (threadIdx.x == 0) out[4] = all;
}
int main() {
  thrust::device_vector<int> v(5000), out(5);
  for (int i = 0; i < 5000; i++) v[i] = (i * 37) % 101;
  sums<<<1, 128>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(out.data()));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::sort(thrust::cuda::par.on(stream), v.begin(), v.end());
  int middle = v[2500];
  thrust::inclusive_scan(v.begin(), v.end(), v.begin());
  std::printf("%d %d %d %d %d %d %d\\n", (int)out[0], (int)out[1], (int)out[2], (int)out[3], (int)out[4], middle,
              (int)v[4999]);
}
"""


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_programs_with_cub_and_thrust_run(tmp_path: Path, arch: str) -> None:
    here = rocm_libraries.found()
    if here is None or not {"hipCUB", "rocThrust", "rocPRIM"} <= set(here[1]):
        pytest.skip("the headers of hipCUB, rocThrust and rocPRIM are not here; ROCM_PATH says where they are")
    values = [(i * 37) % 101 for i in range(5000)]
    sums = [sum(values[first : first + 32]) for first in range(0, 128, 32)]
    port = translate(Source(Path("x.cu"), BLOCKS.encode()), Config()).data.decode()
    build = built(tmp_path, port, arch)
    assert build.binary is not None, build.log
    run = RUNNER.run(build.binary, Target(arch), (), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert [int(word) for word in run.stdout.split()] == [*sums, max(values[:128]), sorted(values)[2500], sum(values)]
