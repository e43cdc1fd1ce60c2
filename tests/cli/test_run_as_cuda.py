"""`cass run --as cuda` and CUDA programs that are built: NVIDIA's code executed, or a sentence that says why not."""

from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.cli.main import run
from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.runners.executables import archs_in, target_for

ROOT = Path(__file__).parent.parent.parent
ADD = """#include <cstdio>
#include <cstdlib>
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, wrong = 0;
  float *memory[3];
  for (float *&part : memory)
    cudaMallocManaged(&part, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    memory[0][i] = i, memory[1][i] = 0.5f * i;
  add<<<(n + 63) / 64, 64>>>(memory[0], memory[1], memory[2], n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 9;
  for (int i = 0; i < n; ++i)
    wrong += memory[2][i] != 1.5f * i;
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("%d wrong on %d.%d\\n", wrong, p.major, p.minor);
  return wrong ? 1 : 3;
}
"""
# Each block of a cluster of two writes the other's number.
PAIRS = """#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) other(int *out) {
  __shared__ int number;
  cg::cluster_group cluster = cg::this_cluster();
  number = blockIdx.x;
  cluster.sync();
  out[blockIdx.x] = *cluster.map_shared_rank(&number, cluster.block_rank() ^ 1);
  cluster.sync();
}
int main() {
  int *out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  other<<<4, 1>>>(out);
  const auto done = cudaDeviceSynchronize();
  std::printf("%d %d %d %d\\n", out[0], out[1], out[2], out[3]);
  return done;
}
"""
DRIVER = """#include <cuda.h>
#include <cstdio>
int main() {
  CUdevice device;
  CUcontext context;
  CUdeviceptr data;
  unsigned seen[8];
  if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context))
    return 1;
  if (cuMemAlloc(&data, sizeof seen) || cuMemsetD32(data, 5, 8) || cuMemsetD32(data + 16, 9, 4)) return 2;
  if (cuMemcpyDtoH(seen, data, sizeof seen) || cuMemFree(data)) return 3;
  std::printf("%u %u\\n", seen[0], seen[4]);
}
"""


def test_other_languages_and_gpus_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "add.cu"
    source.write_text(ADD)
    assert run(["run", str(source), "--as", "ptx"]) == 2
    assert run(["run", str(source), "--as", "cuda", "--arch", "gfx1100"]) == 2
    said = capsys.readouterr().err
    assert "--as ptx: the only choice is cuda" in said
    assert "--arch gfx1100: CUDA's own machine code is NVIDIA's; names look like sm_80" in said


def test_without_consent_nothing_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASS_NVIDIA_TOOLS", "0")
    source = tmp_path / "add.cu"
    source.write_text(ADD)
    assert run(["run", str(source), "--as", "cuda"]) == 2
    assert "NVIDIA's machine code is not used, as you decided" in capsys.readouterr().err


def nvcc(folder: Path, *flags: str) -> Path:
    source, output = folder / "add.cu", folder / "add"
    source.write_text(ADD)
    done = proc.run([nvidia_tools.find("nvcc") or "nvcc", *flags, source, "-o", output], timeout=120)
    assert done.status == 0, done.stderr.decode()
    return output


@pytest.mark.nvidia_tools
def test_a_source_is_built_and_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "add.cu"
    source.write_text(ADD)
    assert run(["run", str(source), "--arch", "sm_90", "--", "777"]) == 3
    assert capfd.readouterr().out == "0 wrong on 9.0\n"
    assert source.read_text() == ADD
    assert [path.name for path in tmp_path.iterdir()] == ["add.cu"]


@pytest.mark.nvidia_tools
def test_a_built_program_is_recognised_and_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = nvcc(tmp_path, "-cudart", "shared", "-arch=sm_90")
    assert archs_in(program.read_bytes(), "add") == ("sm_90",)
    assert run(["run", str(program)]) == 3
    assert capfd.readouterr().out == "0 wrong on 9.0\n"


@pytest.mark.nvidia_tools
def test_programs_that_cannot_be_run_are_explained(tmp_path: Path) -> None:
    with pytest.raises(CassError, match=r"runtime linked in, whose place nothing else can take; .* -cudart shared"):
        target_for(nvcc(tmp_path, "-arch=sm_90"), None)
    only_ptx = nvcc(tmp_path, "-cudart", "shared", "-gencode=arch=compute_90,code=compute_90")
    with pytest.raises(CassError, match="no machine code, only PTX"):
        target_for(only_ptx, None)


@pytest.mark.nvidia_tools
@pytest.mark.parametrize("example", ["saxpy_streams", "reduce", "histogram", "matmul", "nbody"])
def test_examples_print_what_an_h100_printed(example: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["run", str(ROOT / "examples" / f"{example}.cu"), "--as", "cuda"]) == 0
    assert capfd.readouterr().out == (ROOT / "tests/data/h100" / f"{example}.txt").read_text()


@pytest.mark.nvidia_tools
def test_what_only_newer_gpus_have_is_built_for_those(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "pairs.cu"
    source.write_text(PAIRS)
    assert run(["run", str(source), "--as", "cuda"]) == 0
    assert capfd.readouterr().out == "1 0 3 2\n"


@pytest.mark.nvidia_tools
def test_calls_of_the_driver_need_no_library_of_a_driver(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "set.cu"
    source.write_text(DRIVER)
    assert run(["run", str(source), "--as", "cuda"]) == 0
    assert capfd.readouterr().out == "5 9\n"
