// Nodes of a graph that copy from and to variables: the other side may be a variable's address on
// the GPU, not the host's.
#include <cstdio>
#include <hip/hip_runtime.h>

__device__ int one, other;

int main() {
  hipGraph_t graph;
  hipGraphNode_t to, from;
  hipGraphExec_t exec;
  void *place;
  int host = 5, back = 0;
  const auto inside = hipMemcpyDeviceToDevice, out = hipMemcpyDeviceToHost;
  hipGetSymbolAddress(&place, HIP_SYMBOL(other));
  hipMemcpyToSymbol(HIP_SYMBOL(other), &host, 4);
  hipGraphCreate(&graph, 0);
  printf("%d", hipGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, &one, place, 4, 0, inside));
  printf(" %d", hipGraphMemcpyNodeSetParamsToSymbol(to, &one, &other, 4, 0, inside));
  printf(" %d", hipGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, &back, &one, 4, 0, out));
  printf(" %d", hipGraphMemcpyNodeSetParamsFromSymbol(from, &back, &one, 4, 0, inside));
  hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  hipGraphLaunch(exec, nullptr);
  hipDeviceSynchronize();
  printf(" %d\n", back);
}
