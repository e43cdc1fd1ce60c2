"""Graphs of a program for AMD: CUDA's structures and parameters are led to HIP's."""

from pathlib import Path

import pytest

from cass_tools.cli.main import run

SOURCE = r"""#include <cstdio>
__global__ void add(int *a, int by) { a[threadIdx.x] += by + threadIdx.x; }
int main() {
  int *a, by = 5, more = 70;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t fill, call;
  cudaMemsetParams memset = {};
  memset.dst = a;
  memset.value = 3;
  memset.elementSize = 4;
  memset.width = 32;
  memset.height = 1;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset);
  void *arguments[] = {&a, &by}, *others[] = {&a, &more};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void *)add;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(64);
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&call, graph, &fill, 1, &kernel);
  cudaKernelNodeParams told = {};
  cudaGraphKernelNodeGetParams(call, &told);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(fill, &type);
  cudaGraphExec_t exec;
  std::printf("%d %u %zu %d\n", cudaGraphInstantiate(&exec, graph, 0), told.blockDim.x, nodes, type);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d %d %d\n", a[0], a[31], a[32]);
  kernel.kernelParams = others;
  cudaGraphExecKernelNodeSetParams(exec, call, &kernel);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d\n", a[31]);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 64, 0, stream>>>(a, 1000);
  add<<<1, 64, 0, stream>>>(a, 2000);
  cudaGraph_t captured;
  cudaStreamEndCapture(stream, &captured);
  cudaGraphExec_t second;
  cudaGraphInstantiate(&second, captured, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(second, stream);
  cudaStreamSynchronize(stream);
  int same = -1;
  cudaDeviceGetP2PAttribute(&same, cudaDevP2PAttrAccessSupported, 0, 7);
  std::printf("%d %d\n", a[31], cudaGetLastError() != cudaSuccess);
}
"""


@pytest.mark.nvidia_tools
@pytest.mark.gpu_code
def test_graphs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, made = tmp_path / "graph.cu", tmp_path / "graph"
    source.write_text(SOURCE)
    assert run(["asm", "translate", str(source), "-o", str(made)]) == 0
    capfd.readouterr()
    assert run(["run", str(made)]) == 0
    assert capfd.readouterr().out == "0 64 2 2\n8 39 37\n104\n9290 1\n"
