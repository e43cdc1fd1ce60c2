"""Programs with __managed__ variables, without and with sources."""

from pathlib import Path

import pytest

from cass_tools.cli.main import run

SOURCE = r"""#include <cstdio>
__device__ __managed__ int total = 40, table[3] = {1, 2, 3};
__managed__ double *list;
__device__ int apart = 9;
__global__ void add(int by) {
  atomicAdd(&total, by + threadIdx.x % 3);
  if (threadIdx.x < 3) table[threadIdx.x] *= apart;
  if (list && threadIdx.x == 0) list[1] = 2.5;
}
int main(int argc, char **) {
  if (argc == 1) total += 2;  // the host comes first
  add<<<1, 6>>>(10);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", total, table[0], table[1], table[2]);
  cudaMallocManaged(&list, 2 * sizeof(double));
  add<<<1, 1>>>(0);
  std::printf("%d ", cudaDeviceSynchronize());
  std::printf("%g %d\n", list[1], total);
}
"""
ANSWER = "108 9 18 27\n0 2.5 108\n"


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
@pytest.mark.parametrize("keeps_host", [True, False])
def test_managed_variables(tmp_path: Path, capfd: pytest.CaptureFixture[str], *, keeps_host: bool) -> None:
    source, made = tmp_path / "managed.cu", tmp_path / "managed"
    source.write_text(SOURCE)
    host = [] if keeps_host else ["--host", str(source)]
    assert run(["asm", "translate", str(source), "-o", str(made), "--arch", "gfx1100,gfx90a", *host]) == 0
    capfd.readouterr()
    for arch in ("gfx1100", "gfx90a"):
        assert run(["run", str(made), "--arch", arch]) == 0
        assert capfd.readouterr().out == ANSWER
    assert run(["run", str(made), "--", "kernel first"]) == 0
    assert capfd.readouterr().out == ANSWER.replace("108", "106")


LAUNCHES = r"""#include <cstdio>
__device__ int apart[4] = {5, 6, 7, 8};
__device__ __managed__ int n = 3, *where = apart + 1;
__global__ void add(int by) { n += by * *where; }
int main(int argc, char **argv) {
  int by = 1;
  void *arguments[] = {&by};
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  if (argc < 2) {
    cudaLaunchConfig_t shape = {};
    shape.gridDim = shape.blockDim = dim3(1);
    cudaLaunchKernelEx(&shape, add, by);
  } else if (*argv[1] == 'd') {
    cudaLaunchKernel((void *)add, dim3(1), dim3(1), arguments, 0, nullptr);
  } else {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, stream>>>(by);
    cudaGraph_t graph;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
  }
  std::printf("%d ", cudaDeviceSynchronize());
  std::printf("%d\n", n);
}
"""


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
@pytest.mark.parametrize("way", ["", "direct", "graph"])
def test_managed_variables_are_there_before_any_kernel(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], way: str
) -> None:
    source, made = tmp_path / "managed.cu", tmp_path / "managed"
    source.write_text(LAUNCHES)
    assert run(["asm", "translate", str(source), "-o", str(made), "--args", way]) == 0, capfd.readouterr().err
    capfd.readouterr()
    assert run(["run", str(made), *(["--", way] if way else [])]) == 0
    assert capfd.readouterr().out == "0 9\n"
